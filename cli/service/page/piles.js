// The cards of a Burger Slam pile: read from text, written as text, in words and drawn.

import { INGREDIENTS, layer, shape } from "./drawing.js";
import { element, listed } from "./elements.js";
import { TOPPINGS } from "./slam_answers.js";

/** Most cards on a pile here. */
export const MOST_CARDS = 200;

const CARD = /^([CPTL]{1,3})((?:\+[RY]{1,2}){0,2})$/;

/** Return a card's text as it is printed, such as CTL+r; null if it is none. */
function readCard(text) {
  const found = CARD.exec(text.toUpperCase());
  if (!found) return null;
  return cardText({
    toppings: found[1],
    red: found[2].includes("R"),
    yellow: found[2].includes("Y"),
  });
}

export function cardText({ toppings, red, yellow }) {
  const printed = Array.from(toppings).sort((a, b) => TOPPINGS.indexOf(a) - TOPPINGS.indexOf(b));
  return printed.join("") + (red ? "+r" : "") + (yellow ? "+y" : "");
}

/** Return the cards in a text, and what in it is no card. */
export function readPile(text) {
  const words = text.trim() === "-" ? [] : text.split(/[\s,]+/).filter(Boolean);
  if (words.length > MOST_CARDS)
    return {
      cards: words.slice(0, MOST_CARDS).map(readCard).filter(Boolean),
      wrong: `That is ${words.length} cards; a pile here takes ${MOST_CARDS}.`,
    };
  const cards = words.map(readCard);
  const bad = words.find((_, index) => cards[index] === null);
  if (bad === undefined) return { cards, wrong: "" };
  return {
    cards: cards.filter(Boolean),
    wrong:
      `“${bad.slice(0, 30)}” is no card: it takes 1 to 3 of ` +
      "C cheese, P patty, T tomato, L lettuce, then +r or +y for sauce.",
  };
}

export function cardInWords(card) {
  const [toppings, ...sauces] = card.split("+");
  const names = Array.from(toppings, (letter) => INGREDIENTS.get(letter));
  return listed([
    ...names,
    ...sauces.map((sauce) => (sauce === "r" ? "red sauce" : "yellow sauce")),
  ]);
}

export function cardDrawing(card) {
  const [toppings, ...sauces] = card.split("+");
  return element(
    "span",
    { class: "topping-card", "aria-hidden": "true" },
    ...Array.from(toppings, layer),
    element(
      "span",
      { class: "drops" },
      ...sauces.map((sauce) => shape("drop", `drop drop-${sauce}`)),
    ),
  );
}
