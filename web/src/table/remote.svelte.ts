/** A table on a server. */
import { Connection, type Message } from "./connection";
import { analysis } from "./http";
import { announced } from "./heard/announcement.svelte";
import { moveSeats, randomToken, type SeatToken } from "./keys";
import { moveMutes } from "./heard/mutes.svelte";
import type {
  Answer,
  ChatLine,
  Happening,
  Hint,
  Lesson,
  Link,
  PlannedMove,
  Refusal,
  Sight,
  Table,
  TableInfo,
} from "./table";
import { patched, type Operation } from "../patch";
import { UpdateFeed } from "./update-feed.svelte";

export class RemoteTable extends UpdateFeed implements Table {
  info = $state<TableInfo | null>(null);
  yours = $state<number[]>([]);
  link = $state<Link>({ state: "connecting" });
  clocks = $state.raw<Record<number, number>>({});
  banks = $state.raw<Record<number, number>>({});
  chat = $state.raw<ChatLine[]>([]);

  /** The latest update as a whole, to which changes apply. */
  private latest: Message | null = null;
  /** Connected, and the first update is still to come. */
  private connected = false;
  private readonly connection: Connection;

  constructor(
    address: string,
    private readonly seats: SeatToken[],
    /** Look on, even if a cookie says that a seat is ours. */
    private readonly watch = false,
  ) {
    super();
    this.connection = new Connection(address, {
      hello: () => this.hello(),
      hear: (message) => this.hear(message),
      tell: (link) => (this.link = link),
    });
    document.addEventListener("visibilitychange", this.look);
  }

  private hello(): Omit<Message, "type"> {
    const since = this.info ? this.at : null;
    const seats = this.seats.map(({ seat, token, contribution }) => ({ seat, token, contribution }));
    const wishes = { notes: false, changes: true, visible: document.visibilityState === "visible" };
    // without a key the seat may still be ours: taken on another device of the same person
    const chance = this.watch ? { watch: true } : seats.length ? {} : { contribution: randomToken() };
    return { seats, since, ...wishes, ...chance };
  }

  retry(): void {
    this.connection.retry();
  }

  private hear(message: Message): void {
    switch (message.type) {
      case "welcome":
        this.connected = true;
        this.info = message.table as TableInfo;
        if (this.watch) this.info.options = { ...this.info.options, chat: false }; // talk is for the table
        this.yours = message.yours as number[];
        if (this.seats.length) this.sitAt(message.keys as number[]);
        break;
      case "update":
        this.update(message);
        break;
      case "change":
        if (this.latest && this.latest.at === message.from)
          this.update(patched(this.latest, message.patch as Operation[]));
        else this.connection.lost(); // a gap: the next connection begins with a whole update
        break;
      case "seats":
        if (this.info) {
          const { seats, status, spectators, starter, seats_drawn, ended, unrated } = message;
          Object.assign(this.info, { seats, status, spectators, starter, seats_drawn, ended, unrated });
        }
        break;
      case "seated": {
        const seating = message.seating as number[];
        this.yours = this.yours.map((seat) => seating[seat]!).toSorted((a, b) => a - b);
        this.sitAt(this.seats.map(({ seat }) => seating[seat]!));
        this.chat = this.chat.map((line) => ({ ...line, seat: seating[line.seat] ?? line.seat }));
        moveMutes(this.info!.id, seating);
        break;
      }
      case "rematch":
        if (this.info) this.info.rematch = String(message.table);
        break;
      case "clock": {
        // The server's clock is not ours: use the time that is left.
        const ahead = Date.now() - (message.now as number);
        const deadlines = Object.entries(message.deadlines as Record<string, number>);
        this.clocks = Object.fromEntries(deadlines.map(([seat, at]) => [seat, at + ahead]));
        this.banks = (message.banks ?? {}) as Record<number, number>;
        break;
      }
      case "announcement":
        announced(String(message.text));
        break;
      case "chat":
        // what was said after the latest update comes again with the next connection
        this.chat = [...this.chat.filter(({ at }) => at !== message.at), message as unknown as ChatLine];
        break;
    }
  }

  /** Where the person of each of our keys sits now. */
  private sitAt(seats: readonly number[]): void {
    for (const [index, seat] of seats.entries()) this.seats[index]!.seat = seat;
    moveSeats(this.info!.id, this.seats);
  }

  private update(message: Message): void {
    this.latest = message;
    const happened = message.happened as Happening[];
    const sights = (message.sights ?? [message.sight]) as Sight[];
    const awaited = sights[0]?.awaited ?? [];
    this.clocks = Object.fromEntries(Object.entries(this.clocks).filter(([seat]) => awaited.includes(Number(seat))));
    const lesson = (message.lesson ?? null) as Lesson | null;
    const backlog = this.connected;
    this.connected = false;
    this.show({ at: message.at as number, happened, sights, over: Boolean(message.over), lesson, backlog });
  }

  private ask(command: Message): Promise<Message> {
    return this.connection.ask({ ...command, at: this.at });
  }

  private async command(command: Message): Promise<Answer> {
    const message = await this.ask(command);
    return message.type === "refused" ? { done: false, refusal: message as unknown as Refusal } : { done: true };
  }

  play = (seat: number, move: string) => this.command({ type: "play", seat, move });
  undo = (seat: number) => this.command({ type: "undo", seat });
  say = (text: string) => this.command({ type: "chat", seat: this.yours[0], text });
  changeSeat = (seat: number, to: number) => this.command({ type: "change_seat", seat, to });
  fillSeats = (level: string, names: readonly string[]) =>
    this.command({ type: "fill_seats", seat: this.yours[0], level, names });
  botFor = (seat: number) => this.command({ type: "bot_for", seat: this.yours[0], absent: seat });
  takeBackSeat = (seat: number) => this.command({ type: "take_back_seat", seat });
  chooseStandIn = (seat: number, level: string | null, now: boolean) =>
    this.command({ type: "stand_in", seat, level, now });
  plan = (seat: number, steps: PlannedMove[][]) => this.command({ type: "plan", seat, steps });
  resign = (seat: number) => this.command({ type: "resign", seat });
  offerEnd = (seat: number) => this.command({ type: "offer_end", seat });
  declineEnd = (seat: number) => this.command({ type: "decline_end", seat });
  claim = (seat: number) => this.command({ type: "claim", seat });

  async why(move: string, seat: number): Promise<Refusal | null> {
    const message = await this.ask({ type: "why", seat, move });
    return message.clause || message.sentence ? (message as unknown as Refusal) : null;
  }

  async hint(seat: number): Promise<Hint | Refusal | null> {
    const message = await this.ask({ type: "hint", seat });
    if (message.type === "hint") return message.hint as Hint;
    return message.key === "hint_due" ? (message as unknown as Refusal) : null;
  }

  analysis = () => analysis(this.info!.id);

  /** Who does not see the page is called when it is their turn. */
  private readonly look = () => this.connection.send({ type: "look", visible: document.visibilityState === "visible" });

  close(): void {
    document.removeEventListener("visibilitychange", this.look);
    this.connection.close();
  }
}
