/** What went wrong, in the person's language: our sentence, and the server's words below it. */
import { ApiError } from "../api/client";
import { fileNote, fileProblem, problemOf, type Problem } from "../pure/problem";
import { t } from "./index";

export interface Told {
  text: string;
  /** In the server's words; empty when there is no more to say. */
  detail: string;
}

export function told(error: unknown): Told {
  if (!(error instanceof ApiError)) return { text: t("problems.other"), detail: error instanceof Error ? error.message : String(error) };
  if (error.unreachable) return { text: t("common.offline"), detail: "" };
  return said(problemOf(error.code, error.message));
}

/** Why a file or a link was not taken. */
export function toldOfFile(error: unknown): Told {
  return error instanceof ApiError && error.code === "invalid_input" ? said(fileProblem(error.message)) : told(error);
}

/** What is wrong with a file that was taken. */
export const toldOfReading = (problem: string): Told => said(fileProblem(problem));

/** An error event of a turn. */
export const toldByCode = (code: string, detail: string): Told => said(problemOf(code, detail));

/** What could not be read of a file. */
export function toldOfNote(note: string): Told {
  const { key, detail, pages, more } = fileNote(note);
  return { text: t(`problems.${key}`, { pages: more ? t("problems.morePages", { pages, count: more }) : pages }), detail };
}

const said = ({ key, detail }: Problem): Told => ({ text: t(`problems.${key}`), detail });
