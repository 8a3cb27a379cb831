/** On a phone a panel is a screen of its own: going back closes it. Call while a component is made. */
import { screen } from "./screen.svelte";

export function closesOnBack(name: string, open: () => boolean, close: () => void): void {
  $effect(() => {
    if (!open() || !screen.phone) return;
    history.pushState({ panel: name }, "");
    let gone = false;
    const back = () => {
      gone = true;
      close();
    };
    addEventListener("popstate", back);
    return () => {
      removeEventListener("popstate", back);
      if (!gone && panelOf(history.state) === name) history.back();
    };
  });
}

/** The panel that a place in the history stands for. */
export const panelOf = (state: unknown): string | null => (state as { panel?: string } | null)?.panel ?? null;
