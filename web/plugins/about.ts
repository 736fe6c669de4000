/** Writes `about.json`: the version, and what was built into the page by others, with its licence. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const PACKAGE = /.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const NOTICE = /^licen[cs]e/i;

export interface Shipped {
  name: string;
  version: string;
  licence: string;
  /** The licence itself, with its copyright notice. */
  text: string;
}

/** The packages that any of these files belongs to. */
export function shipped(files: Iterable<string>): Shipped[] {
  const folders = new Set<string>();
  for (const file of files) {
    const folder = PACKAGE.exec(file.replaceAll("\\", "/"))?.[0];
    if (folder && existsSync(join(folder, "package.json"))) folders.add(folder);
  }
  return [...folders].map(described).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function described(folder: string): Shipped {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    name: string;
    version: string;
    license: string;
  };
  const notice = readdirSync(folder).find((file) => NOTICE.test(file));
  if (!notice) throw new Error(`${name} comes without its licence`);
  return { name, version, licence: license, text: readFileSync(join(folder, notice), "utf8").trim() };
}

/** One for the page and one for its workers, which are built apart: only the page's writes the file. */
export function about(root: string): { page: Plugin; worker: () => Plugin } {
  const used = new Set<string>();
  const look: Plugin["generateBundle"] = (_, bundle) => {
    for (const item of Object.values(bundle)) {
      const files =
        item.type === "asset"
          ? item.originalFileNames.map((name) => join(root, name))
          : Object.entries(item.modules).flatMap(([id, { renderedLength }]) => (renderedLength ? [id] : []));
      for (const file of files) used.add(file);
    }
  };
  return {
    page: {
      name: "about",
      apply: "build",
      generateBundle(options, bundle, isWrite) {
        look.call(this, options, bundle, isWrite);
        const written = readFileSync(join(root, "../src/piazzetta/__init__.py"), "utf8");
        const version = /^__version__ = "(.+)"$/m.exec(written)![1];
        const source = JSON.stringify({ version, shipped: shipped(used) });
        this.emitFile({ type: "asset", fileName: "about.json", source });
      },
    },
    worker: () => ({ name: "about-worker", apply: "build", generateBundle: look }),
  };
}
