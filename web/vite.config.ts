/// <reference types="vitest/config" />
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Puts every file of symbols (`src/drawing/sprites/*.svg`) into the page, so that `<use href="#id">` finds them. */
function sprites(): Plugin {
  const folder = here("./src/drawing/sprites/");
  return {
    name: "sprites",
    transformIndexHtml(html) {
      const files = readdirSync(folder).filter((name) => name.endsWith(".svg"));
      return html.replace("<!--sprites-->", () => files.map((name) => readFileSync(folder + name, "utf8")).join(""));
    },
  };
}

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), sprites()],
  build: { outDir: here("../src/piazzetta/server/page"), emptyOutDir: true, assetsInlineLimit: 0, target: "es2022" },
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  server: { proxy: { "/api": { target: process.env.PIAZZETTA_SERVER ?? "http://127.0.0.1:8000", ws: true } } },
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"] },
}));
