/** Whatever the engine says, the page says in five languages. */
import { describe, expect, it } from "vitest";
import said from "../fixtures/said.json";
import type { GameEvent, GameName } from "../src/table/table";
import { messageOf, moveOf, wholeCardText, type Card } from "../src/words/speech";
import { charts, LANGUAGES, speak } from "./speak";

type Piece = GameEvent & { game: GameName; said: string };

const kinds = { event: said.events, note: said.notes, refusal: said.refusals } as unknown as Record<
  "event" | "note" | "refusal",
  Piece[]
>;

describe.each(LANGUAGES)("%s", (language) => {
  it.each([null, 0, 1])("says everything to seat %s", (you) => {
    for (const [kind, pieces] of Object.entries(kinds) as ["event", Piece[]][])
      for (const piece of pieces) {
        const { speech, say } = speak(language, piece.game, you);
        const text = say(messageOf(speech, kind, piece));
        expect(text, `${kind} ${piece.key}`).not.toMatch(/[{}#]|undefined|NaN| {2}|none/);
        expect(text, `${kind} ${piece.key}`).toMatch(/^[\p{Lu}\p{N}“«„¿]/u);
      }
  });

  it("says every move", () => {
    for (const { game, move } of said.moves as { game: GameName; move: string }[]) {
      const { speech, say } = speak(language, game, 0);
      for (const how of [{}, { setting: true, row: true }])
        expect(say(moveOf(speech, move, how))).not.toMatch(/[{}#]|undefined|NaN| {2}|none/);
    }
  });

  it("says what is on a card", () => {
    for (const card of charts.viaggiatore as Card[])
      expect(wholeCardText(speak(language, "viaggiatore", 0).speech, card)).not.toMatch(/[{}#]|undefined|none/);
  });
});

/** A sentence of the engine without what only people who type moves need: the keys of places, the numbers of cards. */
const bare = (text: string) => text.replace(/ \((?:[A-Z]-[A-Z]|[A-Z]|D\d+)\)|card \d+, /g, "");

describe("English", () => {
  it("is the engine's own", () => {
    for (const piece of kinds.event) {
      const { speech, say } = speak("en", piece.game, null);
      expect(say(messageOf(speech, "event", piece))).toBe(bare(piece.said));
    }
  });

  it("speaks to the reader", () => {
    const { speech, say } = speak("en", "portobello", 0);
    const built = {
      key: "built",
      params: { seat: 0, alley: "A-B", name: "Golborne Road", end: "B", space: 0, left: 3 },
    };
    expect(say(messageOf(speech, "event", built))).toBe(
      "You build a stall in Golborne Road, from the Golborne Cross end.",
    );
    const scored = {
      key: "alley_scored",
      params: { alley: "A-B", name: "Golborne Road", clients: ["lord", "servant"], points: [9, 0, 4] },
    };
    expect(say(messageOf(speech, "note", scored))).toBe("Completes Golborne Road: you 9, Green 4");
  });

  it("refuses a wrong move and a wrong seat in words", () => {
    const { speech, say } = speak("en", "portobello", 0);
    const unknown = { key: "unknown_move", params: { move: "fly", meant: "" } };
    expect(say(messageOf(speech, "refusal", unknown))).toBe("“fly” is not a move of this game.");
    expect(say(messageOf(speech, "refusal", { key: "wrong_seat", params: { mover: 1 } }))).toBe("It is Yellow’s turn.");
    expect(say(messageOf(speech, "refusal", { key: "wrong_seat", params: { mover: -1 } }))).toBe(
      "A random draw comes first.",
    );
  });
});
