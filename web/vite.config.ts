/// <reference types="vitest/config" />
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { about } from "./plugins/about.ts";
import { messages } from "./plugins/messages.ts";
import { offline } from "./plugins/offline.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const TESTS = ["tests/**/*.test.ts"];
/** The tests that replace a module. */
const replacing = () =>
  readdirSync(here("./tests"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts") && readFileSync(here(`./tests/${name}`), "utf8").includes("vi.mock("))
    .map((name) => `tests/${name}`);

/** Inserts every sprite file (`src/drawing/sprites/*.svg`) into the page, so that `<use href="#id">` finds them. */
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

/** A static host does not send our headers, so the site itself declares the same policy: only its own files. */
function ownFilesOnly(): Plugin {
  const policy = (
    JSON.parse(readFileSync(here("../src/piazzetta/server/content_security.json"), "utf8")) as string[]
  ).join("; ");
  return {
    name: "own-files-only",
    apply: "build",
    transformIndexHtml: () => [
      { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: policy }, injectTo: "head-prepend" },
    ],
  };
}

/** What the tables of all games share is one file, too. */
const SHARED_BY_TABLES = [
  ...["bar/", "rail/", "rules/", "seats/", "rated", "speech", "table-actions"].map((part) => `shell/${part}`),
  ...["shell/help/advice", "shell/help/tour", "local/Here", "local/generated/speech/games/words/"],
];

/** `vite build` makes the page for our server; `vite build --mode site` the one for static hosts, in any folder. */
export default defineConfig(({ mode }) => {
  const site = mode === "site";
  const made = about(here("."));
  const apart = mode === "test" ? replacing() : [];
  const quiet = { checks: { pluginTimings: false } };
  // One file for all that every visitor loads first: small ones cost thirty requests more. The service worker stands alone.
  const pages = /^(?!.*[\\/]offline[\\/](sw|notifications)\.ts$)/;
  const tables = (id: string) => SHARED_BY_TABLES.some((part) => id.includes(`/web/src/${part}`));
  const together = {
    codeSplitting: {
      groups: [
        { name: "first", test: pages, tags: ["$initial" as const] },
        { name: "tables", test: tables, minShareCount: 3, includeDependenciesRecursively: false },
      ],
    },
  };
  return {
    base: site ? "./" : "/",
    plugins: [
      messages(),
      svelte(),
      sprites(),
      made.page,
      offline({ root: here("."), site, extra: process.env.PIAZZETTA_SITE_FILES }),
      ...(site ? [ownFilesOnly()] : []),
    ],
    build: {
      outDir: here(site ? "../site" : "../src/piazzetta/server/page"),
      emptyOutDir: true,
      assetsInlineLimit: 0,
      target: "es2022",
      rolldownOptions: { ...quiet, output: together },
    },
    worker: { format: "es", plugins: () => [messages(), made.worker()], rolldownOptions: quiet },
    resolve: mode === "test" ? { conditions: ["browser"] } : {},
    server: {
      fs: { allow: [here("..")] }, // the games' messages are beside their rules
      proxy: { "/api": { target: process.env.PIAZZETTA_SERVER ?? "http://127.0.0.1:8000", ws: true } },
    },
    test: {
      environment: "happy-dom",
      testTimeout: 60_000, // generous: a busy machine is slow, not broken
      reporters: ["minimal"], // what failed, and how many passed
      // Files that replace a module have modules of their own; all others share theirs, in one thread, for half of the time.
      maxWorkers: 1,
      projects: [
        {
          extends: true,
          test: {
            name: "shared",
            include: TESTS,
            exclude: apart,
            isolate: false,
            setupFiles: "tests/local/afresh.ts",
          },
        },
        { extends: true, test: { name: "replacing", include: apart, pool: "vmThreads" } },
      ],
    },
  };
});
