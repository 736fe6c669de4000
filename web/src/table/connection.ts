/**
 * One WebSocket after another to the same table. A network may drop packets without closing anything, so the connection
 * is asked for signs of life. What was on its way when it died is sent again under the same id: the server does it once.
 */
import { randomToken } from "./keys";
import type { Link, Refusal } from "./table";

export interface Message {
  type: string;
  [field: string]: unknown;
}

interface Uses {
  /** What to say first on every connection. */
  hello: () => Omit<Message, "type">;
  /** Takes every message that is no answer. */
  hear: (message: Message) => void;
  /** Takes the state of the connection when it changes. */
  tell: (link: Link) => void;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
const TO_CONNECT = 20_000;
/** A connection dies unnoticed for the sum of these two at most: less than 25 seconds. */
const PING_EVERY = 10_000;
const TO_ANSWER = 12_000;
/** The time to answer when the device has just woken up or changed its network. */
const TO_ANSWER_SOON = 5_000;

/** The server's last words: no such table, or not for us; retrying would not help. */
const FINAL: Record<number, string> = {
  4400: "bad",
  4401: "not_your_seat",
  4403: "no_spectators",
  4404: "missing",
  4430: "banned",
};

const LOST: Refusal = { code: "lost", sentence: "", clause: null };

/** Signs that the connection may have died: the network changed, or the device slept. */
const SIGNS: [() => EventTarget | undefined, string[]][] = [
  [() => window, ["online", "offline", "pageshow"]],
  [() => document, ["visibilitychange", "resume"]],
  [() => (navigator as { connection?: EventTarget }).connection, ["change"]],
];

export class Connection {
  private readonly client = randomToken();
  private socket: WebSocket | null = null;
  private live = false;
  private wait = FIRST_WAIT;
  /** Until the next attempt to connect, the next ping, or the end of our patience. */
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** What was asked and not answered yet, in order. */
  private readonly asked = new Map<string, { text: string; settle: (answer: Message) => void }>();
  private count = 0;
  /** The ping whose answer is due: an answer to anything before it may have been on its way when the line died. */
  private pinged = "";

  constructor(
    private readonly address: string,
    private readonly uses: Uses,
  ) {
    this.watchSigns("addEventListener");
    this.connect();
  }

  private watchSigns(how: "addEventListener" | "removeEventListener"): void {
    for (const [target, names] of SIGNS) for (const name of names) target()?.[how](name, this.check);
  }

  /** Sends a command and waits for its answer, over several connections if need be. */
  ask(command: Message): Promise<Message> {
    const id = this.nextId();
    const text = JSON.stringify({ ...command, id });
    return new Promise((settle) => {
      if (!this.live) return settle({ type: "refused", ...LOST });
      this.asked.set(id, { text, settle });
      this.socket!.send(text);
    });
  }

  /** Sends what may be lost, and returns its id. */
  send(command: Message): string {
    const id = this.nextId();
    if (this.live) this.socket!.send(JSON.stringify({ ...command, id }));
    return id;
  }

  private readonly nextId = () => `${this.client}-${++this.count}`;

  retry(): void {
    this.wait = FIRST_WAIT;
    this.drop();
    this.uses.tell({ state: "lost", retryAt: Date.now() });
    this.connect();
  }

  close(why?: string): void {
    this.watchSigns("removeEventListener");
    clearTimeout(this.timer);
    this.drop();
    for (const { settle } of this.asked.values()) settle({ type: "refused", ...LOST });
    this.asked.clear();
    this.uses.tell({ state: "closed", ...(why && { why }) });
  }

  private connect(): void {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () =>
      socket.send(JSON.stringify({ type: "hello", v: 1, client: this.client, ...this.uses.hello() }));
    socket.onmessage = (event) => this.take(JSON.parse(String(event.data)) as Message);
    socket.onclose = ({ code }) => (code in FINAL ? this.close(FINAL[code]) : this.lost());
    this.after(TO_CONNECT, this.lost);
  }

  private take(message: Message): void {
    if (message.type === "welcome") {
      this.live = true;
      this.wait = FIRST_WAIT;
      this.after(PING_EVERY, this.ping);
      this.uses.hear(message);
      this.uses.tell({ state: "live" });
      for (const { text } of this.asked.values()) this.socket?.send(text);
    } else if (typeof message.id === "string") {
      // only an answer shows that both directions work
      if (message.id === this.pinged) this.pinged = "";
      if (!this.pinged) this.after(PING_EVERY, this.ping);
      const found = this.asked.get(message.id);
      this.asked.delete(message.id);
      found?.settle(message);
    } else this.uses.hear(message);
  }

  /** Find out at once whether the connection has survived. */
  private readonly check = () => {
    if (this.live) this.ping(TO_ANSWER_SOON);
    else if (!this.socket) this.retry();
  };

  private readonly ping = (patience = TO_ANSWER) => {
    this.pinged = this.send({ type: "ping" });
    this.after(patience, this.lost);
  };

  /** Connects again, after a while. */
  readonly lost = () => {
    this.drop();
    this.uses.tell({ state: "lost", retryAt: Date.now() + this.wait });
    this.after(this.wait, () => this.connect());
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  };

  /** Lets go of the socket without waiting for its end, which a dead one would hear of after minutes. */
  private drop(): void {
    if (this.socket) this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
    this.socket?.close();
    this.socket = null;
    this.live = false;
    this.pinged = "";
  }

  private after(milliseconds: number, act: () => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(act, milliseconds);
  }
}
