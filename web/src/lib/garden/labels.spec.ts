import { describe, expect, it } from "vitest";
import type { Cluster } from "./columns";
import { boxOf, overlaps, place, widthOf, type Scene } from "./labels";

const cluster = (id: string, x: number, y: number, count = 10, level: 0 | 1 = 0): Cluster => ({ id, level, label: { en: id, zh: `${id}星` }, x, y, count });
const scene = (change: Partial<Scene> = {}): Scene => ({
  view: { x: 0, y: 0, scale: 400 }, size: { width: 1000, height: 700 }, home: 400, language: "en", taken: [], shown: new Set(), ...change,
});
const many = [...Array(60).keys()].map((n) => cluster(`topic-${n}`, Math.sin(n * 2.4) * 1.1, Math.cos(n * 1.7) * 0.7, 60 - n));

describe("labels", () => {
  it("never lie over each other, however near the map is seen", () => {
    for (const scale of [200, 400, 700, 1100]) {
      const boxes = place(many, scene({ view: { x: 0, y: 0, scale } })).map((l) => boxOf(l.text, l.level, l.x, l.y));
      boxes.forEach((one, at) => boxes.slice(at + 1).forEach((other) => expect(overlaps(one, other)).toBe(false)));
      expect(boxes.length).toBeGreaterThan(0);
    }
  });

  it("keep clear of what is looked at and of the edges", () => {
    const taken = [{ x: 300, y: 150, width: 400, height: 400 }];
    const { size } = scene();
    for (const label of place(many, scene({ taken }))) {
      const box = boxOf(label.text, label.level, label.x, label.y);
      expect(overlaps(box, taken[0]!)).toBe(false);
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(size.width);
    }
  });

  it("name the larger of two that are too near, unless the other is shown already", () => {
    const two = [cluster("small", 0, 0, 9), cluster("large", 0.01, 0, 10)];
    expect(place(two, scene()).map((l) => l.text)).toEqual(["large"]);
    expect(place(two, scene({ shown: new Set(["0:small"]) })).map((l) => l.text)).toEqual(["small"]);
  });

  it("show words only up close, after the topics", () => {
    const both = [cluster("word", 0.3, 0.3, 99, 1), cluster("topic", 0, 0, 3)];
    expect(place(both, scene()).map((l) => l.text)).toEqual(["topic"]);
    expect(place(both, scene({ view: { x: 0, y: 0, scale: 900 } })).map((l) => l.text)).toEqual(["topic", "word"]);
  });

  it("speak the person's language and count its letters", () => {
    expect(place([cluster("a", 0, 0)], scene({ language: "zh" }))[0]?.text).toBe("a星");
    expect(widthOf("花园", 0)).toBeGreaterThan(widthOf("ab", 0));
  });
});
