/** Which words of ours say what the server says in its own. */
import type problems from "../i18n/problems";

export type ProblemKey = keyof typeof problems.en;

/** Codes whose detail says more than our words do. */
const TELLING = new Set(["invalid_input", "bad_request", "conflict", "forbidden", "too_large", "missing_extra"]);
const CODES = new Set<string>([
  "not_found", "conflict", "forbidden", "unauthorized", "invalid_input", "too_large", "too_slow", "too_many_requests", "unavailable",
  "store_failed", "store_full", "store_busy", "store", "model_unavailable", "model_reply", "model", "missing_extra", "internal",
] satisfies ProblemKey[]);

export interface Problem {
  key: ProblemKey;
  /** The server's words, where they say more; else empty. */
  detail: string;
}

/** An error by its code. */
export function problemOf(code: string, detail: string): Problem {
  const known = code === "bad_request" ? "invalid_input" : code;
  if (!CODES.has(known)) return { key: "other", detail: plain(detail) };
  return { key: known as ProblemKey, detail: TELLING.has(code) ? plain(detail) : "" };
}

/** The first that fits counts. */
const FILES: readonly [RegExp, ProblemKey][] = [
  [/^this is |neither text nor a known kind|of a kind that can't be read|no text to read|packed in a way/i, "fileKind"],
  [/only pictures of pages/i, "fileScanned"],
  [/damaged/i, "fileDamaged"],
  [/must not carry a name or password/i, "linkBad"],
  [/password/i, "fileLocked"],
  [/no text in it/i, "fileNoText"],
  [/is empty$/i, "fileEmpty"],
  [/^reading it|nested too deeply/i, "fileHeavy"],
  [/larger than|too large|more than [\d.,]+ (MB|paragraphs)|over [\d.,]+ (pages|files)/i, "fileLarge"],
  [/not on the public internet|private network/i, "linkPrivate"],
  [/leads on/i, "linkLeads"],
  [/no such page/i, "linkGone"],
  [/does not show this page/i, "linkClosed"],
  [/is not known$|can't be reached|does not answer|took longer than|certificate|secure connection|out of service|less often|did not send|broke off in the middle/i, "linkDown"],
  [/^url: |https?:\/\/|\bhost\b|^port \d/i, "linkBad"],
];

/** What is wrong with a file or a link. */
export function fileProblem(problem: string): Problem {
  const detail = plain(problem);
  const key = FILES.find(([fits]) => fits.test(detail) || fits.test(problem))?.[1] ?? "fileOther";
  return { key, detail: key === "fileEmpty" || key === "fileNoText" ? "" : detail }; // there is no more to say
}

export interface Note extends Problem {
  /** Which pages it is about, and how many more. */
  pages: string;
  more: number;
}

/** What could not be read of a file that was read. */
export function fileNote(note: string): Note {
  const [, which = "", pages = "", more = "0"] = /^pages (.*?): ([\d, ]+?)(?: and (\d+) more)?$/i.exec(note.trim()) ?? [];
  if (pages) return { key: /without text/i.test(which) ? "notePagesEmpty" : "notePagesUnread", detail: "", pages, more: Number(more) };
  const none = { detail: "", pages: "", more: 0 };
  if (/as it stands$/.test(note)) return { ...none, key: "noteAsText" };
  if (/characters could not be read/.test(note)) return { ...none, key: "noteCharacters" };
  return { ...none, key: "noteOther", detail: plain(note) };
}

/** Without the name of the field that the server puts before it. */
export function plain(problem: string): string {
  const said = problem.replace(/^(document|file|url|text|content|title|body): /, "").trim();
  return said.charAt(0).toUpperCase() + said.slice(1);
}
