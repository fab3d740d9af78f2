// A word about what the player just tapped, where eyes are: at the foot of the window.
// Some words are for ears alone, where eyes see it anyway.

import { byId } from "./elements.js";
import { once } from "./once.js";

/** Milliseconds that a word stays, unless another tap ends it. */
const STAY = 6000;

let leaving;

function put(text, kind) {
  clearTimeout(leaving);
  const hint = byId("hint");
  hint.className = kind;
  hint.textContent = text;
  leaving = setTimeout(unsay, STAY);
}

/** Tell everybody: something did not go as tapped. */
export function tell(text) {
  put(text, "hint");
}

/** Say what changed to those who do not see it. */
export function say(text) {
  put(text, "spoken");
}

// It lies over the table: a tap on it takes it away, and does nothing to what lies below.
byId("hint").addEventListener("click", () => {
  once();
  unsay();
});

export function unsay() {
  clearTimeout(leaving);
  byId("hint").textContent = "";
}
