/** Every reason a hint can give, in five languages. */
import { describe, expect, it } from "vitest";
import type { GameName, Reason } from "../src/table/table";
import { reasonOf } from "../src/words/speech";
import { LANGUAGES, speak as speaker, wordsOf } from "./speak";

const NAMES = ["Ada", "Barrow", "Penny", "Thimble"];
const place = { alley: "A-B", name: "Golborne Road" };
const district = { seat: 1, district: "D4", name: "Lancaster Green" };

/** Examples as the engine gives them (docs/hints.md); seat 0 moves. */
const EXAMPLES: Record<"portobello" | "viaggiatore", Reason[]> = {
  portobello: [
    { key: "most_often", params: { moves: 12, ahead: 0.034 } },
    { key: "most_often", params: { moves: 2, ahead: 0.001 } },
    { key: "completes", params: { ...place, points: [12, 0, 4], mine: 0 } },
    { key: "completes", params: { ...place, points: [0, 0, 0], mine: 0 } },
    { key: "lord_pays", params: { ...place, points: [5, 2, 0], mine: 0 } },
    { key: "marks", params: { ...district, factor: 2, stalls: 4, points: 8, mine: 0 } },
    { key: "pays", params: { toll: 2, receivers: [1, 2], mine: 0 } },
    { key: "pays", params: { toll: 1, receivers: [], mine: 0 } },
    {
      key: "takes",
      params: {
        places: [
          { ...place, values: [4, 3] },
          { ...place, name: "Elgin Lane", values: [5] },
        ],
        mine: 0,
      },
    },
    { key: "majority", params: { places: [place], mine: 0 } },
    { key: "seats_client", params: { client: "burgher", square: "A", name: "Golborne Cross", worth: 9, mine: 0 } },
    { key: "draws", params: { servants: 3, burghers: 1, mine: 0 } },
    { key: "draws", params: { servants: 1, burghers: 0, mine: 0 } },
    { key: "bobby_pays_you", params: { ...district, mine: 0 } },
    { key: "bobby_costs", params: { ...district, toll: 2, mine: 0 } },
    { key: "answer", params: { seat: 1, places: [{ ...place, points: 7 }], yours: 3, mine: 0 } },
    { key: "answer", params: { seat: 1, places: [{ ...place, points: 7 }], yours: 0, mine: 0 } },
    { key: "no_answer", params: { seat: 2, mine: 0 } },
    { key: "denies", params: { seat: 1, points: 1, instead: 9, move: "build A-B@B", mine: 0 } },
    { key: "last_stall", params: { mine: 0 } },
    { key: "ends_game", params: { winners: [0], mine: 0 } },
    { key: "ends_game", params: { winners: [0, 1], mine: 0 } },
    { key: "ends_game", params: { winners: [2], mine: 0 } },
    { key: "only_move", params: {} },
    { key: "wins_less", params: {} },
    { key: "gives", params: { seat: 1, points: 12, instead: 1, mine: 0 } },
    { key: "gives_up", params: { points: 1, instead: 9, mine: 0 } },
    { key: "seats_less", params: { worth: 2, instead: 9, mine: 0 } },
    { key: "spends_tile", params: { points: 4, mine: 0 } },
    { key: "leads_less", params: { alleys: 0, instead: 1, mine: 0 } },
    { key: "leads_less", params: { alleys: 1, instead: 2, mine: 0 } },
    { key: "takes_less", params: { values: 3, instead: 6, mine: 0 } },
    { key: "cheap_bobby", params: { seat: 1, toll: 0, instead: 2, mine: 0 } },
    { key: "cheap_bobby", params: { seat: 2, toll: 1, instead: 2, mine: 0 } },
    { key: "overpays", params: { toll: 2, instead: 1, mine: 0 } },
    { key: "lets_score", params: { seat: 1, points: 24, instead: 6, places: [{ ...place, points: 24 }], mine: 0 } },
  ],
  viaggiatore: [
    { key: "arrives", params: { steps: 4, vehicle: "train" } },
    { key: "steps", params: { steps: 3, at: 5, vehicle: "ship" } },
    { key: "sale", params: { average: 2.34, enough: 0.25 } },
    { key: "sale", params: { average: 1, enough: 0 } },
    { key: "known_shop", params: { card: 4, points: 3, enough: 1 } },
    { key: "sale_grows", params: { card: 4, objects: [1, 0, 2, 0], before: 0.5, after: 1.75 } },
    { key: "beaten_by", params: { value: 4, beating: 7, unseen: 60, tie_stays: true } },
    { key: "beaten_by", params: { value: 4, beating: 0, unseen: 60, tie_stays: false } },
    { key: "tie_stays", params: {} },
    { key: "bidders", params: { bidders: 2 } },
    { key: "nobody_bids", params: {} },
    { key: "face_down", params: {} },
    { key: "keeps_cards", params: { held: 1 } },
    { key: "ticket_steps", params: { vehicle: "bus", steps: 5, tickets: 0 } },
    { key: "ticket_steps", params: { vehicle: "plane", steps: 1, tickets: 2 } },
    { key: "lets_ride", params: { seats: [1, 2], vehicle: "bus" } },
    { key: "lets_ride", params: { seats: [1], vehicle: "bus" } },
    { key: "no_rider", params: {} },
    { key: "empty_handed", params: {} },
    { key: "falls_short", params: { steps: 1, instead: 4 } },
    { key: "misses_baggage", params: { card: 4, objects: [1, 0, 2, 0], before: 0.5, after: 1.75 } },
    { key: "misses_sale", params: { average: 2.34 } },
    { key: "sells_less", params: { after: 1.25, average: 2 } },
  ],
};

function speak(language: string, game: GameName, you: number | null): (reason: Reason) => string {
  const { speech, say } = speaker(language, game, you, NAMES);
  return (reason) => say(reasonOf(speech, reason, 0));
}

describe.each(LANGUAGES)("%s", (language) => {
  it.each([null, 0, 1, 2])("says every reason to seat %s, whose player is never named", (you) => {
    for (const [game, reasons] of Object.entries(EXAMPLES) as [GameName, Reason[]][])
      for (const reason of reasons) {
        const said = speak(language, game, you)(reason);
        expect(said, reason.key).not.toMatch(/[{}#]|undefined|NaN|none\b| {2}|\d\.\d{2}/);
        expect(said, reason.key).toMatch(/^[\p{Lu}\p{N}]/u);
        if (you !== null) expect(said, reason.key).not.toContain(NAMES[you]);
      }
  });
});

describe("English", () => {
  it("has an example of every reason", () => {
    const words = { ...wordsOf("en", "portobello"), ...wordsOf("en", "viaggiatore") };
    const keys = Object.keys(words).filter((key) => key.startsWith("reason."));
    const examples = Object.values(EXAMPLES)
      .flat()
      .map(({ key }) => `reason.${key}`);
    expect(new Set(examples)).toEqual(new Set(keys));
  });

  it("speaks of the facts", () => {
    const market = (key: string) => speak("en", "portobello", 0)(EXAMPLES.portobello.find((one) => one.key === key)!);
    expect(market("completes")).toBe("Completes Golborne Road: you 12, Penny 4");
    expect(market("takes")).toBe("Takes the 4 and 3 in Golborne Road and the 5 in Elgin Lane");
    expect(market("bobby_pays_you")).toBe("Leaves the Bobby in Lancaster Green, where Barrow has to pay you");
    expect(market("most_often")).toBe("Wins most often of all 12 moves, 3% more often than the next best");
    expect(market("lets_score")).toBe("Lets Barrow score 24 points next turn instead of 6: Golborne Road (24)");
    expect(market("denies")).toBe(
      "Lets Barrow score only 1 point next turn, instead of 9 after “Build a stall in Golborne Road, from the Golborne Cross end”",
    );
    expect(speak("en", "viaggiatore", 0)(EXAMPLES.viaggiatore[2]!)).toBe(
      "The baggage sells for 2.3 points on average, enough to win in 25% of cases",
    );
  });
});
