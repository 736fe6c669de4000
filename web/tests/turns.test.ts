import { expect, it } from "vitest";
import { speech as market } from "../src/local/generated/speech/portobello";
import { log } from "../src/games/portobello/log";
import { tellBy } from "../src/shell/rail/log-style";
import { sinceLast, turnsOf } from "../src/shell/rail/turns";
import type { GameEvent, Happening } from "../src/table/table";
import { learn, type Speech } from "../src/words/speech";

learn("portobello", market);
tellBy("portobello", log);
const speech: Speech = {
  game: "portobello",
  t: (key) => key,
  list: (items) => items.join(", "),
  decimal: String,
  name: (seat) => `seat ${seat}`,
  mine: (seat) => seat === 0,
  chart: {},
};

let at = 0;
const did = (seat: number, ...events: [string, Record<string, unknown>][]): Happening => ({
  at: ++at,
  frame: at,
  seat,
  kind: "play",
  events: events.map(([key, params]): GameEvent => ({ key, params: { seat, ...params } })),
});
const turn = (seat: number): [string, Record<string, unknown>] => ["turn", { seat }];
const built = (name: string): [string, Record<string, unknown>] => ["built", { name, alley: name, end_name: "A" }];
const walk = (name: string, toll: number, receivers: number[]): [string, Record<string, unknown>] => [
  "bobby_crossed",
  { name, district: name, alley_name: "X", toll, receivers },
];

const LOG = [
  did(0, ["bobby_set", { name: "Rag Fair" }], turn(0)),
  did(0, built("Elgin Crescent")),
  did(0, built("Elgin Crescent")),
  did(0, ["turn_ended", {}], turn(1)),
  did(1, walk("Tea Yard", 2, [0, 2])),
  did(1, walk("Book Row", 0, [])),
  did(1, ["alley_scored", { name: "Talbot Road", points: [0, 6, 1] }], turn(2)),
  { ...did(2, walk("Rag Fair", 0, [])), by: "clock" as const, late: true },
  { ...did(2, ["district_marked", { name: "Fish Row", points: 4 }], turn(0)), by: "clock" as const },
];

it("tells a turn in one line, with what it brought", () => {
  const turns = turnsOf(LOG, Infinity, speech, () => true);
  expect(turns.map(({ seat }) => seat)).toEqual([2, 1, 0, -1]);
  const [marked, walked, two] = turns;
  expect(two!.pieces).toMatchObject([{ icon: "i-stall", text: "Elgin Crescent", times: 2, seat: null }]);
  expect(
    walked!.pieces.map(({ text }) => text),
    "only where the Bobby ends",
  ).toEqual(["Book Row", "Talbot Road"]);
  expect(walked!.gains).toEqual([
    [0, 1],
    [1, 4],
    [2, 2],
  ]);
  expect(walked!.frame, "the position after the turn").toBe(LOG[6]!.frame);
  expect(
    marked!.notes.map(({ message }) => message.key),
    "time that ran out is not hidden, and said once",
  ).toEqual(["note.clock"]);
});

it("does not run ahead of what is shown", () => {
  expect(turnsOf(LOG, 4, speech, () => true).map(({ seat }) => seat)).toEqual([0, -1]);
});

it("knows what happened since the reader's last turn", () => {
  const turns = turnsOf(LOG, Infinity, speech, () => true);
  expect(sinceLast(turns, 0)).toEqual({ from: 0, to: 2 });
  expect(sinceLast(turns, 2), "on turn, or just after, with no turn before").toBeNull();
  const own = turnsOf([...LOG, did(0, built("Golborne Road"))], Infinity, speech, () => true);
  expect(sinceLast(own, 0), "the current turn does not count").toEqual({ from: 1, to: 3 });
});
