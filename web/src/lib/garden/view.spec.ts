import { describe, expect, it } from "vitest";
import { brightness, bulk, buffersOf, radiusFor, temper } from "./look";
import { starsOf } from "./columns";
import { aMap } from "./sample";
import { between, fit, pan, toMap, toScreen, zoomAt } from "./view";

const size = { width: 1000, height: 600 };
const room = { top: 80, right: 40, bottom: 100, left: 40 };

describe("view", () => {
  it("goes from map to screen and back", () => {
    const view = { x: 0.3, y: -0.2, scale: 450 };
    const on = toScreen(view, size, 0.5, 0.1);
    expect(toMap(view, size, on.x, on.y)).toEqual({ x: expect.closeTo(0.5), y: expect.closeTo(0.1) });
  });

  it("shows everything clear of the edges", () => {
    const xs = [-1, 1, 0.2], ys = [-0.5, 0.7, 0];
    const view = fit(xs, ys, size, room);
    xs.forEach((x, row) => {
      const at = toScreen(view, size, x, ys[row]!);
      expect(at.x).toBeGreaterThanOrEqual(room.left - 0.01);
      expect(at.x).toBeLessThanOrEqual(size.width - room.right + 0.01);
      expect(at.y).toBeGreaterThanOrEqual(room.top - 0.01);
      expect(at.y).toBeLessThanOrEqual(size.height - room.bottom + 0.01);
    });
    expect(fit([0.1], [0.1], size, room).scale).toBeLessThan(900);
    expect(fit([], [], size, room).scale).toBeGreaterThan(0);
  });

  it("keeps what is under the pointer there while zooming, within limits", () => {
    const view = { x: 0, y: 0, scale: 300 };
    const at = { x: 700, y: 200 };
    const before = toMap(view, size, at.x, at.y);
    const after = zoomAt(view, size, 2.5, at, 300);
    expect(toMap(after, size, at.x, at.y)).toEqual({ x: expect.closeTo(before.x), y: expect.closeTo(before.y) });
    expect(zoomAt(view, size, 1e9, at, 300).scale).toBe(18_000);
    expect(zoomAt(view, size, 1e-9, at, 300).scale).toBe(150);
  });

  it("pans by pixels and flies from one end to the other", () => {
    const from = { x: 0, y: 0, scale: 100 }, to = { x: 2, y: 1, scale: 400 };
    expect(pan(from, 50, -100)).toEqual({ x: -0.5, y: 1, scale: 100 });
    expect(between(from, to, 0)).toEqual(from);
    expect(between(from, to, 1)).toEqual(to);
    expect(between(from, to, 0.5)).toMatchObject({ scale: expect.closeTo(200) });
  });
});

describe("look", () => {
  it("is bright for the new and never dark for the old", () => {
    expect(brightness(1000, 1000)).toBe(1);
    expect(brightness(0, 10 * 365 * 86_400)).toBeGreaterThan(0.3);
    expect(brightness(5000, 1000)).toBe(1);
  });

  it("grows with what was said again, finer among many, the same for the same memory", () => {
    expect(bulk(1)).toBe(1);
    expect(bulk(8)).toBeGreaterThan(bulk(3));
    expect(radiusFor(100_000, size)).toBeLessThan(radiusFor(1000, size));
    expect(temper("abc")).toBe(temper("abc"));
    expect(temper("abc")).not.toBe(temper("abd"));
  });

  it("puts a star's numbers beside each other", () => {
    const { place, trait } = buffersOf(starsOf(aMap(3)), { from: 1_000_000, to: 1_000_200 });
    expect([...place]).toEqual([0, 0, 0.1, -0.05, 0.2, -0.1].map(Math.fround));
    expect([trait[0], trait[4], trait[8]]).toEqual([0, 1, 2]);
    expect([trait[3], trait[7], trait[11]]).toEqual([0, 0.5, 1]);
  });
});
