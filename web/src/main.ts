import "./embed/storage"; // before anything reads it
import { mount } from "svelte";
import "./styles/fonts.css";
import "./styles/language.css";
import "./styles/parts.css";
import "./styles/header.css";
import "./styles/page.css";
import App from "./App.svelte";
import { embedded } from "./embed/embedded";
import { register } from "./offline/update.svelte";
import { setLanguage, wished } from "./words/index.svelte";

/** Show the page. No module awaits at its top level: WebKit then runs what is loaded later before what that imports. */
async function start(): Promise<void> {
  await setLanguage(wished()); // messages first, so that the page renders once, in the right language
  mount(App, { target: document.getElementById("app")! });
  // Load what is needed now first; a moment later everything, so that the next visit needs no network.
  if (!embedded) setTimeout(() => void register(), 2000);
}

void start();
