/** Something a person asks for that may fail: whether it runs, and why it failed. */
import { nowAwaited } from "./rest";
import { failure } from "./rules/refused";

export class Attempt {
  busy = $state(false);
  /** Why the last one failed, in words; empty if it did not. */
  failed = $state("");

  /** Do it; returns whether it succeeded. */
  readonly run = async (act: () => Promise<unknown>): Promise<boolean> => {
    this.busy = true;
    const done = nowAwaited();
    try {
      await act();
      this.failed = "";
    } catch (error) {
      this.failed = await failure(error);
    }
    this.busy = false;
    done();
    return this.failed === "";
  };
}

/** What a form does when it is submitted: never leave the page. */
export const submitted = (act: () => unknown) => (event: Event) => {
  event.preventDefault();
  act();
};
