/** What a game brings to the page: its descriptor. `registry.ts` lists them; everything else asks a descriptor. */
import type { Component, Snippet } from "svelte";
import type { LogStyle } from "../shell/rail/log-style";
import type { Pane } from "../shell/rules/rules.svelte";
import type { Colour } from "../shell/seats/players";
import type { Sounds } from "../shell/sound/table-sounds";
import type { GameInfo } from "../table/http";
import type { PlannedMove, Sight, Table } from "../table/table";
import type { InterfaceKey } from "../words/index.svelte";
import type { Speech } from "../words/speech";

/** What comes with a game's table, loaded when somebody sits down there. */
export interface GameTable {
  /** `beside`: stands beside the board instead of the log, as what a moment is about. */
  Screen: Component<{ table: Table; beside?: Snippet }>;
  /** The class that gives the game's messages their parameters, translated from Python. */
  speech: unknown;
  log: LogStyle;
  /** How its events sound; without it, only your turn does. */
  sounds?: Sounds;
  /** Messages of the page that it needs besides the game's own. */
  words?: string[];
  /** How people plan their next turn: in a form, or at the table itself. Without it turns cannot be planned. */
  planning?: { title: `${string}.${string}` } & (
    { Form: Component<PlanForm, object, "steps"> } | { start(): Promise<void> }
  );
}

export interface PlanForm {
  table: Table;
  sight: Sight;
  speech: Speech;
  steps: PlannedMove[][];
}

/** What the workshop needs for a game's maps or decks. */
export interface Workbench {
  /** Its messages besides the game's setup. */
  words: string[];
  /** Draws a map or deck for the lists. */
  Picture?: Component<{ file: unknown }>;
  /** More ways to start a design. */
  Starts?: Component<{ game: GameInfo }>;
  /** What the editor opens with: one of your designs, an included one, or the link's; null if there is none. */
  begin(design: string | null, game: GameInfo): Promise<unknown>;
  editor(): Promise<Component<{ game: GameInfo; start: never }>>;
}

/** The board of a position that is laid out by hand. A place goes by the name that the game's form gives it. */
export interface BoardProps {
  view: unknown;
  chart: unknown;
  places: ReadonlySet<string>;
  chosen: string;
  /** What is at a place, in words. */
  describe: (place: string) => string;
  onchoose: (place: string, keyboard: boolean) => void;
}

/** Pictures of values in a position editor: of those whose message has the parameter `of`. */
export interface Faces {
  of: string;
  Face: Component<{ value: unknown; chart: unknown }>;
  /** The symbols that they are drawn with. */
  sprite: string;
}

export interface GamePage {
  name: string;
  /** Sprites: the game in lists, and who shows newcomers around. */
  icon: string;
  guide: string;
  /** A sprite of its table: who greets somebody before their first game. */
  figure?: string;
  /** The cloth above its picture, and the colour behind its icon. */
  cloth: Colour;
  badge: string;
  /** What the rules drawer shows besides the clauses. Empty: the game has no illustrated rulebook. */
  panes: readonly (readonly [Pane, InterfaceKey])[];
  load(): Promise<GameTable>;
  /** Draws one of its maps in small. */
  picture?(): Promise<Component<{ file: unknown }>>;
  /** The board of its position editor; without one, all fields are in the panel. */
  board?(): Promise<Component<BoardProps>>;
  /** How its position editor shows values that are better seen than read. */
  faces?(): Promise<Faces>;
  /** Null: the workshop does not know the game. */
  workbench: (() => Promise<Workbench>) | null;
}
