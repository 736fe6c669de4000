// Everything the components of this table share: the sight, the deck, what is looked at, and how a move is made.
import { mainSight, type Refusal, type Sight, type Table } from "../table/table";
import type { Card, Vehicle } from "./deck";
import { choicesOf, forCard, plain, aimOf, type Choice } from "./moves";
import { Pace } from "./pace.svelte";
import { People } from "./people.svelte";
import { tell, type Scene } from "./story";
import type { View } from "./view";

export type Looked = number | "bluff" | null;

export class Desk {
  /** The card that was chosen but not yet played: a carrier before its side, on a phone any card. */
  picked = $state<Looked>(null);
  /** The card under the pointer or the focus. */
  peeked = $state<Looked>(null);
  /** The side of a carrier that is hovered or focused. */
  side = $state<{ card: number; vehicle: Vehicle } | null>(null);
  refusal = $state<Refusal | null>(null);
  busy = $state(false);
  /** The bid laid by this page in the auction that is going on, so that one can look at one's own card. */
  private laid = $state<{ auction: number; bid: number | "bluff" } | null>(null);

  readonly people: People;
  readonly pace: Pace;

  constructor(readonly table: Table) {
    this.people = new People(table);
    this.pace = new Pace((seat) => this.people.mine(seat));
  }

  readonly sight = $derived.by(() => mainSight(this.table) as Sight<View> | null);
  readonly view = $derived.by(() => this.sight?.view ?? null);
  readonly deck = $derived.by(() => (this.table.info?.chart ?? []) as Card[]);
  /** The own seat, −1 for a spectator. */
  readonly seat = $derived.by(() => this.sight?.viewer ?? -1);
  readonly awaited = $derived.by(() => this.sight?.awaited ?? []);
  readonly choices = $derived.by<Choice[]>(() => choicesOf(this.sight?.legal ?? []));
  readonly story = $derived.by(() => tell(this.table.log.slice(0, this.pace.shown)));
  /** What the middle of the table shows; null: the road. */
  readonly scene = $derived.by<Scene | null>(() => {
    const { scene, last } = this.story;
    const fresh = !this.pace.idle && last?.at === this.table.log[this.pace.shown - 1]?.at;
    if (fresh) return last;
    const walking = this.view?.phase === "travelling" || this.view?.phase === "riding";
    return this.pace.idle && walking && scene?.kind === "auction" ? null : scene;
  });
  /** What is looked at: the chosen card first, then the one under the pointer; the only carrier there is of itself. */
  readonly looked = $derived.by<Looked>(() => {
    if (this.view?.phase === "loading" && this.choices.length) return this.view.pending;
    return this.picked ?? this.peeked;
  });
  /** Where on the road the card looked at would lead. */
  readonly ghost = $derived.by(() => {
    const looked = this.looked;
    if (typeof looked !== "number") return null;
    return aimOf(forCard(this.choices, looked)[0]);
  });
  /** On a phone: the card to show large, because its small print matters now. */
  readonly big = $derived.by<number | null>(() => {
    if (typeof this.picked !== "number") return null;
    const [choice] = this.choicesFor(this.picked);
    return choice === undefined || choice.verb === "bid" ? this.picked : null;
  });
  /** The auctions of this turn, counted over all that has happened. */
  readonly auctions = $derived.by(() => tell(this.table.log).auctions);
  /** The reader's own bid while it lies face down. */
  readonly ownBid = $derived.by<number | "bluff" | null>(() => {
    const shown = this.view?.seats[this.seat]?.bid ?? null;
    if (shown !== null || this.view?.phase !== "bidding" || this.awaited.includes(this.seat)) return shown;
    return this.laid?.auction === this.view.turn * 100 + this.auctions ? this.laid.bid : null;
  });

  card(number: number): Card {
    return this.deck[number]!;
  }

  /** What can be done with a card, or with the Bluff, now. */
  choicesFor(looked: Looked): Choice[] {
    if (looked === null) return [];
    if (looked !== "bluff") return forCard(this.choices, looked);
    const bluff = plain(this.choices, "bluff");
    return bluff ? [bluff] : [];
  }

  async play(choice: Choice): Promise<void> {
    if (this.busy || !this.view) return;
    this.busy = true;
    this.refusal = null;
    if (choice.verb === "bid" || choice.verb === "bluff") {
      this.laid = { auction: this.view.turn * 100 + this.auctions, bid: choice.card ?? "bluff" };
    }
    this.pace.hurry();
    const answer = await this.table.play(this.seat, choice.move);
    this.busy = false;
    this.picked = null;
    this.peeked = null;
    this.side = null;
    if (!answer.done) this.refusal = answer.refusal;
  }

  /** A card is pressed: by mouse or key it is played at once if it can do only one thing; a finger looks first. */
  press(looked: Looked, finger: boolean): void {
    this.refusal = null;
    const choices = this.choicesFor(looked);
    if (choices.length === 1 && (!finger || this.picked === looked)) void this.play(choices[0]!);
    else this.picked = this.picked === looked && choices.length !== 2 ? null : looked;
  }
}
