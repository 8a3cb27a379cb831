/** Labels of clusters that never lie over each other, nor over what is being looked at. */
import type { Cluster } from "./columns";
import { toScreen, type Size, type View } from "./view";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Label {
  id: string;
  text: string;
  level: 0 | 1;
  /** The middle of it on the screen. */
  x: number;
  y: number;
}

const HEIGHT = [24, 18] as const;
const LETTER = [14.5, 12.5] as const;
const APART = 10;
/** How far above the middle of its memories a topic's name stands, on the map. */
const ABOVE = 0.075;
/** Topics that are named when the whole map is seen; nearer, there is room for more. */
const NAMED = 15;
/** Words show when the map is this much nearer than as a whole. */
const WORDS_FROM = 1.9;
const WIDE = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/u;

/** About as wide as it will be: measuring would make the browser lay out the page in each frame. */
export function widthOf(text: string, level: 0 | 1): number {
  let letters = 0;
  for (const letter of text) letters += WIDE.test(letter) ? 1 : 0.56;
  return letters * LETTER[level];
}

export const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

export interface Scene {
  view: View;
  size: Size;
  /** The scale at which the whole map is seen. */
  home: number;
  language: "en" | "zh";
  /** What must stay free: the star that is looked at, its card, the page's own controls. */
  taken: readonly Box[];
  /** Labels that are shown now: they go first, so that none flickers. */
  shown: ReadonlySet<string>;
}

/** The labels to show. Larger clusters first, those that are there already before others. */
export function place(clusters: readonly Cluster[], scene: Scene): Label[] {
  const { view, size, home } = scene;
  const near = view.scale / home;
  const taken: Box[] = [...scene.taken];
  const placed: Label[] = [];
  const rank = (c: Cluster) => c.count * (scene.shown.has(keyOf(c)) ? 1.3 : 1) * (c.level === 0 ? 1000 : 1);
  const wanted = clusters.filter((c) => c.level === 0 || near >= WORDS_FROM);
  const most = Math.round(NAMED * Math.max(1, near) ** 2);
  for (const cluster of [...wanted].sort((a, b) => rank(b) - rank(a) || (a.id < b.id ? -1 : 1))) {
    const at = toScreen(view, size, cluster.x, cluster.y - (cluster.level === 0 ? ABOVE : 0));
    const text = cluster.label[scene.language];
    const box = boxOf(text, cluster.level, at.x, at.y);
    if (box.x < 4 || box.y < 4 || box.x + box.width > size.width - 4 || box.y + box.height > size.height - 4) continue;
    if (taken.some((other) => overlaps(box, other))) continue;
    if (placed.length >= most) break;
    taken.push(box);
    placed.push({ id: keyOf(cluster), text, level: cluster.level, x: at.x, y: at.y });
  }
  return placed;
}

export const keyOf = (cluster: Cluster): string => `${cluster.level}:${cluster.id}`;

export function boxOf(text: string, level: 0 | 1, x: number, y: number): Box {
  const width = widthOf(text, level) + APART, height = HEIGHT[level] + APART / 2;
  return { x: x - width / 2, y: y - height / 2, width, height };
}
