import { describe, expect, it } from "vitest";
import { nearest, squarified } from "./treemap";

const BOX = { x: 0, y: 0, width: 600, height: 400 };
const area = ({ width, height }: { width: number; height: number }) => width * height;

describe("a treemap", () => {
  const weights = [6, 6, 4, 3, 2, 2, 1, 0];
  const placed = squarified(weights, (weight) => weight, BOX);

  it("gives each thing its share, and nothing to what weighs nothing", () => {
    expect(placed).toHaveLength(7);
    for (const { item, box } of placed) expect(area(box)).toBeCloseTo((item / 24) * area(BOX));
  });

  it("stays in its box, and nothing lies over another", () => {
    for (const [at, { box }] of placed.entries()) {
      expect(box.x + box.width).toBeLessThanOrEqual(600.001);
      expect(box.y + box.height).toBeLessThanOrEqual(400.001);
      for (const { box: other } of placed.slice(at + 1)) {
        const wide = Math.min(box.x + box.width, other.x + other.width) - Math.max(box.x, other.x);
        const high = Math.min(box.y + box.height, other.y + other.height) - Math.max(box.y, other.y);
        expect(Math.min(wide, high)).toBeLessThan(0.001);
      }
    }
  });

  it("draws nothing that is a mere line", () => {
    for (const { box } of placed) expect(Math.max(box.width / box.height, box.height / box.width)).toBeLessThan(4);
  });

  it("of nothing, or without room, is empty", () => {
    expect(squarified([], () => 1, BOX)).toEqual([]);
    expect(squarified([0], (weight) => weight, BOX)).toEqual([]);
    expect(squarified([1], (weight) => weight, { ...BOX, width: 0 })).toEqual([]);
  });
});

describe("an arrow", () => {
  const grid = [0, 1, 2, 3].map((at) => ({ x: (at % 2) * 10, y: Math.floor(at / 2) * 10, width: 10, height: 10 }));

  it("leads to the neighbour, and nowhere at the edge", () => {
    expect(nearest(grid, 0, "ArrowRight")).toBe(1);
    expect(nearest(grid, 0, "ArrowDown")).toBe(2);
    expect(nearest(grid, 3, "ArrowUp")).toBe(1);
    expect(nearest(grid, 3, "ArrowLeft")).toBe(2);
    expect(nearest(grid, 0, "ArrowLeft")).toBeNull();
    expect(nearest([], 0, "ArrowLeft")).toBeNull();
  });
});
