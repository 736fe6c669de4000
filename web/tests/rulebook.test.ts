import { expect, it } from "vitest";
import { clauseOf, matches, plain } from "../src/shell/rulebook";

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
