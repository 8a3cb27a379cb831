import { describe, expect, it } from "vitest";
import { backoff, FrameParser } from "./sse";

const TEXT = ': listening\n\nid: 1\nevent: started\ndata: {"a": "茶"}\n\nid: 2\r\nevent: answer\r\ndata: one\r\ndata:two\r\n\r\ndata: last\n\n';
const FRAMES = [
  { id: "1", event: "started", data: '{"a": "茶"}' },
  { id: "2", event: "answer", data: "one\ntwo" },
  { id: null, event: "message", data: "last" },
];

describe("an event stream", () => {
  it("is read whole", () => {
    expect(new FrameParser().push(TEXT)).toEqual(FRAMES);
  });

  it.each([1, 2, 3, 7, 16])("is read in pieces of %i", (size) => {
    const parser = new FrameParser();
    const frames = [];
    for (let at = 0; at < TEXT.length; at += size) frames.push(...parser.push(TEXT.slice(at, at + size)));

    expect(frames).toEqual(FRAMES);
  });

  it("gives nothing of a frame that was cut off", () => {
    expect(new FrameParser().push("id: 1\ndata: half")).toEqual([]);
  });

  it("is asked for again after longer and longer waits", () => {
    expect([0, 1, 2, 3].map((n) => backoff(n, () => 0.5))).toEqual([500, 1000, 2000, 4000]);
    expect(backoff(40, () => 1)).toBe(37_500);
  });
});
