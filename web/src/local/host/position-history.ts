/** The page's version of `match/position_history.py` and `bots/position.py`, with records of the WASM binding. */
import { kernels, Thing, tuple, type Any } from "../python";
import type { GameRecord } from "../kernels/record";

export type Rules = Any;
type State = GameRecord & Any;

const rulesOf = (setting: Any): Rules => kernels[setting.game.name];

function legalIn(setting: Any, state: State): number[] {
  const rules = rulesOf(setting);
  const out = new Int32Array(rules.mostLegal);
  return Array.from(out.subarray(0, rules.legal(setting.params_record, state, out)));
}

/** Positions by the number of moves made before them. */
export class PositionHistory extends Thing {
  declare setting: Any;
  declare states: State[];

  override __init__(setting: Any, first: State | null = null): void {
    this.setting = setting;
    const start: State = first ? first.copy() : rulesOf(setting).state();
    if (!first) {
      rulesOf(setting).setup(setting.params_record, start);
      setting.lay_out(start);
    }
    this.states = [start];
  }
  copy(): PositionHistory {
    const other = new PositionHistory(this.setting, this.states[0]);
    other.states = [...this.states]; // positions never change: later ones replace them
    return other;
  }
  record(at: number): State {
    return this.states[at];
  }
  mover(at: number): number {
    return rulesOf(this.setting).mover(this.setting.params_record, this.states[at]);
  }
  step(at: number, action: number): number {
    const rules = rulesOf(this.setting);
    const reason: number = rules.why_not(this.setting.params_record, this.states[at], action);
    if (!reason) this.states.splice(at + 1, Infinity, this.after(at, [action])[0]);
    return reason;
  }
  legal(at: number): number[] {
    return legalIn(this.setting, this.states[at]);
  }
  legal_in(state: State): number[] {
    return legalIn(this.setting, state);
  }
  after(at: number, actions: Iterable<number>): State[] {
    return Array.from(actions, (action) => {
      const next: State = this.states[at]!.copy();
      rulesOf(this.setting).apply(this.setting.params_record, next, action);
      return next;
    });
  }
  drawn(at: number, dealer: Any): number {
    const rules = rulesOf(this.setting);
    const [outcomes, weights] = [new Int32Array(rules.mostOutcomes), new Int32Array(rules.mostOutcomes)];
    const count = rules.chances(this.setting.params_record, this.states[at], outcomes, weights);
    return dealer.draw(Array.from(outcomes.subarray(0, count)), Array.from(weights.subarray(0, count)));
  }
  result(at: number): Any {
    const { players, params_record: params } = this.setting;
    const out = new Int16Array(2 * players);
    rulesOf(this.setting).payoff(params, this.states[at], out);
    const seats = Array.from({ length: players }, (_, seat) => seat);
    return tuple([Array.from(out.subarray(0, players)), seats.filter((seat) => out[players + seat])]);
  }
}

/** A position that its seat cannot tell from the true one. */
export class Position extends Thing {
  declare setting: Any;
  declare seat: number;
  declare state: State[];

  override __init__(setting: Any, seat: number, state: State[]): void {
    Object.assign(this, { setting, seat, state });
  }
  static at(setting: Any, seat: number, record: State): Position {
    return new Position(setting, seat, [record.copy()]);
  }
  /** Redraws what is hidden from the seat; does not change the given record. */
  static determinized(setting: Any, seat: number, state: State[], seed = 0): Position {
    const position = Position.at(setting, seat, state[0]);
    const rules = rulesOf(setting);
    rules.determinize(setting.params_record, position.record, seat, rules.random_stream(seed));
    return position;
  }
  get record(): State {
    return this.state[0];
  }
  legal(): number[] {
    return legalIn(this.setting, this.record);
  }
}
