/** One turn, made of its events: the same whether they come now or are read later. */
import type { Citation, NearMiss, Recalled, TurnEvent } from "../api/types";

export type Step =
  | { kind: "thinking"; text: string }
  | { kind: "tool"; id: string; name: string; arguments: string; result: string | null; error: string | null };

export interface Proposed {
  id: string;
  tool: string;
  arguments: string;
  state: "open" | "accepted" | "rejected" | "gone";
  error: string | null;
}

export interface TurnView {
  /** Empty until it has begun. */
  id: string;
  chatId: string;
  /** The user's message. */
  messageId: string;
  answerId: string | null;
  text: string;
  steps: Step[];
  recalled: Recalled[];
  nearMisses: NearMiss[];
  citations: Citation[];
  proposals: Proposed[];
  degraded: { what: string; why: string }[];
  error: { code: string; detail: string } | null;
  /** `waiting` until anything comes. */
  state: "waiting" | "thinking" | "answering" | "done" | "stopped" | "failed";
  /** False when the store is out of service, so that nothing of it is kept. */
  saved: boolean;
  finish: string | null;
  /** The number of the last event. */
  last: number;
}

export const NO_TURN: TurnView = {
  id: "", chatId: "", messageId: "", answerId: null, text: "", steps: [], recalled: [], nearMisses: [], citations: [],
  proposals: [], degraded: [], error: null, state: "waiting", saved: true, finish: null, last: 0,
};

export const runs = (turn: TurnView): boolean => !["done", "stopped", "failed"].includes(turn.state);

/** The turn after one more event. One that was seen before changes nothing. */
export function reduce(turn: TurnView, event: TurnEvent): TurnView {
  if (event.number && event.number <= turn.last) return turn;
  const next = { ...turn, last: event.number || turn.last };
  switch (event.type) {
    case "started":
      return { ...next, id: event.turn_id, chatId: event.chat_id, messageId: event.message_id, saved: event.saved };
    case "recalled":
      return { ...next, recalled: [...event.items], nearMisses: [...(event.near_misses ?? [])] };
    case "thinking":
      return { ...next, state: "thinking", steps: thought(turn.steps, event.text) };
    case "tool_call": {
      const { id, name, arguments: given } = event;
      const step: Step = { kind: "tool", id, name, arguments: given, result: null, error: null };
      return { ...next, state: "thinking", steps: [...turn.steps, step] };
    }
    case "tool_result": {
      const result = { result: event.content, error: event.error ?? null };
      const steps = turn.steps.map((step) => (step.kind === "tool" && step.id === event.id ? { ...step, ...result } : step));
      return { ...next, steps, citations: cited(turn.citations, event.citations ?? []) };
    }
    case "proposal": {
      const { id, tool, arguments: given } = event;
      return { ...next, proposals: [...turn.proposals, { id, tool, arguments: given, state: "open", error: null }] };
    }
    case "answer":
      return { ...next, state: "answering", text: turn.text + event.text };
    case "degraded":
      return { ...next, degraded: [...turn.degraded, { what: event.what, why: event.why }] };
    case "error":
      return { ...next, state: "failed", error: { code: event.code, detail: event.detail }, answerId: event.message_id ?? null };
    case "done":
      return {
        ...next,
        state: event.finish_reason === "stopped" ? "stopped" : "done",
        finish: event.finish_reason,
        answerId: event.message_id ?? null,
      };
    case "learned": // the live feed tells of it, too, and of what becomes of it
    case "emotion":
      return next;
    default:
      event satisfies never;
      return next;
  }
}

/** The turn that its events make. */
export const turnOf = (events: readonly TurnEvent[], start: TurnView = NO_TURN): TurnView => events.reduce(reduce, start);

function thought(steps: readonly Step[], text: string): Step[] {
  const last = steps.at(-1);
  if (last?.kind === "thinking") return [...steps.slice(0, -1), { kind: "thinking", text: last.text + text }];
  return [...steps, { kind: "thinking", text }];
}

function cited(known: readonly Citation[], more: readonly Citation[]): Citation[] {
  const key = (c: Citation) => `${c.document_id} ${c.page ?? c.number}`;
  return [...new Map([...known, ...more].map((c) => [key(c), c])).values()];
}
