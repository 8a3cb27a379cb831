import { describe, expect, it } from "vitest";
import type { Message, UsageView } from "../api/types";
import { arcs, curve, replyOf, rows } from "./replies";

const said = (id: string, minute: number) => ({ id, speaker: id, content: id, said_at: `2026-05-03T12:0${minute}:00Z` }) as Message;

function view(change: Partial<UsageView> = {}): UsageView {
  return {
    record: {
      trigger_message_id: "m4",
      context_message_ids: ["m2"],
      relevance_scores: { m2: { score: 0.9, reply: 0.2, same_conversation: 0.9 }, m3: { score: 0.1 } },
      build: { links: { m4: { to: "m2", chance: 0.9 }, m2: { to: "m1", chance: 0.6 }, m3: { to: "m3", chance: 0.5 }, m1: { to: "far", chance: 0.7 } } },
    },
    messages: [said("m1", 1), said("m3", 3), said("m2", 2), said("m4", 4)],
    corrections: {},
    ...change,
  } as unknown as UsageView;
}

describe("what replies to what", () => {
  it("tells the rows in the order in which they were said", () => {
    const all = rows(view());
    expect(all.map((row) => row.message.id)).toEqual(["m1", "m2", "m3", "m4"]);
    expect(all.map((row) => [row.asked, row.chosen, row.score])).toEqual([[false, false, null], [false, true, 0.9], [false, false, 0.1], [true, false, null]]);
    expect(all[1]?.parts).toEqual([["same_conversation", 0.9], ["reply", 0.2]]);
  });
  it("draws an arc where both ends are known, the strongest last", () => {
    expect(arcs(rows(view()))).toEqual([
      { from: 1, to: 0, chance: 0.6, corrected: false, chosen: false },
      { from: 3, to: 1, chance: 0.9, corrected: false, chosen: true },
    ]);
  });
  it("lets what a person said stand over what was worked out", () => {
    const put = view({ corrections: { m4: "m3", m2: null } });
    expect(replyOf(put, "m4")).toEqual({ to: "m3", chance: 1, corrected: true });
    expect(replyOf(put, "m2")).toEqual({ to: "m2", chance: 1, corrected: true });
    expect(arcs(rows(put))).toEqual([{ from: 3, to: 2, chance: 1, corrected: true, chosen: false }]);
  });
  it("knows nothing of contexts that were kept without links", () => {
    const old = view();
    old.record.build = {};
    expect(replyOf(old, "m4")).toBeNull();
    expect(arcs(rows(old))).toEqual([]);
  });
  it("bends further out the further apart two rows are, but never out of sight", () => {
    const bend = (from: number) => Number(/C([-\d.]+)/.exec(curve({ from, to: 0, chance: 1, corrected: false, chosen: false }, 50, 60))?.[1]);
    expect(curve({ from: 1, to: 0, chance: 1, corrected: false, chosen: false }, 50, 60)).toMatch(/^M60 75C/);
    expect(bend(3)).toBeLessThan(bend(1));
    expect(bend(99)).toBe(bend(50));
    expect(60 - (60 - bend(99)) * 0.75).toBeGreaterThan(0);
  });
});
