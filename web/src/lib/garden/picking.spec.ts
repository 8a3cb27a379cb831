import { describe, expect, it } from "vitest";
import { Grid } from "./picking";

const all = () => true;

/** The same numbers every time. */
function scattered(count: number): [Float32Array, Float32Array] {
  let seed = 7;
  const next = () => ((seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) / 2 ** 32) * 2.4 - 1.2;
  return [Float32Array.from({ length: count }, next), Float32Array.from({ length: count }, next)];
}

function slowly(x: Float32Array, y: Float32Array, at: [number, number], radius: number): number {
  let best = -1;
  let least = radius;
  x.forEach((_, row) => {
    const far = Math.hypot(x[row]! - at[0], y[row]! - at[1]);
    if (far <= least && (far < least || best < 0)) [least, best] = [far, row];
  });
  return best;
}

describe("picking", () => {
  it("finds the same star as looking at every one", () => {
    const [x, y] = scattered(2000);
    const grid = new Grid(x, y);
    const [px, py] = scattered(300);
    for (let n = 0; n < 300; n++) {
      for (const radius of [0.005, 0.05, 0.6]) {
        expect(grid.nearest(px[n]!, py[n]!, radius, all)).toBe(slowly(x, y, [px[n]!, py[n]!], radius));
      }
    }
  });

  it("passes over stars that are not shown", () => {
    const grid = new Grid(Float32Array.of(0, 0.1), Float32Array.of(0, 0));
    expect(grid.nearest(0.01, 0, 1, all)).toBe(0);
    expect(grid.nearest(0.01, 0, 1, (row) => row !== 0)).toBe(1);
    expect(grid.nearest(0.01, 0, 0.05, (row) => row !== 0)).toBe(-1);
  });

  it("copes with none, with one, and with all on one spot", () => {
    expect(new Grid(new Float32Array(), new Float32Array()).nearest(0, 0, 1, all)).toBe(-1);
    expect(new Grid(Float32Array.of(5), Float32Array.of(5)).nearest(5.1, 5, 0.2, all)).toBe(0);
    expect(new Grid(new Float32Array(50).fill(1), new Float32Array(50).fill(1)).nearest(1, 1, 0.1, all)).toBeGreaterThanOrEqual(0);
  });

  it("is quick among a hundred thousand", () => {
    const [x, y] = scattered(100_000);
    const grid = new Grid(x, y);
    const began = performance.now();
    for (let n = 0; n < 1000; n++) grid.nearest(x[n]!, y[n]!, 0.01, all);
    expect(performance.now() - began).toBeLessThan(1000);
  });
});
