/** The page of global memory as sections, and how two versions differ. */
export interface Section {
  heading: string | null;
  entries: string[];
}

const HEADING = /^#{1,6}\s+(.*)$/;

/** `## Section` lines begin a section; every other line is an entry, with or without a bullet. */
export function sections(text: string): Section[] {
  const found: Section[] = [];
  for (const line of text.split("\n").map((raw) => raw.trim())) {
    if (!line) continue;
    const heading = HEADING.exec(line)?.[1];
    if (heading !== undefined) found.push({ heading, entries: [] });
    else {
      if (!found.length) found.push({ heading: null, entries: [] });
      found.at(-1)?.entries.push(line.replace(/^[-*•]\s+/, ""));
    }
  }
  return found;
}

export interface Line {
  kind: "same" | "added" | "removed";
  text: string;
}

const MOST = 400_000;

/** Lines of both, in order: what only the later has is `added`, what only the earlier had `removed`. */
export function compared(before: string, after: string): Line[] {
  const old = linesOf(before);
  const now = linesOf(after);
  if (old.length * now.length > MOST) return [...marked("removed", old), ...marked("added", now)];
  const longest = table(old, now);
  const lines: Line[] = [];
  let a = 0;
  let b = 0;
  while (a < old.length && b < now.length) {
    if (old[a] === now[b]) {
      lines.push({ kind: "same", text: old[a] ?? "" });
      a++;
      b++;
    } else if ((longest[a + 1]?.[b] ?? 0) >= (longest[a]?.[b + 1] ?? 0)) lines.push({ kind: "removed", text: old[a++] ?? "" });
    else lines.push({ kind: "added", text: now[b++] ?? "" });
  }
  return [...lines, ...marked("removed", old.slice(a)), ...marked("added", now.slice(b))];
}

export function changes(lines: readonly Line[]): { added: number; removed: number } {
  const count = (kind: Line["kind"]) => lines.filter((line) => line.kind === kind).length;
  return { added: count("added"), removed: count("removed") };
}

const linesOf = (text: string): string[] => text.split("\n").map((line) => line.trimEnd()).filter(Boolean);
const marked = (kind: Line["kind"], lines: readonly string[]): Line[] => lines.map((text) => ({ kind, text }));

/** How many lines the rests from `a` and `b` have in common. */
function table(old: readonly string[], now: readonly string[]): number[][] {
  const longest = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  for (let a = old.length - 1; a >= 0; a--)
    for (let b = now.length - 1; b >= 0; b--) {
      const both = (longest[a + 1]?.[b + 1] ?? 0) + 1;
      const row = longest[a];
      if (row) row[b] = old[a] === now[b] ? both : Math.max(longest[a + 1]?.[b] ?? 0, row[b + 1] ?? 0);
    }
  return longest;
}
