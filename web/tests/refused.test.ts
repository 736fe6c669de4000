// Refusals are said in the reader's language, whatever sentence the server sent with them.
import { beforeAll, expect, it } from "vitest";
import { failure, refused, refusedHere } from "../src/shell/rules/refused";
import { Refused } from "../src/table/http";
import { setLanguage } from "../src/words/index.svelte";
import { speak } from "./speak";

const refusal = (code: string) => ({ code, sentence: "An English sentence.", clause: null });

beforeAll(() => setLanguage("it"));

it("says what the server refuses", async () => {
  expect(await failure(new Refused("full", "the house is full", null))).toContain("server è pieno");
  expect(await refusedHere({ done: false, refusal: refusal("rate") })).toContain("Aspetta");
  expect(await refusedHere({ done: true })).toBe("");
});

it("says something even of what it does not know, and of a lost connection", async () => {
  expect(await refusedHere({ done: false, refusal: refusal("from_a_newer_server") })).toContain("Riprova");
  expect(await failure(new TypeError("Failed to fetch"))).toContain("tavolo");
  expect(await failure(new Refused("elsewhere", "", null))).toContain("finestra");
});

it("says what a table refuses beside the rules", () => {
  const { speech } = speak("it", "portobello", 0);
  expect(refused(speech, refusal("stale"))).toContain("partita");
  expect(refused(speech, refusal("hint"))).toContain("suggerimento");
});
