// Burger Slam: a pile laid card by card, the special cards that are open, and a call that is judged.
// What a pile counts and which call is right is the service's; how its answers read is in slam_answers.js,
// the text of cards in piles.js.

import { INGREDIENTS, layer, shape } from "./drawing.js";
import { byId, element, refill, shown, spoken } from "./elements.js";
import { say, tell } from "./hint.js";
import { Panel } from "./panel.js";
import { MOST_CARDS, cardDrawing, cardInWords, cardText, readPile } from "./piles.js";
import { CALLS, TOPPINGS, callsFound, judged } from "./slam_answers.js";
import { Table } from "./table.js";

const MOST_TOPPINGS = 3;

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

export class Slam extends Table {
  /** `changed` is called after each change; with true if it deserves a place in the history. */
  constructor(changed) {
    super("slam", changed, START, new Panel(byId("slam-answer")), "pile-wrong");
    this.effects = [];
    this.#build();
    this.draw();
    new ResizeObserver(() => this.#scroll()).observe(byId("pile"));
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
    if (fields.has("wild") && state.silver !== "wild") {
      problems.push("It names a topping for the Wild, but the Wild is not open; that was ignored.");
      state.wild = "";
    }
    this.take(state);
    return problems;
  }

  #gold() {
    return GOLD.map(([name]) => name)
      .filter((name) => this.state[name])
      .join(",");
  }

  become(state) {
    const grown = state.pile.length !== this.state.pile.length;
    this.effects = [];
    super.become(state);
    if (grown) this.#scroll();
  }

  /** A tall pile scrolls in its box, by the keyboard too, and shows its last card. */
  #scroll() {
    const pile = byId("pile");
    if (pile.scrollHeight > pile.clientHeight) pile.tabIndex = 0;
    else pile.removeAttribute("tabindex");
    pile.scrollTop = pile.scrollHeight;
  }

  #tapTopping(letter) {
    const { toppings } = this.state;
    if (toppings.length === MOST_TOPPINGS)
      tell("A card shows three toppings at most. Lay it, or take one off.");
    else this.change({ toppings: toppings + letter });
  }

  /** Lay the card in the making; returns its words, or nothing where it cannot be laid. */
  #lay() {
    const { pile, toppings } = this.state;
    if (!toppings) return tell("Tap the card’s toppings first.");
    if (pile.length === MOST_CARDS) return tell(`The pile is full: ${MOST_CARDS} cards.`);
    const card = cardText(this.state);
    this.change({ pile: [...pile, card], toppings: "", red: false, yellow: false });
    const told = `Card ${pile.length + 1}: ${cardInWords(card)}`;
    say(told);
    return told;
  }

  /** Before a question: a card in the making belongs to the pile. Returns null if it cannot be asked. */
  #laidFirst() {
    const { toppings, red, yellow } = this.state;
    if (toppings) {
      const laid = this.#lay();
      return laid ? [element("p", { class: "help" }, `Laid on the pile first: ${laid}.`)] : null;
    }
    if (!red && !yellow) return [];
    tell("The next card has a sauce but no topping yet: tap its toppings, or the sauce again.");
    return null;
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
    const laid = this.#laidFirst();
    if (!laid) return;
    const { call, silver, wild } = this.state;
    const request = { ...this.#situation(), call, ...(silver === "wild" && wild ? { wild } : {}) };
    this.panel.ask("slam.check", request, (answer) => {
      this.effects = answer.cards;
      this.#drawPile();
      this.panel.show(...beside(judged(answer), laid));
    });
  }

  #askCalls() {
    const laid = this.#laidFirst();
    if (!laid) return;
    this.panel.ask("slam.calls", this.#situation(), (answer) =>
      this.panel.show(...beside(callsFound(answer), laid)),
    );
  }

  #build() {
    const on = (id, act) => byId(id).addEventListener("click", act);
    on("lay", () => this.#lay());
    on("slam-undo", () => this.undo());
    on("slam-clear", () =>
      this.change({ pile: [], toppings: "", red: false, yellow: false }, { jump: true }),
    );
    on("call-right", () => this.#askCheck());
    on("which-calls", () => this.#askCalls());
    const select = (id, options) => {
      byId(id).append(...options.map(([value, name]) => element("option", { value }, name)));
      byId(id).addEventListener("change", () => this.change({ [id]: byId(id).value }));
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
        onchange: () => this.change({ call }),
      });
      byId("call").append(element("label", {}, radio, element("span", {}, name)));
    }
    byId("pile-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const { cards, wrong } = readPile(byId("pile-text").value);
      if (!wrong) this.change({ pile: cards }, { jump: true });
      this.wrong.textContent = wrong;
    });
  }

  draw() {
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
    const off = () => this.change({ toppings: toppings.slice(0, -1) });
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
    byId("not-laid").hidden = !toppings;
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
        onclick: () => this.change({ [name]: !on }),
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

/** An answer with what was laid before it, said in the same breath. */
function beside([sentence, ...rest], laid) {
  return [[...laid, ...[sentence].flat()], ...rest];
}

/** What the sauces make of a card, if anything. */
function effectInWords(effect) {
  if (effect?.times === 0) return { kind: "covered", text: `×0, covered by ${effect.covered_by}` };
  if (effect?.times === 2) return { kind: "doubled", text: "×2, yellow sauce" };
  return null;
}
