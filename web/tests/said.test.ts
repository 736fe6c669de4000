/** Whatever the engine says, the page says: in five languages, and in English with the same names and numbers. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import said from "../fixtures/said.json";
import type { GameEvent, GameName } from "../src/table/table";
import { format } from "../src/words/message";
import { messageOf, moveOf, wholeCardText, type Card, type Message, type Speech } from "../src/words/speech";

const LANGUAGES = ["en", "it", "es", "fr", "de"];
const COLOURS = ["Red", "Yellow", "Green", "Blue", "Plum", "Slate"];
const data = (path: string) => JSON.parse(readFileSync(path, "utf8"));
const charts = {
  portobello: data("../src/piazzetta/data/portobello-map.json"),
  viaggiatore: data("../src/piazzetta/data/viaggiatore-deck.json"),
};

type Piece = GameEvent & { game: GameName; said: string };

function speak(
  language: string,
  game: GameName,
  you: number | null,
): { speech: Speech; say(message: Message): string } {
  const words: Record<string, Record<string, string>> = Object.fromEntries(
    ["portobello", "viaggiatore"].map((name) => [name, data(`src/words/${language}/${name}.json`)]),
  );
  const t: Speech["t"] = (key, params = {}) => {
    const dot = key.indexOf(".");
    const message = words[key.slice(0, dot)]![key.slice(dot + 1)];
    if (message === undefined) throw new Error(`${language} has no words for ${key}`);
    return format(message, params, language)
      .map((part) => part.text)
      .join("");
  };
  const list = (items: string[]) => new Intl.ListFormat(language, { type: "conjunction" }).format(items);
  const speech: Speech = {
    game,
    t,
    list,
    name: (seat) => COLOURS[seat]!,
    mine: (seat) => seat === you,
    chart: charts[game],
  };
  return { speech, say: ({ key, params }) => t(key, params) };
}

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

/** The names and numbers of a sentence; a key in brackets and the number of a card are not for people. */
function facts(text: string): Set<string> {
  const bare = text.replace(/\(card \d+\)|\((clause )?[\w.-]+( from \w+)?\)|(card|baggage|shop) \d+/g, "");
  const wanted = /Red|Yellow|Green|Blue|servant|burgher|lord|\b\d+\b|hat|shoes|accessor|cloth|train|plane|ship|bus/gi;
  return new Set(bare.match(wanted) ?? []);
}

describe("English", () => {
  it("tells the names and numbers that the engine tells", () => {
    for (const piece of kinds.event) {
      const { speech, say } = speak("en", piece.game, null);
      const text = say(messageOf(speech, "event", piece)).toLowerCase();
      for (const fact of facts(piece.said)) expect(text, piece.said).toContain(fact.toLowerCase());
    }
  });

  it("speaks to the reader", () => {
    const { speech, say } = speak("en", "portobello", 0);
    const built = {
      key: "built",
      params: { seat: 0, alley: "A-B", name: "Golborne Road", end: "B", space: 0, left: 3 },
    };
    expect(say(messageOf(speech, "event", built))).toBe("You build in Golborne Road, from the Golborne Cross end.");
    const scored = {
      key: "alley_scored",
      params: { alley: "A-B", name: "Golborne Road", clients: ["lord", "servant"], points: [9, 0, 4] },
    };
    expect(say(messageOf(speech, "note", scored))).toBe("Completes Golborne Road: you 9, Green 4");
  });

  it("refuses a wrong move and a wrong seat in words", () => {
    const { speech, say } = speak("en", "portobello", 0);
    const unknown = { key: "unknown_move", params: { move: "fly", meant: "" } };
    expect(say(messageOf(speech, "refusal", unknown))).toBe("“fly” is not a move of this game");
    expect(say(messageOf(speech, "refusal", { key: "wrong_seat", params: { mover: 1 } }))).toBe("It is Yellow’s turn.");
    expect(say(messageOf(speech, "refusal", { key: "wrong_seat", params: { mover: -1 } }))).toBe(
      "Chance decides first.",
    );
  });
});
