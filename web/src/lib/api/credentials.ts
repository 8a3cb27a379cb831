/** The key of who asks. On the server's own machine none is needed. */
const NAME = "nagori.key";

type Kept = { key: string; user: string };

function read(): Kept {
  try {
    return { key: "", user: "", ...(JSON.parse(sessionStorage.getItem(NAME) ?? "{}") as Partial<Kept>) };
  } catch {
    return { key: "", user: "" };
  }
}

let kept = read();
let ask: () => void = () => {};

export const credentials = {
  headers(): Record<string, string> {
    const headers: Record<string, string> = {};
    if (kept.key) headers["Authorization"] = `Bearer ${kept.key}`;
    if (kept.user) headers["Nagori-User"] = kept.user;
    return headers;
  },
  /** Kept until the tab closes. */
  set(key: string, user: string): void {
    kept = { key, user };
    try {
      sessionStorage.setItem(NAME, JSON.stringify(kept));
    } catch {
      // Storage is closed to this page: it lasts until the next load.
    }
  },
  refused: () => ask(),
  onRefused: (handler: () => void) => void (ask = handler),
};
