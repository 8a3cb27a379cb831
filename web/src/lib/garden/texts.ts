/** Texts of memories, read a few dozen at a time and kept: the map itself carries none. */
import type { Memory } from "../api/types";

const BATCH = 100;
const KEPT = 4_000;

export class Texts {
  #kept = new Map<string, Memory>();
  #wanted = new Map<string, ((memory: Memory | null) => void)[]>();
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly read: (ids: string[]) => Promise<Memory[]>) {}

  peek(id: string): Memory | undefined {
    return this.#kept.get(id);
  }

  put(memory: Memory): void {
    this.#kept.delete(memory.id);
    this.#kept.set(memory.id, memory);
    for (const id of this.#kept.keys()) {
      if (this.#kept.size <= KEPT) break;
      this.#kept.delete(id);
    }
  }

  forget(id?: string): void {
    if (id === undefined) this.#kept.clear();
    else this.#kept.delete(id);
  }

  /** The memory; null when it is gone. Asked for in one go with whatever else is wanted now. */
  get(id: string): Promise<Memory | null> {
    const known = this.#kept.get(id);
    if (known) return Promise.resolve(known);
    return new Promise((resolve) => {
      this.#wanted.set(id, [...(this.#wanted.get(id) ?? []), resolve]);
      this.#timer ??= setTimeout(() => void this.#fetch(), 8);
    });
  }

  async #fetch(): Promise<void> {
    this.#timer = null;
    const wanted = [...this.#wanted];
    this.#wanted.clear();
    for (let start = 0; start < wanted.length; start += BATCH) {
      const part = wanted.slice(start, start + BATCH);
      const found = await this.read(part.map(([id]) => id)).catch(() => []);
      for (const memory of found) this.put(memory);
      const byId = new Map(found.map((memory) => [memory.id, memory]));
      for (const [id, waiting] of part) for (const tell of waiting) tell(byId.get(id) ?? null);
    }
  }
}
