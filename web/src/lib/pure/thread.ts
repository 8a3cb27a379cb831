/** What is shown of a chat, in order: what was said, and what came of it. */
import type { Message } from "../api/types";
import { runs, type TurnView } from "./turn";

export type Item =
  | { kind: "said"; key: string; message: Message }
  | { kind: "answer"; key: string; message: Message | null; turn: TurnView | null };

/** Messages with their turns; a turn whose answer is not stored (yet) stands after its question. */
export function thread(messages: readonly Message[], turns: readonly TurnView[]): Item[] {
  const byAnswer = new Map(turns.filter((turn) => turn.answerId).map((turn) => [turn.answerId, turn]));
  const byQuestion = new Map(turns.map((turn) => [turn.messageId, turn]));
  const shown = messages.filter((message) => message.state !== "replaced" && message.role !== "system");
  const stored = new Set(shown.map((message) => message.id));
  return shown.flatMap((message): Item[] => {
    if (message.role !== "user") {
      const turn = byAnswer.get(message.id) ?? null;
      return [{ kind: "answer", key: turn ? `turn-${turn.messageId}` : message.id, message, turn }];
    }
    const said: Item = { kind: "said", key: message.id, message };
    const turn = byQuestion.get(message.id);
    if (!turn || (turn.answerId && stored.has(turn.answerId)) || !worthShowing(turn)) return [said];
    return [said, { kind: "answer", key: `turn-${turn.messageId}`, message: null, turn }];
  });
}

function worthShowing(turn: TurnView): boolean {
  return runs(turn) || turn.state === "failed" || turn.text !== "" || turn.proposals.length > 0 || turn.state === "stopped";
}

/** The list with a message put in: in place of itself, or at the end. */
export function withMessage(messages: readonly Message[], message: Message): Message[] {
  const at = messages.findIndex((known) => known.id === message.id);
  return at < 0 ? [...messages, message] : messages.toSpliced(at, 1, message);
}
