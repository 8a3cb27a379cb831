/** The caller's chats, the one used last first. */
import { chats as calls } from "../api/calls";
import type { Chat } from "../api/types";
import { t } from "../i18n";
import { oneLine } from "../pure/plain";
import { live } from "./live.svelte";
import { chatPath, router } from "./router.svelte";
import { toasts } from "./toasts.svelte";

const PAGE = 50;

class ChatList {
  items = $state.raw<Chat[]>([]);
  /** Null until the first answer. */
  loaded = $state(false);
  error = $state.raw<unknown>(null);
  query = $state("");
  archived = $state(false);
  next = $state<string | null>(null);
  /** Whether the person has any chat at all; null while that is not known. */
  any = $state<boolean | null>(null);
  #asked = 0;
  /** How often anything was told, so that a list on its way is known to be out of date. */
  #news = 0;
  /** How often each chat was told of, so that an answer on its way is known to be out of date. */
  #told = new Map<string, number>();

  async load(): Promise<void> {
    const asked = ++this.#asked;
    const news = this.#news;
    try {
      const page = await calls.list({ query: this.query, archived: this.archived ? "true" : "false", limit: PAGE });
      if (asked !== this.#asked) return;
      if (news !== this.#news) return this.load();
      this.items = page.items;
      this.next = page.next;
      this.error = null;
      if (!this.query && !this.archived) this.any = page.items.length > 0;
    } catch (error) {
      if (asked === this.#asked) this.error = error;
    }
    this.loaded = true;
  }

  async more(): Promise<void> {
    if (!this.next) return;
    const page = await calls.list({
      query: this.query, archived: this.archived ? "true" : "false", limit: PAGE, cursor: this.next,
    });
    const known = new Set(this.items.map((chat) => chat.id));
    this.items = [...this.items, ...page.items.filter((chat) => !known.has(chat.id))];
    this.next = page.next;
  }

  get(id: string): Chat | undefined {
    return this.items.find((chat) => chat.id === id);
  }

  /** Take in a chat as it is now. */
  put(chat: Chat): void {
    this.any = true;
    this.#news++;
    this.#told.set(chat.id, (this.#told.get(chat.id) ?? 0) + 1);
    const others = this.items.filter((known) => known.id !== chat.id);
    if (chat.archived !== this.archived) this.items = others;
    else if (!this.query || others.length !== this.items.length)
      this.items = [...others, chat].sort((a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at));
  }

  /** Look at one chat again, since something happened in it. */
  async look(id: string): Promise<void> {
    try {
      for (;;) {
        const told = this.#told.get(id);
        const chat = await calls.get(id);
        if (told === this.#told.get(id)) return this.put(chat);
      }
    } catch {
      // Deleted meanwhile, or not there: the list is loaded anew when the server is back.
    }
  }

  async rename(chat: Chat, title: string): Promise<void> {
    this.put(await calls.change(chat.id, { title }));
  }

  async archive(chat: Chat, archived: boolean): Promise<void> {
    this.put(await calls.change(chat.id, { archived }));
    const said = archived ? "shell.archivedToast" : "shell.unarchivedToast";
    toasts.say(t(said, { title: titleOf(chat) }), { undo: async () => this.put(await calls.change(chat.id, { archived: !archived })) });
  }

  /** Its memories stay. */
  async delete(chat: Chat): Promise<void> {
    await calls.delete(chat.id);
    this.#drop(chat.id);
    const open = router.place.id === chat.id;
    if (open) router.go("/");
    toasts.say(t("shell.deletedToast", { title: titleOf(chat) }), {
      undo: async () => {
        this.put(await calls.restore(chat.id));
        if (open) router.go(chatPath(chat.id));
      },
    });
  }

  /** Follow the live feed; returns what ends it. */
  follow(): () => void {
    const ends = [
      live.on("chat", ({ chat }) => this.put(chat)),
      live.on("chat_deleted", ({ id }) => this.#drop(id)),
      live.on("message", ({ message }) => void this.look(message.chat_id)),
      live.on("missed", () => void this.load()),
      live.on("erased", () => void this.load()),
    ];
    return () => ends.forEach((end) => end());
  }

  #drop(id: string): void {
    this.#news++;
    this.items = this.items.filter((chat) => chat.id !== id);
    if (!this.query && !this.archived) this.any = this.items.length > 0;
  }
}

export const chatList = new ChatList();
export const titleOf = (chat: Chat): string => oneLine(chat.title ?? "") || t("shell.untitled");
