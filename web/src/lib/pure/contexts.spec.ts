import { describe, expect, it } from "vitest";
import type { UsageRecord } from "../api/types";
import { figures, line, reasons, spread, trend, weighed } from "./contexts";

function record(change: Partial<UsageRecord> = {}, build: Record<string, unknown> = {}): UsageRecord {
  return {
    context_id: "c",
    group_id: "team",
    user_id: "bob",
    trigger_message_id: "m9",
    context_message_ids: ["m1"],
    relevance_scores: { m1: { score: 0.95, reply: 0.9 }, m2: { score: 0.12, reply: 0.1, same_conversation: 0.12 } },
    build: { took_ms: 4, tokens: 100, plain_tokens: 400, degraded: [], ...build },
    created_at: "2026-05-03T12:00:00Z",
    llm_response: null,
    user_feedback: null,
    success_indicator: null,
    signals: [],
    ...change,
  } as UsageRecord;
}

describe("how contexts did", () => {
  it("says nothing of none", () => {
    expect(figures([])).toEqual({ contexts: 0, build: null, saved: null, fallbacks: null, liked: null });
    expect(line([])).toBe("");
  });
  it("tells the middle time, what was saved, what stood in and what was liked", () => {
    const some = [record({ success_indicator: 1 }), record({}, { took_ms: 2 }), record({ success_indicator: 0 }, { took_ms: 9, degraded: ["context: slow"] })];
    expect(figures(some)).toEqual({ contexts: 3, build: 4, saved: 0.75, fallbacks: 1 / 3, liked: 0.5 });
    expect(trend(some)).toEqual([9, 2, 4]);
    expect(reasons(some)).toEqual([["context: slow", 1]]);
  });
  it("spreads scores over tenths", () => {
    expect(spread([record(), record()])).toEqual([0, 2, 0, 0, 0, 0, 0, 0, 0, 2]);
  });
  it("puts the chosen ones first, with their parts", () => {
    expect(weighed(record({ context_message_ids: ["m2"] }))).toEqual([
      { id: "m2", score: 0.12, parts: [["same_conversation", 0.12], ["reply", 0.1]], chosen: true },
      { id: "m1", score: 0.95, parts: [["reply", 0.9]], chosen: false },
    ]);
  });
  it("draws a line within its box", () => {
    expect(line([1, 2])).toBe("0.00,16.00 100.00,2.00");
  });
});
