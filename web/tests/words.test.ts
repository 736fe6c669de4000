import { describe, expect, it } from "vitest";
import { compile } from "../plugins/messages";
import { format, text, type Compiled } from "../src/words/message";
import { PREFIXES } from "./prefixes";
import { catalogues as files } from "./speak";

const sources = import.meta.glob<string>("../src/**/*.{ts,svelte}", { eager: true, query: "?raw", import: "default" });

const english = Object.entries(files).filter(([path]) => path.includes("/en/"));
const said = (message: string, params = {}, language = "en") => text(compile(message), params, language);

/** All parameter names in a message: the same in every language, or a translation has lost something. */
function placeholders(message: Compiled): Set<string> {
  const names = new Set<string>();
  const walk = (nodes: Compiled): void => {
    for (const node of typeof nodes === "string" ? [] : nodes) {
      if (Array.isArray(node)) {
        names.add(node[0]);
        Object.values(node[1] ?? {}).forEach(walk);
      } else if (typeof node === "object") walk(node.b);
    }
  };
  walk(message);
  return names;
}

describe("messages", () => {
  it("fills in parameters, plurals and selections", () => {
    expect(said("{n, plural, =0 {none} one {# stall} other {# stalls}}", { n: 0 })).toBe("none");
    expect(said("{n, plural, one {# stall} other {# stalls}}", { n: 1 })).toBe("1 stall");
    expect(said("{w, select, you {You {x}} other {{who} {x}s}}", { w: "z", who: "Ada", x: "build" })).toBe(
      "Ada builds",
    );
  });

  it("tells parameters and bold from plain words", () => {
    expect(format(compile("<b>Rule</b> {clause}"), { clause: "4.2" }, "en")).toEqual([
      { text: "Rule", param: null, bold: true },
      { text: " ", param: null, bold: false },
      { text: "4.2", param: "clause", bold: false },
    ]);
  });

  it("refuses broken ones", () => {
    expect(() => said("{n, plural, one {x}")).toThrow();
    expect(() => said("{n, plural, one {x}}")).toThrow(/other/i);
  });
});

describe.each(english)("%s", (path, messages) => {
  it.each(["it", "es", "fr", "de"])("says the same in %s", (language) => {
    const other = files[path.replace("/en/", `/${language}/`)];
    expect(other, `${language} has no such file`).toBeDefined();
    expect(Object.keys(other!).toSorted()).toEqual(Object.keys(messages).toSorted());
    for (const [key, message] of Object.entries(messages)) {
      expect(other![key], key).not.toBe("");
      expect([...placeholders(other![key]!)].toSorted(), key).toEqual([...placeholders(message)].toSorted());
    }
  });

  it("has no message that nobody uses", () => {
    const subject = /games\/(\w+)\//.exec(path)?.[1] ?? path.split("/").at(-1)!.replace(".json", "");
    const all = Object.values(sources).join("\n");
    const unused = Object.keys(messages).filter((key) => {
      const full = `${subject}.${key}`;
      if (PREFIXES.some((prefix) => full.startsWith(prefix))) return false;
      return ![`"${key}"`, `'${key}'`, `"${full}"`, `'${full}'`, `\`${full}\``].some((written) =>
        all.includes(written),
      );
    });
    expect(unused).toEqual([]);
  });
});

it("every key the page asks for is there", () => {
  const interfaces = files["../src/words/en/interface.json"]!;
  const missing = Object.entries(sources).flatMap(([path, source]) =>
    [...source.matchAll(/\bt\(\s*"([^"$]+)"/g)]
      .map((match) => match[1]!)
      .filter((key) => !(key in interfaces))
      .filter((key) => {
        const dot = key.indexOf(".");
        const [subject, rest] = [key.slice(0, dot), key.slice(dot + 1)];
        const places = [`/src/words/en/${subject}.json`, `/games/${subject}/words/en/`];
        return !english.some(([path, messages]) => places.some((place) => path.includes(place)) && rest in messages);
      })
      .map((key) => `${path}: ${key}`),
  );
  expect(missing).toEqual([]);
});
