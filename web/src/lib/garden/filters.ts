/** What is shown of the memories, on the map and in the list alike. */
import type { Tag } from "../api/types";
import type { Stars } from "./columns";
import { thereAt } from "./time";

export interface Filters {
  /** Tags that are left out. */
  without: ReadonlySet<Tag>;
  /** A topic's id; null for all. */
  topic: string | null;
  moment: number | null;
  /** Rows that a search found, best first; null when nothing is searched for. */
  found: readonly number[] | null;
}

export type Order = "newest" | "oldest" | "often";

/** Whether a row passes everything but the search, which only lights up the map. */
export function passes(stars: Stars, filters: Filters): (row: number) => boolean {
  const tags = stars.tags.map((tag) => !filters.without.has(tag));
  const topic = filters.topic === null ? null : stars.topics.indexOf(filters.topic);
  return (row) =>
    tags[stars.tag[row]!]! &&
    (topic === null || stars.topic[row] === topic) &&
    thereAt(stars.created[row]!, filters.moment);
}

/** Rows of the list: those found, best first, or all in the order asked for. */
export function listed(stars: Stars, filters: Filters, order: Order): number[] {
  const shown = passes(stars, filters);
  if (filters.found) return filters.found.filter(shown);
  const rows: number[] = [];
  for (let row = 0; row < stars.ids.length; row++) if (shown(row)) rows.push(row);
  const { created, said } = stars;
  if (order === "often") return rows.sort((a, b) => said[b]! - said[a]! || created[b]! - created[a]!);
  return rows.sort(order === "oldest" ? (a, b) => created[a]! - created[b]! : (a, b) => created[b]! - created[a]!);
}

const NEAR = 0.6;

/** Of what was found by meaning, what comes near the best: the rest would light up half a garden. */
export function nearBest(items: readonly { id: string; score: number }[]): string[] {
  const best = Math.max(0, ...items.map((item) => item.score));
  return items.filter((item) => item.score >= NEAR * best).map((item) => item.id);
}

/** What a search found, by words as typed and by meaning: best first, each once, as rows. */
export function mergeFound(stars: Stars, ...lists: readonly (readonly string[])[]): number[] {
  const rows = new Set<number>();
  for (const id of lists.flat()) {
    const row = stars.at.get(id);
    if (row !== undefined) rows.add(row);
  }
  return [...rows];
}
