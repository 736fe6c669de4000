/** Test files share their modules: each begins in English, with nothing remembered. */
import { setLanguage } from "../../src/words/index.svelte";

if (typeof document !== "undefined") {
  localStorage.clear();
  await setLanguage("en");
}
