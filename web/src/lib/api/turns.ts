/** Turns: said once, read to the end however often the connection drops. */
import { api, ApiError, newKey, request } from "./client";
import { backoff, framesOf, pause } from "./sse";
import type { Turn, TurnEvent } from "./types";

export interface TurnInput {
  message: string;
  chat_id?: string;
  document_ids?: string[];
  /** The key of the project that the chat is about from now on. */
  project?: string;
  replaces?: string;
}

export interface Reading {
  signal?: AbortSignal;
  /** Told when the connection is lost (true) and when it is back (false). */
  onDrop?: (lost: boolean) => void;
  /** For tests: how long to wait before a try. */
  wait?: (attempt: number, signal?: AbortSignal) => Promise<void>;
}

/** Say something and read the answer. The same key is sent again until it is known to have begun. */
export function say(input: TurnInput, reading: Reading = {}): AsyncGenerator<TurnEvent> {
  const key = newKey();
  return read((signal) => request("POST", "/api/chat", { body: input, key, signal }), null, 0, reading);
}

/** Read a turn that runs, after the last event that was seen. */
export function resume(turnId: string, after = 0, reading: Reading = {}): AsyncGenerator<TurnEvent> {
  return read(null, turnId, after, reading);
}

export const stop = (turnId: string) => api.post<Turn>(`/api/turns/${encodeURIComponent(turnId)}/stop`);

type Opening = (signal?: AbortSignal) => Promise<Response>;

async function* read(
  begin: Opening | null,
  turnId: string | null,
  after: number,
  { signal, onDrop = () => {}, wait = (n, s) => pause(backoff(n), s) }: Reading,
): AsyncGenerator<TurnEvent> {
  let attempt = 0;
  while (!signal?.aborted) {
    try {
      let news = false;
      const again = turnId !== null;
      const response = turnId === null && begin ? await begin(signal) : await events(turnId ?? "", after, signal);
      onDrop(false);
      for await (const frame of framesOf(response)) {
        const event = JSON.parse(frame.data) as TurnEvent;
        if (event.number && event.number <= after) continue; // seen before the drop
        after = event.number || after;
        attempt = 0;
        news = true;
        if (event.type === "started") turnId = event.turn_id;
        yield event;
        if (event.type === "done" || event.type === "error") return;
      }
      // Nothing more is known here: it runs in another process, or its process is gone.
      if (again && !news) throw new ApiError(410, "lost", "The turn does not go on here.");
    } catch (error) {
      if (signal?.aborted) return;
      if (error instanceof ApiError && !passing(error, attempt)) throw error;
    }
    onDrop(true);
    await wait(attempt++, signal);
  }
}

function events(turnId: string, after: number, signal?: AbortSignal): Promise<Response> {
  const headers = after ? { "Last-Event-ID": String(after) } : undefined;
  return request("GET", `/api/turns/${encodeURIComponent(turnId)}/events`, { headers, signal });
}

const TRIES = 5;

/** Whether trying again may help; a server that answers is not asked for ever. */
function passing(error: ApiError, attempt: number): boolean {
  return error.unreachable || (attempt < TRIES && [429, 502, 503].includes(error.status));
}
