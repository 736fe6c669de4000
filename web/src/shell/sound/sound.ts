/** Short, quiet sounds, each with its vibration on a phone; by default only for your own turn. */
import { soundLevel } from "../bar/settings.svelte";
import { atRest } from "../rest";
import type { Instrument, Sound } from "./synthesis";

const CALLS: ReadonlySet<Sound> = new Set(["turn", "hurry"]);

let instrument: Instrument | null = null;

/** Play on another instrument: a test records what sounds. */
export function playOn(other: Instrument): void {
  instrument = other;
}

/** Load the instrument once a table has been shown for a moment; it waits for the gesture that allows sound. */
export function readyToPlay(): void {
  atRest(async () => {
    instrument ??= await import("./synthesis").then(
      ({ synthesis }) => synthesis,
      () => null, // without a network it stays silent
    );
    instrument?.ready();
  });
}

export function play(sound: Sound): void {
  const level = soundLevel();
  if (level === "all" || (level === "turn" && CALLS.has(sound))) instrument?.play(sound);
}
