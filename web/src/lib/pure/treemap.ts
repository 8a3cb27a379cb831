/** Areas side by side: each thing gets its share of a box, in shapes as square as can be. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Placed<T> {
  item: T;
  box: Box;
}

/** Lays things out in a box, large ones first; what weighs nothing gets no place. */
export function squarified<T>(items: readonly T[], weight: (item: T) => number, box: Box): Placed<T>[] {
  const weighed = items.map((item) => ({ item, area: weight(item) })).filter(({ area }) => area > 0);
  const all = weighed.reduce((sum, { area }) => sum + area, 0);
  if (!all || box.width <= 0 || box.height <= 0) return [];
  const scale = (box.width * box.height) / all;
  const left = weighed.map(({ item, area }) => ({ item, area: area * scale })).sort((a, b) => b.area - a.area);
  const placed: Placed<T>[] = [];
  let room = box;
  while (left.length) {
    const side = Math.min(room.width, room.height);
    let row = left.slice(0, 1);
    while (row.length < left.length) {
      const longer = left.slice(0, row.length + 1);
      if (worst(longer, side) > worst(row, side)) break;
      row = longer;
    }
    left.splice(0, row.length);
    room = lay(row, room, placed);
  }
  return placed;
}

type Sized<T> = { item: T; area: number };

/** How far from a square the worst of a row is. */
function worst<T>(row: readonly Sized<T>[], side: number): number {
  const sum = row.reduce((total, { area }) => total + area, 0);
  const most = Math.max(...row.map(({ area }) => area));
  const least = Math.min(...row.map(({ area }) => area));
  return Math.max((side * side * most) / (sum * sum), (sum * sum) / (side * side * least));
}

/** Puts a row along the shorter side; returns the room that is left. */
function lay<T>(row: readonly Sized<T>[], room: Box, placed: Placed<T>[]): Box {
  const sum = row.reduce((total, { area }) => total + area, 0);
  const stands = room.width >= room.height;
  const depth = sum / (stands ? room.height : room.width);
  let at = 0;
  for (const { item, area } of row) {
    const length = area / depth;
    placed.push({ item, box: stands ? { x: room.x, y: room.y + at, width: depth, height: length } : { x: room.x + at, y: room.y, width: length, height: depth } });
    at += length;
  }
  return stands
    ? { x: room.x + depth, y: room.y, width: Math.max(0, room.width - depth), height: room.height }
    : { x: room.x, y: room.y + depth, width: room.width, height: Math.max(0, room.height - depth) };
}

export type Direction = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

/** The box that one comes to from another by an arrow key; null at the edge. */
export function nearest(boxes: readonly Box[], from: number, direction: Direction): number | null {
  const start = boxes[from];
  if (!start) return null;
  const middle = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });
  const here = middle(start);
  const upright = direction === "ArrowUp" || direction === "ArrowDown";
  const sign = direction === "ArrowLeft" || direction === "ArrowUp" ? -1 : 1;
  let best: number | null = null;
  let shortest = Infinity;
  boxes.forEach((box, at) => {
    const there = middle(box);
    const along = sign * (upright ? there.y - here.y : there.x - here.x);
    const across = Math.abs(upright ? there.x - here.x : there.y - here.y);
    const far = along + 2 * across;
    if (at !== from && along > 1 && far < shortest) [best, shortest] = [at, far];
  });
  return best;
}
