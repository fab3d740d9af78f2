// Burger Slam: a pile laid card by card, the special cards that are open, and a call that is judged.
// What a pile counts and which call is right is the service's; how its answers read is in slam_answers.js.

import { INGREDIENTS, layer, shape } from "./drawing.js";
import { byId, element, listed, refill, shown, spoken } from "./elements.js";
import { say, tell, unsay } from "./hint.js";
import { Panel } from "./panel.js";
import { CALLS, TOPPINGS, callsFound, judged } from "./slam_answers.js";

const MOST_TOPPINGS = 3;
const MOST_CARDS = 200;
const MOST_UNDO = 500;
const CARD = /^([CPTL]{1,3})((?:\+[RY]{1,2}){0,2})$/;

const GOLD = [
  ["chili", "Chili Ketchup", "red sauce is active"],
  ["sauce", "Burger Sauce", "yellow sauce is active"],
];
const SILVER = [
  ["", "none"],
  ...Array.from(TOPPINGS, (letter) => [
    `extra:${letter}`,
    `Extra Topping: ${INGREDIENTS.get(letter)}`,
  ]),
  ...Array.from(TOPPINGS, (letter) => [
    `burnt:${letter}`,
    `Burnt Topping: ${INGREDIENTS.get(letter)}`,
  ]),
  ["wild", "Wild Topping"],
  ["kids", "Kid’s Menu"],
  ["big-combo", "Big Combo"],
  ["standard-combo", "Standard Combo"],
  ["spatula", "Golden Spatula"],
];

const START = {
  pile: [],
  toppings: "",
  red: false,
  yellow: false,
  chili: false,
  sauce: false,
  silver: "",
  wild: "",
  call: "standard",
};

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

function cardText({ toppings, red, yellow }) {
  const printed = Array.from(toppings).sort((a, b) => TOPPINGS.indexOf(a) - TOPPINGS.indexOf(b));
  return printed.join("") + (red ? "+r" : "") + (yellow ? "+y" : "");
}

/** Return the cards in a text, and what in it is no card. */
function readPile(text) {
  const words = text.trim() === "-" ? [] : text.split(/[\s,]+/).filter(Boolean);
  if (words.length > MOST_CARDS)
    return { cards: [], wrong: `That is ${words.length} cards; a pile here takes ${MOST_CARDS}.` };
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

function cardInWords(card) {
  const [toppings, ...sauces] = card.split("+");
  const names = Array.from(toppings, (letter) => INGREDIENTS.get(letter));
  return listed([
    ...names,
    ...sauces.map((sauce) => (sauce === "r" ? "red sauce" : "yellow sauce")),
  ]);
}

function cardDrawing(card) {
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

export class Slam {
  /** `changed` is called after each change; with true if it deserves a place in the history. */
  constructor(changed) {
    this.changed = changed;
    this.state = START;
    this.past = [];
    this.effects = [];
    this.panel = new Panel(byId("slam-answer"));
    this.#build();
    this.#draw();
  }

  fields() {
    const { pile, silver, wild, call } = this.state;
    return [
      ["pile", pile.join(",")],
      ["gold", this.#gold()],
      ["silver", silver],
      ["wild", silver === "wild" ? wild : ""],
      ["call", call === START.call ? "" : call],
    ];
  }

  /** Take over a link's position; returns what of it could not be read, in words. */
  async read(fields) {
    const { cards, wrong } = readPile(fields.get("pile") ?? "");
    const problems = wrong ? [wrong] : [];
    const choose = (key, known) => {
      const value = (fields.get(key) ?? "").trim();
      const match = known.find((one) => one.toLowerCase() === value.toLowerCase());
      if (value && value !== "none" && match === undefined)
        problems.push(`There is no ${key} “${value.slice(0, 30)}”.`);
      return match ?? "";
    };
    const gold = (fields.get("gold") ?? "")
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean);
    const strange = gold.find((name) => !["chili", "sauce", "none"].includes(name));
    if (strange) problems.push(`There is no gold card “${strange.slice(0, 30)}”.`);
    const state = {
      ...START,
      pile: cards,
      chili: gold.includes("chili"),
      sauce: gold.includes("sauce"),
      silver: choose(
        "silver",
        SILVER.map(([name]) => name),
      ),
      wild: choose("wild", Array.from(TOPPINGS)),
      call: choose("call", Object.keys(CALLS)) || START.call,
    };
    this.past = [];
    this.#become(state);
    return problems;
  }

  #gold() {
    return GOLD.map(([name]) => name)
      .filter((name) => this.state[name])
      .join(",");
  }

  #change(some, { jump = false } = {}) {
    const next = { ...this.state, ...some };
    if (JSON.stringify(next) === JSON.stringify(this.state)) return;
    this.past.push(this.state);
    if (this.past.length > MOST_UNDO) this.past.shift();
    this.#become(next);
    this.changed(jump);
  }

  #become(state) {
    this.state = state;
    this.effects = [];
    this.panel.clear();
    unsay();
    byId("pile-wrong").textContent = "";
    this.#draw();
  }

  #undo() {
    const before = this.past.pop();
    if (!before) return;
    this.#become(before);
    this.changed(false);
    say("Undone.");
  }

  #tapTopping(letter) {
    const { toppings } = this.state;
    if (toppings.length === MOST_TOPPINGS)
      tell("A card shows three toppings at most. Lay it, or take one off.");
    else this.#change({ toppings: toppings + letter });
  }

  #lay() {
    const { pile, toppings } = this.state;
    if (!toppings) return tell("Tap the card’s toppings first.");
    if (pile.length === MOST_CARDS) return tell(`The pile is full: ${MOST_CARDS} cards.`);
    const card = cardText(this.state);
    this.#change({ pile: [...pile, card], toppings: "", red: false, yellow: false });
    return say(`Card ${pile.length + 1}: ${cardInWords(card)}`);
  }

  #situation() {
    const { pile, silver } = this.state;
    const gold = this.#gold();
    return {
      pile: pile.join(" ") || "-",
      ...(gold ? { gold } : {}),
      ...(silver ? { silver } : {}),
    };
  }

  #askCheck() {
    const { call, silver, wild } = this.state;
    const request = { ...this.#situation(), call, ...(silver === "wild" && wild ? { wild } : {}) };
    this.panel.ask("slam.check", request, (answer) => {
      this.effects = answer.cards;
      this.#drawPile();
      this.panel.show(...judged(answer));
    });
  }

  #askCalls() {
    this.panel.ask("slam.calls", this.#situation(), (answer) =>
      this.panel.show(...callsFound(answer)),
    );
  }

  #build() {
    const on = (id, act) => byId(id).addEventListener("click", act);
    on("lay", () => this.#lay());
    on("slam-undo", () => this.#undo());
    on("slam-clear", () =>
      this.#change({ pile: [], toppings: "", red: false, yellow: false }, { jump: true }),
    );
    on("call-right", () => this.#askCheck());
    on("which-calls", () => this.#askCalls());
    const select = (id, options) => {
      byId(id).append(...options.map(([value, name]) => element("option", { value }, name)));
      byId(id).addEventListener("change", () => this.#change({ [id]: byId(id).value }));
    };
    select("silver", SILVER);
    select("wild", [
      ["", "none yet"],
      ...Array.from(TOPPINGS, (letter) => [letter, INGREDIENTS.get(letter)]),
    ]);
    for (const [call, name] of Object.entries(CALLS)) {
      const radio = element("input", {
        type: "radio",
        name: "call",
        id: `call-${call}`,
        value: call,
        onchange: () => this.#change({ call }),
      });
      byId("call").append(element("label", {}, radio, element("span", {}, name)));
    }
    byId("pile-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const { cards, wrong } = readPile(byId("pile-text").value);
      if (!wrong) this.#change({ pile: cards }, { jump: true });
      byId("pile-wrong").textContent = wrong;
    });
  }

  #draw() {
    const { toppings, silver, wild, call } = this.state;
    this.#drawPile();
    refill(
      byId("making"),
      toppings ? cardDrawing(cardText(this.state)) : shown("tap toppings", "empty"),
      spoken(toppings ? cardInWords(cardText(this.state)) : "no topping yet"),
    );
    const keys = Array.from(TOPPINGS, (letter) =>
      element(
        "button",
        {
          type: "button",
          class: "key",
          id: `topping-${letter}`,
          onclick: () => this.#tapTopping(letter),
        },
        layer(letter),
        spoken(INGREDIENTS.get(letter)),
      ),
    );
    const off = () => this.#change({ toppings: toppings.slice(0, -1) });
    keys.push(
      element(
        "button",
        { type: "button", class: "key", id: "topping-off", onclick: off },
        shown("⌫", "off"),
        shown("take off", "left"),
        spoken("take the last topping off"),
      ),
    );
    refill(byId("toppings"), ...keys);
    refill(
      byId("sauces"),
      this.#toggle("red", "Red sauce", "r"),
      this.#toggle("yellow", "Yellow sauce", "y"),
    );
    refill(
      byId("gold"),
      ...GOLD.map(([name, title, says]) => this.#toggle(name, title, null, says)),
    );
    byId("silver").value = silver;
    byId("wild").value = wild;
    byId("wild-field").hidden = silver !== "wild";
    byId(`call-${call}`).checked = true;
    byId("pile-text").value = this.state.pile.join(" ");
    byId("slam-undo").setAttribute("aria-disabled", String(this.past.length === 0));
  }

  #toggle(name, title, drop, says = null) {
    const on = this.state[name];
    return element(
      "button",
      {
        type: "button",
        id: `toggle-${name}`,
        class: "toggle",
        "aria-pressed": String(on),
        onclick: () => this.#change({ [name]: !on }),
      },
      drop ? shape("drop", `drop drop-${drop}`) : null,
      element("span", {}, title),
      says ? element("small", {}, says) : null,
    );
  }

  #drawPile() {
    const cards = this.state.pile.map((card, index) => {
      const effect = effectInWords(this.effects[index]);
      return element(
        "li",
        { class: effect ? effect.kind : null },
        cardDrawing(card),
        shown(String(index + 1), "dish-number"),
        spoken(`Card ${index + 1}: ${cardInWords(card)}`),
        effect ? element("span", { class: "effect" }, effect.text) : null,
      );
    });
    refill(
      byId("pile"),
      ...(cards.length ? cards : [element("li", { class: "none" }, "No card yet.")]),
    );
  }
}

/** What the sauces make of a card, if anything. */
function effectInWords(effect) {
  if (effect?.times === 0) return { kind: "covered", text: `×0, covered by ${effect.covered_by}` };
  if (effect?.times === 2) return { kind: "doubled", text: "×2, yellow sauce" };
  return null;
}
