// A real server on loopback drops, refuses and resumes.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ApiError } from "./client";
import { resume, say } from "./turns";
import type { TurnEvent } from "./types";

type Act = (response: ServerResponse, request: IncomingMessage) => void;
const EVENTS = [
  { number: 1, type: "started", turn_id: "t", chat_id: "c", message_id: "m", saved: true },
  { number: 2, type: "answer", text: "Green " },
  { number: 3, type: "answer", text: "tea." },
  { number: 4, type: "done", message_id: "a", finish_reason: "stop", usage: {} },
] as const;
const frames = (from: number, to: number) =>
  EVENTS.slice(from - 1, to).map((event) => `id: ${event.number}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
const stream = (text: string, { drop = false } = {}): Act => (response) => {
  response.writeHead(200, { "Content-Type": "text/event-stream" });
  response.write(text);
  if (drop) setTimeout(() => response.destroy(), 20);
  else response.end();
};
const refuse = (status: number, code: string): Act => (response) => {
  response.writeHead(status, { "Content-Type": "application/problem+json" });
  response.end(JSON.stringify({ code, detail: `it is ${code}` }));
};

let server: Server;
let acts: Act[];
let asked: { method: string; url: string; last: string; key: string }[];
const realFetch = globalThis.fetch;

beforeEach(async () => {
  acts = [];
  asked = [];
  server = createServer((request, response) => {
    const header = (name: string) => String(request.headers[name] ?? "");
    asked.push({ method: request.method ?? "", url: request.url ?? "", last: header("last-event-id"), key: header("idempotency-key") });
    const act = acts.shift();
    if (act) act(response, request);
    else response.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  globalThis.fetch = (path, init) => realFetch(`http://127.0.0.1:${port}${String(path)}`, init);
});
afterEach(async () => {
  globalThis.fetch = realFetch;
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function all(events: AsyncGenerator<TurnEvent>): Promise<number[]> {
  const numbers = [];
  for await (const event of events) numbers.push(event.number);
  return numbers;
}
const wait = () => Promise.resolve();

describe("a turn that is read", () => {
  it("ends with its last event", async () => {
    acts = [stream(frames(1, 4))];

    expect(await all(say({ message: "tea?" }, { wait }))).toEqual([1, 2, 3, 4]);
  });

  it("goes on where the connection dropped", async () => {
    const drops: boolean[] = [];
    acts = [stream(frames(1, 2), { drop: true }), stream(frames(3, 3), { drop: true }), stream(frames(4, 4))];

    expect(await all(say({ message: "tea?" }, { wait, onDrop: (lost) => drops.push(lost) }))).toEqual([1, 2, 3, 4]);
    expect(asked.map(({ method, url, last }) => [method, url, last])).toEqual([
      ["POST", "/api/chat", ""],
      ["GET", "/api/turns/t/events", "2"],
      ["GET", "/api/turns/t/events", "3"],
    ]);
    expect(drops).toEqual([false, true, false, true, false]);
  });

  it("is said once, although it is sent again before anything came back", async () => {
    acts = [(response) => response.destroy(), stream("", { drop: true }), stream(frames(1, 4))];

    expect(await all(say({ message: "tea?" }, { wait }))).toEqual([1, 2, 3, 4]);
    expect(asked.map(({ method }) => method)).toEqual(["POST", "POST", "POST"]);
    expect(new Set(asked.map(({ key }) => key)).size).toBe(1);
    expect(asked[0]?.key).toMatch(/^[0-9a-f]{32}$/);
  });

  it("gives an event once, although a server sends it again", async () => {
    acts = [stream(frames(1, 3), { drop: true }), stream(frames(1, 4))];

    expect(await all(say({ message: "tea?" }, { wait }))).toEqual([1, 2, 3, 4]);
  });

  it("tells what the server refuses, in its words", async () => {
    acts = [refuse(409, "conflict")];

    await expect(all(say({ message: "tea?" }, { wait }))).rejects.toMatchObject({ status: 409, code: "conflict", message: "it is conflict" });
  });

  it("waits for a busy server, but not for ever", async () => {
    acts = [refuse(503, "store_busy"), stream(frames(1, 4))];
    expect(await all(say({ message: "tea?" }, { wait }))).toEqual([1, 2, 3, 4]);

    acts = Array.from({ length: 9 }, () => refuse(503, "store_failed"));
    await expect(all(say({ message: "tea?" }, { wait }))).rejects.toBeInstanceOf(ApiError);
  });

  it("says so when nothing more comes of it here", async () => {
    acts = [stream("")];

    await expect(all(resume("t", 2, { wait }))).rejects.toMatchObject({ code: "lost" });
  });

  it("is left without a word", async () => {
    const leaving = new AbortController();
    acts = [stream(frames(1, 2), { drop: true })];
    const seen: number[] = [];
    for await (const event of say({ message: "tea?" }, { wait, signal: leaving.signal })) {
      seen.push(event.number);
      if (event.number === 2) leaving.abort();
    }

    expect(seen).toEqual([1, 2]);
    expect(asked).toHaveLength(1);
  });
});
