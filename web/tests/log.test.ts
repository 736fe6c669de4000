/**
 * The log that a page shows: the same whether it was told move by move, or all at once after loading; and sentences
 * that name the piece that moved, so that they can be understood without the map.
 */
import { describe, expect, it } from "vitest";
import said from "../fixtures/said.json";
import { withHappening, type GameEvent, type GameName, type Happening } from "../src/table/table";
import { messageOf } from "../src/words/speech";
import { LANGUAGES, speak, wordsOf } from "./speak";
import { text } from "../src/words/message";

const step = (at: number, kind: string, more: Partial<Happening> = {}): Happening =>
  ({ at, frame: at, seat: 0, kind, events: [], ...more }) as Happening;
const told = (...steps: Happening[]) => steps.reduce(withHappening, [] as Happening[]).map(({ at }) => at);

it("drops a move that was taken back, and no other", () => {
  expect(told(step(1, "play"), step(2, "play"), step(3, "undo"))).toEqual([1]);
  // a page that is loaded later is told that the move is undone, and of the undo too
  expect(told(step(1, "play"), step(2, "play", { undone: true }), step(3, "undo"))).toEqual([1]);
});

it("drops two moves that were taken back one after the other", () => {
  const moves = [step(1, "play"), step(2, "play", { undone: true }), step(3, "play", { undone: true })];
  expect(told(...moves, step(4, "undo"), step(5, "undo"), step(6, "play"))).toEqual([1, 6]);
});

/** What a sentence of the log has to name, as the game calls it: one of these, whichever the event is about. */
const NAMED: Record<string, string[]> = {
  "portobello.built": ["stall"],
  "portobello.last_round": ["stall"],
  "portobello.district_marked": ["district"],
  "portobello.bobby_set": ["bobby"],
  "portobello.bobby_crossed": ["bobby"],
  "portobello.drawing": ["client"],
  "portobello.client_drawn": ["servant", "burgher", "lord"],
  "portobello.client_placed": ["servant", "burgher", "lord"],
  "portobello.client_queued": ["servant", "burgher", "lord"],
  "portobello.client_housed": ["client", "servant", "burgher", "lord"],
  "portobello.lord_in_hand": ["lord"],
  "portobello.lord_came": ["lord"],
  "portobello.lord_scored": ["lord"],
  "viaggiatore.auction_called": ["auction"],
  "viaggiatore.auctions_closed": ["auction"],
  "viaggiatore.auction_won": ["auction"],
  "viaggiatore.nobody_won": ["auction"],
  "viaggiatore.all_bluffed": ["bluff", "auction"],
  "viaggiatore.carrier_laid": ["baggage"],
  "viaggiatore.face_down": ["baggage"],
  "viaggiatore.shop": ["shop"],
};

describe.each(LANGUAGES)("%s", (language) => {
  it.each([null, 0])("names in a sentence what moved, for seat %s", (you) => {
    const left = new Set(Object.keys(NAMED));
    for (const event of said.events as unknown as (GameEvent & { game: GameName })[]) {
      const { speech, say } = speak(language, event.game, you);
      const words = wordsOf(language, event.game);
      const sentence = say(messageOf(speech, "event", event));
      expect(sentence).toMatch(/\p{Ll} .*\.$/u);
      const pieces = NAMED[`${event.game}.${event.key}`];
      if (!pieces) continue;
      left.delete(`${event.game}.${event.key}`);
      const stems = pieces.map((piece) => stem(text(words[`term.${piece}`]!, {}, language)));
      expect(sentence.toLowerCase()).toMatch(new RegExp(stems.join("|")));
    }
    expect([...left]).toEqual([]);
  });
});

/** A word of the game without its article and its last letters, which a plural may change. */
const stem = (word: string): string => {
  const bare = word.toLowerCase().split(" ").at(-1)!;
  return bare.slice(0, Math.min(5, bare.length - 1));
};
