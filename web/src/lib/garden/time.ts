/** The time slider: which memories were there at a moment. */
export interface Span {
  /** Seconds since 1970. */
  from: number;
  to: number;
}

const HOUR = 3600;

/** From the first memory to now. */
export function spanOf(created: ArrayLike<number>, now: number): Span {
  let from = now;
  for (let row = 0; row < created.length; row++) from = Math.min(from, created[row]!);
  return { from: Math.floor(Math.min(from, now - HOUR)), to: Math.ceil(now) };
}

export const thereAt = (created: number, moment: number | null): boolean => moment === null || created <= moment;

export function countAt(created: ArrayLike<number>, moment: number | null): number {
  if (moment === null) return created.length;
  let count = 0;
  for (let row = 0; row < created.length; row++) if (created[row]! <= moment) count++;
  return count;
}

export const shareOf = (span: Span, moment: number | null): number =>
  moment === null ? 1 : Math.min(1, Math.max(0, (moment - span.from) / (span.to - span.from)));

/** The moment at a share of the span; the end of it is "today", so that what comes is shown, too. */
export const momentAt = (span: Span, share: number): number | null =>
  share >= 1 ? null : span.from + (span.to - span.from) * Math.max(0, share);

/** How far a play has come. With less motion, in a few still steps. */
export function playedShare(from: number, elapsed: number, still: boolean, lasts = 14_000, steps = 10): number {
  const share = from + (1 - from) * Math.min(1, elapsed / lasts);
  return still ? Math.min(1, Math.floor(share * steps + 1e-9) / steps) : share;
}
