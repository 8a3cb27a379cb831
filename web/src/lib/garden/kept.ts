/** How the garden was seen last, kept in this browser. */
export type Mode = "map" | "list";

const NAME = "nagori.garden";

export function kept(): { mode: Mode } {
  try {
    const found = JSON.parse(localStorage.getItem(NAME) ?? "{}") as { mode?: unknown };
    return { mode: found.mode === "list" ? "list" : "map" };
  } catch {
    return { mode: "map" };
  }
}

export function keep(what: { mode: Mode }): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(what));
  } catch {
    // Storage is closed to this page: it lasts until the next load.
  }
}
