import { describe, expect, it } from "vitest";
import { starsOf } from "./columns";
import { aMap } from "./sample";
import { listed, mergeFound, nearBest, passes, type Filters } from "./filters";
import { countAt, momentAt, playedShare, shareOf, spanOf } from "./time";

const everything: Filters = { without: new Set(), topic: null, moment: null, found: null };

describe("time", () => {
  it("runs from the first memory to now", () => {
    expect(spanOf([500_000, 300_000, 900_000], 1_000_000)).toEqual({ from: 300_000, to: 1_000_000 });
    expect(spanOf([], 1_000_000)).toEqual({ from: 996_400, to: 1_000_000 });
  });

  it("goes to a moment and back to the same place of the slider", () => {
    const span = { from: 1000, to: 5000 };
    for (const share of [0, 0.25, 0.5, 0.999]) expect(shareOf(span, momentAt(span, share))).toBeCloseTo(share);
    expect(momentAt(span, 1)).toBeNull();
    expect(shareOf(span, null)).toBe(1);
    expect(shareOf(span, 99_999)).toBe(1);
  });

  it("counts what was there, and never less later", () => {
    const created = [10, 30, 20, 40];
    const counts = [5, 10, 25, 40].map((moment) => countAt(created, moment));
    expect(counts).toEqual([0, 1, 2, 4]);
    expect(countAt(created, null)).toBe(4);
  });

  it("plays to the end, in still steps when less motion is asked for", () => {
    expect(playedShare(0, 7000, false)).toBeCloseTo(0.5);
    expect(playedShare(0.5, 14_000, false)).toBe(1);
    expect(playedShare(0, 7000 + 300, true)).toBe(0.5);
    expect(playedShare(0, 14_000, true)).toBe(1);
  });
});

describe("filters", () => {
  const stars = starsOf(aMap(6));

  it("leave out tags, other topics and what was not there yet", () => {
    const rows = (filters: Partial<Filters>) => [0, 1, 2, 3, 4, 5].filter(passes(stars, { ...everything, ...filters }));
    expect(rows({})).toHaveLength(6);
    expect(rows({ without: new Set(["user_input"] as const) })).toEqual([1, 2, 3, 5]);
    expect(rows({ topic: "work" })).toEqual([1, 3, 5]);
    expect(rows({ moment: 1_000_250 })).toEqual([0, 1, 2]);
  });

  it("order the list, and keep the order of a search", () => {
    expect(listed(stars, everything, "newest")).toEqual([5, 4, 3, 2, 1, 0]);
    expect(listed(stars, everything, "oldest")).toEqual([0, 1, 2, 3, 4, 5]);
    expect(listed(stars, everything, "often")).toEqual([5, 2, 4, 1, 3, 0]);
    expect(listed(stars, { ...everything, found: [3, 0, 4], topic: "work" }, "newest")).toEqual([3]);
  });

  it("keep of a search by meaning what comes near the best", () => {
    const items = [{ id: "a", score: 0.9 }, { id: "b", score: 0.6 }, { id: "c", score: 0.3 }];
    expect(nearBest(items)).toEqual(["a", "b"]);
    expect(nearBest([])).toEqual([]);
  });

  it("merge what was found by words and by meaning, each once", () => {
    expect(mergeFound(stars, ["m2", "gone"], ["m4", "m2", "m0"])).toEqual([2, 4, 0]);
  });
});
