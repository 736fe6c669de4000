/** What every live table does with an update from any source: keep the log and the sights, and notify subscribers. */
import { withHappening, type Happening, type Lesson, type Sight, type Update } from "./table";

type Listener = (update: Update, before: readonly Sight[]) => void;

export class UpdateFeed {
  at = $state(0);
  over = $state(false);
  sights = $state.raw<Sight[]>([]);
  log = $state.raw<Happening[]>([]);
  lesson = $state.raw<Lesson | null>(null);

  private readonly listeners = new Set<Listener>();

  protected show(update: Update): void {
    // Do not repeat what arrives again after a reconnection.
    const first = update.happened[0]?.at ?? Infinity;
    this.log = update.happened.reduce(
      withHappening,
      this.log.filter((item) => item.at < first),
    );
    this.at = update.at;
    this.over = update.over;
    this.lesson = update.lesson ?? null;
    const before = this.sights;
    this.sights = update.sights;
    for (const listener of this.listeners) listener(update, before);
  }

  onUpdate(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
