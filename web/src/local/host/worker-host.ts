/** The worker's side of the channel: answers questions, and runs the one open table. */
import type { Frames } from "../../table/http";
import type { GameName, Refusal } from "../../table/table";
import { newNumber } from "../chance";
import type { FilmPlan, Question, Questions, Reply, Report } from "../channel";
import { toJson } from "../python";
import type { Lookup, StudyQuestions } from "../studies";
import { Analysing } from "./analysing";
import { checked, drawn } from "./workshop/components";
import { attempted, MomentSeeking, sceneOf } from "./moments";
import { Exploring } from "./exploring";
import { Filming } from "./filming";
import { decisionsOf, digested, insightsOf } from "./insights";
import { Fairing } from "./workshop/fairing";
import { Judging, played } from "./workshop/judging";
import { Starting } from "./workshop/starting";
import { Pondering, Studying } from "./studying";
import { HostedTable } from "./hosted-table";
import { cardOf, isFair, openTable, ownSeats, readRecord, rematch } from "./kept-table";
import * as python from "../generated/python/common.js";

const LOOK = 1000; // milliseconds of analysis between two answers

export class WorkerHost {
  private table: HostedTable | null = null;
  private analysis: Analysing | null = null;
  private studying: Studying | null = null;
  private pondering: Pondering | null = null;
  private seeking: MomentSeeking | null = null;
  private filming: Filming | null = null;
  private judging: Judging | null = null;
  private fairing: Fairing | Starting | null = null;
  /** The latest games that were asked for. */
  private latest: Promise<unknown> = Promise.resolve();
  /** The first version that games are still wanted of. */
  private since = 0;
  private readonly loaded = new Map<GameName, Promise<void>>();
  /** By whether the server counted the games. */
  private readonly exploring = new Map<boolean, Promise<Exploring>>();

  /** `book`: the file of a game's opening explorer. */
  constructor(
    private readonly load: (game: GameName) => Promise<void>,
    private readonly book: (game: GameName, served: boolean) => Promise<ArrayBuffer>,
    private readonly say: (message: Reply | Report) => void,
  ) {}

  async hear(question: Question): Promise<void> {
    const { id, game } = question;
    try {
      await this.ready(game);
      const answer = await (question.name === "games" ? this.inTurn(question) : this.answer(question));
      this.say({ id, answer });
    } catch (error) {
      this.say({ id, refusal: refusalOf(error) });
    }
  }

  private async explore(game: GameName, { node, served }: StudyQuestions["explore"]["ask"]): Promise<Lookup | null> {
    let exploring = this.exploring.get(served);
    if (!exploring) {
      exploring = this.book(game, served).then((file) => new Exploring(file));
      this.exploring.set(served, exploring);
      exploring.catch(() => this.exploring.delete(served)); // the next question tries again
    }
    return await (await exploring).lookUp(this.study().match(node));
  }

  private ready(game: GameName): Promise<void> {
    let loading = this.loaded.get(game);
    if (!loading) this.loaded.set(game, (loading = this.load(game)));
    return loading;
  }

  /** Games take long: what has come meanwhile is heard before the next ones. It may say that they are no longer wanted. */
  private inTurn(question: Question): Promise<unknown> {
    const answer = this.latest.then(heardAll).then(() => this.answer(question));
    this.latest = answer.catch(() => {});
    return answer;
  }

  private async film(game: GameName, ask: Questions["film"]["ask"]): Promise<FilmPlan> {
    this.filming = await Filming.of(game, ask);
    return this.filming.plan();
  }

  private answer({ game, name, ask }: Question): Questions[typeof name]["answer"] | Promise<Lookup | FilmPlan | null> {
    switch (name) {
      case "open":
        this.table?.close();
        this.table = new HostedTable(ask.kept, this.say, { pace: ask.pace, random: newNumber });
        return null;
      case "play":
        this.opened().play(ask.seat, ask.move, ask.at);
        return null;
      case "undo":
        this.opened().undo(ask.seat, ask.at);
        return null;
      case "resign":
        this.opened().resign(ask.seat);
        return null;
      case "why":
        return this.opened().why(ask.move, ask.seat);
      case "hint":
        return this.opened().hint(ask.seat);
      case "info":
        return cardOf(openTable(ask.kept).table, false);
      case "record":
        return toJson(python.record_of(openTable(ask.kept).table).to_json());
      case "fair":
        return isFair(ask.record, ask.commitment, ask.contributions);
      case "rematch":
        return rematch(ask.kept, ask.id, ask.seed);
      case "replay": {
        const { table } = openTable(ask.kept);
        return toJson(python.replay_of(table, ask.viewer, ownSeats(table)));
      }
      case "replayRecord":
        return framesOf(ask.record, ask.viewer);
      case "film":
        return this.film(game, ask);
      case "picture":
        if (!this.filming) throw new python.Refused("missing", "no film was begun.");
        return this.filming.picture(ask);
      case "analyse":
        this.analysis = new Analysing(ask.record);
        return this.analysis.look(LOOK);
      case "look":
        if (!this.analysis) throw new python.Refused("missing", "no analysis was begun.");
        return this.analysis.look(LOOK);
      case "study":
        this.studying = Studying.of(ask.text);
        return this.studying.head();
      case "begin":
        this.studying = Studying.begin(game, ask);
        return this.studying.head();
      case "explore":
        return this.explore(game, ask);
      case "tree":
        return this.study().tree(ask.viewer);
      case "position":
        return this.study().position(ask.node, ask.viewer);
      case "openDraw":
        return this.study().openDraw(ask.node);
      case "change":
        return this.study().change(ask);
      case "whyNot":
        return this.study().why(ask.node, ask.move);
      case "file":
        return this.study().file(ask.form);
      case "line":
        return this.study().line(ask.node);
      case "described":
        return this.study().described(ask.node);
      case "edit":
        return this.study().edit(ask);
      case "beginFrom":
        return this.study().beginFrom(ask.position);
      case "ponder":
        this.pondering = new Pondering(ask.record, ask.follows);
        return this.pondering.goOn();
      case "goOn":
        if (!this.pondering) throw new python.Refused("missing", "nothing is thought about.");
        return this.pondering.goOn();
      case "moments":
        this.seeking = new MomentSeeking(ask.record, ask.seat, ask.judged);
        return this.seeking.look(LOOK);
      case "seek":
        if (!this.seeking) throw new python.Refused("missing", "no moments were asked for.");
        return this.seeking.look(LOOK);
      case "scene":
        return sceneOf(ask.card);
      case "attempt":
        return attempted(ask.card, ask.move);
      case "digest":
        return digested(ask);
      case "insights":
        return insightsOf(ask.digests);
      case "decisions":
        return decisionsOf(ask.digests);
      case "ready":
        return null;
      case "check":
        return checked(game, ask.chart);
      case "games":
        return ask.version.id < this.since ? null : played(game, ask);
      case "since":
        this.since = ask.id;
        return null;
      case "tally":
        return this.judge(game).add(ask.version, ask.parts);
      case "trials":
        return this.judge(game).trials(ask.version);
      case "trial":
        return this.judge(game).trial(ask.version, ask.trial, ask.parts);
      case "improve":
        this.fairing = new Fairing(game, ask);
        return this.fairing.next();
      case "start":
        this.fairing = new Starting(ask);
        return this.fairing.next();
      case "improved":
        if (!this.fairing) throw new python.Refused("missing", "no search was begun.");
        return this.fairing.tell(ask.parts);
      case "choose":
        this.fairing?.choose();
        return null;
      case "draw":
        return drawn(game, ask.seed, ask.frame);
    }
  }

  private judge(game: GameName): Judging {
    return (this.judging ??= new Judging(game));
  }

  private study(): Studying {
    if (!this.studying) throw new python.Refused("missing", "no study is open.");
    return this.studying;
  }

  private opened(): HostedTable {
    if (!this.table) throw new python.Refused("missing", "no table is open.");
    return this.table;
  }
}

/** An imported record, checked, as frames. */
function framesOf(given: unknown, viewer: number): Frames {
  const record = readRecord(given);
  record.verify();
  return toJson(python.replay_record(record, viewer));
}

/** A Python exception, in the form of the protocol. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof python.Refused) {
    const { code, sentence, clause, key, params } = error;
    return { code, sentence, clause, ...(key === null ? {} : { key, params: toJson(params) }) };
  }
  if (!(error instanceof python.BadInput)) console.error(error);
  return { code: "bad", sentence: error instanceof Error ? error.message : String(error), clause: null };
}

/** After the messages that are there already; a timer would wait longer, after a few in a row. */
function heardAll(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
