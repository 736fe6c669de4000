import { describe, expect, it } from "vitest";
import { whyOf } from "../../src/shell/end/why";
import type { GameAnalysis } from "../../src/table/table";

const analysis = (decisions: number, luck: number, gave = [0.01, 0.12, 0.05]) =>
  ({
    luck: { draws: [], seats: [{ seat: 1, decisions, luck }] },
    decisions: gave.map((gave_away, index) => ({ index, seat: index === 2 ? 0 : 1, gave_away, move: `m${index}` })),
  }) as unknown as GameAnalysis;

describe("why a player", () => {
  it.each([
    ["lost by luck", analysis(-0.1, -0.3), false, "luck"],
    ["lost by moves", analysis(-0.3, -0.1), false, "move"],
    ["lost by moves although lucky", analysis(-0.3, 0.2), false, "move"],
    ["lost to others", analysis(-0.05, -0.04), false, "others"],
    ["won by luck", analysis(-0.05, 0.4), true, "won.luck"],
    ["won by play", analysis(-0.05, 0.02), true, "won.play"],
    ["won in spite of a move", analysis(-0.4, 0.02), true, "won.move"],
  ] as const)("%s", (_, given, won, key) => {
    expect(whyOf(given, 1, won)?.key).toBe(key);
  });

  it("names the player's own costliest move", () => {
    expect(whyOf(analysis(-0.3, 0), 1, false)).toMatchObject({ key: "move", worst: { move: "m1" } });
  });

  it("is silent where an older server weighed no draws", () => {
    expect(whyOf({ decisions: [], luck: null } as unknown as GameAnalysis, 1, false)).toBeNull();
  });
});
