/** News from the server, for every store that wants them: `live.on("memory", ({ memory }) => …)`. */
import { listen } from "../api/feed";
import type { News, NewsType } from "../api/types";

type Told<K extends NewsType> = Extract<News, { type: K }>;
type Handler = (news: News) => void;

class Live {
  /** Whether the server is heard; null until the first try. */
  connected = $state<boolean | null>(null);
  #handlers = new Map<NewsType, Set<Handler>>();
  #stop: AbortController | null = null;

  /** Returns what ends it, so that `$effect(() => live.on(…))` cleans up after itself. */
  on<K extends NewsType>(type: K, handler: (news: Told<K>) => void): () => void {
    const all = this.#handlers.get(type) ?? new Set();
    this.#handlers.set(type, all.add(handler as Handler));
    return () => void all.delete(handler as Handler);
  }

  start(): () => void {
    this.#stop?.abort();
    const stop = (this.#stop = new AbortController());
    void listen({
      signal: stop.signal,
      onNews: (news) => this.tell(news),
      onLive: (live) => (this.connected = live),
    });
    return () => stop.abort();
  }

  tell(news: News): void {
    for (const handler of this.#handlers.get(news.type) ?? []) handler(news);
  }
}

export const live = new Live();
