import { readFileSync, readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { clauseInEdition, codeOf, inEdition } from "../../src/shell/rules/by-edition";
import { places } from "../../src/shell/rules/marks";

it("leaves one edition's sentences, and says what is a ruling there", () => {
  const text = "IT: It starts on 0. ES, DE: It starts on 10 (ES; *ruling* for DE). A bag.";
  expect(inEdition(text, "DE")).toBe("It starts on 10 (*ruling*). A bag.");
  expect(inEdition(text, codeOf("it"))).toBe("It starts on 0. A bag.");
  expect(inEdition(text, codeOf("fr-memo"))).toBe("A bag.");
  expect(
    clauseInEdition({ number: "2.1", text: "- 2.1 IT: Zero:\n  - a) Toll. DE: one.\n  - b) two." }, "IT").text,
  ).toBe("Zero:\n  - a) Toll.\n  - b) two.");
});

it("leaves no code of an edition in any language's rules", () => {
  const folder = "../src/piazzetta/data/rules";
  const files = readdirSync(folder).filter((name) => /^portobello\.(..\.)?md$/.test(name));
  expect(files).toHaveLength(5);
  for (const name of files)
    for (const clause of readFileSync(`${folder}/${name}`, "utf8").match(/^- \d+\.\d+ (.*\n(?: .*\n)*)/gm)!)
      expect(clauseInEdition({ number: clause.split(" ")[1]!, text: clause }, "DE").text).not.toMatch(
        /\b(IT|ES|FR|FM|DE)\b[,:;)]/,
      );
});

it("finds the places of words however they are typed", () => {
  expect(places("À l’étal, un étal", ["etal"])).toEqual([
    [4, 8],
    [13, 17],
  ]);
  expect(places("**Lord.** The lord", ["lord"])).toEqual([
    [2, 6],
    [14, 18],
  ]);
});
