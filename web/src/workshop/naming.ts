/** How new places of a map are called until somebody names them. */
import { t } from "../words/index.svelte";
import type { Naming } from "./editor/draft";

export const naming: Naming = (kind, key) => {
  if (kind === "alleys") return t("workshop.new.alleys", { key: key.replace("-", "–") });
  return t(kind === "squares" ? "workshop.new.squares" : "workshop.new.districts", { key: key.replace(/^D/, "") });
};
