/** Event streams, read from a fetch (so that keys and `Last-Event-ID` can be sent). */

export interface Frame {
  id: string | null;
  event: string;
  data: string;
}

/** Frames out of text as it comes, in whatever pieces. */
export class FrameParser {
  private rest = "";
  private id: string | null = null;
  private event = "";
  private data: string[] = [];

  push(text: string): Frame[] {
    const lines = (this.rest + text).split(/\r\n|\n|\r(?!$)/);
    this.rest = lines.pop() ?? "";
    const frames: Frame[] = [];
    for (const line of lines) {
      const frame = this.line(line);
      if (frame) frames.push(frame);
    }
    return frames;
  }

  private line(line: string): Frame | null {
    if (line === "") return this.flush();
    const colon = line.indexOf(":");
    if (colon === 0) return null; // a comment keeps the connection open
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (name === "data") this.data.push(value);
    else if (name === "event") this.event = value;
    else if (name === "id") this.id = value;
    return null;
  }

  private flush(): Frame | null {
    const { id, event, data } = this;
    this.id = null;
    this.event = "";
    this.data = [];
    return data.length ? { id, event: event || "message", data: data.join("\n") } : null;
  }
}

/** The frames of a response, to its end. `heard` is called for every piece, comments included. */
export async function* framesOf(response: Response, heard: () => void = () => {}): AsyncGenerator<Frame> {
  if (!response.body) return;
  const parser = new FrameParser();
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      heard();
      yield* parser.push(decoder.decode(value, { stream: true }));
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}

/** Milliseconds before try number `attempt` (from 0): doubling to half a minute, spread a little. */
export function backoff(attempt: number, random: () => number = Math.random): number {
  return Math.min(30_000, 500 * 2 ** attempt) * (0.75 + random() / 2);
}

/** Resolves after a while, or at once when the signal says so or the browser is back online. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener("online", done);
    signal?.addEventListener("abort", done);
    if (signal?.aborted) done();
  });
}
