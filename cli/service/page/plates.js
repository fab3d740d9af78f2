// The position of Burger Master: four plates and an order, read from text and written as text.
// It reads what the solver's notation reads; what follows from a position is the service's.

import { INGREDIENTS, counted } from "./drawing.js";
import { plural } from "./elements.js";

/** What the box holds; no position has more (a test holds this equal to the solver's). */
export const BOX = { B: 5, P: 3, C: 3, L: 3, T: 3, O: 3 };
const PLATES = 4;

const LONGEST = 1000;

/** A text that is no position; the message says what would be. */
export class Unreadable extends Error {}

export function emptyPlates() {
  return Array(PLATES).fill("");
}

/** Return the four stacks that a text such as BPCL/BTT/B/- shows; throws Unreadable. */
export function readPlates(text) {
  if (text.length > LONGEST) throw new Unreadable("That text is too long for four plates.");
  const parts = text.split("/");
  if (parts.length !== PLATES) {
    throw new Unreadable(
      `Found ${plural(parts.length, "plate")}, wanted ${PLATES}: ` +
        "put / between them and - for an empty one, such as BPCL/BTT/B/-.",
    );
  }
  const stacks = parts.map((part, index) => readStack(part, `plate ${index + 1}`));
  checkBox(stacks.join(""));
  return stacks;
}

/**
 * Return the plates that can be kept of a link's text, and what of it cannot, in words: a plate
 * that cannot be read is empty, and what the box does not hold is left out.
 */
export function salvagePlates(text) {
  if (text.length > LONGEST)
    return { plates: emptyPlates(), wrong: ["That text is too long for four plates."] };
  const parts = text.split("/");
  const wrong = [];
  if (parts.length !== PLATES) wrong.push(`Found ${plural(parts.length, "plate")}, wanted ${PLATES}.`);
  const left = { ...BOX };
  const tooMany = new Set();
  const plates = emptyPlates().map((empty, index) => {
    if (index >= parts.length) return empty;
    try {
      const stack = Array.from(readStack(parts[index], `plate ${index + 1}`));
      return stack
        .filter((letter) => {
          left[letter] -= 1;
          if (left[letter] < 0) tooMany.add(letter);
          return left[letter] >= 0;
        })
        .join("");
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      wrong.push(`${error.message} Plate ${index + 1} was left empty.`);
      return empty;
    }
  });
  for (const letter of tooMany) {
    const found = BOX[letter] - left[letter];
    wrong.push(
      `That is ${counted(found, letter)}, but the box holds ${BOX[letter]}: the rest was left out.`,
    );
  }
  return { plates, wrong };
}

export function writePlates(stacks) {
  return stacks.map((stack) => stack || "-").join("/");
}

/** Return the burger that a text such as BPCTB shows; throws Unreadable. */
export function readBurger(text) {
  if (text.length > LONGEST) throw new Unreadable("That text is too long for a burger.");
  const burger = readStack(text, "the burger");
  checkBox(burger);
  return burger;
}

function readStack(text, place) {
  const typed = text.trim();
  if (typed === "-") return "";
  if (typed === "") throw new Unreadable(`Nothing is written for ${place}; an empty one is -.`);
  const stack = typed.replace(/\s/g, "").toUpperCase();
  for (const letter of stack) {
    if (!INGREDIENTS.has(letter)) {
      const known = Array.from(INGREDIENTS, ([key, name]) => `${key} ${name}`).join(", ");
      throw new Unreadable(`“${letter}” on ${place} is no ingredient. There are ${known}.`);
    }
  }
  return stack;
}

/** How many of a letter a text has. */
export function count(letters, letter) {
  return letters.split(letter).length - 1;
}

function checkBox(letters) {
  for (const [letter, most] of Object.entries(BOX)) {
    const found = count(letters, letter);
    if (found > most) {
      throw new Unreadable(`That is ${counted(found, letter)}, but the box holds ${most}.`);
    }
  }
}
