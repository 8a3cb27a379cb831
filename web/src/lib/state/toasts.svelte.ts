/** Short words at the edge of the page; what can be undone can be undone there. */
import { ApiError } from "../api/client";
import { t } from "../i18n";

export interface Toast {
  id: number;
  text: string;
  kind: "note" | "error";
  undo?: () => unknown;
}

const SHOWN_MS = 6_000;
const UNDO_MS = 10_000;

class Toasts {
  items = $state<Toast[]>([]);
  #last = 0;

  /** Say something. With `undo`, a button that does it. */
  say(text: string, { undo, kind = "note" }: { undo?: () => unknown; kind?: Toast["kind"] } = {}): void {
    const id = ++this.#last;
    this.items = [...this.items.slice(-2), { id, text, kind, undo }];
    setTimeout(() => this.dismiss(id), undo || kind === "error" ? UNDO_MS : SHOWN_MS);
  }

  /** Say what failed, in words. */
  fail(error: unknown): void {
    if (error instanceof ApiError && error.unreachable) this.say(t("common.offline"), { kind: "error" });
    else this.say(t("common.error", { detail: error instanceof Error ? error.message : String(error) }), { kind: "error" });
  }

  dismiss(id: number): void {
    this.items = this.items.filter((toast) => toast.id !== id);
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
