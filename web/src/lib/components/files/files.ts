/** What the page of files shows of a document, worked out without touching anything. */
import type { Document, Passage } from "$lib/api/types";

/** Whole percent; null when there is nothing to wait for. */
export function percent(document: Pick<Document, "state" | "progress">): number | null {
  if (document.state === "ready" || document.state === "failed") return null;
  return Math.round(Math.min(1, Math.max(0, document.progress)) * 100);
}

/** "PDF", "DOCX"; by the name, else by the type; "WEB" for a page of the web. */
export function kindOf({ name, url, media_type }: Pick<Document, "name" | "url" | "media_type">): string {
  if (url) return "WEB";
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1];
  return (ending ?? media_type?.split("/").at(-1)?.slice(0, 5) ?? "").toUpperCase();
}

/** What could not be read of it, in the server's words. */
export function notesOf({ metadata }: Pick<Document, "metadata">): string[] {
  const { warnings } = metadata ?? {};
  return Array.isArray(warnings) ? warnings.filter((note): note is string => typeof note === "string" && note.trim() !== "") : [];
}

/** The address, if it is one of the web. */
export function webAddress(text: string): string | null {
  const trimmed = text.trim();
  if (!/^https?:\/\/\S+$/i.test(trimmed)) return null;
  try {
    return new URL(trimmed).hostname ? trimmed : null;
  } catch {
    return null;
  }
}

export interface Shown {
  passage: Passage;
  /** Its text without the headings that it begins with. */
  text: string;
  /** Headings that were not the same before. */
  headings: { text: string; level: number }[];
  /** The page, where a new one begins. */
  page: number | null;
}

/** Passages with what changes from one to the next, so that nothing is said twice. */
export function reading(passages: readonly Passage[]): Shown[] {
  let before: readonly string[] = [];
  let page: number | null = null;
  return passages.map((passage) => {
    const same = passage.headings.findIndex((heading, level) => heading !== before[level]);
    const from = same < 0 ? passage.headings.length : same;
    const headings = passage.headings.slice(from).map((text, at) => ({ text, level: from + at }));
    const turned = passage.page !== page ? passage.page : null;
    before = passage.headings;
    page = passage.page;
    return { passage, text: withoutHeadings(passage), headings, page: turned };
  });
}

function withoutHeadings({ text, headings }: Passage): string {
  const lines = text.split("\n");
  const known = new Set(headings.map((heading) => heading.trim()));
  let from = 0;
  while (from < lines.length && (!lines[from]?.trim() || known.has(bare(lines[from] ?? "")))) from++;
  return from < lines.length ? lines.slice(from).join("\n") : text;
}

const bare = (line: string): string => line.trim().replace(/^#{1,6}\s+/, "");
