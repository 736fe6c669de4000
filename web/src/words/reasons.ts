/** Why a move is good, from the facts a table gives (docs/hints.md) to a message with parameters. */
import type { Reason } from "../table/table";
import { about, aboutAll, moveOf, paramsOf, shares, type Message, type Speech } from "./params";

interface Place {
  name: string;
  values?: number[];
  points?: number;
}

type Params = Record<string, string | number>;

function placesText(speech: Speech, places: Place[]): string {
  return speech.list(
    places.map(({ name, values, points }) => {
      if (values) return speech.t("advice.place.spaces", { name, values_text: speech.list(values.map(String)) });
      return points === undefined ? name : speech.t("advice.place.points", { name, points });
    }),
  );
}

/** Shares of a whole become per cent, averages get one decimal as the language writes it. */
const PERCENT = new Set(["enough", "ahead"]);
const DECIMAL = new Set(["average", "before", "after"]);

/**
 * A reason as a message. `seat` is the one that moves; `decimal` writes a number as the language does.
 */
export function reasonOf(speech: Speech, reason: Reason, seat: number, decimal: (value: number) => string): Message {
  const given = reason.params;
  const params: Params = {
    ...paramsOf(speech, given),
    me: speech.name(seat),
    me_is: speech.mine(seat) ? "you" : "other",
  };
  for (const [name, value] of Object.entries(given)) {
    if (PERCENT.has(name)) params[name] = Math.round(100 * Number(value));
    else if (DECIMAL.has(name)) params[name] = decimal(Number(value));
  }
  if (Array.isArray(given["places"])) params["places_text"] = placesText(speech, given["places"] as Place[]);
  if (Array.isArray(given["points"])) Object.assign(params, shares(speech, given["points"] as number[]));
  if (Array.isArray(given["seats"])) Object.assign(params, aboutAll(speech, given["seats"] as number[]));
  if (typeof given["seat"] === "number") Object.assign(params, about(speech, given["seat"]));
  if (Array.isArray(given["winners"])) {
    const winners = given["winners"] as number[];
    params["outcome"] = !winners.includes(seat) ? "lost" : winners.length > 1 ? "shared" : "won";
  }
  if (typeof given["move"] === "string") {
    const said = moveOf(speech, given["move"]);
    params["move_text"] = speech.t(said.key, said.params);
  }
  if ("servants" in given) {
    const kinds = (["servants", "burghers"] as const).filter((kind) => Number(given[kind]) > 0);
    params["bag_text"] = speech.list(
      kinds.map((kind) => speech.t(`portobello.count.${kind}`, { n: Number(given[kind]) })),
    );
  }
  return { key: `advice.reason.${reason.key}`, params };
}
