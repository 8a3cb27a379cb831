/** What works on the server, looked at now and then. */
import { credentials } from "../api/credentials";
import { operation } from "../api/calls";
import type { Ready } from "../api/types";

const EVERY_MS = 60_000;

class Status {
  ready = $state.raw<Ready | null>(null);
  /** The server wants a key that this page does not have. */
  locked = $state(false);
  /** One was given before: when it is asked for again, that one was wrong. */
  refused = $state(false);

  constructor() {
    credentials.onRefused(() => (this.locked = true));
  }

  /** Whether answers come from a model. */
  get hasModel(): boolean {
    return this.ready?.models.chat !== "extractive";
  }

  async look(): Promise<void> {
    try {
      this.ready = await operation.ready();
    } catch {
      // Out of reach: the live feed tells that.
    }
  }

  start(): () => void {
    void this.look();
    const timer = setInterval(() => void this.look(), EVERY_MS);
    return () => clearInterval(timer);
  }

  unlock(key: string, user: string): void {
    this.refused = true; // until it is not asked for again
    credentials.set(key, user);
    this.locked = false;
  }
}

export const status = new Status();
