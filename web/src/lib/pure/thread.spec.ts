import { describe, expect, it } from "vitest";
import type { Memory, Message } from "../api/types";
import { thread, withMemory, withMessage } from "./thread";
import { NO_TURN, type TurnView } from "./turn";

const message = (id: string, role: Message["role"] = "user", over: Partial<Message> = {}): Message =>
  ({ id, role, chat_id: "c", content: id, said_at: "", state: "final", ...over }) as Message;
const turn = (messageId: string, over: Partial<TurnView> = {}): TurnView => ({ ...NO_TURN, id: `t-${messageId}`, messageId, ...over });
const memory = (id: string, ...refs: string[]): Memory =>
  ({ id, text: "likes tea", status: "active", sources: refs.map((ref) => ({ kind: "message", ref, at: "" })) }) as Memory;
const shown = (...args: Parameters<typeof thread>) => thread(...args).map((item) => item.key);

describe("a thread", () => {
  it("gives each answer the turn that it came from", () => {
    const items = thread([message("q"), message("a", "assistant")], [turn("q", { answerId: "a", state: "done" })]);

    expect(items[1]).toMatchObject({ kind: "answer", message: { id: "a" }, turn: { id: "t-q" } });
  });

  it("keeps the place of an answer when it is stored", () => {
    const running = shown([message("q")], [turn("q", { text: "Gre", state: "answering" })]);
    const stored = shown([message("q"), message("a", "assistant")], [turn("q", { answerId: "a", text: "Green", state: "done" })]);

    expect(running).toEqual(stored);
  });

  it("shows a failed turn after its question, and nothing of an empty one", () => {
    expect(shown([message("q"), message("q2")], [turn("q", { state: "failed" })])).toEqual(["q", "turn-q", "q2"]);
    expect(shown([message("q")], [turn("q", { state: "done" })])).toEqual(["q"]);
  });

  it("leaves out what was replaced", () => {
    const messages = [message("q", "user", { state: "replaced" }), message("a", "assistant", { state: "replaced" }), message("q2")];

    expect(shown(messages, [turn("q", { answerId: "a", state: "done" }), turn("q2")])).toEqual(["q2", "turn-q2"]);
  });

  it("shows messages that no turn tells of", () => {
    expect(shown([message("q"), message("a", "assistant")], [])).toEqual(["q", "a"]);
  });

  it("shows what was learned at the answer to it, once, whether a turn tells of it or not", () => {
    const messages = [message("q"), message("a", "assistant"), message("q2"), message("q3"), message("a3", "assistant")];
    const learned = [memory("one", "q", "q3"), memory("two", "q2"), memory("three", "a3"), memory("far", "elsewhere", "q")];
    const marks = thread(messages, [turn("q", { answerId: "a", state: "done" })], learned).flatMap((item) =>
      item.kind === "answer" ? [item.learned.map((one) => one.id)] : [],
    );

    expect(marks).toEqual([["one"], ["two", "three"]]);
  });

  it("shows a memory until it is taken back", () => {
    const changed = withMemory(withMemory([], memory("x", "q")), { ...memory("x", "q"), text: "likes green tea" });

    expect(changed.map((one) => one.text)).toEqual(["likes green tea"]);
    expect(withMemory(changed, { ...memory("x", "q"), status: "retired" })).toEqual([]);
  });

  it("takes a message in once", () => {
    const twice = withMessage(withMessage([message("q")], message("a")), message("a", "user", { content: "new" }));

    expect(twice.map((m) => m.content)).toEqual(["q", "new"]);
  });
});
