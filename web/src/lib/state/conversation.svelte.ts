/** One chat as it is shown: its messages, its turns, and the turn that runs. */
import { chats as calls, memories, proposals } from "../api/calls";
import { ApiError } from "../api/client";
import { resume, say, stop, type Reading, type TurnInput } from "../api/turns";
import type { Chat, Memory, Message, ProposedCall, ToldTurn, TurnEvent } from "../api/types";
import { NO_TURN, reduce, runs, turnOf, type Proposed, type TurnView } from "../pure/turn";
import { thread, withMemory, withMessage, type Item } from "../pure/thread";
import { chatList } from "./chats.svelte";
import { live } from "./live.svelte";

const PAGE = 50;
const LOOK_AGAIN_MS = 3_000;
const SHOWN_EVERY_MS = 50;
/** Of how many messages at once it is asked what was learned from them, and how much at most. */
const ASKED = 100;
const LEARNED = 1000;

export class Conversation {
  id = $state<string | null>(null);
  chat = $state.raw<Chat | null>(null);
  messages = $state.raw<Message[]>([]);
  turns = $state.raw<TurnView[]>([]);
  /** Memories that were made from what is shown, and maybe others. */
  learned = $state.raw<Memory[]>([]);
  older = $state<string | null>(null);
  loading = $state(false);
  /** Why it can't be shown. */
  error = $state.raw<ApiError | null>(null);
  /** Said, and not yet known to have arrived. */
  pending = $state<string | null>(null);
  /** The connection to a turn that runs is lost; it is being looked for. */
  dropped = $state(false);
  items: Item[] = $derived(thread(this.messages, this.turns, this.learned));
  running: TurnView | null = $derived(this.turns.findLast(runs) ?? null);
  busy: boolean = $derived(this.pending !== null || this.running !== null);
  #reading: AbortController | null = null;
  #gone = false;
  /** Stop was pressed before the turn was known by name. */
  #stops = false;
  /** Heard before what it belongs to is known to have begun: the live feed may be faster than the turn. */
  #early: Message[] = [];
  /** Proposals that wait, as far as the server was asked. */
  #open = new Set<string>();

  #ends: (() => void)[];

  constructor(id: string | null) {
    this.id = id;
    this.#ends = this.#follow();
    if (id) void this.load();
  }

  /** Resolves when no turn of it is being read. */
  async idle(): Promise<void> {
    while (this.#reading) await new Promise((resolve) => setTimeout(resolve, 250));
  }

  close(): void {
    this.#gone = true;
    this.#reading?.abort();
    this.#ends.forEach((end) => end());
  }

  async load(): Promise<void> {
    const id = this.id;
    if (!id) return;
    this.loading = this.messages.length === 0;
    try {
      const [chat, page, turns, waiting] = await Promise.all([
        calls.get(id), calls.messages(id, { limit: PAGE }), calls.turns(id), proposals.waiting().catch(() => null),
      ]);
      if (this.#reading) return void this.#later(); // what a turn tells meanwhile is newer
      if (waiting) this.#open = new Set(waiting.items.map((proposal) => proposal.id));
      this.chat = chat;
      this.messages = page.items;
      this.older = page.next;
      this.turns = turns.items.map((told) => this.#known(told));
      this.error = null;
      this.#resume();
      void this.#recollect(page.items);
    } catch (error) {
      if (error instanceof ApiError) this.error = error;
      else throw error;
    } finally {
      this.loading = false;
    }
  }

  async #later(): Promise<void> {
    await this.idle();
    if (!this.#gone) await this.load();
  }

  async loadOlder(): Promise<void> {
    if (!this.id || !this.older) return;
    const page = await calls.messages(this.id, { limit: PAGE, before: this.older });
    const limit = Math.min(100, Math.ceil((this.messages.length + page.items.length) / 2) + 10);
    const turns = await calls.turns(this.id, { limit });
    this.messages = [...page.items, ...this.messages];
    this.older = page.next;
    this.turns = turns.items.map((told) => this.#known(told));
    void this.#recollect(page.items);
  }

  /** Say something; `replaces` is the user's message that it is an edit of. */
  async send(text: string, { replaces, documents, project }: { replaces?: string; documents?: string[]; project?: string } = {}): Promise<void> {
    if (this.busy) return;
    const input: TurnInput = { message: text };
    if (this.id) input.chat_id = this.id;
    if (replaces) input.replaces = replaces;
    if (documents) input.document_ids = documents;
    if (project) input.project = project;
    const cut = replaces ? this.messages.findIndex((message) => message.id === replaces) : -1;
    const before = this.messages;
    if (cut >= 0) this.messages = this.messages.slice(0, cut);
    this.pending = text;
    let begun = false;
    try {
      await this.#read((reading) => say(input, reading), NO_TURN, (event) => {
        if (event.type !== "started") return;
        begun = true;
        this.pending = null;
        if (this.#stops) void stop(event.turn_id);
        this.#stops = false;
        this.#began(event.chat_id, event.message_id, text);
      });
    } catch (error) {
      if (!begun) this.messages = this.#early.splice(0).reduce(withMessage, before);
      this.pending = null;
      throw error;
    }
  }

  /** Make the chat about a project, or about none. */
  async attach(project: string | null): Promise<void> {
    if (this.id) this.chat = await calls.change(this.id, { project });
  }

  async stop(): Promise<void> {
    if (this.running?.id) await stop(this.running.id);
    else this.#stops = this.busy; // it has no name yet: stopped as soon as it has one
  }

  /** Ask again what was asked, in place of its answer. */
  async retry(messageId: string): Promise<void> {
    const message = this.messages.find((known) => known.id === messageId);
    if (message) await this.send(message.content, { replaces: messageId });
  }

  async answer(turn: TurnView, proposal: Proposed, accept: boolean): Promise<void> {
    try {
      this.#proposal(await proposals.answer(proposal.id, accept));
    } catch (error) {
      if (!(error instanceof ApiError) || ![404, 409].includes(error.status)) throw error;
      this.#change(turn.messageId, (known) => ({ ...known, proposals: known.proposals.map((p) => (p.id === proposal.id ? { ...p, state: "gone" } : p)) }));
    }
  }

  /** Retire a memory that was made here. */
  async unlearn(memory: Memory): Promise<void> {
    await memories.retire(memory.id);
    this.#learned({ ...memory, status: "retired" });
  }

  async relearn(memory: Memory): Promise<void> {
    this.#learned(await memories.restore(memory.id));
  }

  #follow(): (() => void)[] {
    return [
      live.on("message", ({ message }) => message.chat_id === this.id && this.#heard(message)),
      live.on("chat", ({ chat }) => void (chat.id === this.id && (this.chat = chat))),
      live.on("learned", ({ memory }) => this.#learned(memory)),
      live.on("memory", ({ memory }) => this.learned.some((known) => known.id === memory.id) && this.#learned(memory)),
      live.on("proposal", ({ proposal }) => this.#proposal(proposal)),
      live.on("missed", () => void (!this.#reading && this.load())),
    ];
  }

  #began(chatId: string, messageId: string, text: string): void {
    this.id = chatId;
    const said_at = new Date().toISOString();
    const message = { id: messageId, chat_id: chatId, role: "user", speaker: "", content: text, said_at, state: "final" } as Message;
    const known = this.messages.some((one) => one.id === messageId);
    this.messages = this.#early.splice(0).reduce(withMessage, known ? this.messages : [...this.messages, message]);
    void this.#look(chatId);
  }

  async #look(id: string): Promise<void> {
    await chatList.look(id);
    this.chat = chatList.get(id) ?? this.chat;
  }

  /** Take in the turn that runs, wherever it was begun. */
  #resume(): void {
    const turn = this.turns.findLast(runs);
    if (!turn?.id || this.#reading) return;
    const reading = this.#read((options) => resume(turn.id, turn.last, options), turn);
    void reading.catch((error: unknown) => {
      if (!(error instanceof ApiError) || this.#gone) return;
      setTimeout(() => !this.#gone && void this.load(), LOOK_AGAIN_MS);
    });
  }

  async #read(
    open: (reading: Reading) => AsyncGenerator<TurnEvent>,
    start: TurnView,
    seen: (event: TurnEvent) => void = () => {},
  ): Promise<void> {
    const reading = (this.#reading = new AbortController());
    let turn = start;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      clearTimeout(timer);
      timer = undefined;
      this.#put(turn);
    };
    try {
      for await (const event of open({ signal: reading.signal, onDrop: (lost) => (this.dropped = lost) })) {
        seen(event);
        turn = reduce(turn, event);
        // Words come faster than anybody reads: they are shown a few times in a second.
        if (event.type === "answer" || event.type === "thinking") timer ??= setTimeout(show, SHOWN_EVERY_MS);
        else show();
      }
    } finally {
      if (timer !== undefined) show();
      if (this.#reading === reading) this.#reading = null;
      this.dropped = false;
    }
    if (!runs(turn) && this.id) this.#ended(turn);
  }

  #ended(turn: TurnView): void {
    void this.#look(turn.chatId);
  }

  #put(turn: TurnView): void {
    if (!turn.messageId) return;
    const at = this.turns.findIndex((known) => known.messageId === turn.messageId);
    this.turns = at < 0 ? [...this.turns, turn] : this.turns.toSpliced(at, 1, turn);
  }

  #change(messageId: string, change: (turn: TurnView) => TurnView): void {
    this.turns = this.turns.map((turn) => (turn.messageId === messageId ? change(turn) : turn));
  }

  /** A turn as it is told later; what only the live feed told stays. */
  #known({ turn, events }: ToldTurn): TurnView {
    const before = this.turns.find((known) => known.messageId === turn.message_id);
    if (turn.state === "running") return before ?? { ...NO_TURN, id: turn.id, chatId: turn.chat_id, messageId: turn.message_id };
    const told = turnOf(events, { ...NO_TURN, id: turn.id, chatId: turn.chat_id, messageId: turn.message_id });
    const over = runs(told) ? { ...told, state: turn.state === "done" ? "done" as const : "failed" as const } : told;
    const asked = over.proposals.map((proposal) => {
      const known = before?.proposals.find((one) => one.id === proposal.id && one.state !== "open");
      return known ?? (this.#open.has(proposal.id) ? proposal : { ...proposal, state: "gone" as const });
    });
    return { ...over, answerId: turn.answer_id ?? over.answerId, proposals: asked };
  }

  #heard(message: Message): void {
    const known = this.messages.some((one) => one.id === message.id);
    if (!known && this.pending !== null) this.#early.push(message);
    else if (message.role === "user" && !known && !this.#reading) void this.load(); // said in another tab
    else this.messages = withMessage(this.messages, message);
  }

  /** What was learned from these messages, when nobody may have looked. */
  async #recollect(messages: readonly Message[]): Promise<void> {
    const ids = messages.map((message) => message.id);
    for (let at = 0; at < ids.length; at += ASKED) {
      const some = ids.slice(at, at + ASKED);
      const made = await memories.list({ tags: ["summary"], messages: some, limit: LEARNED }).catch(() => null);
      for (const memory of made?.items.toReversed() ?? []) this.#learned(memory);
    }
  }

  #learned(memory: Memory): void {
    this.learned = withMemory(this.learned, memory);
  }

  #proposal(proposal: ProposedCall): void {
    const { id, state } = proposal;
    this.#change(proposal.message_id, (turn) => ({
      ...turn,
      proposals: turn.proposals.map((known) => (known.id === id ? { ...known, state, error: proposal.error ?? null } : known)),
    }));
  }
}
