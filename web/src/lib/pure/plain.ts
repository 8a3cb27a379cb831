/** Text of others in one line of ours. */

// Marks that turn the direction of all that follows, and controls that don't show.
const TURNING = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c]/g;
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f]+/g;

/** A title or a file name that can't reach beyond its place. */
export const oneLine = (text: string): string => text.replace(TURNING, "").replace(CONTROL, " ").replace(/\s+/g, " ").trim();

/** The beginning of a text. */
export function short(text: string, most: number): string {
  const line = oneLine(text);
  const letters = Array.from(line);
  return letters.length <= most ? line : `${letters.slice(0, most - 1).join("").trimEnd()}…`;
}

/** The words of a text in Markdown, for a place where it is not drawn. */
export function unmarked(text: string): string {
  return text
    .replace(/^[ \t]*(```|~~~).*$/gm, "")
    .replace(/^[ \t|:-]*-{3,}[ \t|:-]*$/gm, "")
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, "$1")
    .replace(/^[ \t]*(#{1,6}|>+|[-*+]|\|)[ \t]+/gm, "")
    .replace(/(\*\*|__|~~|`|\*)(?=\S)([^\n]*?\S)\1/g, "$2")
    .replace(/[ \t]*\|[ \t]*$/gm, "")
    .replace(/[ \t]+\|[ \t]+/g, " · ")
    .trim();
}

/** JSON for reading: indented when it can be, as it stands otherwise. */
export function readable(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

/** The one argument that says most of a tool call: its query, text or content. */
export function gist(json: string): string {
  try {
    const given = JSON.parse(json) as Record<string, unknown>;
    const told = ["query", "text", "content", "question", "url", "section"].map((name) => given[name]);
    const first = told.find((value) => typeof value === "string" && value !== "") ?? Object.values(given).find((v) => typeof v === "string");
    return typeof first === "string" ? short(first, 80) : "";
  } catch {
    return "";
  }
}
