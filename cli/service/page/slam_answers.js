// The answers about Burger Slam in a player's words: is a call right, what is missing, what counts.

import { INGREDIENTS, counted, countedList } from "./drawing.js";
import { element, listed, plural, shown } from "./elements.js";

/** The toppings in the order in which a card is printed. */
export const TOPPINGS = "CPTL";

export const CALLS = { standard: "Standard Burger", big: "Big Burger", kids: "Kid’s Menu" };

/** The answer of slam.check: a sentence, then the table of what counts. */
export function judged(answer) {
  const name = CALLS[answer.call];
  const wild = answer.wild ? ` with ${INGREDIENTS.get(answer.wild)} for the Wild` : "";
  const head = answer.value
    ? element("strong", { class: "number yes" }, shown("✓ "), `${name}${wild}: right.`)
    : element("strong", { class: "number no" }, shown("✗ "), `${name}${wild}: wrong.`);
  const why = answer.value
    ? ""
    : [reason(answer.reason), missing(answer)].filter(Boolean).join(" ");
  return [[head, why ? ` ${why}` : ""], totals(answer)];
}

function reason(text) {
  return text ? `${text[0].toUpperCase()}${text.slice(1)}.` : "";
}

/** What would make the call right: all of it, or for a Big Burger any one of it. */
function missing(answer) {
  if (!Object.keys(answer.missing).length) return "";
  if (answer.call === "big") {
    const ways = Object.entries(answer.missing).map(([letter, number]) => counted(number, letter));
    return `Missing: ${listed(ways, "or")}.`;
  }
  return `Missing: ${countedList(answer.missing)}.`;
}

function totals(answer) {
  const letters = Array.from(TOPPINGS);
  const changed = letters.some((letter) => answer.totals[letter] !== answer.with_silver[letter]);
  const row = (title, numbers) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, title),
      ...letters.map((letter) => element("td", {}, String(numbers[letter]))),
    );
  return element(
    "table",
    { class: "totals" },
    element("caption", {}, "What counts"),
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        element("td", {}),
        ...letters.map((letter) => element("th", { scope: "col" }, INGREDIENTS.get(letter))),
      ),
    ),
    element(
      "tbody",
      {},
      row("after sauces", answer.totals),
      changed ? row("with the silver card", answer.with_silver) : null,
    ),
  );
}

/** The answer of slam.calls. */
export function callsFound(answer) {
  const found = Object.entries(answer.calls).map(([call, wilds]) => {
    const names = wilds.map((letter) => INGREDIENTS.get(letter));
    return CALLS[call] + (names.length ? ` (Wild: ${listed(names, "or")})` : "");
  });
  if (!found.length) return [element("strong", { class: "number no" }, "No call is right now.")];
  return [
    [
      element("strong", { class: "number yes" }, `${plural(found.length, "call")} right now: `),
      `${listed(found)}.`,
    ],
  ];
}
