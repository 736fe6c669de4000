/** A study as a table: one plays for every seat, goes back, branches. The rules and the tree are in a worker. */
import { Channel, newThread, RefusedHere } from "../local/channel";
import type {
  Beginning,
  Outcome,
  StudyChange,
  StudyHead,
  StudyNode,
  StudyPosition,
  StudyQuestions,
} from "../local/studies";
import type { Answer, Happening, Link, Mark, Refusal, Seat, Sight, Table, TableInfo, Update } from "../table/table";
import { OPEN } from "../table/table";
import { newId } from "../local/chance";
import { keepStudy, leaveAt, type KeptStudy } from "./kept";
import { speechOf } from "../shell/speech.svelte";
import { StudyDrawing } from "./drawing.svelte";
import { Engine } from "./engine.svelte";
import { Sharing, type Following } from "./sharing.svelte";

const REST = 300; // milliseconds at a position before it is where the study was left
const OFF: Answer = { done: false, refusal: { code: "off", sentence: "", clause: null } };
type Listener = (update: Update, before: readonly Sight[]) => void;

export class StudyTable implements Table {
  info = $state<TableInfo | null>(null);
  readonly link: Link = { state: "live" };
  readonly over = false;
  readonly chat = [];
  at = $state(0);
  sights = $state.raw<Sight[]>([]);
  log = $state.raw<Happening[]>([]);
  readonly engine = new Engine(this);
  readonly sharing: Sharing;
  /** Missing: the study is not kept. */
  readonly drawing?: StudyDrawing;
  /** Whose study this is, where it is somebody else's. */
  following = $state.raw<Following | null>(null);
  /** Called when somebody here moves or writes. */
  onown: () => void = () => {};

  title = $state("");
  /** The tree, by number. */
  nodes = $state.raw(new Map<number, StudyNode>());
  /** Where we are. */
  position = $state.raw<StudyPosition | null>(null);
  /** Whose knowledge is shown: a seat's, or all. */
  viewer = $state(OPEN);
  /** False: the browser cannot store it. */
  kept = $state(true);
  /** Whether seats know different things in this game. */
  secrets = $state(false);
  marks = $state.raw<readonly Mark[]>([]);
  pointed = $state<string | null>(null);
  /** The child that was last looked at, by parent: where forward leads. */
  private readonly latest = new Map<number, number>();
  private readonly listeners = new Set<Listener>();
  private asked = 0;
  private left: ReturnType<typeof setTimeout> | undefined;
  /** Where we are going: keys are faster than the worker. */
  private goal = 0;

  private constructor(
    public id: string,
    readonly study: NonNullable<Table["study"]>,
    private readonly channel: Channel,
    head: StudyHead,
    /** Null: it is not kept. */
    private readonly onkept: ((study: KeptStudy) => void) | null,
  ) {
    const names = Array.isArray(head.names) ? (head.names as unknown[]) : [];
    this.title = head.title;
    this.sharing = new Sharing(this);
    if (onkept) this.drawing = new StudyDrawing(this, () => speechOf(this));
    this.secrets = head.secrets;
    this.info = {
      id: "",
      game: head.game,
      edition: head.edition,
      rules: head.rules,
      players: head.players,
      starter: head.starter,
      chart: head.chart,
      seats: Array.from({ length: head.players }, (_, seat) => sitting(seat, names[seat])),
      options: { chat: false, hints: false, undo: true },
      commitment: null,
      status: "over",
      rematch: null,
      spectators: 0,
    };
  }

  /**
   * `text`: a study or a record; `at`: the position to begin with, as a replay counts them, or the way there; `viewer`:
   * whose knowledge is shown where seats know different things; `rail`: the tree, in the place of the log.
   */
  static async open(
    id: string,
    { text, at, viewer }: { text: string; at: number | readonly number[]; viewer: number },
    rail: NonNullable<Table["study"]>,
    onkept: (study: KeptStudy) => void,
  ): Promise<StudyTable> {
    const channel = new Channel(gameOf(text), newThread());
    try {
      const head = await channel.ask("study", { text });
      const table = new StudyTable(id, rail, channel, head, onkept);
      if (head.secrets) table.viewer = viewer;
      await table.look();
      const line = table.lineFrom(0);
      if (typeof at !== "number") await table.lookAt(at);
      else await table.show(line[Math.max(0, Math.min(line.length - 1, at - head.opening))]!.number);
      return table;
    } catch (error) {
      channel.close();
      throw error;
    }
  }

  /** A game from its first position, after as many of these moves as can be played; it is not kept. */
  static async begin(
    game: string,
    given: Beginning,
    moves: readonly string[],
    rail: NonNullable<Table["study"]>,
  ): Promise<StudyTable> {
    const channel = new Channel(game, newThread());
    try {
      const table = new StudyTable("", rail, channel, await channel.ask("begin", given), null);
      await table.look();
      await table.show(0);
      for (const play of moves) if (!(await table.change({ node: table.here.number, play })).done) break;
      return table;
    } catch (error) {
      channel.close();
      throw error;
    }
  }

  get yours(): readonly number[] {
    return this.viewer >= 0 ? [this.viewer] : [];
  }

  get here(): StudyNode {
    return this.nodes.get(this.position?.node ?? 0)!;
  }

  /** The nodes from the first move to one. */
  path(number: number): StudyNode[] {
    const found: StudyNode[] = [];
    for (let node = this.nodes.get(number); node && node.parent !== null; node = this.nodes.get(node.parent))
      found.push(node);
    return found.toReversed();
  }

  /** A node and the first children after it. */
  lineFrom(number: number): StudyNode[] {
    const found: StudyNode[] = [];
    for (let node = this.nodes.get(number); node; node = this.nodes.get(node.children[0] ?? -1)) found.push(node);
    return found;
  }

  /** The way from the first position to this one: which of the continuations, at each. */
  get way(): number[] {
    return this.path(this.position?.node ?? 0).map((node) =>
      this.nodes.get(node.parent!)!.children.indexOf(node.number),
    );
  }

  /** Show the position at the end of a way, or as far as it leads. */
  async lookAt(way: readonly number[]): Promise<void> {
    let number = 0;
    for (const place of way) number = this.nodes.get(number)!.children[place] ?? number;
    if (number !== this.position?.node) await this.show(number);
  }

  /** Take what its author has made of a study that we follow. What we made of it before stays a study of its own. */
  async replace(text: string): Promise<void> {
    this.id = newId();
    const head = await this.channel.ask("study", { text });
    this.title = head.title;
    this.latest.clear();
    this.position = null;
    await this.look();
  }

  /** Go to a position, for somebody here. */
  async go(number: number): Promise<void> {
    this.onown();
    await this.show(number);
    this.sharing.tell();
    this.left ??= setTimeout(() => this.leave(), REST);
  }

  /** A study that is kept opens where it was left. */
  private leave(): void {
    clearTimeout(this.left);
    this.left = undefined;
    if (this.onkept) void leaveAt(this.id, this.way);
  }

  /** One step forward is shown as it happened; otherwise the position simply appears. */
  private async show(number: number): Promise<void> {
    const ask = ++this.asked;
    this.goal = number;
    for (const node of this.path(number)) this.latest.set(node.parent!, node.number);
    const position = await this.channel.ask("position", { node: number, viewer: this.viewer });
    if (ask !== this.asked) return; // another one is wanted meanwhile
    const stepped = this.position !== null && this.nodes.get(number)?.parent === this.position.node;
    const before = this.sights;
    const path = this.path(number);
    const happened = path.map(({ seat, events }, index): Happening => ({ at: index + 1, seat, events }));
    const { mover, view, legal } = position;
    this.position = position;
    this.at = path.length;
    this.log = happened;
    const decides = mover >= 0 && !position.hidden;
    this.sights = [
      {
        viewer: decides ? mover : this.viewer,
        view,
        mover,
        awaited: mover >= 0 ? [mover] : [],
        asked: ask,
        legal,
        undo: path.length ? null : "",
      },
    ];
    const update: Update = {
      at: this.at,
      happened: stepped ? happened.slice(-1) : [],
      sights: this.sights,
      over: false,
    };
    for (const listener of this.listeners) listener(update, before);
  }

  private get towards(): StudyNode {
    return this.nodes.get(this.goal) ?? this.here;
  }

  back = () => this.walk(this.towards.parent);
  forward = () => this.walk(this.latest.get(this.towards.number) ?? this.towards.children[0]);
  first = () => this.walk(0);
  last = () => this.walk(this.lineFrom(this.towards.number).at(-1)?.number);

  /** The variation before or after this one. */
  beside(by: number): Promise<void> {
    const others = this.nodes.get(this.towards.parent ?? -1)?.children ?? [];
    return this.walk(others[others.indexOf(this.towards.number) + by]);
  }

  private async walk(number: number | null | undefined): Promise<void> {
    if (number !== null && number !== undefined && this.nodes.has(number)) await this.go(number);
  }

  /** See it as a seat knows it, or with all open. */
  async seeAs(viewer: number): Promise<void> {
    this.viewer = viewer;
    await this.look();
    await this.show(this.goal);
  }

  private async look(): Promise<void> {
    const tree = await this.channel.ask("tree", { viewer: this.viewer });
    this.nodes = new Map(tree.map((node) => [node.number, node]));
    for (const [parent, child] of this.latest) if (!this.nodes.has(child)) this.latest.delete(parent);
  }

  /** Change the study, and keep it. */
  async change(change: StudyChange): Promise<Answer> {
    try {
      this.onown();
      const number = await this.channel.ask("change", change);
      const before = this.nodes.size;
      await this.look();
      if (number !== this.position?.node) await this.go(number);
      if (!("play" in change || "draw" in change) || this.nodes.size !== before) await this.keep();
      return { done: true };
    } catch (error) {
      const lost = { code: "lost", sentence: "", clause: null };
      return { done: false, refusal: error instanceof RefusedHere ? error.refusal : lost };
    }
  }

  async entitle(title: string): Promise<Answer> {
    const answer = await this.change({ node: this.here.number, title });
    if (answer.done) this.title = title.trim();
    return answer;
  }

  async keep(): Promise<void> {
    if (!this.onkept) return;
    const study = {
      id: this.id,
      game: this.info!.game,
      title: this.title,
      changed: Date.now(),
      text: await this.file("json"),
      at: this.way,
    };
    this.kept = await keepStudy(study);
    this.onkept(study);
    this.sharing.tell();
  }

  /** The position shown, as data. */
  described = () => this.channel.ask("described", { node: this.here.number });
  /** Look at a position that is being laid out, or change it. */
  edit = (ask: StudyQuestions["edit"]["ask"]) => this.channel.ask("edit", ask);
  beginFrom = (position: unknown) => this.channel.ask("beginFrom", { position });
  file = (form: "json" | "text") => this.channel.ask("file", { form });
  /** What the opening explorer knows of a position. */
  explore = (node: number, served: boolean) => this.channel.ask("explore", { node, served });
  /** What the draw here may change. */
  openDraw = () => this.channel.ask("openDraw", { node: this.here.number });
  /** The game up to here, as a record. */
  line = () => this.channel.ask("line", { node: this.here.number });

  play = (seat: number, move: string) => this.change({ node: this.here.number, play: move, seat });
  choose = (outcome: Outcome) => this.change({ node: this.here.number, play: outcome.move });
  draw = () => this.change({ node: this.here.number, draw: crypto.getRandomValues(new Uint32Array(1))[0]! });
  async undo(): Promise<Answer> {
    await this.back();
    return { done: true };
  }
  why = (move: string): Promise<Refusal | null> => this.channel.ask("whyNot", { node: this.here.number, move });
  hint = async () => null;
  say = async () => OFF;
  botFor = async () => OFF;
  takeBackSeat = async () => OFF;
  resign = async () => OFF;
  offerEnd = async () => OFF;
  declineEnd = async () => OFF;
  claim = async () => OFF;
  retry(): void {}
  onUpdate(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
  close(): void {
    if (this.left) this.leave();
    this.engine.close();
    this.sharing.close();
    this.following?.close();
    this.channel.close();
  }
}

/** The game of a study or a record that is not checked yet. */
function gameOf(text: string): string {
  if (text.trimStart().startsWith("#")) return /^game: "(\w+)"$/m.exec(text)?.[1] ?? "";
  try {
    return String((JSON.parse(text) as { game?: unknown }).game);
  } catch {
    return "";
  }
}

function sitting(seat: number, name: unknown): Seat {
  const known = typeof name === "string" && name ? name.slice(0, 40) : null;
  const away = { thinking: false, away_since: null, bot_plays: false };
  return { seat, kind: "person", name: known, level: null, connected: true, ...away };
}
