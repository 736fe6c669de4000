import { expect, it } from "vitest";
import { places } from "../../src/shell/rules/marks";

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
