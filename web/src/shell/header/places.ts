/** Where the menu leads: the same six places on every page. */
import { OWN_GAMES } from "../../games/registry";
import { STATIC } from "../../table/reach.svelte";
import { lastGame } from "../bar/settings.svelte";
import type { InterfaceKey } from "../../words/index.svelte";
import { route, type Route } from "../route.svelte";

export interface Place {
  path: string;
  word: InterfaceKey;
  /** What is there. */
  more: InterfaceKey;
  icon: string;
  page: Route["page"];
  /** At a table the rules of its game open beside it. */
  rules?: true;
}

export function places(): Place[] {
  const all: Place[] = [
    { path: "/", word: "nav.play", more: "nav.play.more", icon: "i-stall", page: "front" },
    { path: "/my-games", word: "my_games", more: "nav.games.more", icon: "i-person", page: "my-games" },
    { path: "/learn", word: "nav.learn", more: "nav.learn.more", icon: "i-learn", page: "learn" },
    { path: "/watch", word: "nav.watch", more: "nav.watch.more", icon: "i-spectator", page: "watch" },
    { path: "/workshop", word: "workshop", more: "nav.workshop.more", icon: "i-tools", page: "workshop" },
    {
      path: `/rules/${lastGame() || OWN_GAMES[0]!}`,
      word: "rules",
      more: "nav.rules.more",
      icon: "i-rules",
      page: "rules",
      rules: true,
    },
  ];
  return STATIC ? all.filter(({ page }) => page !== "watch") : all;
}

export const isHere = ({ page }: Place): boolean => route().page === page;
