import { describe, expect, it } from "vitest";
import { kindOf, notesOf, percent, reading, webAddress } from "./files";

const passage = (number: number, headings: string[], page: number | null) => ({ number, text: `t${number}`, headings, page });

describe("percent", () => {
  it("is told while a document is on its way, within bounds", () => {
    expect(percent({ state: "parsing", progress: 0.404 })).toBe(40);
    expect(percent({ state: "embedding", progress: 7 })).toBe(100);
    expect(percent({ state: "queued", progress: -1 })).toBe(0);
  });
  it("is not told when there is nothing to wait for", () => {
    expect(percent({ state: "ready", progress: 1 })).toBeNull();
    expect(percent({ state: "failed", progress: 0.5 })).toBeNull();
  });
});

describe("kindOf", () => {
  it("goes by the name, the type, or the address", () => {
    expect(kindOf({ name: "guide.pdf", url: null, media_type: "text/plain" })).toBe("PDF");
    expect(kindOf({ name: "notes", url: null, media_type: "text/plain" })).toBe("PLAIN");
    expect(kindOf({ name: "a.html", url: "https://example.org/a.html", media_type: "text/html" })).toBe("WEB");
  });
});

it("takes the notes on a file that are notes", () => {
  expect(notesOf({ metadata: { warnings: ["page 3", 4, " ", "page 5"] } })).toEqual(["page 3", "page 5"]);
  expect(notesOf({ metadata: { warnings: "page 3" } })).toEqual([]);
  expect(notesOf({ metadata: {} })).toEqual([]);
});

describe("webAddress", () => {
  it.each(["https://example.org", "  HTTP://example.org/a?b#c "])("takes %s", (text) => expect(webAddress(text)).toBe(text.trim()));
  it.each(["", "example.org", "ftp://example.org", "javascript:alert(1)", "https://", "https://a b", "http://["])("refuses %s", (text) =>
    expect(webAddress(text)).toBeNull(),
  );
});

describe("reading", () => {
  it("shows headings and pages where they change", () => {
    const shown = reading([passage(1, ["A", "B"], 1), passage(2, ["A", "B"], 1), passage(3, ["A", "C"], 2), passage(4, ["D"], 2)]);
    expect(shown.map((one) => one.headings.map(({ text, level }) => `${level}${text}`))).toEqual([["0A", "1B"], [], ["1C"], ["0D"]]);
    expect(shown.map((one) => one.page)).toEqual([1, null, 2, null]);
  });
  it("does not say in the text what the headings say", () => {
    const text = (given: string) => reading([{ ...passage(1, ["A", "B"], null), text: given }])[0]?.text;
    expect(text("A\n\n## B\n\nBody\nA")).toBe("Body\nA");
    expect(text("Body")).toBe("Body");
    expect(text("B")).toBe("B"); // nothing else would be left
  });
  it("shows a heading again after going up and down", () => {
    const shown = reading([passage(1, ["A", "B"], null), passage(2, ["A"], null), passage(3, ["A", "B"], null)]);
    expect(shown.map((one) => one.headings.length)).toEqual([2, 0, 1]);
  });
});
