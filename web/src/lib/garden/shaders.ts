/** One point a star: a small core in a soft glow. */
export const VERTEX = /* glsl */ `
attribute vec2 place;
attribute vec4 trait; // tag, bulk, brightness, when it appeared
attribute float lit;
uniform vec2 centre;
uniform vec2 size;
uniform float scale;
uniform float radius;
uniform float pixels;
uniform float moment;
uniform float searching;
uniform vec4 shownTags;
uniform vec3 tones[4];
varying vec3 tone;
varying float bright;
varying float core;

void main() {
  int tag = int(trait.x + 0.5);
  float there = step(trait.w, moment) * shownTags[tag];
  float fresh = 1.0 - smoothstep(0.0, 0.03, moment - trait.w);
  float playing = step(moment, 0.9999);
  float found = mix(1.0, lit, searching);
  tone = tones[tag];
  bright = there * mix(0.1, mix(trait.z, 1.0, max(searching, fresh * playing)), found);
  float px = radius * trait.y * mix(0.8, mix(1.0, 1.5, searching), found) * (1.0 + 0.8 * fresh * playing);
  core = px;
  gl_PointSize = there > 0.5 ? px * 6.0 * pixels : 0.0;
  vec2 at = (place - centre) * scale / (size * 0.5);
  gl_Position = there > 0.5 ? vec4(at.x, -at.y, 0.0, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
}
`;

export const FRAGMENT = /* glsl */ `
precision mediump float;
uniform float glow;
uniform float opaque;
uniform float warm;
varying vec3 tone;
varying float bright;
varying float core;

void main() {
  float far = length(gl_PointCoord - 0.5) * 2.0;
  if (far > 1.0) discard;
  float soft = clamp(0.45 / core, 0.05, 0.3);
  float large = smoothstep(1.6, 4.5, core);
  float edge = mix(0.3, 0.2, large);
  float heart = 1.0 - smoothstep(edge - soft * 0.5, edge + soft, far);
  float halo = (1.0 - far) * (1.0 - far) * glow * (1.0 + 0.7 * large);
  float alpha = clamp((heart * 0.92 + halo) * bright, 0.0, 1.0);
  vec3 colour = mix(tone, vec3(1.0, 0.97, 0.9), heart * warm);
  // Between adding light and covering: many together grow denser, never white.
  gl_FragColor = vec4(colour * alpha, alpha * opaque);
}
`;
