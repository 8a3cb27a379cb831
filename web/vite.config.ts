import { svelte } from "@sveltejs/vite-plugin-svelte";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const here = import.meta.dirname;
const SOURCES = ["index.html", "package.json", "package-lock.json", "public", "src", "svelte.config.js", "vite.config.ts"];

/** Every file the build is made from, by name; specs are not among them. */
function sources(): string[] {
  const files = SOURCES.flatMap((name) => {
    if (name.includes(".")) return [join(here, name)];
    const entries = readdirSync(join(here, name), { recursive: true, withFileTypes: true });
    return entries.filter((e) => e.isFile()).map((e) => join(e.parentPath, e.name));
  });
  const names = files.map((file) => relative(here, file).split(sep).join("/"));
  return names.filter((name) => !/\.spec\.ts$/.test(name)).sort();
}

/** One hash over the sources, so that a test can tell whether the committed build is fresh. */
function sourceHash(): string {
  const hash = createHash("sha256");
  for (const name of sources()) hash.update(`${name}\0`).update(readFileSync(join(here, name))).update("\0");
  return hash.digest("hex");
}

function stamped(): Plugin {
  return {
    name: "stamped",
    apply: "build",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "build.json", source: `${JSON.stringify({ sources: sourceHash() })}\n` });
    },
  };
}

// `NAGORI=http://127.0.0.1:8123 npm run dev` works on the app against a server that runs there.
const server = process.env.NAGORI ?? "http://127.0.0.1:7374";

export default defineConfig({
  plugins: [svelte(), stamped()],
  resolve: { alias: { $lib: join(here, "src/lib") }, conditions: process.env.VITEST ? ["browser"] : undefined },
  server: { proxy: Object.fromEntries(["/api", "/readyz", "/livez"].map((path) => [path, { target: server }])) },
  build: {
    outDir: process.env.OUT ?? join(here, "../src/nagori/server/web"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
  },
  test: { environment: "jsdom", include: ["src/**/*.spec.ts"] },
});
