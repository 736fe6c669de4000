/** What the position editor shows cards with. */
import sprite from "../art/sprite.svg?raw";
import type { Faces } from "../../game";
import Face from "./CardFace.svelte";

export const faces: Faces = { of: "card", Face, sprite };
