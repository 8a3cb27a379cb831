import { describe, expect, it } from "vitest";
import { newRows, starsOf, turned } from "./columns";
import { aMap } from "./sample";

describe("columns", () => {
  it("are the numbers of the map in its own units", () => {
    const stars = starsOf(aMap(3));
    expect([...stars.x]).toEqual([0, 0.1, 0.2].map(Math.fround));
    expect(stars.at.get("m2")).toBe(2);
    expect(stars.clusters[0]).toMatchObject({ x: 0.5, y: 0 });
    expect(starsOf(aMap(1, { times_said: [1_000_000] })).said[0]).toBe(65_535);
  });

  it("tell which rows are new", () => {
    const before = starsOf(aMap(3));
    expect(newRows(before, starsOf(aMap(5)))).toEqual([3, 4]);
    expect(newRows(null, before)).toEqual([]);
  });

  it("can be laid on their side, labels too", () => {
    const stars = turned(starsOf(aMap(2)));
    expect([...stars.x]).toEqual([0, -0.05].map(Math.fround));
    expect(stars.clusters[0]).toMatchObject({ x: 0, y: 0.5 });
  });
});
