import { describe, expect, it } from "vitest";
import type { TreeItem } from "../api/projects";
import { find, knowledgeOf, portions, treeOf, warmth, way } from "./coverage";

const file = (path: string, lines: number, more: Partial<TreeItem> = {}): TreeItem => ({
  path, kind: "file", lines, records: 0, stale: 0, language: null, skipped: null, ...more,
});
const TREE = [
  { ...file("src", 0), kind: "folder" as const },
  file("README.md", 10),
  file("logo.png", 0, { skipped: "binary" }),
  file("src/main/java/Pay.java", 60, { records: 3 }),
  file("src/main/java/Old.java", 30, { records: 2, stale: 1 }),
  file("src/main/java/New.java", 10),
];

describe("a file", () => {
  it("is stale as soon as something of it does not hold any more", () => {
    expect(knowledgeOf({ records: 4, stale: 1, skipped: null })).toBe("stale");
    expect(knowledgeOf({ records: 4, stale: 0, skipped: null })).toBe("known");
    expect(knowledgeOf({ records: 0, stale: 0, skipped: null })).toBe("unexplored");
    expect(knowledgeOf({ records: 0, stale: 0, skipped: "binary" })).toBe("skipped");
  });
});

describe("the tree", () => {
  const root = treeOf(TREE);

  it("joins folders that hold nothing but one folder", () => {
    expect(root.children.map((child) => child.name)).toEqual(["README.md", "logo.png", "src/main/java"]);
  });

  it("sums what is below, and what is not read weighs nothing", () => {
    expect(root.shares).toEqual({ known: 75, stale: 15, unexplored: 20 });
    expect([root.files, root.records, root.stale, root.lines]).toEqual([5, 5, 1, 110]);
    expect(portions(root.shares).known).toBeCloseTo(75 / 110);
    expect(root.knowledge).toBe("known");
  });

  it("calls a folder stale when a good part of it is", () => {
    expect(treeOf([file("a.py", 60, { records: 2 }), file("b.py", 40, { records: 1, stale: 1 })]).knowledge).toBe("stale");
    expect(treeOf([file("a.py", 60), file("b.py", 40, { records: 1 })]).knowledge).toBe("unexplored");
  });

  it("is found by its path, and tells the way there", () => {
    expect(find(root, "src/main/java/Pay.java")?.name).toBe("Pay.java");
    expect(find(root, "src/main")?.path).toBe("src/main/java");
    expect(find(root, "src/none.py")).toBeNull();
    expect(way(root, "src/main/java/Pay.java").map((step) => step.path)).toEqual(["", "src/main/java", "src/main/java/Pay.java"]);
  });

  it("of an empty folder is empty", () => {
    expect(treeOf([])).toMatchObject({ files: 0, children: [], knowledge: "unexplored" });
    expect(portions(treeOf([]).shares)).toEqual({ known: 0, stale: 0, unexplored: 0 });
  });
});

describe("what is known", () => {
  it("glows warmer the more is known, and never without a record", () => {
    expect(warmth({ lines: 100, records: 0 })).toBe(0);
    expect(warmth({ lines: 100, records: 2 })).toBeLessThan(warmth({ lines: 100, records: 9 }));
    expect(warmth({ lines: 10, records: 90 })).toBe(1);
    expect(warmth({ lines: 100_000, records: 1 })).toBeGreaterThan(0.1);
  });
});
