import { describe, expect, it } from "vitest";
import type { TurnEvent } from "../api/types";
import { NO_TURN, reduce, runs, turnOf } from "./turn";

const STARTED: TurnEvent = { type: "started", number: 1, turn_id: "t", chat_id: "c", message_id: "m", saved: true };
const answer = (number: number, text: string): TurnEvent => ({ type: "answer", number, text });
const thinking = (number: number, text: string): TurnEvent => ({ type: "thinking", number, text });
const done = (number: number, finish_reason = "stop"): TurnEvent => ({ type: "done", number, message_id: "a", finish_reason, usage: {} });

describe("a turn", () => {
  it("is made of its events in order", () => {
    const turn = turnOf([STARTED, thinking(2, "hm "), thinking(3, "tea"), answer(4, "Green "), answer(5, "tea."), done(6)]);

    expect(turn).toMatchObject({ id: "t", chatId: "c", messageId: "m", answerId: "a", text: "Green tea.", state: "done", last: 6 });
    expect(turn.steps).toEqual([{ kind: "thinking", text: "hm tea" }]);
    expect(runs(turn)).toBe(false);
  });

  it("takes every event once, however often it comes", () => {
    const once = turnOf([STARTED, answer(2, "Green ")]);

    expect(reduce(reduce(once, answer(2, "Green ")), answer(3, "tea")).text).toBe("Green tea");
    expect(reduce(once, answer(2, "Green "))).toBe(once);
  });

  it("puts a result to the call that asked for it, also when several run", () => {
    const call = (number: number, id: string): TurnEvent => ({ type: "tool_call", number, id, name: "search_memories", arguments: "{}" });
    const result = (number: number, id: string, content: string, error: string | null = null): TurnEvent =>
      ({ type: "tool_result", number, id, content, error, ids: [], citations: [] });
    const turn = turnOf([STARTED, call(2, "one"), call(3, "two"), result(4, "two", "tea"), result(5, "one", "", "too slow")]);

    expect(turn.steps).toMatchObject([{ id: "one", result: "", error: "too slow" }, { id: "two", result: "tea", error: null }]);
  });

  it("cites a page of a document once", () => {
    const place = { document_id: "d", title: "guide.pdf", number: 3, headings: [], page: 12 };
    const result = (number: number, citations: (typeof place)[]): TurnEvent =>
      ({ type: "tool_result", number, id: "c", content: "", error: null, ids: [], citations });
    const turn = turnOf([STARTED, result(2, [place, { ...place, number: 4 }]), result(3, [place, { ...place, page: 13 }])]);

    expect(turn.citations.map((c) => c.page)).toEqual([12, 13]);
  });

  it("tells how it ended", () => {
    const begun = turnOf([STARTED, answer(2, "Gre")]);

    expect(reduce(begun, done(3, "stopped")).state).toBe("stopped");
    expect(reduce(begun, done(3, "length"))).toMatchObject({ state: "done", finish: "length" });
    const failed = reduce(begun, { type: "error", number: 3, code: "model_unavailable", detail: "gone", message_id: "a" });
    expect(failed).toMatchObject({ state: "failed", answerId: "a", text: "Gre", error: { code: "model_unavailable" } });
  });

  it("keeps proposals and what was left out", () => {
    const turn = turnOf([
      STARTED,
      { type: "degraded", number: 2, what: "embedding", why: "slow" },
      { type: "proposal", number: 3, id: "p", tool: "remember", arguments: '{"text":"tea"}' },
    ]);

    expect(turn.degraded).toEqual([{ what: "embedding", why: "slow" }]);
    expect(turn.proposals).toEqual([{ id: "p", tool: "remember", arguments: '{"text":"tea"}', state: "open", error: null }]);
  });

  it("ignores what it does not know", () => {
    const unknown = { type: "weather", number: 2 } as unknown as TurnEvent;

    expect(reduce(NO_TURN, unknown).last).toBe(2);
  });
});
