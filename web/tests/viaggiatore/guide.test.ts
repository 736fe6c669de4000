import { describe, expect, it } from "vitest";
import type { Option } from "../../src/table/table";
import { objectsOf, sideOf } from "../../src/games/viaggiatore/cards/deck";
import { fitPairs, PAIR } from "../../src/games/viaggiatore/cards/fit";
import { guide, type Situation } from "../../src/games/viaggiatore/turn/guide";
import { aimOf, choicesOf, forCard, plain, worthOf } from "../../src/games/viaggiatore/turn/moves";
import { othersFrom } from "../../src/games/viaggiatore/seats/seats";
import { stageOf } from "../../src/games/viaggiatore/view";
import { CARDS, option, viewOf } from "./table";

function situation(more: Partial<Situation> & { legal?: Option[] }): Situation {
  return {
    view: viewOf("calling"),
    choices: choicesOf(more.legal ?? []),
    looked: [],
    auctions: 0,
    seat: 0,
    awaited: [0],
    sale: null,
    about: (seat) => ({ who: `seat ${seat}`, who_is: seat === 0 ? "you" : "other" }),
    names: (seats) => seats.join(" + "),
    note: (remark) => ({ key: `viaggiatore.note.${remark.key}`, params: remark.params }),
    ...more,
  };
}

const bids = [option("bluff"), option("bid 0"), option("bid 1")];

describe("the guided bar", () => {
  it.each([
    ["calling", [option("auction"), option("close")], {}, "viaggiatore.bar.calling"],
    ["calling", [option("auction"), option("close")], { auctions: 2 }, "viaggiatore.bar.calling_again"],
    ["bidding", bids, {}, "viaggiatore.bar.bidding_active"],
    ["bidding", bids, { view: viewOf("bidding", { active: 1 }) }, "viaggiatore.bar.bidding"],
    ["bidding", [option("bluff")], {}, "viaggiatore.bar.bidding_no_card"],
    ["carrying", [option("carry 0 train")], {}, "viaggiatore.bar.carrying"],
    ["loading", [option("carry 0 train")], {}, "viaggiatore.bar.loading"],
    ["travelling", [option("travel 3"), option("stay")], {}, "viaggiatore.bar.travelling"],
    ["travelling", [option("stay")], {}, "viaggiatore.bar.travelling_cannot"],
    ["riding", [option("ride 3"), option("wait")], {}, "viaggiatore.bar.riding"],
    ["riding", [option("wait")], {}, "viaggiatore.bar.riding_cannot"],
  ] as const)("says what is expected: %s", (phase, legal, more, key) => {
    const said = guide(situation({ view: viewOf(phase), ...more, legal: [...legal] }));
    expect(said.title.key).toBe(key);
    expect(said.text[0]!.key).toBe(`${key}.more`);
    expect(said.tone).toBe("act");
  });

  it("says what the card looked at would bring, in the table's own remarks", () => {
    const legal = [
      option("carry 0 train", { remarks: [{ key: "ticket_moves", params: { vehicle: "train", steps: 4 } }] }),
    ];
    const choices = choicesOf(legal);
    const said = guide(situation({ view: viewOf("carrying"), legal, looked: choices }));
    expect(said.text).toEqual([{ key: "viaggiatore.note.ticket_moves", params: { vehicle: "train", steps: 4 } }]);
    expect(said.more[0]!.key).toBe("viaggiatore.bar.carrying.more");
    expect(worthOf(choices[0]!)).toBe(4);
  });

  it("says for whom one waits, and that one's own choice is sealed", () => {
    const sealed = guide(situation({ view: viewOf("bidding"), awaited: [1, 2] }));
    expect(sealed.title.key).toBe("viaggiatore.bar.sealed");
    expect(sealed.text[0]).toEqual({ key: "viaggiatore-table.waiting", params: { n: 2, names: "1 + 2" } });
    const other = guide(situation({ view: viewOf("travelling", { active: 2 }), awaited: [2] }));
    expect(other.title).toMatchObject({ key: "viaggiatore.wait.travelling", params: { who: "seat 2" } });
  });

  it("tells of the reader's own sale, but a decision comes first", () => {
    const sale = {
      kind: "sale",
      at: 1,
      seat: 0,
      card: 0,
      asked: [],
      objects: [],
      points: [],
      total: 0,
      before: 0,
    } as const;
    const view = viewOf("calling", { active: 1 });
    const told = guide(situation({ view, awaited: [1], sale: { ...sale, asked: [], objects: [], points: [] } }));
    expect(told.title).toEqual({ key: "viaggiatore-table.sold", params: { n: 0 } });
    expect(told.text[0]!.key).toBe("viaggiatore-table.sold.nothing");
    const asked = guide(
      situation({ legal: [option("auction")], sale: { ...sale, asked: [], objects: [], points: [] } }),
    );
    expect(asked.tone).toBe("act");
  });

  it("names the winners at the end", () => {
    const said = guide(situation({ view: viewOf("finished", { winners: [0, 2] }), awaited: [] }));
    expect(said.text[0]).toEqual({ key: "viaggiatore-table.won", params: { names: "0 + 2", n: 2 } });
  });
});

describe("moves", () => {
  it("are sorted by card and by what needs none; chance is no choice", () => {
    const choices = choicesOf([
      option("auction"),
      option("card 3"),
      option("carry 2 ship"),
      option("carry 2 train"),
      option("shop 1"),
    ]);
    expect(choices.map((choice) => choice.verb)).toEqual(["auction", "carry", "carry"]);
    expect(forCard(choices, 2).map((choice) => choice.vehicle)).toEqual(["ship", "train"]);
    expect(plain(choices, "auction")?.move).toBe("auction");
    expect(plain(choices, "stay")).toBeUndefined();
  });

  it("lead where the table says", () => {
    const [choice] = choicesOf([option("travel 3", { events: [{ key: "travelled", params: { steps: 2, at: 6 } }] })]);
    expect(aimOf(choice)).toBe(6);
    expect(aimOf(undefined)).toBeNull();
  });
});

describe("small things", () => {
  it("one picture for each object; a side for each vehicle", () => {
    expect(objectsOf(CARDS[0]!)).toEqual(["clothes", "clothes", "hats", "shoes"]);
    expect([sideOf(CARDS[0]!, "train"), sideOf(CARDS[0]!, "plane")]).toEqual(["left", "right"]);
  });

  it("others sit clockwise from one's left; a spectator sees all", () => {
    expect(othersFrom(2, 4)).toEqual([3, 0, 1]);
    expect(othersFrom(-1, 3)).toEqual([0, 1, 2]);
  });

  it("phases belong to the four parts of a turn", () => {
    expect([
      stageOf("carrying"),
      stageOf("riding"),
      stageOf("shopping"),
      stageOf("loading"),
      stageOf("finished"),
    ]).toEqual(["auctions", "travel", "sell", "draw", null]);
  });

  it.each([1, 2, 3, 4, 5, 7, 9])("%i pieces of baggage fit into their panel", (many) => {
    const [width, height] = [320, 76];
    const size = fitPairs(many, width, height, 52);
    const columns = Math.max(1, Math.floor((width + 7) / (size * PAIR + 7)));
    const rows = Math.ceil(many / columns);
    expect(rows * size * 1.4 + (rows - 1) * 7).toBeLessThanOrEqual(height + 1);
    expect(size).toBeGreaterThanOrEqual(14);
  });
});
