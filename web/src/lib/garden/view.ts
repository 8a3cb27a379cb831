/** Which part of the map is seen: the middle of the screen on the map, and pixels per unit of it. */
export interface View {
  x: number;
  y: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Room {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export interface Point {
  x: number;
  y: number;
}

const FARTHEST = 0.5;
const NEAREST = 60;
/** The widest that a map is shown when it holds little: a few stars should not fill the screen. */
const SMALLEST = { width: 1.1, height: 0.7 };

export const toScreen = (view: View, size: Size, x: number, y: number): Point => ({
  x: (x - view.x) * view.scale + size.width / 2,
  y: (y - view.y) * view.scale + size.height / 2,
});

export const toMap = (view: View, size: Size, x: number, y: number): Point => ({
  x: (x - size.width / 2) / view.scale + view.x,
  y: (y - size.height / 2) / view.scale + view.y,
});

/** Everything in sight, clear of what lies over the edges. */
export function fit(xs: ArrayLike<number>, ys: ArrayLike<number>, size: Size, room: Room): View {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let row = 0; row < xs.length; row++) {
    const x = xs[row]!, y = ys[row]!;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  if (left > right) [left, right, top, bottom] = [-1, 1, -0.6, 0.6];
  const width = Math.max(right - left, SMALLEST.width), height = Math.max(bottom - top, SMALLEST.height);
  const free = { width: Math.max(size.width - room.left - room.right, 80), height: Math.max(size.height - room.top - room.bottom, 80) };
  const scale = Math.min(free.width / width, free.height / height);
  return {
    x: (left + right) / 2 - (room.left - room.right) / 2 / scale,
    y: (top + bottom) / 2 - (room.top - room.bottom) / 2 / scale,
    scale,
  };
}

/** Nearer or farther; what is under the point stays under it. */
export function zoomAt(view: View, size: Size, factor: number, at: Point, home: number): View {
  const scale = Math.min(Math.max(view.scale * factor, home * FARTHEST), home * NEAREST);
  const under = toMap(view, size, at.x, at.y);
  return { scale, x: under.x - (at.x - size.width / 2) / scale, y: under.y - (at.y - size.height / 2) / scale };
}

export const pan = (view: View, dx: number, dy: number): View => ({
  ...view,
  x: view.x - dx / view.scale,
  y: view.y - dy / view.scale,
});

/** A place between two views; zooming runs evenly for the eye. */
export function between(from: View, to: View, share: number): View {
  const eased = share < 0.5 ? 4 * share ** 3 : 1 - (-2 * share + 2) ** 3 / 2;
  return {
    x: from.x + (to.x - from.x) * eased,
    y: from.y + (to.y - from.y) * eased,
    scale: from.scale * (to.scale / from.scale) ** eased,
  };
}
