/** Questions about different games at the same time: each is answered, and no worker stays that nobody asks any more. */
import { expect, it, vi } from "vitest";
import type { Question, Thread } from "../../src/local/channel";

class Fake implements Thread {
  onmessage: Thread["onmessage"] = null;
  onerror: Thread["onerror"] = null;
  asked: Question[] = [];
  terminate = vi.fn();
  postMessage = (question: Question) => void this.asked.push(question);
  answer(): void {
    const { id, game } = this.asked.shift()!;
    this.onmessage!.call(this as unknown as Worker, { data: { id, answer: game } } as MessageEvent);
  }
}
const threads: Fake[] = [];
vi.mock("../../src/local/channel", async (original) => ({
  ...(await original<typeof import("../../src/local/channel")>()),
  newThread: () => threads[threads.push(new Fake()) - 1],
}));

it("answers what was asked about one game although another one was asked about since", async () => {
  const { asked } = await import("../../src/local/asking");
  const first = asked("portobello", "insights", { digests: [] });
  const second = asked("viaggiatore", "insights", { digests: [] });
  expect(threads[0]!.terminate).not.toHaveBeenCalled();
  threads[1]!.answer();
  threads[0]!.answer();
  expect(await Promise.all([first, second])).toEqual(["portobello", "viaggiatore"]);
  expect(threads[0]!.terminate).toHaveBeenCalled();
  expect(threads[1]!.terminate).not.toHaveBeenCalled();
  const third = asked("portobello", "insights", { digests: [] });
  expect(threads[1]!.terminate).toHaveBeenCalled();
  threads[2]!.answer();
  await third;
});
