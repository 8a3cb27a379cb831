import { describe, expect, it } from "vitest";
import type { TreeItem } from "../api/projects";
import { cellsOf } from "./cells";
import { treeOf } from "./coverage";

const file = (path: string, lines: number): TreeItem => ({ path, kind: "file", lines, records: 0, stale: 0, language: null, skipped: null });
const BOX = { x: 0, y: 0, width: 900, height: 500 };

describe("the map of a folder", () => {
  it("draws a folder around what lies in it, as deep as can be read", () => {
    const cells = cellsOf(treeOf([file("a/b/c/x.py", 400), file("a/b/c/y.py", 400), file("a/b/w.py", 300), file("a/z.py", 300), file("c.py", 500)]), BOX);
    const around = cells.find((cell) => cell.branch.path === "a");
    expect(around?.frame).toBe(true);
    expect(cells.find((cell) => cell.branch.path === "a/b/c")?.frame).toBe(false);
    const inside = cells.find((cell) => cell.branch.path === "a/z.py");
    expect(inside?.box.x).toBeGreaterThan(around?.box.x ?? 0);
    expect((inside?.box.y ?? 0) + (inside?.box.height ?? 0)).toBeLessThanOrEqual((around?.box.y ?? 0) + (around?.box.height ?? 0));
  });

  it("puts the smallest of many together", () => {
    const cells = cellsOf(treeOf(Array.from({ length: 300 }, (_, at) => file(`f${at}.py`, at + 1))), BOX);
    expect(cells).toHaveLength(90);
    expect(cells.map((cell) => cell.rest).filter(Boolean)).toEqual([211]);
  });

  it("leaves out what is not read", () => {
    expect(cellsOf(treeOf([{ ...file("logo.png", 0), skipped: "binary" }]), BOX)).toEqual([]);
  });
});
