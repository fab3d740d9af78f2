// Burger Master: four plates built by taps, an order, and how few steps it takes.
// Texts are in plates.js, the cards in order.js, declarations in declare.js, a solution's steps in
// steps.js, and how answers read in master_answers.js.

import { NoAnswer } from "./ask.js";
import { Declaration } from "./declare.js";
import {
  INGREDIENTS,
  counted,
  layer,
  plateDrawing,
  plateInWords,
  setRoom,
  stackInWords,
  stackOf,
} from "./drawing.js";
import { button, byId, element, refill, shown, spoken } from "./elements.js";
import { say, tell } from "./hint.js";
import { howFew, impossible } from "./master_answers.js";
import { Menu, cardInWords } from "./order.js";
import { Panel } from "./panel.js";
import {
  BOX,
  Unreadable,
  count,
  emptyPlates,
  readBurger,
  readPlates,
  salvagePlates,
  writePlates,
} from "./plates.js";
import { Steps } from "./steps.js";
import { Table } from "./table.js";

/** The palette's last key: it takes the top ingredient off. */
const OFF = "off";

/** The variants that a link may name: the page knows all 40 cards anyway. */
const VARIANTS = ["", "standard", "beginner", "competent"];

const START = { plates: emptyPlates(), card: null, burger: "", own: false, beginner: false };

export class Master extends Table {
  /** `changed` is called after each change; with true if it deserves a place in the history. */
  constructor(changed) {
    super("master", changed, START, new Panel(byId("master-answer")), "plates-wrong");
    this.held = "B";
    this.dealing = new Panel(byId("deal-answer"));
    this.declaration = new Declaration(
      this.panel,
      () => this.#request(),
      () => changed(false),
    );
    this.menu = new Menu((name) => this.#chosen(name));
    this.#listen();
    this.draw();
  }

  // The link.

  fields() {
    const { plates, card, burger, own, beginner } = this.state;
    return [
      ["plates", plates.some(Boolean) ? writePlates(plates) : ""],
      ["card", own ? "" : card],
      ["burger", own ? burger || "-" : ""],
      ["variant", beginner ? "beginner" : ""],
      ["declare", this.declaration.field()],
    ];
  }

  /** Take over a link's position; returns what of it could not be read, in words. */
  async read(fields) {
    const state = { ...START };
    const wrong = [];
    const take = (key, reader) => {
      try {
        if (fields.has(key)) reader(fields.get(key));
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        wrong.push(error.message);
      }
    };
    take("plates", (text) => {
      const salvaged = salvagePlates(text);
      state.plates = salvaged.plates;
      wrong.push(...salvaged.wrong);
    });
    take("burger", (text) => Object.assign(state, { own: true, burger: readBurger(text) }));
    const variant = fields.get("variant")?.trim().toLowerCase() ?? "";
    state.beginner = variant === "beginner";
    if (!VARIANTS.includes(variant)) wrong.push(`There is no variant “${variant.slice(0, 30)}”.`);
    const card = state.own ? null : (fields.get("card")?.trim().toLowerCase() ?? null);
    state.card = card;
    if (state.own && fields.has("card"))
      wrong.push("It has a card and a burger of its own; the card was ignored.");
    wrong.push(...this.declaration.read(fields.get("declare")));
    this.take(state);
    return card ? [...wrong, ...(await this.#checkCard(card))] : wrong;
  }

  /** Have the cards when the tab is opened: what lay here before a reload may need them. */
  show() {
    if (this.state.card && !this.menu.cards) this.#checkCard(this.state.card);
  }

  async #checkCard(card) {
    try {
      await this.menu.load();
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      this.panel.show(
        element("p", { class: "wrong" }, error.message),
        button("Fetch the card again", () => this.#checkCard(card)),
      );
      return [];
    }
    if (this.state.card !== card) return [];
    const known = this.menu.cards.has(card);
    if (!known) this.state.card = null;
    this.draw();
    return known ? [] : [`There is no card “${card.slice(0, 30)}”.`];
  }

  // Changes.

  become(state) {
    this.dealing.clear();
    super.become(state);
  }

  #tapPlate(index) {
    const { plates } = this.state;
    const stack = plates[index];
    if (this.held === OFF) {
      if (stack) this.#put(index, stack.slice(0, -1));
      else tell(`Plate ${index + 1} is empty.`);
    } else if (this.#left(this.held) > 0) {
      this.#put(index, stack + this.held);
    } else {
      tell(`The box holds ${counted(BOX[this.held], this.held)}: all are on the plates.`);
    }
  }

  #put(index, stack) {
    this.change({ plates: this.state.plates.with(index, stack) });
    say(plateInWords(stack, index + 1));
  }

  #left(letter) {
    return BOX[letter] - count(this.state.plates.join(""), letter);
  }

  #chosen(name) {
    if (name === null) this.change({ own: true, card: null }, { jump: true });
    else this.change({ own: false, card: name, burger: "" }, { jump: true });
    byId("choose")?.focus();
  }

  #tapOrder() {
    const { burger } = this.state;
    if (this.held === OFF) this.change({ burger: burger.slice(0, -1) });
    else if (count(burger, this.held) < BOX[this.held])
      this.change({ burger: burger + this.held });
    else return tell(`The box holds only ${counted(BOX[this.held], this.held)}.`);
    return say(`The order: ${stackInWords(this.state.burger) || "empty"}`);
  }

  // Questions.

  /** The order as a request has it; null, with a word to the player, if there is none. */
  #request() {
    const { plates, card, burger, own, beginner } = this.state;
    if (own ? !burger : !card) {
      this.panel.show(
        own ? "Build the order first: tap an ingredient, then the order." : "Choose a card first.",
      );
      return null;
    }
    return {
      plates: writePlates(plates),
      ...(own ? { burger } : { card }),
      ...(beginner ? { variant: "beginner" } : {}),
    };
  }

  #askHowFew() {
    const request = this.#request();
    if (request) this.panel.ask("master.solve", request, (answer) => this.#showHowFew(answer));
  }

  #showHowFew(answer) {
    if (answer.status === "infeasible") return this.panel.show(impossible(answer));
    const { number, claim } = howFew(answer);
    const told = [
      element("strong", { class: "number" }, number),
      " ",
      element("span", { class: "claim" }, claim),
    ];
    if (!answer.steps?.length) return this.panel.show(told);
    const open = button("Show the steps", () => {
      const steps = new Steps(answer, (plates) => this.#keep(plates));
      this.panel.rest.replaceChildren(steps.root);
      steps.next.focus({ preventScroll: true });
      steps.root.scrollIntoView({ block: "nearest" });
    });
    open.id = "show-steps";
    return this.panel.show(told, element("div", { class: "row" }, open));
  }

  #keep(plates) {
    this.change({ plates }, { jump: true });
    tell("The plates stay like this. Choose the next card.");
    byId("choose")?.focus();
  }

  #deal(menu) {
    const dealt = ({ value }) => {
      this.change({ plates: readPlates(value) }, { jump: true });
      say("Dealt.");
    };
    this.dealing.ask("master.deal", { menu }, dealt, { again: "Deal again", doing: "Dealing …" });
  }

  // What is seen.

  #listen() {
    const on = (id, act) => byId(id).addEventListener("click", act);
    on("master-undo", () => this.undo());
    on("deal-base", () => this.#deal("base"));
    on("deal-gourmet", () => this.#deal("gourmet"));
    on("master-clear", () => this.change({ plates: emptyPlates() }, { jump: true }));
    on("how-few", () => this.#askHowFew());
    byId("plates-form").addEventListener("submit", (event) => {
      event.preventDefault();
      try {
        this.change({ plates: readPlates(byId("plates-text").value) }, { jump: true });
        say("The plates are set.");
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        this.wrong.textContent = error.message;
      }
    });
  }

  draw() {
    const { plates } = this.state;
    const board = byId("plates");
    setRoom(board, plates);
    refill(board, ...plates.map((stack, index) => this.#plate(stack, index)));
    this.#drawPalette();
    this.#drawOrder();
    byId("plates-text").value = writePlates(plates);
    byId("master-undo").setAttribute("aria-disabled", String(this.past.length === 0));
  }

  #plate(stack, index) {
    return element(
      "button",
      {
        type: "button",
        id: `plate-${index + 1}`,
        class: "plate",
        onclick: () => this.#tapPlate(index),
      },
      ...plateDrawing(stack, index + 1),
      spoken(plateInWords(stack, index + 1)),
    );
  }

  #drawPalette() {
    const keys = Array.from(INGREDIENTS, ([letter, name]) => {
      const left = this.#left(letter);
      return this.#key(
        letter,
        layer(letter),
        spoken(`${name}, ${left} left`),
        shown(`${left} left`, "left"),
      );
    });
    keys.push(
      this.#key(OFF, shown("⌫", "off"), spoken("take the top one off"), shown("take off", "left")),
    );
    refill(byId("palette"), ...keys);
  }

  #key(key, ...children) {
    const hold = () => {
      this.held = key;
      this.#drawPalette();
    };
    const attributes = {
      type: "button",
      id: `hold-${key}`,
      class: "key",
      "aria-pressed": String(this.held === key),
      onclick: hold,
    };
    return element("button", attributes, ...children);
  }

  #wanted(burger, otherwise) {
    return burger ? stackOf(burger) : shown(otherwise, "none-yet");
  }

  #drawOrder() {
    const { card, burger, own, beginner } = this.state;
    const wanted = own ? burger : (this.menu.cards?.get(card) ?? "");
    const name = own ? "Your own order" : card ? cardInWords(card) : "No card yet";
    const says = wanted
      ? `${stackInWords(wanted)} (bottom to top)`
      : own
        ? "Tap an ingredient, then here."
        : "";
    const drawn = own
      ? element(
          "button",
          { type: "button", id: "own-order", class: "wanted", onclick: () => this.#tapOrder() },
          this.#wanted(wanted, "+"),
          spoken(`The order, bottom to top: ${stackInWords(wanted) || "nothing yet"}`),
        )
      : element("div", { class: "wanted" }, this.#wanted(wanted, "?"));
    const choose = button(
      card || own ? "Another card" : "Choose a card",
      () => this.menu.open(this.state.card),
      { id: "choose", class: card || own ? null : "strong" },
    );
    const rule = element("input", {
      type: "checkbox",
      id: "beginner",
      onchange: () => this.change({ beginner: rule.checked }),
    });
    rule.checked = beginner;
    refill(
      byId("order"),
      drawn,
      element(
        "div",
        { class: "about" },
        element("p", { class: "name" }, name),
        element("p", { class: "help" }, says),
        choose,
      ),
      element(
        "label",
        { class: "check" },
        rule,
        " Beginners’ rule: more may lie below or above the burger",
      ),
    );
  }
}
