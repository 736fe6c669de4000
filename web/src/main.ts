import { mount } from "svelte";
import "./styles/fonts.css";
import "./styles/language.css";
import "./styles/parts.css";
import "./styles/portobello.css";
import "./styles/page.css";
import App from "./App.svelte";
import { register } from "./offline/update.svelte";
import { setLanguage, wished } from "./words/index.svelte";

// Words first: what is drawn is drawn once, in the right language.
await setLanguage(wished());
mount(App, { target: document.getElementById("app")! });
// What is needed at once comes first; a moment later everything, so that the next visit needs no network.
setTimeout(() => void register(), 2000);
