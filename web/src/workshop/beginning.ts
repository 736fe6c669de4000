/** What is laid on the drawing table: a map of one's own, of the shelf, a template, or the one in the link. */
import type { MapFile } from "../games/portobello/map/plan";
import { asked } from "../local/asking";
import type { Card } from "../games/viaggiatore/cards/deck";
import type { GameInfo } from "../table/http";
import { designOf } from "./designs.svelte";
import { naming } from "../games/portobello/editor/naming";
import { TEMPLATES, template, type Template } from "../games/portobello/editor/templates";
import { linked } from "./link";
import { shelved } from "./shelf";
import { t } from "../words/index.svelte";

export interface Beginning {
  map: MapFile;
  /** The design it is kept as. */
  id: string | null;
  /** How many it is made for, or its name on the shelf, if that is known. */
  players?: number;
  shelf?: string | null;
}

/** A deck on the table. */
export interface DeckBeginning extends Pick<Beginning, "id" | "players" | "shelf"> {
  cards: Card[];
  name: string;
}

const TEMPLATE = "template-";

const RANDOM = /^random-(\d{1,12})-(\d)$/;

/**
 * `design`: the id of one's own, `template-NAME`, `random-SEED-PLAYERS`, or the name of one on the shelf; without it the
 * link's, or ours.
 */
export async function beginning(design: string | null): Promise<Beginning | null> {
  const own = design === null ? undefined : designOf(design);
  if (own) return { map: own.file as MapFile, id: own.id };
  if (design?.startsWith(TEMPLATE)) {
    const which = design.slice(TEMPLATE.length) as Template;
    if (!TEMPLATES.includes(which)) return null;
    return { map: template(which, t(`workshop.template.${which}` as "workshop.template.small"), naming), id: null };
  }
  const [, seed, players] = RANDOM.exec(design ?? "") ?? [];
  if (seed && players) {
    const map = await asked("portobello", "draw", { seed: Number(seed), frame: [null, Number(players)] });
    return { map: map as MapFile, id: null, players: Number(players) };
  }
  const sent = design === null ? await linked().catch(() => null) : null;
  if (sent) {
    const verdict = await asked("portobello", "check", { chart: sent }); // anybody can write a link
    return "file" in verdict ? { map: verdict.file as MapFile, id: null } : null;
  }
  return shelved("portobello", design).then(
    (map) => ({ map: map as MapFile, id: null, shelf: design }),
    () => null,
  );
}

/** The same for a deck: one's own, one of the shelf by its name, the link's, or ours. */
export async function deckBeginning(design: string | null, game: GameInfo): Promise<DeckBeginning | null> {
  const own = design === null ? undefined : designOf(design);
  if (own) return { cards: own.file as Card[], name: own.name, id: own.id };
  const name = t("workshop.chart.deck");
  const sent = design === null ? await linked().catch(() => null) : null;
  if (sent) {
    const verdict = await asked("viaggiatore", "check", { chart: sent });
    return "file" in verdict ? { cards: verdict.file as Card[], name, id: null } : null;
  }
  const titled = game.shelf.find((one) => one.name === design)?.title ?? name;
  return shelved("viaggiatore", design).then(
    (cards) => ({ cards: cards as Card[], name: titled, id: null, shelf: design }),
    () => null,
  );
}

/** For how many a game may be played. */
export const seats = ({ players: [least, most] }: GameInfo): number[] =>
  Array.from({ length: most - least + 1 }, (_, more) => least + more);

/** For how many this one is made. */
export const suited = ({ players, shelf }: Pick<Beginning, "players" | "shelf">, game: GameInfo): number =>
  players ?? game.shelf.find(({ name }) => name === shelf)?.players[0] ?? game.players[0];

export const templateAddress = (which: Template): string => `/workshop/portobello?design=${TEMPLATE}${which}`;
export const randomAddress = (seed: number, players: number): string =>
  `/workshop/portobello?design=random-${seed}-${players}`;
