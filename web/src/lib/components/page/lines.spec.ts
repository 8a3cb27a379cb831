import { describe, expect, it } from "vitest";
import { changes, compared, sections } from "./lines";

describe("sections", () => {
  it("puts entries under their headings and takes bullets off", () => {
    expect(sections("Call me Li\n\n## Travel\n- slow mornings\n* no alarm\n## Food\n")).toEqual([
      { heading: null, entries: ["Call me Li"] },
      { heading: "Travel", entries: ["slow mornings", "no alarm"] },
      { heading: "Food", entries: [] },
    ]);
  });
  it("has none for an empty page", () => expect(sections(" \n\n")).toEqual([]));
  it("does not take a hash without a space for a heading", () => expect(sections("#tag")[0]?.heading).toBeNull());
});

describe("compared", () => {
  it("marks what only one of them has", () => {
    const lines = compared("a\nb\nc", "a\nc\nd");
    expect(lines.map(({ kind, text }) => kind[0] + text)).toEqual(["sa", "rb", "sc", "ad"]);
    expect(changes(lines)).toEqual({ added: 1, removed: 1 });
  });
  it("finds no difference in the same text, nor in empty lines", () => {
    expect(changes(compared("a\n\nb", "a\nb \n"))).toEqual({ added: 0, removed: 0 });
  });
  it("gives both texts back, whatever they are", () => {
    const before = "x\ny\nx\nz";
    const after = "y\nx\nx";
    const lines = compared(before, after);
    const of = (not: string) => lines.filter((line) => line.kind !== not).map((line) => line.text).join("\n");
    expect(of("added")).toBe(before);
    expect(of("removed")).toBe(after);
  });
  it("does not take long for long pages", () => {
    const many = (word: string) => Array.from({ length: 2000 }, (_, i) => `${word}${i}`).join("\n");
    expect(changes(compared(many("a"), many("b")))).toEqual({ added: 2000, removed: 2000 });
  });
});
