/** Short, quiet sounds, each with its vibration on a phone; by default only for your own turn. */
import { soundLevel } from "../bar/settings.svelte";
import { synthesis, type Instrument, type Sound } from "./synthesis";

const CALLS: ReadonlySet<Sound> = new Set(["turn", "hurry"]);

let instrument: Instrument = synthesis;

/** Play on another instrument: a test records what sounds. */
export function playOn(other: Instrument): void {
  instrument = other;
}

export function readyToPlay(): void {
  instrument.ready();
}

export function play(sound: Sound): void {
  const level = soundLevel();
  if (level === "all" || (level === "turn" && CALLS.has(sound))) instrument.play(sound);
}
