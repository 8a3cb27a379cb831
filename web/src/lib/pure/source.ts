/** Lines of source as they are shown: cited ones marked, colours kept to their line. */
import type { Citation, Span } from "../api/projects";

/** Where to look for what was cited: where the lines stand now, if that is known. */
export const whereNow = (citation: Citation): Span => {
  const { path, start, end } = citation.now ?? citation;
  return { path, start, end };
};

/** "12", "12–20". */
export const span = ({ start, end }: Pick<Span, "start" | "end">): string => (end > start ? `${start}–${end}` : String(start));

/** "src/pay/repay.py:12–20". */
export const place = (cited: Span): string => `${cited.path}:${span(cited)}`;

export const fileName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** Lines to read around what is cited. */
export function around({ path, start, end }: Span, margin: number, most: number): Span {
  const first = Math.max(1, start - margin);
  return { path, start: first, end: Math.min(end + margin, first + most - 1) };
}

/** Whether a line is one of those. */
export const marked = (line: number, spans: readonly Pick<Span, "start" | "end">[]): boolean =>
  spans.some(({ start, end }) => line >= start && line <= end);

/** Coloured code cut into lines: what reaches over several is closed and opened anew at each. */
export function perLine(html: string): string[] {
  const open: string[] = [];
  return html.split("\n").map((line) => {
    const before = open.join("");
    for (const [tag] of line.matchAll(/<span[^>]*>|<\/span>/g)) {
      if (tag === "</span>") open.pop();
      else open.push(tag);
    }
    return before + line + "</span>".repeat(open.length);
  });
}
