/** A study in the worker: the tree and what a viewer sees of it come from the translated `studies/`. */
import type { Refusal } from "../../table/table";
import type { GameName } from "../../table/table";
import type {
  Beginning,
  Draft,
  OpenDraw,
  StudyChange,
  StudyHead,
  StudyNode,
  StudyPosition,
  StudyQuestions,
  Thought,
} from "../studies";
import { called, fromJson, toJson } from "../python";
import * as python from "../generated/python/common.js";
import { readRecord } from "./kept-table";

export class Studying {
  private readonly cards;

  private constructor(private readonly study: python.Study) {
    this.cards = new python.Cards(study);
  }

  /** `text`: a study or a record as JSON, or a study as text. */
  static of(text: string): Studying {
    return new Studying(text.trimStart().startsWith("#") ? python.Study.from_text(text) : python.Study.loads(text));
  }

  /** A study of no game yet. */
  static begin(game: GameName, { players, edition, seed, chart = null }: Beginning): Studying {
    const given = { players, edition, components: fromJson(chart) };
    return new Studying(python.Study.new(called(python.game, [game], given), seed));
  }

  head(): StudyHead {
    const { setting, title, extra, opening } = this.study;
    const { names = null } = toJson(extra);
    const chart = toJson(setting.components.to_file());
    return {
      ...toJson(setting.facts),
      chart,
      title,
      names,
      opening: opening.length,
      secrets: setting.game.has_secrets,
    };
  }

  tree(viewer: number): StudyNode[] {
    return toJson(this.cards.tree(viewer));
  }

  position(node: number, viewer: number): StudyPosition {
    return toJson(this.cards.position(node, viewer));
  }

  openDraw(node: number): OpenDraw {
    return toJson(python.open_draw(this.match(node)));
  }

  /** Returns the node to look at afterwards. */
  change({ node, ...what }: StudyChange): number {
    const { study } = this;
    const at = study.node(node);
    if ("play" in what) return study.play(at, what.play, what.seat ?? null).number;
    if ("draw" in what) return study.draw(at, what.draw).number;
    if ("remove" in what) return study.remove(at).number;
    if ("main" in what) study.make_main(at);
    if ("name" in what) study.rename(at, what.name);
    if ("comment" in what) study.remark(at, what.comment);
    if ("marks" in what) study.mark(at, what.marks);
    if ("title" in what) study.entitle(what.title);
    return node;
  }

  /** The game as it stands at a node. */
  match(node: number) {
    return this.study.match(this.study.node(node));
  }

  /** Why a move is not allowed at a node; null if it is. */
  why(node: number, move: string): Refusal | null {
    const reason = this.match(node).why_not(move);
    if (reason === null) return null;
    const { clause, key, params } = reason;
    return { code: "illegal", sentence: String(reason.message), clause, key, params: toJson(params) };
  }

  file(form: "json" | "text"): string {
    return form === "text" ? this.study.to_text() : this.study.dumps();
  }

  described(node: number): unknown {
    return toJson(python.described(this.study, node));
  }

  edit({ position, change }: StudyQuestions["edit"]["ask"]): Draft {
    const { setting } = this.study;
    let given = fromJson(position);
    if (change) given = python.changed(setting, given, fromJson(change.path), fromJson(change.value));
    return { position: toJson(given), ...toJson(python.look_at(setting, given)) };
  }

  beginFrom(position: unknown): { study: string; record: unknown } {
    const begun = python.begun_from(this.study, fromJson(position));
    return { study: begun.dumps(), record: toJson(python.Record.of(begun.match(begun.root)).to_json()) };
  }

  /** The game up to a node, as a record. */
  line(node: number): unknown {
    return toJson(python.Record.of(this.match(node)).to_json());
  }
}

/** Thinks about the last position of a record, round by round. */
export class Pondering {
  private readonly thinking;

  constructor(record: unknown, follows: string | null) {
    this.thinking = new python.Thinking(readRecord(record).replay(), follows);
  }

  goOn(): Thought {
    const thought = this.thinking.go_on();
    const moves: ReturnType<typeof python.hint> = thought.get("moves");
    const [rounds, within, settled] = ["rounds", "within", "settled"].map((field) => thought.get(field));
    return { moves: moves.map((hint) => toJson(hint.to_json())), rounds, within, settled };
  }
}
