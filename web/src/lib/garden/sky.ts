/** Draws the stars with WebGL; the only file that knows three.js, so it is loaded with the map only. */
import {
  BufferAttribute, BufferGeometry, Camera, CustomBlending, DynamicDrawUsage, OneFactor, OneMinusSrcAlphaFactor, Points,
  Scene, ShaderMaterial, Vector2, Vector3, Vector4, WebGLRenderer,
} from "three";
import type { Tag } from "../api/types";
import type { Stars } from "./columns";
import { buffersOf, closeness, DAY, NIGHT, radiusFor, type Rgb } from "./look";
import { FRAGMENT, VERTEX } from "./shaders";
import type { Span } from "./time";
import type { Size, View } from "./view";

const SHARPEST = 2;

export interface Showing {
  view: View;
  home: number;
  /** The slider, as a share of the span. */
  moment: number;
  without: ReadonlySet<Tag>;
}

/** Throws when there is no WebGL. */
export class Sky {
  #renderer: WebGLRenderer;
  #scene = new Scene();
  #camera = new Camera();
  #geometry = new BufferGeometry();
  #material: ShaderMaterial;
  #size: Size = { width: 1, height: 1 };
  #tags: readonly Tag[] = [];
  #count = 0;

  constructor(canvas: HTMLCanvasElement) {
    this.#renderer = new WebGLRenderer({ canvas, alpha: true, antialias: false, depth: false, stencil: false, powerPreference: "high-performance" });
    this.#material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: {
        centre: { value: new Vector2() },
        size: { value: new Vector2(1, 1) },
        scale: { value: 1 },
        radius: { value: 2 },
        pixels: { value: 1 },
        moment: { value: 1 },
        searching: { value: 0 },
        shownTags: { value: new Vector4(1, 1, 1, 1) },
        tones: { value: [0, 1, 2, 3].map(() => new Vector3()) },
        glow: { value: 0.4 },
        opaque: { value: 0.7 },
        warm: { value: 0.3 },
      },
      blending: CustomBlending,
      blendSrc: OneFactor,
      blendDst: OneMinusSrcAlphaFactor,
      depthTest: false,
      depthWrite: false,
      transparent: true,
    });
    const points = new Points(this.#geometry, this.#material);
    points.frustumCulled = false;
    this.#scene.add(points);
  }

  show(stars: Stars, span: Span): void {
    const { place, trait } = buffersOf(stars, span);
    this.#geometry.dispose();
    this.#geometry.setAttribute("place", new BufferAttribute(place, 2));
    this.#geometry.setAttribute("trait", new BufferAttribute(trait, 4));
    this.#geometry.setAttribute("lit", new BufferAttribute(new Uint8Array(stars.ids.length), 1, true).setUsage(DynamicDrawUsage));
    this.#geometry.setDrawRange(0, stars.ids.length);
    this.#tags = stars.tags;
    this.#count = stars.ids.length;
  }

  /** Rows that a search found; null when there is none. */
  light(rows: readonly number[] | null): void {
    this.#uniform("searching", rows ? 1 : 0);
    const lit = this.#geometry.getAttribute("lit") as BufferAttribute | undefined;
    if (!lit) return;
    lit.array.fill(0);
    for (const row of rows ?? []) lit.array[row] = 255;
    lit.needsUpdate = true;
  }

  paint(dark: boolean): void {
    const tones: Record<Tag, Rgb> = dark ? NIGHT : DAY;
    (this.#material.uniforms.tones!.value as Vector3[]).forEach((tone, at) => {
      const tag = this.#tags[at];
      if (tag) tone.set(...(tones[tag] as [number, number, number]));
    });
    this.#uniform("glow", dark ? 0.34 : 0.24);
    this.#uniform("opaque", dark ? 0.94 : 1);
    this.#uniform("warm", dark ? 0.2 : 0.05);
  }

  resize(size: Size): void {
    this.#size = size;
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio || 1, SHARPEST));
    this.#renderer.setSize(size.width, size.height, false);
    (this.#material.uniforms.size!.value as Vector2).set(size.width, size.height);
    this.#uniform("pixels", this.#renderer.getPixelRatio());
  }

  draw({ view, home, moment, without }: Showing): void {
    if (!this.#size.width || !this.#size.height) return;
    (this.#material.uniforms.centre!.value as Vector2).set(view.x, view.y);
    this.#uniform("scale", view.scale);
    this.#uniform("radius", radiusFor(this.#count, this.#size) * closeness(view.scale, home));
    this.#uniform("moment", moment);
    const shown = this.#tags.map((tag) => (without.has(tag) ? 0 : 1));
    (this.#material.uniforms.shownTags!.value as Vector4).set(shown[0] ?? 1, shown[1] ?? 1, shown[2] ?? 1, shown[3] ?? 1);
    this.#renderer.render(this.#scene, this.#camera);
  }

  close(): void {
    this.#geometry.dispose();
    this.#material.dispose();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }

  #uniform(name: string, value: number): void {
    this.#material.uniforms[name]!.value = value;
  }
}
