/** Shares a study by a link, and follows one: the server keeps it and says where its author looks. */
import { ask, Refused } from "../table/http";
import { recall, remember } from "../table/stored";
import { to } from "../shell/route.svelte";
import type * as wire from "../wire/generated/types";

const PACE = 2500; // milliseconds between two uploads of changes, or two questions what is new
const PLACE = "piazzetta.studies"; // the keys of the studies that this browser shares, by their ids

/** What is shared and followed: a `StudyTable`. */
interface Studied {
  readonly id: string;
  /** The way to the position that is shown. */
  readonly way: number[];
  onown: () => void;
  file(form: "json"): Promise<string>;
  keep(): Promise<void>;
  replace(text: string): Promise<void>;
  lookAt(way: readonly number[]): Promise<void>;
}

export interface Shared {
  key: string;
  token: string;
}

const all = () => recall<Record<string, Shared>>(PLACE, {});

function keep(id: string, shared: Shared | null): void {
  const { [id]: _, ...others } = all();
  remember(PLACE, shared ? { ...others, [id]: shared } : others);
}

export const sharedStudy = (key: string, after = 0) =>
  ask<wire.SharedStudy>(`/studies/${encodeURIComponent(key)}${after ? `?after=${after}` : ""}`);

/** A study of ours that others may follow: tells the server what changes, and where we look. */
export class Sharing {
  shared = $state.raw<Shared | null>(null);
  private sent = { text: "", at: "" };
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly table: Studied) {
    this.shared = all()[table.id] ?? null;
  }

  get link(): string {
    return new URL(to(`/study?shared=${this.shared!.key}`), location.href).href;
  }

  async start(): Promise<void> {
    const text = await this.table.file("json");
    const at = this.table.way;
    this.shared = await ask<wire.SharedStudyToken>("/studies", { study: text, at });
    this.sent = { text, at: JSON.stringify(at) };
    keep(this.table.id, this.shared);
    await this.table.keep(); // so that it is still ours, and shared, after a reload
  }

  async stop(): Promise<void> {
    const { key, token } = this.shared!;
    await ask(`/studies/${key}/remove`, { token });
    this.end();
  }

  private end(): void {
    this.shared = null;
    keep(this.table.id, null);
  }

  /** Something may have changed: tell it soon, together with what follows at once. */
  tell(): void {
    if (this.shared) this.timer ??= setTimeout(() => void this.send(), PACE);
  }

  private async send(): Promise<void> {
    const { shared, sent, table } = this;
    if (!shared) return;
    const text = await table.file("json");
    const way = table.way;
    const at = JSON.stringify(way);
    let again = false;
    try {
      if (text !== sent.text || at !== sent.at) {
        const study = text === sent.text ? null : text;
        await ask(`/studies/${shared.key}`, { token: shared.token, at: way, study });
        this.sent = { text, at };
      }
    } catch (error) {
      if (error instanceof Refused && error.code === "missing") this.end();
      else again = true;
    }
    this.timer = undefined;
    if (again) this.tell();
  }

  close(): void {
    clearTimeout(this.timer);
  }
}

/** A study of somebody else: shows what its author does, until we look elsewhere ourselves. */
export class Following {
  on = $state(true);
  /** Its author has stopped sharing it. */
  ended = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly table: Studied,
    private found: wire.SharedStudy,
  ) {
    table.onown = () => (this.on = false);
    this.wait();
  }

  /** Look where the author looks again. What we changed meanwhile is a study of our own on this device. */
  async again(): Promise<void> {
    this.on = true;
    this.found = await sharedStudy(this.found.key);
    await this.show();
  }

  private wait(): void {
    this.timer = setTimeout(() => void this.look(), PACE);
  }

  private async look(): Promise<void> {
    try {
      if (this.on && document.visibilityState === "visible") {
        const before = this.found.version;
        this.found = await sharedStudy(this.found.key, before);
        if (this.found.version !== before) await this.show();
      }
    } catch (error) {
      this.ended = error instanceof Refused && error.code === "missing";
    }
    if (!this.ended) this.wait();
  }

  private async show(): Promise<void> {
    const { study, at } = this.found;
    if (study !== null) await this.table.replace(study);
    await this.table.lookAt(at);
  }

  close(): void {
    clearTimeout(this.timer);
  }
}
