/** Chats that are open: the one that is shown, and those whose answer is still being written. */
import { Conversation } from "./conversation.svelte";

const open = new Map<string, Conversation>();

/** The chat, as it was left if its answer is still coming. */
export function enter(id: string | null): Conversation {
  const known = id === null ? undefined : open.get(id);
  if (id !== null) open.delete(id);
  return known ?? new Conversation(id);
}

/** Leave a chat. A turn that runs is read to its end, since one that nobody reads is stopped. */
export function leave(conversation: Conversation): void {
  const { id } = conversation;
  if (id === null || !conversation.busy) return conversation.close();
  open.set(id, conversation);
  void conversation.idle().then(() => {
    if (open.get(id) !== conversation) return;
    open.delete(id);
    conversation.close();
  });
}
