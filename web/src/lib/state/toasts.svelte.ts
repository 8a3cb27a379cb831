/** Short words at the edge of the page; what can be undone can be undone there. */
import { told, type Told } from "../i18n/told";

export interface Toast {
  id: number;
  text: string;
  /** In the server's words. */
  detail?: string;
  kind: "note" | "error";
  undo?: () => unknown;
}

const SHOWN_MS = 6_000;
const UNDO_MS = 10_000;

class Toasts {
  items = $state<Toast[]>([]);
  #last = 0;
  #timers = new Map<number, ReturnType<typeof setTimeout>>();

  /** Say something. With `undo`, a button that does it. */
  say(text: string, { undo, detail, kind = "note" }: Partial<Pick<Toast, "undo" | "detail" | "kind">> = {}): void {
    const id = ++this.#last;
    this.items = [...this.items.slice(-2), { id, text, detail, kind, undo }];
    this.release();
  }

  /** Leave them where they are: somebody reads one. */
  hold(): void {
    this.#timers.forEach((timer) => clearTimeout(timer));
    this.#timers.clear();
  }

  /** Let those go in time that are not going yet. */
  release(): void {
    for (const { id, undo, kind } of this.items)
      if (!this.#timers.has(id)) this.#timers.set(id, setTimeout(() => this.dismiss(id), undo || kind === "error" ? UNDO_MS : SHOWN_MS));
  }

  /** Take back what was done last, if it can be. */
  undoLast(): boolean {
    const last = this.items.findLast((toast) => toast.undo);
    if (last) void this.undo(last);
    return last !== undefined;
  }

  /** Say what failed, in words. */
  fail(error: unknown, { text, detail }: Told = told(error)): void {
    this.say(text, { detail, kind: "error" });
  }

  dismiss(id: number): void {
    this.items = this.items.filter((toast) => toast.id !== id);
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }

  async undo(toast: Toast): Promise<void> {
    this.dismiss(toast.id);
    try {
      await toast.undo?.();
    } catch (error) {
      this.fail(error);
    }
  }
}

export const toasts = new Toasts();
