/** The live feed, for as long as the page is open. */
import { ApiError, request } from "./client";
import { backoff, framesOf, pause } from "./sse";
import type { News } from "./types";

/** Silence after which a connection is taken for dead; the server sends a comment every 15 s. */
const SILENCE_MS = 45_000;

export interface Listening {
  onNews: (news: News) => void;
  /** Whether the server is heard; after a gap, a `missed` is told, too. */
  onLive: (live: boolean) => void;
  signal: AbortSignal;
}

export async function listen({ onNews, onLive, signal }: Listening): Promise<void> {
  let attempt = 0;
  let before = false;
  while (!signal.aborted) {
    const quiet = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const heard = () => {
      clearTimeout(timer);
      timer = setTimeout(() => quiet.abort(), SILENCE_MS);
    };
    try {
      const response = await request("GET", "/api/events", { signal: AbortSignal.any([signal, quiet.signal]) });
      onLive(true);
      if (before) onNews({ type: "missed" });
      before = true;
      attempt = 0;
      heard();
      for await (const frame of framesOf(response, heard)) onNews(JSON.parse(frame.data) as News);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) await pause(5_000, signal);
    }
    clearTimeout(timer);
    if (signal.aborted) return;
    onLive(false);
    await pause(backoff(attempt++), signal);
  }
}
