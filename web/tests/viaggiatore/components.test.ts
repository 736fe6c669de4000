import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Option, Sight, Table } from "../../src/table/table";
import Actions from "../../src/games/viaggiatore/turn/Actions.svelte";
import AuctionScene from "../../src/games/viaggiatore/scenes/AuctionScene.svelte";
import Face from "../../src/games/viaggiatore/art/Face.svelte";
import { SharedState } from "../../src/games/viaggiatore/turn/shared-state.svelte";
import type { Use } from "../../src/games/viaggiatore/cards/deck";
import Hand from "../../src/games/viaggiatore/cards/Hand.svelte";
import Lots from "../../src/games/viaggiatore/scenes/Lots.svelte";
import SaleScene from "../../src/games/viaggiatore/scenes/SaleScene.svelte";
import { tell, type Auction, type Sale } from "../../src/games/viaggiatore/scenes/story";
import type { View } from "../../src/games/viaggiatore/view";
import { need, setLanguage } from "../../src/words/index.svelte";
import "../speak";
import { CARDS, happening, option, seatView, viewOf, X1 } from "./table";

beforeAll(async () => {
  await setLanguage("en");
  await need("viaggiatore/setup", "viaggiatore/game", "viaggiatore-table");
});

let shown: Record<string, unknown> | null = null;
function show<Props extends Record<string, unknown>>(what: Component<Props>, props: Props): HTMLElement {
  const target = document.createElement("div");
  document.body.append(target);
  shown = mount(what, { target, props }) as Record<string, unknown>;
  flushSync();
  return target;
}
afterEach(() => {
  if (shown) void unmount(shown);
  shown = null;
  document.body.replaceChildren();
});

const NAMES = ["Arianna", "Elena", "Daiana", "Luca", "Pierpaolo", "Cinzia"];

/** The shared state of a table that records the moves played. */
function sharedAt(
  view: View,
  legal: Option[] = [],
  yours = [0],
): { shared: SharedState; play: ReturnType<typeof vi.fn> } {
  const play = vi.fn(async () => ({ done: true as const }));
  const seat = (number: number) => ({
    seat: number,
    kind: "person" as const,
    name: NAMES[number]!,
    level: null,
    connected: true,
    thinking: false,
    away_since: null,
    bot_plays: false,
  });
  const sight: Sight<View> = { viewer: 0, view, mover: 0, awaited: legal.length ? [0] : [1, 2], legal, undo: "no" };
  const deck = Array.from({ length: 20 }, (_, i) => CARDS[i % CARDS.length]);
  const info = {
    game: "viaggiatore",
    seats: NAMES.slice(0, view.players).map((_, i) => seat(i)),
    chart: deck,
    options: {},
  };
  const table = { info, yours, sights: [sight], log: [], chat: [], link: { state: "live" }, over: false, play };
  return { shared: new SharedState(table as unknown as Table), play };
}

describe("cards", () => {
  it.each([false, true])("show all five uses, and fade what is not in use (small: %s)", (small) => {
    const target = show(Face, { small, card: CARDS[1]!, label: "card" });
    const drawn = [...target.querySelectorAll("use")].map((use) => use.getAttribute("href"));
    for (const id of ["#v-ship", "#v-train", "#v-bus", "#k-hats", "#k-shoes", "#k-accessories", "#k-clothes"]) {
      expect(drawn).toContain(id);
    }
    const numbers = [...target.querySelectorAll("text")].map((text) => text.textContent);
    expect(numbers).toEqual(expect.arrayContaining(["2", "4", "1"]));
    expect(target.querySelectorAll(".faded").length).toBe(0);
    expect(target.querySelector("svg")?.getAttribute("aria-label")).toBe("card");
  });

  it("as a ticket, everything else fades", () => {
    const target = show(Face, { card: CARDS[0]!, uses: ["ticket"] as Use[] });
    expect(target.querySelectorAll(".faded").length).toBe(5);
    expect(target.querySelector("svg")?.getAttribute("aria-hidden")).toBe("true");
  });
});

describe("the hand", () => {
  const legal = [option("bluff"), option("bid 0"), option("bid 2")];
  const cards = (target: HTMLElement) => [...target.querySelectorAll<HTMLElement>(".press")];

  it("lets glow what can be played, and says so", () => {
    const { shared } = sharedAt(viewOf("bidding"), legal);
    const target = show(Hand, { shared, phone: false });
    expect(cards(target).map((card) => card.closest("li")!.classList.contains("can"))).toEqual([
      true,
      false,
      true,
      false,
      true,
    ]);
    expect(cards(target)[0]!.textContent).toContain(
      "Can be played. Bid 1. Objects: 2 clothes, 1 hat, and 1 pair of shoes.",
    );
    expect(cards(target)[1]!.getAttribute("aria-disabled")).toBe("true");
  });

  it("plays at once by mouse, looks first with a finger", () => {
    const { shared, play } = sharedAt(viewOf("bidding"), legal);
    shared.press(2, true);
    expect(play).not.toHaveBeenCalled();
    expect(shared.picked).toBe(2);
    shared.press(2, true);
    expect(play).toHaveBeenCalledWith(0, "bid 2");
    const other = sharedAt(viewOf("bidding"), legal);
    other.shared.press("bluff", false);
    expect(other.play).toHaveBeenCalledWith(0, "bluff");
  });

  it("does nothing with a card that cannot be played", () => {
    const { shared, play } = sharedAt(viewOf("bidding"), legal);
    shared.press(1, false);
    expect(play).not.toHaveBeenCalled();
  });

  it("stays covered at one device with several seats until its owner asks", () => {
    const { shared } = sharedAt(viewOf("bidding"), legal, [0, 1]);
    expect(shared.covered).toBe(true);
    shared.uncovered = 0;
    expect(shared.covered).toBe(false);
  });
});

it("a carrier is chosen in two steps: the card, then its side", () => {
  const legal = [option("carry 0 train"), option("carry 0 plane")];
  const { shared, play } = sharedAt(viewOf("carrying"), legal);
  const target = show(Actions, { shared, phone: false, telling: false });
  expect(target.querySelectorAll(".tx").length).toBe(0);
  shared.press(0, false);
  flushSync();
  const sides = [...target.querySelectorAll<HTMLElement>("button:has(.tx)")];
  expect(sides.map((side) => side.textContent?.trim())).toEqual(["train", "plane"]);
  sides[1]!.click();
  expect(play).toHaveBeenCalledWith(0, "carry 0 plane");
});

it("baggage lies with its carrier, or waits for one face down", () => {
  const lots = [
    { seat: 1, card: 0, carrier: 2, vehicle: "ship" as const, face_down: false },
    { seat: 1, card: 1, carrier: null, vehicle: null, face_down: true },
    { seat: 2, card: 3, carrier: null, vehicle: null, face_down: false },
  ];
  const { shared } = sharedAt(viewOf("calling", { lots, seats: [seatView({ hand: [] }), seatView(), seatView()] }));
  const target = show(Lots, { shared, seat: 1, most: 52, height: 76 });
  const labels = [...target.querySelectorAll("[aria-label]")].map((svg) => svg.getAttribute("aria-label"));
  expect(labels).toEqual([
    "Baggage: 2 clothes, 1 hat, and 1 pair of shoes",
    "carried by ship",
    "Baggage face down, without a carrier",
  ]);
});

describe("an auction", () => {
  const rules = vi.fn();

  it("says why each bid won or lost, and opens the rule", () => {
    const { shared } = sharedAt(viewOf("calling", { players: 6, seats: NAMES.map(() => seatView({ hand: [] })) }));
    const auction = tell(X1).scene as Auction;
    const target = show(AuctionScene, { shared, auction, phone: false, rules });
    const said = [...target.querySelectorAll(".bid p")].map((p) => p.textContent!.replace(/\s+/g, " ").trim());
    expect(said[0]).toBe("Ties with Luca, but the active player’s bid stays. Pierpaolo’s 4 is higher.");
    expect(said[1]).toContain("Ties with Daiana: loses and is discarded.");
    expect(said[4]).toContain("Highest bid left.");
    expect(said[5]).toContain("No bid.");
    target.querySelector<HTMLElement>(".why")!.click();
    expect(rules).toHaveBeenCalledWith("3.4");
    const phone = show(AuctionScene, { shared, auction, phone: true, rules });
    expect(phone.querySelector(".summary")!.textContent).toContain(
      "Tie: Elena and Daiana. Equal bids lose and are discarded. Tie: you and Luca. Only the active player’s bid stays.",
    );
  });

  it("shows nothing of a card before all have chosen", () => {
    const { shared } = sharedAt(viewOf("bidding"), [option("bluff"), option("bid 0")]);
    const auction = tell([happening(1, ["auction_called", { seat: 1 }]), happening(1, ["bid_laid", { seat: 1 }])])
      .scene as Auction;
    const target = show(AuctionScene, { shared, auction, phone: false, rules });
    expect(target.querySelectorAll(".stamp").length).toBe(0);
    expect(target.textContent).toContain("Elena’s first auction");
    expect(target.querySelector("use[href='#card-back']")).not.toBeNull();
  });
});

it("a sale is compared kind by kind (worked example X3)", () => {
  const { shared } = sharedAt(viewOf("calling"));
  const shop = { seat: 0, card: 2, asked: [3, 1, 1, 4], objects: [1, 2, 1, 3], points: [0, 1, 1, 0], total: 2 };
  const sale = tell([happening(0, ["shop", shop])]).scene as Sale;
  const target = show(SaleScene, { shared, sale, phone: false, rules: () => {} });
  expect([...target.querySelectorAll(".kinds li")].map((li) => li.classList[0])).toEqual([
    "short",
    "pays",
    "pays",
    "short",
  ]);
  expect([...target.querySelectorAll(".verdict b")].map((b) => b.textContent?.trim())).toEqual([
    "2 short",
    "1 point",
    "1 point",
    "1 short",
  ]);
  expect(target.querySelector(".score")?.textContent).toContain("+2 points");
});
