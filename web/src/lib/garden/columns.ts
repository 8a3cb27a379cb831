/** Every memory at once, column by column: ten thousand objects would be too slow to draw from. */
import type { Tag } from "../api/types";

/** The answer of `GET /api/memories/map`. */
export interface MemoryMap {
  version: string;
  ids: string[];
  x: number[];
  y: number[];
  tag: number[];
  created_at: number[];
  updated_at: number[];
  times_said: number[];
  cluster: number[];
  tags: Tag[];
  topics: string[];
  clusters: Cluster[];
  degraded: string[];
}

/** Memories that lie together. Level 0 are topics, level 1 words that stand out inside them. */
export interface Cluster {
  id: string;
  level: 0 | 1;
  label: { en: string; zh: string };
  x: number;
  y: number;
  count: number;
}

export interface Stars {
  ids: readonly string[];
  x: Float32Array;
  y: Float32Array;
  tag: Uint8Array;
  /** Seconds since 1970. */
  created: Float64Array;
  updated: Float64Array;
  said: Uint16Array;
  topic: Int16Array;
  tags: readonly Tag[];
  topics: readonly string[];
  clusters: readonly Cluster[];
  degraded: readonly string[];
  at: ReadonlyMap<string, number>;
}

const UNIT = 10_000;

export function starsOf(map: MemoryMap): Stars {
  return {
    ids: map.ids,
    x: Float32Array.from(map.x, (value) => value / UNIT),
    y: Float32Array.from(map.y, (value) => value / UNIT),
    tag: Uint8Array.from(map.tag),
    created: Float64Array.from(map.created_at),
    updated: Float64Array.from(map.updated_at),
    said: Uint16Array.from(map.times_said, (value) => Math.min(value, 65_535)),
    topic: Int16Array.from(map.cluster),
    tags: map.tags,
    topics: map.topics,
    clusters: map.clusters.map((c) => ({ ...c, x: c.x / UNIT, y: c.y / UNIT })),
    degraded: map.degraded,
    at: new Map(map.ids.map((id, row) => [id, row])),
  };
}

/** The map on its side, for a screen that is higher than wide. */
export const turned = (stars: Stars): Stars => ({
  ...stars,
  x: stars.y,
  y: stars.x,
  clusters: stars.clusters.map((c) => ({ ...c, x: c.y, y: c.x })),
});

/** Rows of `now` that were not there before. */
export function newRows(before: Stars | null, now: Stars): number[] {
  if (!before) return [];
  const rows: number[] = [];
  now.ids.forEach((id, row) => {
    if (!before.at.has(id)) rows.push(row);
  });
  return rows;
}
