import { describe, expect, it } from "vitest";
import { format, placeholders } from "../src/words/message";
import { PREFIXES } from "../src/words/prefixes";

type Messages = Record<string, string>;
const files = import.meta.glob<Messages>("../src/words/*/*.json", { eager: true, import: "default" });
const sources = import.meta.glob<string>("../src/**/*.{ts,svelte}", { eager: true, query: "?raw", import: "default" });

const english = Object.entries(files).filter(([path]) => path.includes("/en/"));
const said = (message: string, params = {}, language = "en") =>
  format(message, params, language)
    .map((part) => part.text)
    .join("");

describe("messages", () => {
  it("fills in parameters, plurals and selections", () => {
    expect(said("{n, plural, =0 {none} one {# stall} other {# stalls}}", { n: 0 })).toBe("none");
    expect(said("{n, plural, one {# stall} other {# stalls}}", { n: 1 })).toBe("1 stall");
    expect(said("{w, select, you {You {x}} other {{who} {x}s}}", { w: "z", who: "Ada", x: "build" })).toBe(
      "Ada builds",
    );
  });

  it("tells parameters and bold from plain words", () => {
    expect(format("**Rule** {clause}", { clause: "4.2" }, "en")).toEqual([
      { text: "Rule", param: null, bold: true },
      { text: " ", param: null, bold: false },
      { text: "4.2", param: "clause", bold: false },
    ]);
  });

  it("refuses broken ones", () => {
    expect(() => said("{n, plural, one {x}")).toThrow();
    expect(() => said("{n, plural, one {x}}")).toThrow(/other/);
    expect(() => said("a }")).toThrow();
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
    const subject = path.split("/").at(-1)!.replace(".json", "");
    const all = Object.values(sources).join("\n");
    const unused = Object.keys(messages).filter((key) => {
      const full = `${subject}.${key}`;
      if (PREFIXES.some((prefix) => full.startsWith(prefix))) return false;
      return ![`"${key}"`, `'${key}'`, `"${full}"`, `\`${full}\``].some((written) => all.includes(written));
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
        return !(key.slice(dot + 1) in (files[`../src/words/en/${key.slice(0, dot)}.json`] ?? {}));
      })
      .map((key) => `${path}: ${key}`),
  );
  expect(missing).toEqual([]);
});
