import { describe, expect, it } from "vitest";
import type { Citation } from "../api/projects";
import { around, fileName, marked, perLine, place, whereNow } from "./source";

const cited: Citation = { path: "src/a.py", start: 12, end: 20, commit: null, state: "unchanged", now: null };

describe("what is cited", () => {
  it("is told in one line", () => {
    expect(place(cited)).toBe("src/a.py:12–20");
    expect(place({ ...cited, end: 12 })).toBe("src/a.py:12");
    expect(fileName("src/a.py")).toBe("a.py");
    expect(fileName("a.py")).toBe("a.py");
  });

  it("is looked for where it stands now", () => {
    expect(whereNow(cited)).toEqual({ path: "src/a.py", start: 12, end: 20 });
    const now = { path: "src/b.py", start: 3, end: 11 };
    expect(whereNow({ ...cited, state: "moved", now })).toEqual(now);
  });

  it("is read with lines around it, not before the first and not too many", () => {
    expect(around(cited, 5, 100)).toEqual({ path: "src/a.py", start: 7, end: 25 });
    expect(around({ ...cited, start: 2, end: 900 }, 5, 100)).toEqual({ path: "src/a.py", start: 1, end: 100 });
    expect([11, 12, 20, 21].map((line) => marked(line, [cited]))).toEqual([false, true, true, false]);
  });
});

describe("coloured code", () => {
  it("keeps its colours in every line that they reach over", () => {
    expect(perLine('x <span class="hljs-string">"a\nb\n"</span> y')).toEqual([
      'x <span class="hljs-string">"a</span>',
      '<span class="hljs-string">b</span>',
      '<span class="hljs-string">"</span> y',
    ]);
    expect(perLine('<span class="a"><span class="b">1\n2</span></span>\n3')).toEqual([
      '<span class="a"><span class="b">1</span></span>',
      '<span class="a"><span class="b">2</span></span>',
      "3",
    ]);
  });
});
