/** A list of documents as it stands after news of one. */
import type { Document } from "../api/types";

/** Its place taken, or added at the top; a deleted one goes. What is known to be newer stays: the
 * live feed may be faster than the answer to the call that made it. */
export function withDocument(items: readonly Document[], document: Document): Document[] {
  if (document.status === "retired") return items.filter((item) => item.id !== document.id);
  const at = items.findIndex((item) => item.id === document.id);
  const known = items[at];
  if (known === undefined) return [document, ...items];
  return known.updated_at > document.updated_at ? [...items] : items.toSpliced(at, 1, document);
}
