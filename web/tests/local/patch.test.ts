import { describe, expect, test } from "vitest";
import { patched } from "../../src/patch";

describe("changes from a server", () => {
  const before = { at: 1, sight: { view: { pile: [1, 2], seats: [{ held: 3 }, { held: 4 }], "a/b~": null } } };

  test("are applied to a copy that shares the rest", () => {
    const after = patched<unknown>(before, [
      { op: "replace", path: "/at", value: 2 },
      { op: "add", path: "/sight/view/pile/-", value: 7 },
      { op: "replace", path: "/sight/view/seats/1/held", value: 5 },
      { op: "replace", path: "/sight/view/a~1b~0", value: "x" },
      { op: "add", path: "/lesson", value: { id: "toll" } },
    ]);
    expect(after).toEqual({
      at: 2,
      sight: { view: { pile: [1, 2, 7], seats: [{ held: 3 }, { held: 5 }], "a/b~": "x" } },
      lesson: { id: "toll" },
    });
    expect(before.sight.view.pile).toEqual([1, 2]);
    expect((after as typeof before).sight.view.seats[0]).toBe(before.sight.view.seats[0]);
  });

  test("remove fields and the ends of lists", () => {
    const after = patched<unknown>(before, [
      { op: "remove", path: "/sight/view/pile/1" },
      { op: "remove", path: "/sight/view/pile/0" },
      { op: "remove", path: "/sight/view/seats" },
      { op: "remove", path: "/sight/view/a~1b~0" },
    ]);
    expect(after).toEqual({ at: 1, sight: { view: { pile: [] } } });
    expect(patched<unknown>(before, [{ op: "replace", path: "", value: 5 }])).toBe(5);
  });
});
