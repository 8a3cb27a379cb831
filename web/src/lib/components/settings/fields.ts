/** What the settings page sends, and how it says what came of it. */
import type { SettingsTested } from "$lib/api/operation";
import type { SettingsView } from "$lib/api/types";
import type { Key, Params } from "$lib/i18n";

export type Values = Record<string, string>;

/** The texts of a form; what is unset is empty. */
export function formOf(view: SettingsView, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, String(view.changeable[name] ?? "")]));
}

/** What differs from the server's, by dotted name; null goes back to the default. */
export function changed(view: SettingsView, form: Values, key: { name: string; value: string }): Record<string, string | null> {
  const before = formOf(view, Object.keys(form));
  const changes: Record<string, string | null> = {};
  for (const [name, value] of Object.entries(form)) if (value.trim() !== before[name]) changes[name] = value.trim() || null;
  if (key.value.trim()) changes[key.name] = key.value.trim();
  return changes;
}

export interface Bounds {
  min: number;
  max: number;
  whole: boolean;
  /** Whether it may be left empty, for the default. */
  empty?: boolean;
}

/** The number; null for an empty field that may be empty; undefined for what can't be used. */
export function numberOf(text: string, { min, max, whole, empty = false }: Bounds): number | null | undefined {
  const trimmed = text.trim().replace(",", ".");
  if (!trimmed) return empty ? null : undefined;
  const value = Number(trimmed);
  return Number.isFinite(value) && value >= min && value <= max && (!whole || Number.isInteger(value)) ? value : undefined;
}

/** The result of a test, in words. */
export function verdict(tested: SettingsTested, part: "model" | "embedder"): { key: Key; params: Params } {
  const params = { name: tested.name, detail: tested.detail, ms: Math.round(tested.took_ms) };
  switch (tested.what) {
    case "works":
      return { key: "settings.works", params };
    case "no_model":
      return { key: part === "model" ? "settings.noModel" : "settings.noEmbedder", params };
    case "not_set_up":
      return { key: "settings.notSetUp", params };
    case "key_refused":
      return { key: "settings.keyRefused", params };
    case "unreachable":
      return { key: "settings.unreachable", params };
    case "bad_reply":
      return { key: "settings.badReply", params };
  }
}

/** Whether a refusal is about a missing key, which the server names by its variable. */
export const wantsKey = (problem: string): boolean => /_API_KEY: set it/.test(problem);

/** `nagori-2026-05-18.jsonl`. */
export const exportName = (now: Date): string => `nagori-${now.toISOString().slice(0, 10)}.jsonl`;
