/** Where the person is. Plain links work: a click on one of ours does not load the page anew. */
import { panelOf } from "./back.svelte";

export type RouteName = "chat" | "garden" | "files" | "groups" | "page" | "projects" | "settings" | "missing";

export interface Place {
  name: RouteName;
  path: string;
  /** Of `/chats/:id`, `/files/:id`, `/projects/:key`, and `/groups/:id`, where it is a context's. */
  id: string | null;
  query: URLSearchParams;
  hash: string;
}

export function placeOf(url: URL): Place {
  const [first = "", second, ...rest] = url.pathname.split("/").filter(Boolean);
  const place = { path: url.pathname, id: null, query: url.searchParams, hash: url.hash.slice(1) };
  if (rest.length) return { ...place, name: "missing" };
  const id = second === undefined ? null : decode(second);
  if (first === "") return { ...place, name: "chat" };
  if (first === "chats") return { ...place, name: "chat", id };
  if (first === "files" || first === "groups" || first === "projects") return { ...place, name: first, id };
  const plain = (["garden", "page", "settings"] as const).find((name) => name === first);
  return { ...place, name: plain && id === null ? plain : "missing" };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Router {
  place = $state.raw<Place>(placeOf(new URL(location.href)));

  constructor() {
    addEventListener("popstate", () => this.#look());
    addEventListener("click", (event) => this.#follow(event));
  }

  go(path: string, { replace = false } = {}): void {
    const url = new URL(path, location.href);
    if (url.href === location.href) return;
    // A panel that was opened over the page gives its place in the history to where one goes from it.
    if (replace || panelOf(history.state)) history.replaceState(null, "", url);
    else history.pushState(null, "", url);
    this.#look();
  }

  #look(): void {
    this.place = placeOf(new URL(location.href));
  }

  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || link.target || link.origin !== location.origin) return;
    if (link.hasAttribute("download") || link.pathname.startsWith("/api/")) return;
    event.preventDefault();
    this.go(link.href);
  }
}

export const router = new Router();
export const chatPath = (id: string, message?: string) =>
  `/chats/${encodeURIComponent(id)}${message ? `#${encodeURIComponent(message)}` : ""}`;
