/** Analyses a finished game, a few decisions or draws at a time. */
import type { AnalysisProgress } from "../../table/table";
import { Dict, toJson } from "../python";
import { readRecord } from "./kept-table";
import * as python from "../generated/python/common.js";

export class Analysing {
  private readonly match;
  private readonly positions;
  private readonly progress;
  private readonly adviser;

  constructor(
    record: unknown,
    private readonly level = python.LEVEL,
  ) {
    this.adviser = python.adviser(level);
    this.match = readRecord(record).replay();
    this.positions = new Dict(python.positions(this.match));
    this.progress = new python.AnalysisProgress(python.places(this.match, this.positions));
  }

  /** Judge decisions and draws for about this long, at least one; return the progress, and the analysis once it is complete. */
  look(milliseconds: number): AnalysisProgress {
    const { match, progress } = this;
    const end = performance.now() + milliseconds;
    do {
      progress.add(progress.take(1).map((at) => python.judge(match, at, this.positions, this.adviser)));
    } while (progress.left.length && performance.now() < end);
    if (!progress.left.length) progress.analysis ??= python.concluded(match, progress.judged, this.level);
    return toJson(progress.answer());
  }
}
