import { describe, expect, it } from "vitest";
import type { Memory } from "../api/types";
import { Texts } from "./texts";

const memory = (id: string) => ({ id, text: `text of ${id}` }) as Memory;

describe("texts", () => {
  it("are asked for together, once, and told when gone", async () => {
    const asked: string[][] = [];
    const texts = new Texts(async (ids) => {
      asked.push(ids);
      return ids.filter((id) => id !== "gone").map(memory);
    });
    const found = await Promise.all([texts.get("a"), texts.get("b"), texts.get("a"), texts.get("gone")]);
    expect(found.map((one) => one?.text ?? null)).toEqual(["text of a", "text of b", "text of a", null]);
    expect(asked).toEqual([["a", "b", "gone"]]);
    expect((await texts.get("a"))?.id).toBe("a");
    expect(asked).toHaveLength(1);
    texts.forget("a");
    await texts.get("a");
    expect(asked).toHaveLength(2);
  });

  it("are missing when the server can't be reached, not broken", async () => {
    const texts = new Texts(() => Promise.reject(new Error("offline")));
    expect(await texts.get("a")).toBeNull();
  });
});
