/** What the page asks the worker about a study, and what it answers: `piazzetta/studies`. */
import type * as wire from "../wire/generated/types";
import type { Advised, DrawingColour, GameEvent, Option, Refusal } from "../table/table";

/** A mark over the board: its colour and place; an arrow has a second place. */
export type StudyMark = [colour: DrawingColour, place: string, to?: string];

/** A node of the tree. */
export interface StudyNode {
  number: number;
  parent: number | null;
  /** The first one continues the main line. */
  children: number[];
  /** −1: chance. */
  seat: number;
  /** Null: the viewer may not know it. */
  move: string | null;
  events: GameEvent[];
  played: boolean;
  name?: string;
  comment?: string;
  marks?: StudyMark[];
}

/** An outcome of a draw; its chance is `weight` in `of`. */
export interface Outcome {
  move: string;
  weight: number;
  of: number;
  events: GameEvent[];
}

export interface StudyPosition {
  node: number;
  viewer: number;
  view: unknown;
  /** A seat, −1: chance, −2: the game is over. */
  mover: number;
  /** What can be chosen or drawn here is not known to the viewer. */
  hidden: boolean;
  legal: Option[];
  outcomes: Outcome[];
  result: wire.Result | null;
}

/** What a study is about. */
export interface StudyHead {
  game: string;
  players: number;
  starter: number;
  edition: string;
  rules: Record<string, string | number>;
  chart: unknown;
  title: string;
  names: unknown;
  /** How many draws come before the first position. */
  opening: number;
  /** Whether seats know different things. */
  secrets: boolean;
}

/** A change at a node: one of the fields besides it. */
export type StudyChange = { node: number } & (
  | { play: string; seat?: number }
  | { draw: number }
  | { remove: true }
  | { main: true }
  | { name: string }
  | { comment: string }
  | { marks: StudyMark[] }
  | { title: string }
);

/** A draw that is left open: every seat's chance before it, and what each outcome changes. */
export interface OpenDraw {
  chances: number[];
  outcomes: { move: string; swings: number[] }[];
}

/** The best moves so far, then the one that follows in the study. */
export interface Thought {
  moves: (Advised & { tried: number })[];
  rounds: number;
  within: number | null;
  settled: boolean;
}

/** A move of a position in the opening explorer: `explorer/lookup.py`. */
export interface Tried {
  /** Its text, or the kind of moves it stands for. */
  move: string;
  /** A legal move of that kind; null if none is legal here. */
  plays: string | null;
  played: number;
  /** How often it was played when it could be. */
  chosen: number;
  /** Its share of wins, and the 95 % interval of it. */
  wins: number;
  low: number;
  high: number;
  points: number;
}

/** What the explorer knows of a position; `visits` is 0 if too few games reached it. */
export interface Lookup {
  turn: number;
  seat: number;
  games: number;
  least: number;
  visits: number;
  /** Orders of moves that led here; 0 where draws make every way different. */
  ways: number;
  /** An equal share of the wins. */
  share: number;
  /** The most played first. */
  moves: Tried[];
  /** All after the first few, together. */
  others: Tried | null;
}

/** A new game to explore. */
export interface Beginning {
  players: number | null;
  edition: string | null;
  /** Draws what comes before the first decision. */
  seed: number;
  /** A map or deck; without one, the game's own. */
  chart?: unknown;
}

/** A message of the game, by its key. */
export interface Said {
  key: string;
  params: Record<string, unknown>;
}

/** A value that a field may take. */
export type Value = Said & { value: unknown };

/** Something to edit in a position: `games/positions.py`. */
export interface Field extends Said {
  path: (string | number)[];
  /** A list is in order, a set is not. */
  kind: "choice" | "number" | "flag" | "list" | "set";
  value: unknown;
  /** The name of its choices. */
  choices: string;
  low: number;
  high: number;
  /** Where it is on the board; empty: nowhere. */
  place: string;
}

/** A position that is being laid out, with why it cannot be: `studies/editing.py`. */
export interface Draft {
  position: unknown;
  problems: (Said & { clause: string })[];
  view: unknown;
  form: { choices: Record<string, Value[]>; groups: (Said & { fields: Field[] })[] };
}

export interface StudyQuestions {
  /** Open a study: JSON of a study or a record, or a study as text. */
  study: { ask: { text: string }; answer: StudyHead };
  /** Open a study of no game yet. */
  begin: { ask: Beginning; answer: StudyHead };
  /** What the opening explorer, or the one of the server's own games, knows of a node; null if it has no games by its rules, on its map or deck. */
  explore: { ask: { node: number; served: boolean }; answer: Lookup | null };
  tree: { ask: { viewer: number }; answer: StudyNode[] };
  position: { ask: { node: number; viewer: number }; answer: StudyPosition };
  /** Weigh the draw at a node. */
  openDraw: { ask: { node: number }; answer: OpenDraw };
  /** Answers with the node to look at then. */
  change: { ask: StudyChange; answer: number };
  whyNot: { ask: { node: number; move: string }; answer: Refusal | null };
  file: { ask: { form: "json" | "text" }; answer: string };
  /** The game up to a node, as a record. */
  line: { ask: { node: number }; answer: unknown };
  /** The position at a node as data, to be edited. */
  described: { ask: { node: number }; answer: unknown };
  /** Look at a described position, after another value of a field if there is a change. */
  edit: { ask: { position: unknown; change?: { path: Field["path"]; value: unknown } }; answer: Draft };
  /** A study and a game that begin from a described position. */
  beginFrom: { ask: { position: unknown }; answer: { study: string; record: unknown } };
  /** Think about the last position of a record, or on; every answer is one round. */
  ponder: { ask: { record: unknown; follows: string | null }; answer: Thought };
  goOn: { ask: null; answer: Thought };
}
