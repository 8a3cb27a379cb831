/** How this person wants to see the app; kept in this browser. */
import type { Language } from "../i18n/words";

export type Theme = "auto" | "light" | "dark";
const NAME = "nagori.prefs";

interface Kept {
  theme?: Theme;
  language?: Language;
}

function read(): Kept {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? "{}") as Kept;
  } catch {
    return {};
  }
}

const spoken = (): Language => (navigator.languages?.some((l) => l.startsWith("zh")) && !navigator.language.startsWith("en") ? "zh" : "en");

class Prefs {
  #kept = $state<Kept>(read());
  #systemDark = $state(false);

  constructor() {
    if (typeof matchMedia !== "function") return;
    const query = matchMedia("(prefers-color-scheme: dark)");
    this.#systemDark = query.matches;
    query.addEventListener("change", (event) => (this.#systemDark = event.matches));
  }

  get theme(): Theme {
    return this.#kept.theme ?? "auto";
  }
  set theme(theme: Theme) {
    this.#keep({ theme });
  }

  get language(): Language {
    return this.#kept.language ?? spoken();
  }
  set language(language: Language) {
    this.#keep({ language });
  }

  /** Whether it is night, by choice or by the system. */
  get dark(): boolean {
    return this.theme === "dark" || (this.theme === "auto" && this.#systemDark);
  }

  get locale(): string {
    return this.language === "zh" ? "zh-CN" : "en-GB";
  }

  #keep(change: Kept): void {
    this.#kept = { ...this.#kept, ...change };
    try {
      localStorage.setItem(NAME, JSON.stringify(this.#kept));
    } catch {
      // Storage is closed to this page: it lasts until the next load.
    }
  }
}

export const prefs = new Prefs();
