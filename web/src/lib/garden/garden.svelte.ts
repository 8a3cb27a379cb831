/** The garden as the page sees it: what is there, what is shown of it, what can be done with it. */
import { memories } from "../api/calls";
import { ApiError } from "../api/client";
import type { Memory, Tag } from "../api/types";
import { t } from "../i18n";
import { live } from "../state/live.svelte";
import { toasts } from "../state/toasts.svelte";
import { garden as calls } from "./calls";
import { newRows, starsOf, type Stars } from "./columns";
import { listed, mergeFound, nearBest, type Filters, type Order } from "./filters";
import { kept, keep, type Mode } from "./kept";
import { Texts } from "./texts";
import { countAt, spanOf } from "./time";

const SEARCH_MS = 180;
const NEWS_MS = 200;
const MOST_FOUND = 60;

export class Garden {
  stars = $state.raw<Stars | null>(null);
  failed = $state.raw<ApiError | null>(null);
  /** Rows that came since the page was opened, a moment ago. */
  fresh = $state.raw<readonly string[]>([]);

  mode = $state<Mode>(kept().mode);
  without = $state.raw<ReadonlySet<Tag>>(new Set());
  topic = $state<string | null>(null);
  order = $state<Order>("newest");
  moment = $state<number | null>(null);
  selected = $state<string | null>(null);

  query = $state("");
  #foundIds = $state.raw<readonly string[] | null>(null);

  readonly texts = new Texts(async (ids) => (await calls.read(ids)).items);
  readonly span = $derived(spanOf(this.stars?.created ?? [], Date.now() / 1000));
  readonly found = $derived(this.stars && this.#foundIds ? mergeFound(this.stars, this.#foundIds) : null);
  /** The slider is the map's: the list has always everything. */
  readonly filters = $derived<Filters>({
    without: this.without, topic: this.topic, moment: this.mode === "map" ? this.moment : null, found: this.found,
  });
  readonly rows = $derived(this.mode === "list" && this.stars ? listed(this.stars, this.filters, this.order) : []);
  readonly count = $derived(this.stars ? countAt(this.stars.created, this.filters.moment) : 0);
  readonly topics = $derived((this.stars?.clusters ?? []).filter((cluster) => cluster.level === 0));
  /** What the map lights up: what was found, else the chosen topic. */
  readonly lit = $derived.by(() => {
    const { stars, topic } = this;
    if (this.found || !stars || topic === null) return this.found;
    const number = stars.topics.indexOf(topic);
    return [...stars.topic.keys()].filter((row) => stars.topic[row] === number);
  });

  #timer: ReturnType<typeof setTimeout> | undefined;
  #searchTimer: ReturnType<typeof setTimeout> | undefined;
  #search: AbortController | null = null;
  #loading: Promise<void> | null = null;
  #again = false;

  /** Follows the server until the page is left. */
  start(): () => void {
    void this.load();
    const soon = () => this.#soon();
    const changed = ({ memory }: { memory: Memory }) => {
      this.texts.put(memory);
      soon();
    };
    const missed = () => {
      this.texts.forget();
      soon();
    };
    const ends = [live.on("memory", changed), live.on("learned", changed), live.on("erased", missed), live.on("missed", missed)];
    return () => {
      for (const end of ends) end();
      clearTimeout(this.#timer);
      clearTimeout(this.#searchTimer);
      this.#search?.abort();
    };
  }

  /** Reads the map; asked again while it reads, it reads once more. */
  load(): Promise<void> {
    if (this.#loading) this.#again = true;
    this.#loading ??= this.#read().finally(() => {
      this.#loading = null;
      if (this.#again) {
        this.#again = false;
        return this.load();
      }
    });
    return this.#loading;
  }

  setMode(mode: Mode): void {
    this.mode = mode;
    keep({ mode });
  }

  toggle(tag: Tag): void {
    const without = new Set(this.without);
    if (!without.delete(tag)) without.add(tag);
    this.without = without;
  }

  reset(): void {
    this.without = new Set();
    this.topic = null;
    this.moment = null;
    this.search("");
  }

  search(query: string): void {
    this.query = query;
    clearTimeout(this.#searchTimer);
    this.#search?.abort();
    if (query.trim()) this.#searchTimer = setTimeout(() => void this.#find(query.trim()), SEARCH_MS);
    else this.#foundIds = null;
  }

  async add(text: string, tag: Tag = "manual"): Promise<void> {
    const memory = await memories.add({ text, tag });
    this.texts.put(memory);
    await this.load();
    this.fresh = [memory.id];
    this.selected = memory.id;
    toasts.say(memory.times_said > 1 ? t("garden.confirmed", { times: memory.times_said }) : t("garden.added"));
  }

  async edit(id: string, change: { text?: string; tag?: Tag; emotion?: string | null }): Promise<void> {
    if (!Object.keys(change).length) return;
    this.texts.put(await memories.edit(id, change));
    await this.load();
    toasts.say(t("garden.edited"));
  }

  async retire(id: string): Promise<void> {
    await memories.retire(id);
    this.texts.forget(id);
    if (this.selected === id) this.selected = null;
    await this.load();
    toasts.say(t("garden.retired"), { undo: () => this.#restore(id) });
  }

  async erase(id: string): Promise<void> {
    await memories.erase(id);
    this.texts.forget(id);
    if (this.selected === id) this.selected = null;
    await this.load();
    toasts.say(t("garden.erased"));
  }

  async #restore(id: string): Promise<void> {
    this.texts.put(await memories.restore(id));
    await this.load();
    this.fresh = [id];
    toasts.say(t("garden.restored"));
  }

  async #read(): Promise<void> {
    try {
      const now = starsOf(await calls.map());
      this.fresh = newRows(this.stars, now).map((row) => now.ids[row]!);
      this.stars = now;
      this.failed = null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (this.stars) toasts.fail(error);
      else this.failed = error;
    }
  }

  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.load(), NEWS_MS);
  }

  async #find(query: string): Promise<void> {
    const search = (this.#search = new AbortController());
    const { signal } = search;
    try {
      const [typed, meant] = await Promise.all([
        calls.matching(query, signal),
        memories.search({ query, limit: MOST_FOUND }, signal).catch((error) => {
          if (signal.aborted) throw error;
          return { items: [] };
        }),
      ]);
      if (!signal.aborted) this.#foundIds = [...typed.ids, ...nearBest(meant.items)];
    } catch (error) {
      if (!signal.aborted) toasts.fail(error);
    }
  }
}
