/** Short synthesized sounds; off unless a person turns them on. */
import { soundOn } from "./settings.svelte";

export type Sound = "knock" | "step" | "tick" | "rustle" | "bell" | "fanfare";

let context: AudioContext | null = null;

function tone(at: number, pitch: number, length: number, loud: number, shape: OscillatorType = "sine"): void {
  const audio = context!;
  const voice = audio.createOscillator();
  const gain = audio.createGain();
  voice.type = shape;
  voice.frequency.setValueAtTime(pitch, at);
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  voice.connect(gain).connect(audio.destination);
  voice.start(at);
  voice.stop(at + length);
}

function noise(at: number, length: number, loud: number): void {
  const audio = context!;
  const buffer = audio.createBuffer(1, audio.sampleRate * length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length);
  const source = audio.createBufferSource();
  const gain = audio.createGain();
  gain.gain.value = loud;
  source.buffer = buffer;
  source.connect(gain).connect(audio.destination);
  source.start(at);
}

export function play(sound: Sound): void {
  if (!soundOn()) return;
  context ??= new AudioContext();
  void context.resume();
  const now = context.currentTime;
  if (sound === "knock") {
    tone(now, 190, 0.09, 0.3, "triangle");
    noise(now, 0.04, 0.1);
  } else if (sound === "step") tone(now, 130, 0.08, 0.3);
  else if (sound === "tick") tone(now, 1900, 0.04, 0.06, "square");
  else if (sound === "rustle") noise(now, 0.18, 0.06);
  else if (sound === "bell") for (const [i, pitch] of [1318, 1760].entries()) tone(now + i * 0.11, pitch, 0.7, 0.12);
  else for (const [i, pitch] of [523, 659, 784, 1046].entries()) tone(now + i * 0.14, pitch, 0.5, 0.14, "triangle");
}
