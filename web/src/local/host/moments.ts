/** Looks for the moments of a finished game, shows them as their seat saw them, and judges tries. */
import type { Attempt, Judged, MomentCard, MomentProgress, MomentScene } from "../../moments/moment";
import { fromJson, toJson, tuple } from "../python";
import { readRecord } from "./kept-table";
import * as python from "../generated/python/common.js";

export class MomentSeeking {
  private readonly record;
  private readonly search;
  private readonly all: number;

  constructor(record: unknown, seat: number, judged: readonly Judged[]) {
    this.record = readRecord(record);
    this.search = python.moments_of(
      this.record,
      seat,
      judged.map((one) => tuple([...one])),
    );
    this.all = this.search.left.length;
  }

  /** Search for about this long, at least one decision; return how far it is, with the moments found so far. */
  look(milliseconds: number): MomentProgress {
    const { search, record, all } = this;
    const end = performance.now() + milliseconds;
    while (!search.done && performance.now() < end) search.look();
    return {
      ready: search.done,
      done: search.done ? all : all - search.left.length,
      of: all,
      moments: search.found.map((moment) => toJson(python.moment_card(record, moment))),
    };
  }
}

export const sceneOf = (card: MomentCard): MomentScene =>
  toJson(python.moment_scene(readRecord(card.record), fromJson(card)));

export const attempted = (card: MomentCard, move: string): Attempt =>
  toJson(python.attempt(readRecord(card.record), fromJson(card), move));
