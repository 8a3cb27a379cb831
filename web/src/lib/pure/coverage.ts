/** What is known of a folder: its files as a tree, each with how much of it records tell of. */
import type { TreeItem } from "../api/projects";

/** `skipped`: known to be there, but never read (a picture, data, too large). */
export type Knowledge = "known" | "stale" | "unexplored" | "skipped";

/** Lines by what is known of their file. */
export interface Shares {
  known: number;
  stale: number;
  unexplored: number;
}

export interface Branch {
  /** Within the project, with `/`; empty for the whole. */
  path: string;
  /** What stands before it in a list; a chain of single folders is one: `src/main/java`. */
  name: string;
  kind: "folder" | "file";
  knowledge: Knowledge;
  lines: number;
  /** That tell of it, stale ones too. */
  records: number;
  stale: number;
  language: string | null;
  skipped: string | null;
  files: number;
  shares: Shares;
  children: Branch[];
}

const NONE: Shares = { known: 0, stale: 0, unexplored: 0 };

/** What is known of a file; it is stale as soon as something that was known of it does not hold any more. */
export function knowledgeOf({ records, stale, skipped }: Pick<TreeItem, "records" | "stale" | "skipped">): Knowledge {
  if (stale > 0) return "stale";
  if (records > 0) return "known";
  return skipped ? "skipped" : "unexplored";
}

/** The files of a project as one tree; sums are made here from the files. */
export function treeOf(items: readonly TreeItem[]): Branch {
  const root = folder("", "");
  const known = new Map<string, Branch>([["", root]]);
  const open = (path: string): Branch => {
    const found = known.get(path);
    if (found) return found;
    const cut = path.lastIndexOf("/");
    const made = folder(path, path.slice(cut + 1));
    open(cut < 0 ? "" : path.slice(0, cut)).children.push(made);
    known.set(path, made);
    return made;
  };
  for (const item of items) {
    if (item.kind !== "file") continue;
    const cut = item.path.lastIndexOf("/");
    open(cut < 0 ? "" : item.path.slice(0, cut)).children.push(file(item, item.path.slice(cut + 1)));
  }
  root.children = root.children.map(joined);
  return summed(root);
}

const folder = (path: string, name: string): Branch => ({
  path, name, kind: "folder", knowledge: "unexplored", lines: 0, records: 0, stale: 0, language: null, skipped: null, files: 0, shares: NONE, children: [],
});

function file({ path, lines, records, stale, language = null, skipped = null }: TreeItem, name: string): Branch {
  const knowledge = knowledgeOf({ records, stale, skipped });
  // What is not read weighs nothing, but it is there.
  const weight = knowledge === "skipped" ? 0 : Math.max(1, lines);
  const old = records ? Math.round((weight * stale) / records) : 0;
  const shares = weight ? (records ? { known: weight - old, stale: old, unexplored: 0 } : { ...NONE, unexplored: weight }) : NONE;
  return { path, name, kind: "file", knowledge, lines, records, stale, language, skipped, files: 1, shares, children: [] };
}

/** A folder whose only child is a folder stands for both. */
function joined(branch: Branch): Branch {
  let last = branch;
  let name = branch.name;
  while (last.children.length === 1 && last.children[0]?.kind === "folder") {
    last = last.children[0];
    name += `/${last.name}`;
  }
  return { ...last, name, children: last.children.map(joined) };
}

function summed(branch: Branch): Branch {
  if (branch.kind === "file") return branch;
  const children = branch.children.map(summed);
  const add = (of: (child: Branch) => number) => children.reduce((sum, child) => sum + of(child), 0);
  const shares = { known: add((c) => c.shares.known), stale: add((c) => c.shares.stale), unexplored: add((c) => c.shares.unexplored) };
  const made = { ...branch, children, shares, lines: add((c) => c.lines), records: add((c) => c.records), stale: add((c) => c.stale), files: add((c) => c.files) };
  return { ...made, knowledge: mostly(made) };
}

/** What is to be said of a folder in one word: stale when a quarter of it is, known when half of it is. */
function mostly({ shares, files }: Branch): Knowledge {
  const all = weight(shares);
  if (!all) return files ? "skipped" : "unexplored";
  if (shares.stale * 4 >= all) return "stale";
  return (shares.known + shares.stale) * 2 >= all ? "known" : "unexplored";
}

export const weight = ({ known, stale, unexplored }: Shares): number => known + stale + unexplored;

/** Each share of the whole, 0 to 1. */
export function portions(shares: Shares): Shares {
  const all = weight(shares) || 1;
  return { known: shares.known / all, stale: shares.stale / all, unexplored: shares.unexplored / all };
}

/** How warm what is known glows: 0 for none, 1 for a record in every third line. */
export function warmth({ lines, records }: Pick<Branch, "lines" | "records">): number {
  return records ? Math.min(1, Math.max(0.12, Math.sqrt((3 * records) / Math.max(lines, 3)))) : 0;
}

/** The branch at a path; a path in the middle of a chain of folders finds the chain. */
export function find(root: Branch, path: string): Branch | null {
  if (path === root.path) return root;
  const next = root.children.find((child) => child.path === path || path.startsWith(`${child.path}/`) || child.path.startsWith(`${path}/`));
  if (!next) return null;
  return next.path === path || next.path.startsWith(`${path}/`) ? next : find(next, path);
}

/** From the whole down to a path, both included. */
export function way(root: Branch, path: string): Branch[] {
  const steps = [root];
  for (let here = root; here.path !== path; ) {
    const next = here.children.find((child) => path === child.path || path.startsWith(`${child.path}/`));
    if (!next) break;
    steps.push(next);
    here = next;
  }
  return steps;
}
