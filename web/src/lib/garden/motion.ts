/** Hands on the map: drag, wheel, pinch, keys. Tells what was meant; moves nothing itself. */
import type { Point } from "./view";

export interface Meant {
  pan: (dx: number, dy: number) => void;
  zoom: (factor: number, at: Point) => void;
  hover: (at: Point | null) => void;
  tap: (at: Point, touch: boolean) => void;
  /** Let go while moving, in pixels a millisecond. */
  fling: (vx: number, vy: number) => void;
  grab: () => void;
}

const TAP_PX = 6;
const WHEEL = 0.0016;
const FLING_MS = 60;

export function listenTo(node: HTMLElement, meant: Meant): () => void {
  const down = new Map<number, Point>();
  let start: Point | null = null;
  let moved = false;
  let trail: { at: Point; time: number }[] = [];

  const at = (event: MouseEvent): Point => {
    const box = node.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  const press = (event: PointerEvent) => {
    if (event.button !== 0) return;
    node.setPointerCapture(event.pointerId);
    down.set(event.pointerId, at(event));
    moved = down.size > 1;
    start = at(event);
    trail = [];
    meant.grab();
    meant.hover(null);
  };

  const move = (event: PointerEvent) => {
    const now = at(event);
    const before = down.get(event.pointerId);
    if (!before) {
      if (event.pointerType !== "touch") meant.hover(now);
      return;
    }
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
    if (other) pinch(before, now, other);
    else {
      if (start && Math.hypot(now.x - start.x, now.y - start.y) > TAP_PX) moved = true;
      if (moved) meant.pan(now.x - before.x, now.y - before.y);
      trail = [...trail.filter((t) => event.timeStamp - t.time < FLING_MS), { at: now, time: event.timeStamp }];
    }
    down.set(event.pointerId, now);
  };

  const pinch = (before: Point, now: Point, other: Point) => {
    moved = true;
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    const spread = Math.hypot(before.x - other.x, before.y - other.y) || 1;
    meant.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    meant.zoom(Math.hypot(now.x - other.x, now.y - other.y) / spread, middle);
  };

  const release = (event: PointerEvent) => {
    if (!down.delete(event.pointerId) || down.size) return;
    const now = at(event);
    const first = trail[0];
    if (event.type === "pointerup" && !moved) meant.tap(now, event.pointerType === "touch");
    else if (first && event.timeStamp - first.time > 8) {
      const time = event.timeStamp - first.time;
      meant.fling((now.x - first.at.x) / time, (now.y - first.at.y) / time);
    }
    start = null;
  };

  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : 1;
    meant.zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 6 : 1) * WHEEL), at(event));
  };

  const leave = () => meant.hover(null);
  const options = { passive: false };
  node.addEventListener("pointerdown", press);
  node.addEventListener("pointermove", move);
  node.addEventListener("pointerup", release);
  node.addEventListener("pointercancel", release);
  node.addEventListener("pointerleave", leave);
  node.addEventListener("wheel", wheel, options);
  return () => {
    node.removeEventListener("pointerdown", press);
    node.removeEventListener("pointermove", move);
    node.removeEventListener("pointerup", release);
    node.removeEventListener("pointercancel", release);
    node.removeEventListener("pointerleave", leave);
    node.removeEventListener("wheel", wheel);
  };
}
