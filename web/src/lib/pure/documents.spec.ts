import { describe, expect, it } from "vitest";
import type { Document } from "../api/types";
import { withDocument } from "./documents";

const made = (id: string, second: number, change: Partial<Document> = {}) =>
  ({ id, state: "queued", status: "active", updated_at: `2026-05-03T12:00:0${second}.500000Z`, ...change }) as Document;

describe("a list of documents", () => {
  it("takes a new one at the top and a newer one in its place", () => {
    const items = withDocument([made("a", 1)], made("b", 2));
    expect(items.map((item) => item.id)).toEqual(["b", "a"]);
    const read = withDocument(items, made("a", 3, { state: "ready" }));
    expect(read.map((item) => item.state)).toEqual(["queued", "ready"]);
  });
  it("keeps what is known to be newer", () => {
    const failed = made("a", 3, { state: "failed" });
    expect(withDocument([failed], made("a", 1))).toEqual([failed]);
  });
  it("lets a deleted one go, whatever its time", () => {
    expect(withDocument([made("a", 3)], made("a", 1, { status: "retired" }))).toEqual([]);
  });
});
