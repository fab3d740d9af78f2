// Draws food: a layer, a burger, a plate; and says the same in words, bottom to top.
// The shapes are symbols in page.html, alike from both sides as in the game; a layer differs by
// colour, by outline and by its written name.

import { element, listed, plural } from "./elements.js";

/** The ingredients by letter. */
export const INGREDIENTS = new Map([
  ["B", "bun"],
  ["P", "patty"],
  ["C", "cheese"],
  ["L", "lettuce"],
  ["T", "tomato"],
  ["O", "onion"],
]);

const SVG = "http://www.w3.org/2000/svg";

/** "3 tomatoes", "1 patty". */
export function counted(number, letter) {
  const name = INGREDIENTS.get(letter);
  const names = { P: "patties", T: "tomatoes", C: "cheese", L: "lettuce" }[letter] ?? `${name}s`;
  return plural(number, name, names);
}

/** {"P": 1, "T": 2} as "1 patty and 2 tomatoes". */
export function countedList(counts, joint = "and") {
  return listed(
    Object.entries(counts).map(([letter, number]) => counted(number, letter)),
    joint,
  );
}

export function stackInWords(stack) {
  return Array.from(stack, (letter) => INGREDIENTS.get(letter)).join(", ");
}

export function plateInWords(stack, number) {
  return stack
    ? `Plate ${number}, bottom to top: ${stackInWords(stack)}`
    : `Plate ${number}: empty`;
}

/** A shape of page.html. */
export function shape(name, kind) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", kind);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${name}`);
  svg.append(use);
  return svg;
}

/** One ingredient; its name is written on it, for eyes only. */
export function layer(letter) {
  return element(
    "span",
    { class: `layer layer-${letter}`, "aria-hidden": "true" },
    shape(`food-${letter}`, "layer-shape"),
    element("span", { class: "layer-name" }, INGREDIENTS.get(letter)),
  );
}

/** Layers on each other, the first at the bottom. */
export function stackOf(stack, kind = "") {
  return element(
    "span",
    { class: `stack ${kind}`, "aria-hidden": "true" },
    ...Array.from(stack, layer),
  );
}

/** A plate's drawing: the layers, the plate below them, its number. */
export function plateDrawing(stack, number) {
  return [
    stackOf(stack),
    element("span", { class: "dish", "aria-hidden": "true" }),
    element("span", { class: "dish-number", "aria-hidden": "true" }, String(number)),
  ];
}

/** Give a set of plates room for its tallest stack, thinner layers where it is very tall. */
export function setRoom(board, stacks) {
  board.style.setProperty("--tallest", String(Math.max(5, ...stacks.map((stack) => stack.length))));
  board.classList.toggle(
    "tall",
    stacks.some((stack) => stack.length > 9),
  );
}
