import { describe, expect, it } from "vitest";
import { clauseOf, matches, plain, wording } from "../../src/shell/rules/rulebook";

const clause = { number: "6.2", text: "Each **crossing** is paid; à l’étal (*ruling*)" };

it("finds clauses by number and by words however they are typed", () => {
  expect(matches(clause, "6.2c")).toBe(true);
  expect(matches(clause, "6")).toBe(true);
  expect(matches(clause, "7")).toBe(false);
  expect(matches(clause, "PAID crossing")).toBe(true);
  expect(matches(clause, "l'etal")).toBe(true);
});

it("finds the clause a refusal names, and drops marks of emphasis", () => {
  const book = [{ number: "6", title: "The Bobby", clauses: [clause] }];
  expect(clauseOf(book, "6.2d")).toBe("6.2");
  expect(clauseOf(book, "9.9")).toBe("");
  expect(plain(clause.text)).toBe("Each crossing is paid; à l’étal (ruling)");
});

describe("wording", () => {
  it("leaves out the dash, the number beside it and the file's line breaks", () => {
    expect(wording({ number: "1.2", text: "- 1.2 Each player: *three* tiles,\n  2, 3 and 4." })).toBe(
      "Each player: three tiles, 2, 3 and 4.",
    );
    expect(wording({ number: "E1", text: "- E1 (8.2) servant" })).toBe("(8.2) servant");
  });
  it("keeps each case on a line of its own", () => {
    expect(wording({ number: "6.2", text: "- 6.2 Toll:\n  - a) none: 1 point,\n    to nobody;\n  - b) free." })).toBe(
      "Toll:\na) none: 1 point, to nobody;\nb) free.",
    );
  });
});
