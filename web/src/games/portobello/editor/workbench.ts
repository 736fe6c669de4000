/** Maps in the workshop. */
import { asked } from "../../../local/asking";
import { t } from "../../../words/index.svelte";
import { beginning, type Beginning } from "../../../workshop/beginning";
import type { Workbench } from "../../game";
import type { MapFile } from "../map/plan";
import MapPicture from "./MapPicture.svelte";
import MapStarts from "./MapStarts.svelte";
import { template, TEMPLATE, TEMPLATES, type Template } from "./templates";

const RANDOM = /^random-(\d{1,12})-(\d)$/;

export const workbench: Workbench = {
  words: ["portobello/map"],
  Picture: MapPicture,
  Starts: MapStarts,
  /** Besides what every game has, `design` may be `template-NAME` or `random-SEED-PLAYERS`. */
  async begin(design, game): Promise<Beginning<MapFile> | null> {
    if (design?.startsWith(TEMPLATE)) {
      const which = design.slice(TEMPLATE.length) as Template;
      if (!TEMPLATES.includes(which)) return null;
      const name = t(`workshop.template.${which}` as "workshop.template.small");
      return { file: template(which, name), name, id: null };
    }
    const [, seed, players] = RANDOM.exec(design ?? "") ?? [];
    if (!seed || !players) return beginning<MapFile>(design, game);
    const file = (await asked(game.name, "draw", { seed: Number(seed), frame: [null, Number(players)] })) as MapFile;
    return { file, name: file.name ?? "", id: null, players: Number(players) };
  },
  editor: async () => (await import("./MapEditor.svelte")).default,
};
