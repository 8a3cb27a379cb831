/** The live feed, for as long as the page is open. */
import { ApiError, request } from "./client";
import { backoff, framesOf, pause } from "./sse";
import type { News } from "./types";

/** Silence after which a connection is taken for dead; the server sends a comment every 15 s. */
const SILENCE_MS = 45_000;

export interface Listening {
  onNews: (news: News) => void;
  /** Whether the server is heard; each time that it is, a `missed` is told, too. */
  onLive: (live: boolean) => void;
  signal: AbortSignal;
}

export async function listen({ onNews, onLive, signal }: Listening): Promise<void> {
  let attempt = 0;
  while (!signal.aborted) {
    const quiet = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let listening = false;
    const heard = () => {
      clearTimeout(timer);
      timer = setTimeout(() => quiet.abort(), SILENCE_MS);
      if (listening) return;
      // The first time, too: what was read before the server listened may lack what came in between.
      listening = true;
      attempt = 0;
      onLive(true);
      onNews({ type: "missed" });
    };
    try {
      const response = await request("GET", "/api/events", { signal: AbortSignal.any([signal, quiet.signal]) });
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
