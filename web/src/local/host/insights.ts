/** What a player's analysed games say together. */
import type { Digest, Insights, Played } from "../../insights/insight";
import { fromJson, toJson } from "../python";
import { readRecord } from "./kept-table";
import * as python from "../generated/python/common.js";

export const digested = ({ record, analysis, seat, players, table, time }: Played): Digest =>
  toJson(python.digest(readRecord(record), fromJson(analysis), seat, players, table, time));

/** The games played most come first. */
export function insightsOf(digests: readonly Digest[]): Insights[] {
  const all = digests.map(fromJson);
  return python.games_of(all).map((game) => toJson(python.insights(all, game).to_json()));
}

export const decisionsOf = (digests: readonly Digest[]): string => python.table_of(digests.map(fromJson));
