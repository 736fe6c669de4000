/** "Make it fair": the search of `workshop/search.py`, translated; the page plays the games it asks for. */
import type { GameName } from "../../../table/table";
import type { Fairness, Improve, Part } from "../../channel";
import { fromJson, toJson, type Any } from "../../python";
import * as python from "../../generated/python/common.js";
import { games } from "../handwritten";
import { counted } from "./judging";

export class Fairing {
  private readonly search: Any;
  private readonly chart: Any;
  private stopped = false;
  private asks: Fairness["asks"] = [];
  private stage: Fairness["stage"] = "search";
  private found: Fairness["found"] = null;

  constructor(
    private readonly game: GameName,
    private readonly ask: Improve,
  ) {
    const own = games[game]!;
    this.chart = own.game.read_components(fromJson(ask.chart));
    const knobs = own.knobs(this.chart, ask.shape);
    const plan = new python.SearchPlan(ask.games, ask.batch, ask.candidates, ask.shape);
    const strategy = new python.Evolution(knobs, ask.candidates, ask.seed);
    this.search = new python.Search(knobs, new python.Aim(), plan, strategy);
  }

  /** The next games to play. */
  next(): Fairness {
    const asked: Any[] = this.search.ask();
    this.asks = asked.map(({ settings, luck, games: count }) => ({
      chart: this.turned(settings),
      given: null,
      luck,
      games: count,
    }));
    this.stage = this.search.choosing ? "choose" : "search";
    if (!asked.length && !this.found) {
      this.stage = "confirm";
      const fresh = { luck: python.CONFIRMING, games: this.search.plan.final };
      this.asks = [this.search.start, this.search.chosen].map((settings) => ({
        chart: this.turned(settings),
        given: null,
        ...fresh,
      }));
    } else if (this.found) this.stage = "over";
    return this.standing();
  }

  /** The games that were asked for, of each in its order. */
  tell(parts: readonly Part[][]): Fairness {
    if (this.stage === "confirm") {
      const before = counted(new python.Tally(this.ask.players), parts[0]!);
      const after = counted(new python.Tally(this.ask.players, before.rows), parts[1]!);
      const { better, ...said } = toJson(this.search.confirmed(before, after).to_json());
      const { start, chosen } = this.search;
      const changed = chosen.filter((at: number, place: number) => at !== start[place]).length;
      this.found = { ...said, better: better && changed > 0, changed, chart: this.turned(chosen), lots: null };
    } else {
      const found = parts.map((own) => python.Figures.of(counted(new python.Tally(this.ask.players), own)));
      this.search.tell(found);
      if (this.stopped && !this.search.done) this.search.stop();
    }
    return this.next();
  }

  /** No more generations after this one. */
  choose(): void {
    this.stopped = true;
  }

  private turned(settings: Any): unknown {
    return toJson(games[this.game]!.turned(this.chart, [...settings]).to_file());
  }

  private standing(): Fairness {
    const { asks, stage, found } = this;
    const steps = this.search.steps.map(({ figures }: Any) => figures.unevenness);
    return { asks: stage === "over" ? [] : asks, total: this.search.plan.total, steps, stage, found };
  }
}
