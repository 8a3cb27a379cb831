import { describe, expect, it } from "vitest";
import { everything, fill } from "./index";

const holes = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

describe.each(Object.entries(everything))("the words of %s", (_, { en, zh }) => {
  it("are the same in both languages", () => {
    expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort());
  });

  it("are filled in alike, and none is empty", () => {
    for (const [key, text] of Object.entries(en)) {
      const other = (zh as Record<string, string>)[key] ?? "";
      expect(text && other, key).not.toBe("");
      expect(holes(other), key).toEqual(holes(text));
    }
  });
});

describe("a text", () => {
  it("is filled in, with numbers as people write them", () => {
    expect(fill("{count} memory|{count} memories", { count: 1 }, "en-GB")).toBe("1 memory");
    expect(fill("{count} memory|{count} memories", { count: 1284 }, "en-GB")).toBe("1,284 memories");
    expect(fill("{count} 条", { count: 3 }, "zh-CN")).toBe("3 条");
    expect(fill("{missing} {a}", { a: "x{a}" }, "en-GB")).toBe("{missing} x{a}");
  });
});
