/** What is shown of a chat, in order: what was said, and what came of it. */
import type { Memory, Message } from "../api/types";
import { runs, type TurnView } from "./turn";

export type Item =
  | { kind: "said"; key: string; message: Message }
  | { kind: "answer"; key: string; message: Message | null; turn: TurnView | null; learned: Memory[] };

/** Messages with their turns and what was learned from them. A turn whose answer is not stored (yet) stands after its question. */
export function thread(messages: readonly Message[], turns: readonly TurnView[], learned: readonly Memory[] = []): Item[] {
  const byAnswer = new Map(turns.filter((turn) => turn.answerId).map((turn) => [turn.answerId, turn]));
  const byQuestion = new Map(turns.map((turn) => [turn.messageId, turn]));
  const shown = messages.filter((message) => message.state !== "replaced" && message.role !== "system");
  const stored = new Set(shown.map((message) => message.id));
  const items = shown.flatMap((message): Item[] => {
    if (message.role !== "user") {
      const turn = byAnswer.get(message.id) ?? null;
      return [{ kind: "answer", key: turn ? `turn-${turn.messageId}` : message.id, message, turn, learned: [] }];
    }
    const said: Item = { kind: "said", key: message.id, message };
    const turn = byQuestion.get(message.id);
    if (!turn || (turn.answerId && stored.has(turn.answerId)) || !worthShowing(turn)) return [said];
    return [said, { kind: "answer", key: `turn-${turn.messageId}`, message: null, turn, learned: [] }];
  });
  return learned.length ? marked(items, learned) : items;
}

/** With every memory at the answer to what it was made from. Who said it again later did not make it. */
function marked(items: readonly Item[], learned: readonly Memory[]): Item[] {
  const from = new Map<string, Memory[]>();
  for (const memory of learned) {
    const made = memory.sources?.find((source) => source.kind === "message")?.ref;
    if (made) from.set(made, [...(from.get(made) ?? []), memory]);
  }
  let asked: string[] = [];
  return items.map((item) => {
    if (item.kind === "said") {
      asked.push(item.message.id);
      return item;
    }
    const said = [...asked, item.message?.id ?? ""];
    asked = [];
    return { ...item, learned: said.flatMap((id) => from.get(id) ?? []) };
  });
}

/** The list with a memory as it is now; without it, when it does not hold any more. */
export function withMemory(learned: readonly Memory[], memory: Memory): Memory[] {
  const others = learned.filter((known) => known.id !== memory.id);
  return memory.status === "active" ? [...others, memory] : others;
}

function worthShowing(turn: TurnView): boolean {
  return runs(turn) || turn.state === "failed" || turn.text !== "" || turn.proposals.length > 0 || turn.state === "stopped";
}

/** The list with a message put in: in place of itself, or at the end. */
export function withMessage(messages: readonly Message[], message: Message): Message[] {
  const at = messages.findIndex((known) => known.id === message.id);
  return at < 0 ? [...messages, message] : messages.toSpliced(at, 1, message);
}
