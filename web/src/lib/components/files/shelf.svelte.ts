/** The files of the caller, with those that are on their way to the server. */
import { documents as calls } from "$lib/api/calls";
import type { Document } from "$lib/api/types";
import { withDocument } from "$lib/pure/documents";
import { live } from "$lib/state/live.svelte";

const AT_ONCE = 2;
const PAGE = 100;

export interface Sending {
  id: number;
  name: string;
  size: number;
}

export class Shelf {
  items = $state.raw<Document[]>([]);
  sending = $state.raw<Sending[]>([]);
  next = $state<string | null>(null);
  loaded = $state(false);
  error = $state<unknown>(null);
  #last = 0;

  async load(): Promise<void> {
    try {
      const page = await calls.list({ limit: PAGE });
      this.items = page.items;
      this.next = page.next;
      this.error = null;
    } catch (error) {
      this.error = error;
    }
    this.loaded = true;
  }

  async more(): Promise<void> {
    const page = await calls.list({ limit: PAGE, cursor: this.next });
    const known = new Set(this.items.map((item) => item.id));
    this.items = [...this.items, ...page.items.filter((item) => !known.has(item.id))];
    this.next = page.next;
  }

  put(document: Document): void {
    this.items = withDocument(this.items, document);
  }

  /** Sends files, a few at a time; `refused` hears of each that was not taken. */
  async send(files: readonly File[], refused: (name: string, error: unknown) => void): Promise<void> {
    const waiting = files.map((file) => ({ file, entry: { id: ++this.#last, name: file.name, size: file.size } }));
    this.sending = [...waiting.map(({ entry }) => entry), ...this.sending];
    const work = async (): Promise<void> => {
      for (let one = waiting.shift(); one; one = waiting.shift()) {
        const { file, entry } = one;
        try {
          this.put(await calls.upload(file));
        } catch (error) {
          refused(file.name, error);
        }
        this.sending = this.sending.filter((known) => known.id !== entry.id);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  follow(): () => void {
    const ends = [
      live.on("document", ({ document }) => this.put(document)),
      live.on("missed", () => void this.load()),
      live.on("erased", () => void this.load()),
    ];
    return () => ends.forEach((end) => end());
  }
}
