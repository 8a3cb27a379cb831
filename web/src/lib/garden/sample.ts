/** A map for specs: as many memories as asked for, each a little different. */
import type { MemoryMap } from "./columns";

export function aMap(count: number, change: Partial<MemoryMap> = {}): MemoryMap {
  const rows = [...Array(count).keys()];
  return {
    version: "1", ids: rows.map((n) => `m${n}`), x: rows.map((n) => n * 1000), y: rows.map((n) => 0 - n * 500), tag: rows.map((n) => n % 4),
    created_at: rows.map((n) => 1_000_000 + n * 100), updated_at: rows.map((n) => 1_000_000 + n * 100), times_said: rows.map((n) => 1 + (n % 3)),
    cluster: rows.map((n) => (n % 2 ? 1 : -1)), tags: ["user_input", "ai_output", "manual", "summary"], topics: ["pets", "work"],
    clusters: [{ id: "work", level: 0, label: { en: "Work", zh: "工作" }, x: 5000, y: 0, count: 2 }], degraded: [], ...change,
  };
}
