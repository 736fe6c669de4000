/** What can sound at a table: `turn` and `hurry` call a player, the others tell what happens. */
export type Sound = "turn" | "hurry" | "knock" | "step" | "tick" | "rustle" | "flip" | "bell" | "fanfare";

/** What makes the sounds. */
export interface Instrument {
  /** Wait for the first gesture: browsers allow no sound and no vibration before it. */
  ready(): void;
  play(sound: Sound): void;
}
