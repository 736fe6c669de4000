/**
 * The engine for tests written in Python (`tests/browser`): a line of JSON in, a line out. A line is a list of steps with
 * one match; the answer says what each step gave.
 */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { BadInput, IllegalMove, loadEngine, type Engine, type LocalMatch } from "../../src/local/engine";
import { pace } from "../../src/local/searcher";
import type { GameName } from "../../src/table/table";

type Step = [name: string, ...args: never[]];

const folder = process.argv[2]!;
pace.factor = Infinity; // only simulations count, so that a slow machine plays the same
const engines: Record<string, Engine> = {};
for (const game of ["portobello", "viaggiatore"] as GameName[]) {
  engines[game] = await loadEngine(game, readFileSync(`${folder}/${game}.wasm`));
}

function steps(engine: Engine, list: Step[]): unknown[] {
  let match: LocalMatch;
  const known: Record<string, (...args: never[]) => unknown> = {
    info: () => engine.info,
    start: (wish) => ((match = engine.start(wish)), match.setting),
    resume: (record) => ((match = engine.resume(record ?? match.record())), match.setting),
    facts: () => [match.mover, match.over, match.awaited, match.length, match.commitment],
    choose: (move, seat) => match.choose(move, seat),
    undo: (seat) => match.undo(seat),
    why: (move, seat) => match.why(move, seat),
    sight: (viewer) => match.sight(viewer),
    events: (since: number, viewer) => {
      const found = [];
      for (let at = since; at < match.length; at++) found.push([match.seatOf(at), match.eventsOf(at, viewer)]);
      return found;
    },
    record: () => match.record(),
    fair: () => match.verifyFair(),
    replay: (record, viewer) => engine.replay(record ?? match.record(), viewer),
    bot: (level, seed, seat) => engine.bot(level, seed).choose(match, seat),
    hint: (seat, level) => engine.hint(match, seat, level),
    analyse: (level) => engine.analyse(match.record(), level).look(Infinity),
  };
  return list.map(([name, ...args]) => {
    try {
      return known[name]!(...args) ?? null;
    } catch (error) {
      if (error instanceof IllegalMove) return { refused: { ...error } };
      if (error instanceof BadInput) return { refused: error.message };
      return { broken: String((error as Error).stack) };
    }
  });
}

for await (const line of createInterface({ input: process.stdin })) {
  const { game, steps: list } = JSON.parse(line) as { game: string; steps: Step[] };
  process.stdout.write(JSON.stringify(steps(engines[game]!, list)) + "\n");
}
