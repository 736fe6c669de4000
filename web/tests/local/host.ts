/**
 * Translated Python for tests written in Python (`tests/browser`, `tests/tables`): a line of JSON in, a line out. A line
 * names a table and lists steps; the answer has each step's result. Steps have the names of `tests/tables/driver.py`.
 */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Analysing } from "../../src/local/host/analysing";
import { attempted, MomentSeeking, sceneOf } from "../../src/local/host/moments";
import { Exploring } from "../../src/local/host/exploring";
import { Filming } from "../../src/local/host/filming";
import { decisionsOf, digested, insightsOf } from "../../src/local/host/insights";
import { checked, drawn } from "../../src/local/host/workshop/components";
import { Fairing } from "../../src/local/host/workshop/fairing";
import { Judging, played } from "../../src/local/host/workshop/judging";
import { Starting } from "../../src/local/host/workshop/starting";
import { Pondering, Studying } from "../../src/local/host/studying";
import type { Entry, Table } from "../../src/local/host/kept-table";
import { loadGame } from "../../src/local/host/load";
import * as python from "../../src/local/generated/python/common.js";
import { pace } from "../../src/local/host/searcher";
import { bytes_fromhex, Dict, fromJson, made, toJson, type Any } from "../../src/local/python";
import type { Improve, Questions, SeekStart } from "../../src/local/channel";
import type { Digest, Played } from "../../src/insights/insight";
import type { Judged, MomentCard } from "../../src/moments/moment";
import type { GameName } from "../../src/table/table";

/** The same with what only tests call (`TESTED` in `tests/browser/engine.py`). */
const tested = python as Any;

const folder = process.argv[2]!;
pace.factor = Infinity; // only simulations count, so that a slow machine plays the same
for (const game of ["portobello", "viaggiatore"] as GameName[])
  await loadGame(game, readFileSync(`${folder}/${game}.wasm`));

/** JSON keys are strings; Python has numbers for seats. */
const bySeat = <T>(given: Record<string, T>): Dict<number, T> =>
  new Dict(Object.entries(given).map(([seat, value]) => [Number(seat), value]));
const BY_SEAT = new Set(["texts", "away_since"]);

let versions = 0;

/** Plays whatever a search asks for. */
function searched(search: Fairing | Starting, game: GameName, players: number, seed: number) {
  const stages = [];
  let known = search.next();
  while (known.asks.length) {
    stages.push(known.stage);
    known = search.tell(
      known.asks.map(({ chart, given, luck, games: count }) => {
        const version = { id: ++versions, chart, players, seed: seed + luck, given };
        return [played(game, { version, first: 0, count, sourced: false, trial: null })];
      }),
    );
  }
  return { stages, steps: known.steps, found: known.found };
}

class Driver {
  private log: Entry[] = [];
  private table!: Table;
  private studying!: Studying;
  private id = "";

  private opened(id: string, head: Dict, time: number) {
    this.id = id;
    this.log = python.open_table(id, head, time);
    this.reload();
    return { events: told(this.log) };
  }
  create(wish: object, seed: string, hashes: Record<string, string> | null, time: number) {
    const wished = python.Wish.from_json(fromJson(wish));
    return this.opened("t", python.head_of(wished, bytes_fromhex(seed), hashes && bySeat(hashes)), time);
  }
  rematch(id: string, seed: string, time: number) {
    return this.opened(id, python.rematch_head(this.table, bytes_fromhex(seed)), time);
  }
  drawn(game: GameName, seed: number, ...frame: (number | number[] | null)[]) {
    return drawn(game, seed, frame);
  }
  /** The verdict on each of some maps or decks, one after the other, each after so many games of so many players. */
  judged(game: GameName, charts: unknown[], players: number, games: number, settled: number) {
    const judging = new Judging(game, settled);
    return charts.map((chart) => {
      const version = { id: ++versions, chart, players, seed: 1, given: null };
      const half = Math.floor(games / 2);
      const late = { version, first: half, count: games - half, sourced: false, trial: null };
      const early = { version, first: 0, count: half, sourced: true, trial: null };
      return judging.add(version, [played(game, late), played(game, early)]);
    });
  }
  /** The whole verdict's other parts: what every trial tells, of so many games each, after as many of the judge. */
  tried(game: GameName, chart: unknown, players: number, count: number) {
    const judging = new Judging(game);
    const version = { id: ++versions, chart, players, seed: 1, given: null };
    const games = { version, first: 0, count, sourced: false };
    judging.add(version, [played(game, { ...games, trial: null })]);
    return judging
      .trials(version)
      .map((trial) => judging.trial(version, trial, [played(game, { ...games, trial })]))
      .filter((found) => found !== null);
  }
  /** Makes it fair by other values, with few games: every stage that the search was in, and what it found. */
  improved(game: GameName, ask: Improve) {
    return searched(new Fairing(game, ask), game, ask.players, ask.seed);
  }
  /** The same by points before the game. */
  started(game: GameName, ask: SeekStart, seed: number) {
    return searched(new Starting(ask), game, ask.players, seed);
  }
  /** A study: open it, change it, and whatever else the page asks; a refusal is its sentence. */
  study(name: "open" | Exclude<keyof Studying, "constructor">, ...asked: Any[]) {
    try {
      if (name !== "open") return (this.studying[name] as Any).call(this.studying, ...asked);
      this.studying = Studying.of(asked[0]);
      return this.studying.head();
    } catch (error) {
      if (error instanceof python.BadInput) return { bad: error.message };
      throw error;
    }
  }
  /** What the explorer's file says of each node of the open study. */
  async explored(file: string, nodes: number[]) {
    const exploring = new Exploring(new Uint8Array(readFileSync(file)).buffer);
    const found = [];
    for (const node of nodes) found.push(await exploring.lookUp(this.studying.match(node)));
    return found;
  }
  pondered(record: unknown, follows: string | null, rounds: number) {
    const pondering = new Pondering(record, follows);
    return Array.from({ length: rounds }, () => pondering.goOn());
  }
  checked(game: GameName, chart: unknown) {
    return checked(game, chart);
  }
  reload() {
    this.table = python.load(this.id, this.log);
  }
  command(name: string, fields: Record<string, Any>, time: number, key: string | null = null) {
    const isDict = ([field, value]: [string, Any]) => BY_SEAT.has(field) && typeof value === "object" && value !== null;
    const given = Object.fromEntries(
      Object.entries(fields).map((one) => (isDict(one) ? [one[0], bySeat(one[1])] : one)),
    );
    const entries = python.decide(this.table, made(tested[name], [], given), time, key);
    for (const entry of entries) python.apply(this.table, entry);
    this.log.push(...entries);
    return { events: told(entries) };
  }
  update(yours: number[], since = 0, previews = true) {
    return toJson(new python.ViewerUpdates(this.table).update(yours, since, previews));
  }
  card() {
    const nobody = this.table.seats.map(() => new python.Presence());
    return toJson(python.table_card(this.table, nobody));
  }
  why(seat: number, move: string) {
    return toJson(python.why(this.table, seat, move));
  }
  hint(seat: number) {
    python.check_hint(this.table, seat);
    return {};
  }
  record() {
    return toJson(tested.finished_record(this.table).to_json());
  }
  replay(viewer: number, held: number[]) {
    return toJson(python.replay_of(this.table, viewer, held));
  }
  bots() {
    return python.bots_asked(this.table).map((question) => ({ ...question }));
  }
  late(time: number) {
    return tested.too_slow(this.table, time).map((question: object) => ({ ...question }));
  }
  clock(time: number) {
    return toJson(tested.clock_message(this.table, time));
  }
  plan(seat: number, steps: object) {
    this.table.plans.set(seat, tested.new_plan(this.table, seat, tested.steps_from(fromJson(steps))));
  }

  interrupted(seat: number, move: string) {
    const { match, dealer } = this.table;
    const failing = {
      draw() {
        throw new Error("no random numbers");
      },
    };
    let failed = 0;
    const attempt = (work: () => void) => {
      try {
        work();
      } catch {
        failed++;
      }
    };
    attempt(() => match!.tried(move, seat, failing));
    match!.deal_with(failing);
    attempt(() => match!.choose(move, seat));
    match!.deal_with(dealer);
    return { failed };
  }

  // --- for tests/browser only ---

  kept() {
    return toJson(python.record_of(this.table).to_json());
  }
  frames(record: unknown, viewer: number) {
    const read = python.Record.loads(JSON.stringify(record));
    read.verify();
    return toJson(python.replay_record(read, viewer));
  }
  bot(level: string, seed: number, seat: number) {
    const position = python.known_position(this.table.match!, seat);
    return this.table.setting.text(python.bot(level, seed).choose(position));
  }
  advice(seat: number, level: string) {
    return python.hint(python.known_position(this.table.match!, seat), level).map((move) => toJson(move.to_json()));
  }
  /** What there is to draw for a film, and some of its pictures. */
  async filmed(game: GameName, ask: Questions["film"]["ask"], numbers: number[]) {
    const filming = await Filming.of(game, ask);
    return { plan: filming.plan(), pictures: numbers.map((number) => filming.picture(number)) };
  }
  /** How many moves a viewer may have filmed. */
  filmable(viewer: number, held: number[]) {
    return tested.record_to_film(this.table, viewer, held).moves.length;
  }
  moments(record: unknown, seat: number, judged: Judged[]) {
    const seeking = new MomentSeeking(record, seat, judged);
    let found = seeking.look(0);
    while (!found.ready) found = seeking.look(Infinity);
    return found.moments;
  }
  digest(played: Played) {
    return digested(played);
  }
  /** What digests say together, and all their decisions as a table. */
  insights(digests: Digest[]) {
    return { insights: insightsOf(digests), table: decisionsOf(digests) };
  }
  /** A moment as its seat saw it, and what comes of some tries. */
  tries(card: MomentCard, moves: string[]) {
    return { scene: sceneOf(card), tries: moves.map((move) => attempted(card, move)) };
  }
  analyse(level: string) {
    return new Analysing(this.kept(), level).look(Infinity);
  }
}

const told = (entries: Entry[]) => entries.map(({ kind, body }) => [kind, toJson(body)]);

async function taken(driver: Any, [name, ...args]: [name: string, ...args: unknown[]]): Promise<unknown> {
  try {
    return (await driver[name](...args)) ?? null;
  } catch (error) {
    if (error instanceof python.Refused) {
      const { code, sentence, clause, key, params } = error;
      return { refused: { code, sentence, clause, key, params: toJson(params) } };
    }
    if (error instanceof tested.Repeated) return { repeated: (error as Any).number };
    if (error instanceof python.BadInput) return { bad: error.message };
    return { broken: String((error as Error).stack) };
  }
}

const drivers = new Map<number, Driver>();
for await (const line of createInterface({ input: process.stdin })) {
  const { table, steps } = JSON.parse(line) as { table: number; steps: [string, ...unknown[]][] };
  const driver = drivers.get(table) ?? new Driver();
  drivers.set(table, driver);
  const answers = [];
  for (const step of steps) answers.push(await taken(driver, step));
  process.stdout.write(JSON.stringify(answers) + "\n");
}
