/** What the app says, in the person's language: `t("chat.send")`, `t("chat.shaped", { count: 3 })`. */
import { prefs } from "../state/prefs.svelte";
import chat from "./chat";
import common from "./common";
import files from "./files";
import garden from "./garden";
import groups from "./groups";
import page from "./page";
import problems from "./problems";
import projects from "./projects";
import settings from "./settings";
import shell from "./shell";
import welcome from "./welcome";

const areas = { chat, common, files, garden, groups, page, problems, projects, settings, shell, welcome };
type Areas = typeof areas;
export type Key = { [A in keyof Areas]: `${A}.${keyof Areas[A]["en"] & string}` }[keyof Areas];
export type Params = Record<string, string | number>;

/** `{name}` is filled in; `one|many` is chosen by `count`. Read in markup, it follows the language. */
export function t(key: Key, params: Params = {}): string {
  const [area, name] = key.split(".", 2) as [keyof Areas, string];
  const text = (areas[area][prefs.language] as Record<string, string>)[name] ?? key;
  return fill(text, params, prefs.locale);
}

export function fill(text: string, params: Params, locale: string): string {
  const forms = text.split("|");
  const form = forms.length > 1 && "count" in params && params.count !== 1 ? forms[1] : forms[0];
  return (form ?? "").replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? value.toLocaleString(locale) : value;
  });
}

/** For tests: every area, to compare the languages. */
export const everything = areas;
