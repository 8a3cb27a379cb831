/** The map of a folder: what lies in it, and what lies in its own folders, each with a place on the paper. */
import { weight, type Branch } from "./coverage";
import { squarified, type Box } from "./treemap";

export interface Cell {
  branch: Branch;
  box: Box;
  /** A folder that is drawn around what lies in it. */
  frame: boolean;
  /** So many of the folder have no room of their own and are one cell. */
  rest: number;
  /** How much can be written on it. */
  size: "tiny" | "small" | "large";
}

/** What a person can tell apart: this many, and this much paper for each. */
const MOST = 90;
const LEAST = 12;
const PAPER = 260;
const HEAD = 24;
const PAD = 5;
const GAP = 3;
/** A folder is opened up on the paper when there is this much of it. */
const ROOM = { width: 120, height: 84 };

interface Part {
  branch: Branch;
  rest: number;
  weight: number;
}

/** Small things stay visible beside large ones: an area grows slower than its lines. */
const areaOf = (lines: number): number => lines ** 0.75;

/** Frames before what they hold, large before small; so many folders may lie in one another. */
export function cellsOf(folder: Branch, box: Box, deepest = 3): Cell[] {
  return squarified(partsOf(folder, box), (part) => part.weight, box).flatMap(({ item: { branch, rest }, box: place }) => {
    const inner = { x: place.x, y: place.y, width: Math.max(1, place.width - GAP), height: Math.max(1, place.height - GAP) };
    const opens = !rest && branch.kind === "folder" && deepest > 1 && inner.width >= ROOM.width && inner.height >= ROOM.height;
    const cell: Cell = { branch, box: inner, frame: opens, rest, size: sizeOf(inner) };
    if (!opens) return [cell];
    const within = { x: inner.x + PAD, y: inner.y + HEAD, width: inner.width - 2 * PAD + GAP, height: inner.height - HEAD - PAD + GAP };
    return [cell, ...cellsOf(branch, within, deepest - 1)];
  });
}

function partsOf(folder: Branch, { width, height }: Box): Part[] {
  const most = Math.max(LEAST, Math.min(MOST, Math.floor((width * height) / PAPER)));
  const all = folder.children
    .map((branch) => ({ branch, rest: 0, weight: areaOf(weight(branch.shares)) }))
    .filter((part) => part.weight > 0)
    .sort((a, b) => b.weight - a.weight);
  if (all.length <= most) return all;
  const small = all.splice(most - 1);
  return [...all, { branch: folder, rest: small.length, weight: small.reduce((sum, part) => sum + part.weight, 0) }];
}

function sizeOf({ width, height }: Box): Cell["size"] {
  if (width < 40 || height < 22) return "tiny";
  return width >= 64 && height >= 46 ? "large" : "small";
}
