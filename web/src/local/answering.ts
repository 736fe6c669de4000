/** The worker's side of the channel: answers questions with an engine, and keeps the one room that is open. */
import type { GameName } from "../table/table";
import { newNumber } from "./chance";
import type { Question, Questions, Reply } from "./channel";
import { BadInput, type Engine, type LocalAnalysis } from "./engine";
import { NotDone, Room, type Told } from "./room";

const LOOK = 800; // milliseconds of an analysis between two answers

export class Answering {
  private room: Promise<Room> | null = null;
  private analysis: LocalAnalysis | null = null;

  constructor(
    private readonly engineOf: (game: GameName) => Promise<Engine>,
    private readonly say: (message: Reply | Told) => void,
  ) {}

  async hear(question: Question): Promise<void> {
    const { id } = question;
    try {
      this.say({ id, answer: await this.answer(question) });
    } catch (error) {
      if (error instanceof NotDone) return this.say({ id, refusal: error.refusal });
      if (!(error instanceof BadInput)) console.error(error);
      const sentence = error instanceof Error ? error.message : String(error);
      this.say({ id, refusal: { code: "bad", sentence, clause: null } });
    }
  }

  private async answer({ name, ask }: Question): Promise<Questions[typeof name]["answer"]> {
    switch (name) {
      case "open": {
        const options = { pace: ask.pace, seed: newNumber };
        this.room = this.engineOf(ask.game.game).then((engine) => new Room(engine, ask.game, this.say, options));
        await this.room;
        return null;
      }
      case "play":
        (await this.open()).play(ask.seat, ask.move);
        return null;
      case "undo":
        (await this.open()).undo(ask.seat);
        return null;
      case "why":
        return (await this.open()).why(ask.move, ask.seat);
      case "hint":
        return (await this.open()).hint(ask.seat);
      case "fair":
        return (await this.engineOf(ask.game)).resume(ask.record).verifyFair();
      case "replay":
        return (await this.engineOf(ask.game)).replay(ask.record, ask.viewer);
      case "analyse":
        this.analysis = (await this.engineOf(ask.game)).analyse(ask.record);
        return this.analysis.look(LOOK);
      case "look":
        if (!this.analysis) throw new NotDone({ code: "missing", sentence: "", clause: null });
        return this.analysis.look(LOOK);
    }
  }

  private open(): Promise<Room> {
    if (!this.room) throw new NotDone({ code: "missing", sentence: "", clause: null });
    return this.room;
  }
}
