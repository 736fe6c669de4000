/** Makes the sounds with WebAudio, and lets a phone vibrate. */

/** What can sound at a table: `turn` and `hurry` call a player, the others tell what happens. */
export type Sound = "turn" | "hurry" | "knock" | "step" | "tick" | "rustle" | "flip" | "bell" | "fanfare";

/** What makes the sounds. */
export interface Instrument {
  /** Wait for the first gesture: browsers allow no sound and no vibration before it. */
  ready(): void;
  play(sound: Sound): void;
}

/** All sounds are quiet beside what else a device plays. */
const VOLUME = 0.6;
/** A sound that could not start within this time, in milliseconds, is no longer news. */
const LATE = 800;
/** Milliseconds from a gesture until the context opens: its answer has been painted. */
const AFTER = 150;
/** Milliseconds on, off, on. */
const VIBRATION: Partial<Record<Sound, number[]>> = { turn: [40, 70, 40], hurry: [90], bell: [20], fanfare: [30] };
/** The gestures that allow sound: what browsers count as one, with mouse, finger and keys. */
const GESTURES = ["pointerup", "keydown"];

let context: AudioContext | null = null;
let out: GainNode | null = null;
let waiting = false;

function tone(at: number, pitch: number, length: number, loud: number, shape: OscillatorType = "sine"): void {
  const voice = context!.createOscillator();
  const gain = context!.createGain();
  voice.type = shape;
  voice.frequency.setValueAtTime(pitch, at);
  // a beginning without a click
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  voice.connect(gain).connect(out!);
  voice.start(at);
  voice.stop(at + length);
}

function noise(at: number, length: number, loud: number): void {
  const buffer = context!.createBuffer(1, context!.sampleRate * length, context!.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length);
  const source = context!.createBufferSource();
  const gain = context!.createGain();
  gain.gain.value = loud;
  source.buffer = buffer;
  source.connect(gain).connect(out!);
  source.start(at);
}

function chord(at: number, pitches: number[], apart: number, length: number, loud: number, shape?: OscillatorType) {
  for (const [i, pitch] of pitches.entries()) tone(at + i * apart, pitch, length, loud, shape);
}

const SCORES: Record<Sound, (at: number) => void> = {
  turn: (at) => chord(at, [659, 880], 0.13, 0.45, 0.16),
  hurry: (at) => chord(at, [880, 880], 0.18, 0.25, 0.14),
  knock: (at) => {
    tone(at, 190, 0.09, 0.3, "triangle");
    noise(at, 0.04, 0.1);
  },
  step: (at) => tone(at, 130, 0.08, 0.3),
  tick: (at) => tone(at, 1900, 0.04, 0.06, "square"),
  rustle: (at) => noise(at, 0.18, 0.06),
  flip: (at) => {
    noise(at, 0.07, 0.1);
    tone(at + 0.06, 392, 0.16, 0.16, "triangle");
  },
  bell: (at) => chord(at, [1318, 1760], 0.11, 0.7, 0.12),
  fanfare: (at) => chord(at, [523, 659, 784, 1046], 0.14, 0.5, 0.14, "triangle"),
};

function open(): void {
  if (context || typeof AudioContext === "undefined") return;
  context = new AudioContext();
  out = context.createGain();
  out.gain.value = VOLUME;
  out.connect(context.destination);
}

/**
 * A gesture: the first opens the audio context, a later one wakes a context that the system has suspended. Opening it
 * can take a tenth of a second, so the answer to the gesture is painted first. One timer still counts as the gesture.
 */
function gesture(): void {
  if (context?.state === "running") return;
  setTimeout(() => {
    open();
    void context?.resume().catch(() => {});
  }, AFTER);
}

export const synthesis: Instrument = {
  ready() {
    if (waiting) return;
    waiting = true;
    for (const name of GESTURES) addEventListener(name, gesture, { capture: true, passive: true });
  },
  play(sound) {
    // without a gesture the browser would refuse both and complain
    if (!context && !navigator.userActivation?.hasBeenActive) return;
    const vibration = VIBRATION[sound];
    if (vibration) navigator.vibrate?.(vibration);
    open();
    const asked = Date.now();
    const sing = () => {
      if (Date.now() - asked < LATE) SCORES[sound](context!.currentTime);
    };
    void context?.resume().then(sing, () => {});
  },
};
