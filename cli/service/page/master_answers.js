// The answers about Burger Master in a player's words: how few steps, is a declaration right.

import { countedList } from "./drawing.js";
import { element, plural, shown } from "./elements.js";

/** The number of steps as the answer says it: "2 steps", and what is proved of it. */
export function howFew(answer) {
  if (answer.status === "optimal") {
    if (answer.value === 0) return { number: "0 steps", claim: "The burger is already there." };
    return { number: plural(answer.value, "step"), claim: "Proved: fewer is impossible." };
  }
  const least = answer.bound ?? 0;
  if (answer.steps?.length) {
    return {
      number: `${least} to ${plural(answer.value, "step")}`,
      claim: `Time was up. ${plural(answer.value, "step")} will do; fewer than ${least} is impossible.`,
    };
  }
  return {
    number: "Time was up",
    claim: least
      ? `It takes ${plural(least, "step")} or more.`
      : "Nothing is proved yet. Ask again.",
  };
}

/** "✓ 4 is right." */
export function verdict(right, text) {
  return element(
    "strong",
    { class: right ? "number yes" : "number no" },
    shown(right ? "✓ " : "✗ "),
    text,
  );
}

/** Whether a lower declaration would be right too; null where time was up. */
export function lowerInWords(lower, declare) {
  if (lower === null || lower === undefined)
    return "Time was up before that was known for a lower one.";
  return lower
    ? "Yes: a lower one would be right too."
    : `No: fewer than ${declare} is impossible.`;
}

/** What the plates lack. */
export function impossible(answer) {
  return [
    element("strong", { class: "number no" }, "Impossible."),
    ` The plates lack ${countedList(answer.missing)}.`,
  ];
}
