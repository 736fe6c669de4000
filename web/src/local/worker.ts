/** A thread of its own for the engine and the bots: loads a game's module when it is asked for the first time. */
import type { GameName } from "../table/table";
import { Answering } from "./answering";
import type { Question } from "./channel";
import { loadEngine, type Engine } from "./engine";
import { moduleOf } from "./modules";

const engines = new Map<GameName, Promise<Engine>>();

function engineOf(game: GameName): Promise<Engine> {
  let engine = engines.get(game);
  if (!engine) engines.set(game, (engine = moduleOf(game).then((module) => loadEngine(game, module))));
  return engine;
}

const answering = new Answering(engineOf, (message) => postMessage(message));
onmessage = ({ data }: MessageEvent<Question>) => void answering.hear(data);
