/** What is not needed yet is loaded when the screen has stood for a second and nobody waits for anything. */
const REST = 1000;

let awaited = 0;

/** Somebody waits for something. Returns how to say that it has come. */
export function nowAwaited(): () => void {
  awaited++;
  return () => void awaited--;
}

/** Do it at rest. Returns how to call it off, for when the screen is left. */
export function atRest(act: () => void): () => void {
  const wait = () => setTimeout(() => (awaited ? (timer = wait()) : act()), REST);
  let timer = wait();
  return () => clearTimeout(timer);
}
