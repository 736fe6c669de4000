import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Pace } from "../../src/games/viaggiatore/scenes/pace.svelte";
import { result } from "../../src/games/viaggiatore/result";
import { dwell, tell, type Auction, type Journey, type Sale } from "../../src/games/viaggiatore/scenes/story";
import { happening, X1 } from "./table";

describe("an auction", () => {
  it("says who has laid a card, before anything is shown", () => {
    const auction = tell(X1.slice(0, 4)).scene as Auction;
    expect(auction).toMatchObject({ kind: "auction", caller: 0, number: 1, laid: [0, 1, 2], bids: null });
  });

  it("judges every bid as the table did (worked example X1)", () => {
    const { bids, winner, outcome } = tell(X1).scene as Auction;
    expect(bids!.map((bid) => bid.verdict)).toEqual(["outbid", "tie", "tie", "tie", "won", "bluff"]);
    expect(bids![0]).toMatchObject({ stays: true, equals: [3] });
    expect(bids![3]).toMatchObject({ stays: false, equals: [0] });
    expect(bids![1]!.equals).toEqual([2]);
    expect(bids![5]!.equals).toEqual([]);
    expect([winner, outcome]).toEqual([4, "won"]);
  });

  it("counts the auctions of a turn and begins anew with the next", () => {
    const called = (seat: number) => happening(seat, ["auction_called", { seat }]);
    expect((tell([called(2), called(2)]).scene as Auction).number).toBe(2);
    const next = tell([called(2), called(2), happening(2, ["turn", { seat: 0 }]), called(0)]);
    expect(next).toMatchObject({ turn: 0, auctions: 1 });
  });

  it("tells when all bluffed and when nobody won", () => {
    const open = happening(0, ["auction_called", { seat: 0 }]);
    const bids = [0, 1].map((seat) => ({ seat, bid: "bluff", value: 0 }));
    const bluffed = happening(1, ["auction_revealed", { bids }], ["all_bluffed", { seat: 0 }]);
    expect((tell([open, bluffed]).scene as Auction).outcome).toBe("all_bluffed");
    const none = happening(1, ["auction_revealed", { bids }], ["nobody_won", {}]);
    expect((tell([open, none]).scene as Auction).outcome).toBe("nobody");
  });
});

describe("journeys and sales", () => {
  const walk = (key: string, seat: number, steps: number, at: number) =>
    happening(seat, [key, { seat, card: 3, vehicle: "plane", steps, at, arrived: at === 7 }]);

  it("joins those who ride along to the journey", () => {
    const { legs } = tell([walk("travelled", 1, 4, 6), walk("rode", 0, 2, 7)]).scene as Journey;
    expect(legs.map(({ seat, from, to, bonus, arrived }) => [seat, from, to, bonus, arrived])).toEqual([
      [1, 2, 6, false, false],
      [0, 5, 7, true, true],
    ]);
  });

  it("knows the points before a sale, and keeps it in mind when the next turn begins", () => {
    const shop = (total: number) =>
      happening(0, [
        "shop",
        { seat: 0, card: 2, asked: [3, 1, null, 4], objects: [0, 1, 0, 4], points: [0, 1, 0, 1], total },
      ]);
    const story = tell([shop(2), shop(2), happening(0, ["turn", { seat: 1 }])]);
    expect(story.scene).toBeNull();
    expect(story.last as Sale).toMatchObject({ kind: "sale", before: 2, total: 2 });
    expect(story.scores[0]).toBe(4);
  });

  it("sums up a game: points by round, by kind, sales and auctions", () => {
    const log = [
      ...X1,
      happening(0, ["shop", { seat: 0, points: [0, 1, 0, 1], total: 2 }], ["turn", { seat: 1 }]),
      happening(1, ["turn", { seat: 0 }]),
      happening(0, ["shop", { seat: 0, points: [1, 0, 0, 0], total: 1 }]),
    ];
    const told = result(log, 6, 0);
    expect(told.course.map((row) => row[0])).toEqual([0, 2, 3]);
    expect(told.kinds[0]).toEqual({ clothes: 1, hats: 1, shoes: 0, accessories: 1 });
    expect([told.sales[0], told.auctions[4]]).toEqual([2, 1]);
  });
});

describe("the pace", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const nobody = () => false;

  it("shows at once what was there before, then one thing after the other", () => {
    const pace = new Pace(nobody);
    pace.hear(X1.slice(0, 6));
    expect(pace.shown).toBe(6);
    const more = [...X1, happening(4, ["carrier_laid", { seat: 4 }]), happening(0, ["auctions_closed", { seat: 0 }])];
    pace.hear(more);
    expect(pace.shown).toBe(7);
    vi.advanceTimersByTime(dwell(more[6]!, nobody) - 50);
    expect(pace.shown).toBe(7);
    vi.advanceTimersByTime(100);
    expect(pace.shown).toBe(8);
    vi.advanceTimersByTime(5000);
    expect([pace.shown, pace.idle]).toEqual([9, true]);
  });

  it("never lags behind by more than four seconds, and can be hurried", () => {
    const pace = new Pace(nobody);
    pace.hear([X1[0]!]);
    const reveal = X1.at(-1)!;
    pace.hear([X1[0]!, ...Array.from({ length: 10 }, () => reveal)]);
    vi.advanceTimersByTime(4100);
    expect(pace.shown).toBeGreaterThanOrEqual(10);
    pace.hear([X1[0]!, ...Array.from({ length: 12 }, () => reveal)]);
    pace.hurry();
    expect([pace.shown, pace.idle]).toEqual([13, true]);
  });

  it("goes back with what was taken back", () => {
    const pace = new Pace(nobody);
    pace.hear(X1);
    pace.hear(X1.slice(0, 3));
    expect(pace.shown).toBe(3);
  });
});
