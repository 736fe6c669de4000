/** A map in two parts while something is dragged: what moves with it, and the rest, which is not drawn anew. */
import { endsOf, Plan, type MapFile } from "../../map/plan";
import type { Fault } from "../../../../workshop/faults";
import type { Kind, Place } from "../draft";

/** Some places of a map, by key. */
export type Marked = Readonly<Record<Kind, ReadonlySet<string>>>;

/** The places that follow: of a square its alleys and districts; an alley is bent by itself. */
export function movedWith({ alleys, districts }: MapFile, { kind, key }: Place): Marked {
  if (kind !== "squares") return { squares: new Set(), alleys: new Set([key]), districts: new Set() };
  return {
    squares: new Set([key]),
    alleys: new Set(Object.keys(alleys).filter((alley) => endsOf(alley).includes(key))),
    districts: new Set(Object.keys(districts).filter((district) => districts[district]!.squares.includes(key))),
  };
}

/** These places and what they border on: an alley's name goes where its districts leave most room. */
function around(map: MapFile, moved: Marked): MapFile {
  const ways = [...moved.alleys].map(endsOf);
  const districts = Object.entries(map.districts).filter(
    ([key, { squares }]) => moved.districts.has(key) || ways.some((ends) => ends.every((end) => squares.includes(end))),
  );
  const corners = new Set([...moved.squares, ...ways.flat(), ...districts.flatMap(([, { squares }]) => squares)]);
  return {
    ...map,
    squares: Object.fromEntries([...corners].map((key) => [key, map.squares[key]!])),
    alleys: Object.fromEntries(
      Object.entries(map.alleys).filter(([key]) => endsOf(key).every((end) => corners.has(end))),
    ),
    districts: Object.fromEntries(districts),
  };
}

/** The places of which the engine says that something is wrong with them. */
export function atFault(fault: Fault | null): Marked {
  const params = fault?.params ?? {};
  const named = (one: string, other: string) =>
    new Set([params[one], params[other]].flatMap((key) => (typeof key === "string" ? [key] : [])));
  const listed = typeof params.districts === "string" ? params.districts.split(", ") : [];
  return {
    squares: named("square", "other_square"),
    alleys: named("alley", "other_alley"),
    districts: new Set([...named("district", "other_district"), ...listed]),
  };
}

/** How far around its middle a square can be taken by hand. */
export const reach = ({ radius }: Plan): number => Math.max(62, radius + 8);

/** What moves, where it is now, in the sizes of the whole map: those change when the hand lets go. */
export const moving = (map: MapFile, moved: Marked, whole: Plan): Plan =>
  new Plan(around(map, moved), whole).only((kind, key) => moved[kind].has(key));

export const resting = (whole: Plan, moved: Marked): Plan => whole.only((kind, key) => !moved[kind].has(key));

/** The squares at the other ends of alleys that move. */
export const anchors = (part: Plan) =>
  [...part.alleys.keys()].flatMap((key) => part.endsOf(key)).filter(({ key }) => !part.squares.has(key));
