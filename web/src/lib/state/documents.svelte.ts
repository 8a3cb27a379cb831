/** The caller's documents: to choose from beside the input, and to add. */
import { documents as calls } from "../api/calls";
import type { Document } from "../api/types";
import { withDocument } from "../pure/documents";
import { live } from "./live.svelte";

class DocumentList {
  items = $state.raw<Document[]>([]);
  loaded = $state(false);
  /** False when the server can't keep documents. */
  able = $state(true);

  async load(): Promise<void> {
    try {
      this.items = (await calls.list({ limit: 100 })).items;
      this.able = true;
    } catch {
      this.able = this.items.length > 0;
    }
    this.loaded = true;
  }

  get(id: string): Document | undefined {
    return this.items.find((document) => document.id === id);
  }

  put(document: Document): void {
    this.items = withDocument(this.items, document);
  }

  async upload(file: File): Promise<Document> {
    const made = await calls.upload(file);
    this.put(made);
    return made;
  }

  async addUrl(url: string): Promise<Document> {
    const made = await calls.addUrl(url);
    this.put(made);
    return made;
  }

  follow(): () => void {
    const ends = [live.on("document", ({ document }) => this.put(document)), live.on("missed", () => void this.load())];
    return () => ends.forEach((end) => end());
  }
}

export const documentList = new DocumentList();
