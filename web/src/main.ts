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

// Messages first, so that the page renders once, in the right language.
await setLanguage(wished());
mount(App, { target: document.getElementById("app")! });
// Load what is needed now first; a moment later everything, so that the next visit needs no network.
if (!embedded) setTimeout(() => void register(), 2000);
