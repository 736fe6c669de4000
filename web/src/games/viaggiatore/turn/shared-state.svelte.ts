// State shared by this table's components: the sight, the deck, what is being looked at, and how to make a move.
import { mainSight, type Answer, type Sight, type Table } from "../../../table/table";
import { TableActions } from "../../../shell/table-actions.svelte";
import type { Card, Vehicle } from "../cards/deck";
import { choicesOf, forCard, plain, aimOf, type Choice } from "./moves";
import { Pace } from "../scenes/pace.svelte";
import { People } from "../seats/people.svelte";
import { tell, type Scene } from "../scenes/story";
import type { View } from "../view";

export type Looked = number | "bluff" | null;

export class SharedState extends TableActions {
  /** The card that was chosen but not yet played: a carrier before its side, on a phone any card. */
  picked = $state<Looked>(null);
  /** The hovered or focused card. */
  peeked = $state<Looked>(null);
  /** The hovered or focused side of a carrier. */
  side = $state<{ card: number; vehicle: Vehicle } | null>(null);
  /** The move a hint points at. */
  hinted = $state<string | null>(null);
  /** On one device with several seats: the seat whose hand is visible. */
  uncovered = $state<number | null>(null);

  /** Listeners for the moves played here. */
  onplay: (choice: Choice) => void = () => {};

  readonly people: People;
  readonly pace: Pace;

  constructor(table: Table) {
    const people = new People(table);
    super(table, people.speech);
    this.people = people;
    this.pace = new Pace((seat) => this.people.mine(seat));
  }

  readonly sight = $derived.by(() => mainSight(this.table) as Sight<View> | null);
  readonly view = $derived.by(() => this.sight?.view ?? null);
  readonly deck = $derived.by(() => (this.table.info?.chart ?? []) as Card[]);
  /** The reader's seat, −1 for a spectator. */
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
  /** The card looked at: the chosen card first, then the one under the pointer; a single carrier by default. */
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
  /** The advised turn that is being looked at: its steps that use a card, or a button, by their numbers. */
  readonly plan = $derived.by(() => {
    const numbers = new Map<string, number>();
    for (const [index, { move }] of this.advice.steps.entries()) {
      const [verb, card] = move.split(" ");
      numbers.set(card ?? verb!, index + 1);
    }
    return numbers;
  });
  /** Where on the road the plan leads. */
  readonly planned = $derived.by(() => {
    const walks = this.advice.steps.flatMap(({ events }) =>
      events.filter(({ key }) => key === "travelled" || key === "rode"),
    );
    const last = walks.at(-1);
    return last ? { seat: Number(last.params.seat), at: Number(last.params.at) } : null;
  });
  /** On a phone: the card to show large, because its small print matters now. */
  readonly big = $derived.by<number | null>(() => {
    if (typeof this.picked !== "number") return null;
    const [choice] = this.choicesFor(this.picked);
    return choice === undefined || choice.verb === "bid" ? this.picked : null;
  });
  /** The auctions of this turn, counted over everything that has happened. */
  readonly auctions = $derived.by(() => tell(this.table.log).auctions);
  /** The reader's own bid while it lies face down. */
  readonly ownBid = $derived.by<number | "bluff" | null>(() => {
    const shown = this.view?.seats[this.seat]?.bid ?? null;
    const sealed = this.sight?.sealed;
    if (shown !== null || !sealed || this.view?.phase !== "bidding") return shown;
    return sealed === "bluff" ? "bluff" : Number(sealed.split(" ")[1]);
  });
  readonly mayUndo = $derived.by(() => this.seat >= 0 && this.sight?.undo === null && !this.table.over);
  readonly mayHint = $derived.by(() => this.choices.length > 0 && this.hintsOn);
  readonly help = $derived.by(() => this.helpFor(this.awaited));
  /** Hands are secret: on one device with several seats each is shown only when its owner asks for it. */
  readonly covered = $derived.by(() => this.table.yours.length > 1 && this.uncovered !== this.seat);

  card(number: number): Card {
    return this.deck[number]!;
  }

  /** The possible moves with a card, or with the Bluff card, now. */
  choicesFor(looked: Looked): Choice[] {
    if (looked === null) return [];
    if (looked !== "bluff") return forCard(this.choices, looked);
    const bluff = plain(this.choices, "bluff");
    return bluff ? [bluff] : [];
  }

  async play(choice: Choice): Promise<void> {
    if (!this.view) return;
    this.pace.hurry();
    this.onplay(choice);
    await this.send(this.table.play(this.seat, choice.move));
  }

  async undo(): Promise<void> {
    await this.send(this.table.undo(this.seat));
  }

  private async send(command: Promise<Answer>): Promise<void> {
    if (this.busy) return;
    const { looked } = this;
    await this.act(command);
    // the position comes before the answer: a card taken meanwhile stays taken
    if (this.looked === looked) this.look();
  }

  /** Look at nothing in particular. */
  look(): void {
    this.picked = null;
    this.peeked = null;
    this.side = null;
    this.hinted = null;
  }

  /** Ask for good moves. */
  async hint(): Promise<void> {
    this.look();
    await this.askHint(this.seat);
  }

  /** Point at a move: highlight its card and its button. */
  show(move: string): void {
    const choice = this.choices.find((other) => other.move === move);
    this.look();
    if (!choice) return;
    this.hinted = choice.move;
    this.picked = choice.card ?? (choice.verb === "bluff" ? "bluff" : null);
  }

  playMove(move: string): void {
    const choice = this.choices.find((other) => other.move === move);
    if (choice) void this.play(choice);
  }

  /** A card is pressed: mouse or key plays it at once if it has only one use; a finger looks first. */
  press(looked: Looked, finger: boolean): void {
    this.refusal = null;
    const choices = this.choicesFor(looked);
    if (choices.length === 1 && (!finger || this.picked === looked)) void this.play(choices[0]!);
    else this.picked = this.picked === looked && choices.length !== 2 ? null : looked;
  }
}
