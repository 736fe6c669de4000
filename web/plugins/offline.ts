/** Builds the service worker with its list of files to cache, and adds the other files of a static site. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Plugin } from "vite";

const SOURCE = "src/offline/sw.ts";

/** Server answers that are the same for everybody: about all games whose engine the page has. */
function answers(root: string): string[] {
  const languages = readdirSync(join(root, "src/words"), { withFileTypes: true }).filter((one) => one.isDirectory());
  const games = readdirSync(join(root, "src/local/generated")).filter((name) => name.endsWith(".wasm"));
  const about = games.flatMap((file) => {
    const game = file.replace(".wasm", "");
    const plain = !existsSync(join(root, "src/games", game)); // the server has the words of such a game
    return plain ? [`rules/${game}`, `words/${game}`] : [`rules/${game}`];
  });
  const all = about.flatMap((address) => languages.map(({ name }) => `api/v1/${address}?lang=${name}`));
  return ["api/v1/games", ...all];
}

/** Players do not need the documentation's pictures, and the illustrated rulebooks are large: a browser keeps the ones
 * it has shown. So it does with a turn in pictures, for people who wait at a server's table. What people look up beside the table (`….aside-….html`) is kept. */
const KEPT = /\.(html|js|css|wasm|json|webmanifest|woff2|svg|png|gz)$/;
const NOT_KEPT = /^docs\/images\/|^assets\/\w+\.\w\w(\.turn)?-[\w-]+\.html$/;

function filesOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path).isFile());
}

export function offline(options: { root: string; extra?: string | undefined; site: boolean }): Plugin {
  const { root, extra, site } = options;
  const nameIn = (folder: string, path: string) => relative(folder, path).split(sep).join("/");
  return {
    name: "offline",
    apply: "build",
    buildStart() {
      this.emitFile({ type: "chunk", id: join(root, SOURCE), fileName: "sw.js" });
      for (const path of extra ? filesOf(extra) : []) {
        this.emitFile({ type: "asset", fileName: nameIn(extra!, path), source: readFileSync(path) });
      }
    },
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const digest = createHash("sha256");
        const publics = filesOf(join(root, "public")).map(
          (path) => [nameIn(join(root, "public"), path), readFileSync(path)] as const,
        );
        const built = Object.values(bundle).map(
          (item) => [item.fileName, item.type === "chunk" ? item.code : item.source] as const,
        );
        const all = [...publics, ...built].toSorted(([a], [b]) => (a < b ? -1 : 1));
        for (const [name, content] of all) digest.update(name).update(content);
        const names = all
          .map(([name]) => name)
          .filter((name) => name !== "sw.js" && KEPT.test(name) && !NOT_KEPT.test(name));
        const files = names.map((name) => (name === "index.html" ? "./" : name));
        const worker = bundle["sw.js"];
        if (worker?.type !== "chunk") throw new Error("the service worker was not built");
        if (worker.imports.length) throw new Error("the service worker has to stand alone");
        const written = (value: unknown) => JSON.stringify(JSON.stringify(value)).slice(1, -1);
        worker.code = worker.code
          .replace("%VERSION%", digest.digest("hex").slice(0, 16))
          .replace("%FILES%", () => written(files))
          .replace("%ANSWERS%", () => written(site ? [] : answers(root)));
      },
    },
  };
}
