/** How contexts of a group did, from what was kept of them. */
import type { UsageRecord } from "../api/types";

export interface Figures {
  contexts: number;
  /** Milliseconds, the middle one. */
  build: number | null;
  /** Of a plain window that reaches as far back, 0 to 1. */
  saved: number | null;
  /** Contexts that something stood in for, 0 to 1. */
  fallbacks: number | null;
  /** Of those that were judged, 0 to 1. */
  liked: number | null;
}

const number = (record: UsageRecord, name: string): number => Number(record.build[name] ?? 0);
const degraded = (record: UsageRecord): string[] => (record.build.degraded as string[] | undefined) ?? [];

export function figures(records: readonly UsageRecord[]): Figures {
  const times = records.map((record) => number(record, "took_ms")).sort((a, b) => a - b);
  const plain = records.reduce((sum, record) => sum + number(record, "plain_tokens"), 0);
  const chosen = records.reduce((sum, record) => sum + number(record, "tokens"), 0);
  const judged = records.flatMap((record) => record.success_indicator ?? []);
  const share = (count: number) => (records.length ? count / records.length : null);
  return {
    contexts: records.length,
    build: times.length ? (times[Math.floor(times.length / 2)] ?? null) : null,
    saved: plain ? 1 - chosen / plain : null,
    fallbacks: share(records.filter((record) => degraded(record).length).length),
    liked: judged.length ? judged.reduce((sum, one) => sum + one, 0) / judged.length : null,
  };
}

/** Build times in milliseconds, oldest first. */
export const trend = (records: readonly UsageRecord[]): number[] => records.map((record) => number(record, "took_ms")).reverse();

/** How many candidates scored up to each tenth. */
export function spread(records: readonly UsageRecord[], bars = 10): number[] {
  const counts = Array.from({ length: bars }, () => 0);
  for (const record of records) {
    for (const parts of Object.values(record.relevance_scores)) {
      const at = Math.min(bars - 1, Math.max(0, Math.floor((parts.score ?? 0) * bars)));
      counts[at] = (counts[at] ?? 0) + 1;
    }
  }
  return counts;
}

/** What stood in, and how often, the most frequent first. */
export function reasons(records: readonly UsageRecord[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const line of records.flatMap(degraded)) counts.set(line, (counts.get(line) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

export interface Weighed {
  id: string;
  score: number;
  /** Without the score itself, the largest first. */
  parts: [string, number][];
  chosen: boolean;
}

/** The candidates of a context, the chosen ones first, then by score. */
export function weighed(record: UsageRecord): Weighed[] {
  const chosen = new Set(record.context_message_ids);
  const scored = Object.entries(record.relevance_scores).map(([id, told]) => {
    const { score = 0, ...parts } = told;
    return { id, score, parts: Object.entries(parts).sort((a, b) => b[1] - a[1]), chosen: chosen.has(id) };
  });
  return scored.sort((a, b) => Number(b.chosen) - Number(a.chosen) || b.score - a.score);
}

/** A line through the values, in a box of 100 by 30. */
export function line(values: readonly number[]): string {
  if (values.length < 2) return "";
  const most = Math.max(...values, 1e-9);
  return values.map((value, at) => `${((100 * at) / (values.length - 1)).toFixed(2)},${(30 - (28 * value) / most).toFixed(2)}`).join(" ");
}
