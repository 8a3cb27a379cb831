/** How a star looks: numbers only, so that they can be tested without a screen. */
import type { Tag } from "../api/types";
import type { Stars } from "./columns";
import { shareOf, type Span } from "./time";
import type { Size } from "./view";

export type Rgb = readonly [number, number, number];

const hex = (code: string): Rgb => [1, 3, 5].map((at) => parseInt(code.slice(at, at + 2), 16) / 255) as unknown as Rgb;

/** By night as in the design; by day deeper, since pale embers would be lost on paper. */
export const NIGHT: Record<Tag, Rgb> = {
  manual: hex("#f5c26b"), summary: hex("#f0894e"), user_input: hex("#8fb7ff"), ai_output: hex("#a79bd1"),
};
export const DAY: Record<Tag, Rgb> = {
  manual: hex("#dc9a24"), summary: hex("#d4602a"), user_input: hex("#4a78cf"), ai_output: hex("#7a6bb5"),
};

const FADES_S = 120 * 86_400;

/** 1 for what was said just now, falling to a third: old memories are quiet, not gone. */
export const brightness = (updated: number, now: number): number =>
  0.34 + 0.66 * Math.exp(-Math.max(0, now - updated) / FADES_S);

/** Grows with how often a thing was said, ever more slowly. */
export const bulk = (said: number): number => 1 + 0.42 * Math.log2(Math.max(1, said));

/** Radius in pixels of a small star when the whole map is seen: finer for many, and on little room. */
export function radiusFor(count: number, size: Size): number {
  const room = Math.min(1, Math.max(0.6, Math.sqrt(size.width * size.height) / 900));
  return Math.max(0.9, 3.1 * room * Math.min(1, (600 / Math.max(count, 1)) ** 0.26));
}

/** Up close stars are larger, but less so than the map. */
export const closeness = (scale: number, home: number): number => Math.min(4.2, Math.max(0.7, (scale / home) ** 0.36));

/** A difference between equals, most of them small; the same for the same memory. */
export function temper(id: string): number {
  let hash = 2166136261;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 16777619);
  return 0.62 + 0.9 * ((hash >>> 8) / 0xffffff) ** 3;
}

export interface Buffers {
  place: Float32Array;
  /** Tag, bulk, brightness and when it appeared as a share of the span; four numbers a star. */
  trait: Float32Array;
}

export function buffersOf(stars: Stars, span: Span): Buffers {
  const count = stars.ids.length;
  const place = new Float32Array(2 * count), trait = new Float32Array(4 * count);
  for (let row = 0; row < count; row++) {
    place[2 * row] = stars.x[row]!;
    place[2 * row + 1] = stars.y[row]!;
    trait[4 * row] = stars.tag[row]!;
    trait[4 * row + 1] = bulk(stars.said[row]!) * temper(stars.ids[row]!);
    trait[4 * row + 2] = brightness(stars.updated[row]!, span.to);
    trait[4 * row + 3] = shareOf(span, stars.created[row]!);
  }
  return { place, trait };
}
