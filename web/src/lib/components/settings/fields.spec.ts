import { describe, expect, it } from "vitest";
import type { SettingsTested } from "$lib/api/operation";
import type { SettingsView } from "$lib/api/types";
import { changed, exportName, formOf, numberOf, verdict, wantsKey } from "./fields";

const view: SettingsView = {
  settings: {},
  changeable: { "models.chat.type": "openai", "models.chat.endpoint": null, "models.chat.model": "m", "models.chat.api_key": "set" },
  kept: {},
  fixed: [],
};
const names = ["models.chat.type", "models.chat.endpoint", "models.chat.model"];
const key = (value = "") => ({ name: "models.chat.api_key", value });

describe("changed", () => {
  it("says nothing when nothing differs, and never sends the word for a kept key", () => {
    expect(changed(view, formOf(view, names), key())).toEqual({});
  });
  it("sends what differs, null for what was emptied, and a key that was written", () => {
    const form = { ...formOf(view, names), "models.chat.endpoint": " http://x ", "models.chat.model": "" };
    expect(changed(view, form, key(" sk-1 "))).toEqual({
      "models.chat.endpoint": "http://x",
      "models.chat.model": null,
      "models.chat.api_key": "sk-1",
    });
  });
});

describe("numberOf", () => {
  const whole = { min: 1, max: 100, whole: true };
  it.each([["5", 5], [" 100 ", 100]])("takes %s", (text, value) => expect(numberOf(text, whole)).toBe(value));
  it.each(["", "0", "101", "1.5", "many", "1e400"])("refuses %s", (text) => expect(numberOf(text, whole)).toBeUndefined());
  it("takes a decimal comma, and an empty field where that means the default", () => {
    expect(numberOf("0,35", { min: 0, max: 1, whole: false, empty: true })).toBe(0.35);
    expect(numberOf("", { min: 0, max: 1, whole: false, empty: true })).toBeNull();
  });
});

describe("verdict", () => {
  const tested = (what: SettingsTested["what"]): SettingsTested => ({ ok: false, what, name: "openai:m", detail: "why", took_ms: 12.4 });
  it("has its own words for each result", () => {
    const all = (["works", "no_model", "not_set_up", "key_refused", "unreachable", "bad_reply"] as const).map((what) => verdict(tested(what), "model").key);
    expect(new Set(all).size).toBe(6);
    expect(verdict(tested("works"), "model").params.ms).toBe(12);
  });
  it("speaks of the embedder as such", () => expect(verdict(tested("no_model"), "embedder").key).toBe("settings.noEmbedder"));
});

it("tells a missing key from other problems", () => {
  expect(wantsKey("GEMINI_API_KEY: set it, or NAGORI_MODELS__CHAT__API_KEY, to the provider's key")).toBe(true);
  expect(wantsKey("GEMINI_API_KEY: holds characters that no key has")).toBe(false);
});

it("names an export by its day", () => expect(exportName(new Date("2026-05-18T21:00:00Z"))).toBe("nagori-2026-05-18.jsonl"));
