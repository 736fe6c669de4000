/** A style without its variable shows nothing of what was meant: text without its ground, a button that looks unpressed. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const sources = ["index.html", ...globSync("src/**/*.{css,svelte,ts}")]
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");

test("every variable of the styles is set somewhere", () => {
  const used = [...sources.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name!);
  const set = new Set([...sources.matchAll(/(--[\w-]+)(?=["']?\]?\s*[:=,])/g)].map(([, name]) => name!));
  expect(used.length).toBeGreaterThan(500);
  expect([...new Set(used)].filter((name) => !set.has(name))).toEqual([]);
});
