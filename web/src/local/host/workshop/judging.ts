/** The judge of maps and decks: games that the bots' network plays with itself, and the tally of them. */
import type { GameName } from "../../../table/table";
import type { Part, Questions, Restriction, Rung, TrialName, Version } from "../../channel";
import type { GameRecord } from "../../kernels/record";
import { called, Dict, fromJson, kernels, lib, toJson, tuple, type Any } from "../../python";
import * as python from "../../generated/python/common.js";
import { games } from "../handwritten";
import { newJudge } from "../searcher";

const { asdict } = lib.dataclasses;

/** Room for the moves of a game whose points are traced to their sources. */
const LONGEST = 2000;

let latest: { id: number; setting: Any } | null = null;

export function settingOf(game: GameName, { id, chart, players, given }: Version): Any {
  if (latest?.id !== id) {
    const own = games[game]!.game;
    const start = given && { rules: fromJson({ handicap: "fair" }), head_start: given };
    const made = { players, [own.components_key]: fromJson(chart), ...start };
    latest = { id, setting: called(python.game, [game], made) };
  }
  return latest.setting;
}

const rows = (count: number, width: number) => Array.from({ length: count }, () => new Int16Array(width));

/** Who plays and what is barred, line-up by line-up; without a trial the judge plays everybody. */
function lineups(setting: Any, trial: TrialName | null): { powers: Any; cuts: Any; barred: Uint8Array[][] } {
  const { players, action_count } = setting;
  const free = () => Array.from({ length: players }, () => new Uint8Array(action_count));
  if (!trial)
    return {
      powers: [new Float64Array(players).fill(python.POWER)],
      cuts: [new Float64Array(players)],
      barred: [free()],
    };
  const { lineups: rows, barred } = trialOf(setting, trial);
  return {
    powers: rows.map((row: Any) => Float64Array.from(row, ({ power }: Any) => power)),
    cuts: rows.map((row: Any) => Float64Array.from(row, ({ cut }: Any) => cut)),
    barred: barred.length
      ? barred.map((row: Any) => row.map((one: number[]) => Uint8Array.from(one)))
      : rows.map(() => free()),
  };
}

const trialOf = (setting: Any, trial: TrialName): Any =>
  trial.kind === "rung" ? python.rungs_of(setting)[trial.at] : python.bars_of(setting, trial.word)[Number(trial.alone)];

/** Games number `first` and on; the sources of their points too, if `sourced`. */
export function played(game: GameName, { version, first, count, sourced, trial }: Questions["games"]["ask"]): Part {
  const setting = settingOf(game, version);
  const { players, action_count } = setting;
  const rules = kernels[game];
  const judges = Array.from({ length: players }, () => newJudge(setting)); // working space for every seat
  const network = judges[0]![2];
  const states = rules.states(count);
  const points = rows(count, 2 * players);
  const actions = new BigInt64Array(action_count);
  const facts = rules.facts(count);
  const { powers, cuts, barred } = lineups(setting, trial);
  const log = Array.from({ length: count }, () => (sourced ? rows(LONGEST, 1 + players) : []));
  rules.policy_games(
    setting.params_record,
    states,
    network,
    judges.map(([, , , seen]) => seen),
    judges.map(([, , , , lanes]) => lanes),
    new BigInt64Array(4),
    new BigInt64Array(4),
    BigInt64Array.of(BigInt(version.seed), BigInt((version.seed ^ python.DRAWS) >>> 0)),
    first,
    new Int32Array(rules.mostLegal),
    powers,
    cuts,
    barred,
    points,
    actions,
    facts,
    log,
  );
  const noted = facts.map((fact: GameRecord & Any) =>
    Object.fromEntries(fact.names.map((name: string) => [name, fact[name]])),
  );
  return {
    first,
    points: points.map((row) => Array.from(row.subarray(0, players))),
    won: points.map((row) => Array.from(row.subarray(players))),
    facts: noted,
    actions: Array.from(actions, Number),
    held: Object.fromEntries(games[game]!.fields.map((field) => [field, heldIn(states.map((one: Any) => one[field]))])),
    sources: log
      .map((moves, row) => moves.slice(0, noted[row].moves).map((move) => Array.from(move)))
      .filter((moves, row) => moves.length && moves.length === noted[row].moves)
      .map((moves) => {
        const after = moves.map((move) => move.slice(1));
        return toJson(
          python.quick_sources(
            setting,
            moves.map(([action]) => action!),
            after,
          ),
        );
      }),
  };
}

/** Place by place: games with something there, and its sum. */
function heldIn(fields: ArrayLike<number>[]): [number[], number[]] {
  const times = Array.from(fields[0]!, () => 0);
  const total = times.slice();
  for (const field of fields)
    for (let place = 0; place < times.length; place++) {
      times[place]! += Number(field[place]! > 0);
      total[place]! += field[place]!;
    }
  return [times, total];
}

/** Adds games to a tally. */
export function counted(tally: Any, parts: readonly Part[]): Any {
  for (const { first, points, won, facts, actions, held, sources } of parts) {
    points.forEach((row, place) => tally.add(first + place, row, won[place], fromJson(facts[place])));
    tally.add_uses(actions, new Dict(Object.entries(held).map(([field, pair]) => [field, tuple(pair)])));
    for (const one of sources) tally.add_sources(fromJson(one));
  }
  return tally;
}

/** Counts the games of one version after another. */
export class Judging {
  private tally: Any = null;
  private version: Version | null = null;
  private before: Any = null;
  private readonly barred = new Map<string, { nobody?: Any; alone?: Any }>();

  /** `settled`: games after which a version is what the next one is compared with. */
  constructor(
    private readonly game: GameName,
    private readonly settled = 200,
  ) {}

  /** Adds games of a version; what they tell, together with those before. */
  add(version: Version, parts: readonly Part[]): Any {
    if (version.id !== this.version?.id) this.begin(version);
    counted(this.tally, parts);
    const setting = settingOf(this.game, version);
    const { uses, digest } = games[this.game]!;
    const used = uses(setting.components, this.tally.games, this.tally.held, this.tally.actions);
    return toJson(python.verdict_on(setting, this.tally, used, version.seed, digest, "").to_json());
  }

  /** The trials that tell something: every rung, and the kinds of moves that are made at all. */
  trials(version: Version): TrialName[] {
    if (version.id !== this.version?.id) return [];
    const setting = settingOf(this.game, version);
    const rungs = python.rungs_of(setting).map((_: Any, at: number) => ({ kind: "rung" as const, at }));
    const words = python.words_of(setting).filter((word) => !python.is_rare(python.used_of(setting, word, this.tally)));
    const bars = words.flatMap((word) => [false, true].map((alone) => ({ kind: "bar" as const, word, alone })));
    return [...rungs, ...bars];
  }

  /** What the games of a trial tell; of a kind of move, when those with nobody and with one barred are both there. */
  trial(version: Version, trial: TrialName, parts: readonly Part[]): Rung | Restriction | null {
    if (version.id !== this.version?.id) return null;
    const setting = settingOf(this.game, version);
    const tally = counted(new python.Tally(version.players), parts);
    if (trial.kind === "rung") return toJson(asdict(python.rung(trialOf(setting, trial), tally)));
    const both = { ...this.barred.get(trial.word), [trial.alone ? "alone" : "nobody"]: tally };
    this.barred.set(trial.word, both);
    if (!both.nobody || !both.alone || !python.holds(both.nobody)) return null;
    const used = python.used_of(setting, trial.word, this.tally);
    return toJson(asdict(python.restriction(trial.word, used, this.tally.rows, both.nobody, both.alone)));
  }

  private begin(version: Version): void {
    this.barred.clear();
    if (this.version?.players !== version.players) this.before = null;
    else if (this.tally.games >= this.settled) this.before = this.tally.rows;
    this.version = version;
    this.tally = new python.Tally(version.players, this.before);
  }
}
