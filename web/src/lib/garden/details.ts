/** One memory with all that is known of it, for its card. */
import { chats, memories } from "../api/calls";
import type { Change, Memory } from "../api/types";
import { garden as calls } from "./calls";

export interface Details {
  memory: Memory;
  history: Change[];
  before: Memory[];
  chatTitle: string | null;
}

/** Everything at once; null when the memory is gone. What is missing beside it is left out. */
export async function detailsOf(id: string, known?: Memory | null): Promise<Details | null> {
  const [memory, history, before] = await Promise.all([
    memories.get(id).catch(() => known ?? null),
    memories.history(id).then((list) => list.items, () => []),
    calls.before(id).then((list) => list.items, () => []),
  ]);
  if (!memory) return null;
  const chat = memory.chat_id ? await chats.get(memory.chat_id).catch(() => null) : null;
  return { memory, history, before, chatTitle: chat ? (chat.title ?? "") : null };
}
