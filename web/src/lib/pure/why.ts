/** Why a memory was recalled, as three bars: what meaning, words and age gave. */
import type { Why } from "../api/types";

export interface Bars {
  meaning: number;
  words: number;
  recent: number;
}

const clamped = (value: number | null): number => Math.min(1, Math.max(0, value ?? 0));

/** Parts of 100 of one bar. All three full would fill it; the empty rest is what was not given. */
export function bars(why: Why): Bars {
  const part = (value: number | null, whole: number) => Math.round(clamped(value) * whole * 10) / 10;
  return { meaning: part(why.similarity, 50), words: part(why.lexical, 30), recent: part(why.decay, 20) };
}

export const twoPlaces = (value: number, locale: string): string =>
  value.toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
