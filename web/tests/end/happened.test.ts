import { expect, it } from "vitest";
import { log } from "../../src/games/portobello/log";
import { tells } from "../../src/shell/help/happened";
import { tellBy } from "../../src/shell/rail/log-style";
import type { GameEvent } from "../../src/table/table";
import { speak } from "../speak";

it("tells of a turning point what changed, not that turns begin and end", () => {
  tellBy("portobello", log);
  const { speech } = speak("en", "portobello", 0);
  const event = (key: string, params = {}) => ({ key, params: { seat: 0, ...params } }) as unknown as GameEvent;
  const events = [
    event("turn_ended"),
    event("turn"),
    event("tile_picked", { tile: "3" }),
    event("bobby_set", { name: "Rag Fair" }),
    event("district_marked", { name: "Rag Fair", points: 3, tile: "2", factor: 2 }),
  ];
  expect(events.filter((one) => tells(speech, one)).map(({ key }) => key)).toEqual(["bobby_set", "district_marked"]);
});
