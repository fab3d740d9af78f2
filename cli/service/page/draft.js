// BurgerDraft: the cards of a board, tapped together, and what each scoring card is worth.
// The deck and the points are the service's; how the score sheet reads is in draft_answers.js.

import { NoAnswer, ask } from "./ask.js";
import { sheet } from "./draft_answers.js";
import { button, byId, element, plural, refill, shown, spoken } from "./elements.js";
import { say, tell } from "./hint.js";
import { Panel } from "./panel.js";
import { Table } from "./table.js";

/** Most scoring cards on a board (rulings). */
const MOST_SCORING = 6;
const LONGEST = 4000;
const COLOURS = ["red", "green", "yellow"];
const DOTS = { common: 4, normal: 3, uncommon: 2, rare: 1 };
const START = { counts: {}, scoring: [] };

export class Draft extends Table {
  /** `changed` is called after each change; with true if it deserves a place in the history. */
  constructor(changed) {
    super("draft", changed, START, new Panel(byId("draft-answer")), "board-wrong");
    this.deck = null;
    this.unread = null;
    this.#listen();
    this.draw();
  }

  fields() {
    return [["board", this.deck ? this.#text() : (this.unread ?? "")]];
  }

  /** Take over a link's board; returns what of it could not be read, in words. */
  async read(fields) {
    this.unread = fields.get("board") ?? "";
    return (await this.#load()) ? this.#read() : [];
  }

  /** Have the deck when the tab is opened. */
  async show() {
    if (this.deck || !(await this.#load())) return;
    if (this.unread === null) this.draw();
    else this.#read();
    this.changed(false);
  }

  /** Show the link's board, now that the deck is there; returns what is wrong with it. */
  #read() {
    const { state, wrong } = this.#board(this.unread);
    this.take(state);
    return wrong;
  }

  /** Ask for the deck, once; returns whether it is there. */
  async #load() {
    this.asking ??= ask("draft.deck", {});
    try {
      this.deck ??= prepared(await this.asking);
      return true;
    } catch (error) {
      this.asking = null;
      if (!(error instanceof NoAnswer)) throw error;
      byId("ingredients").replaceChildren(
        element("p", { class: "wrong", role: "alert" }, error.message),
        button("Try again", () => this.show()),
      );
      return false;
    }
  }

  /** Return the board that a text such as bun,beef:2,s07 shows, and what of it is no card. */
  #board(text) {
    const counts = {};
    const scoring = new Set();
    const wrong = [];
    if (text.length > LONGEST)
      return { state: START, wrong: ["That text is too long for a board."] };
    for (const word of text
      .toLowerCase()
      .split(/[\s,]+/)
      .filter((one) => one && one !== "none")) {
      const [, name, number] = /^([^/:]+)(?:\/[^/:]+)?(?::(\d{1,3}))?$/.exec(word) ?? [];
      if (this.deck.copies.has(name)) counts[name] = (counts[name] ?? 0) + Number(number ?? 1);
      else if (name && Object.hasOwn(this.deck.says, name) && !number) scoring.add(name);
      else wrong.push(`“${word.slice(0, 30)}” is no card of the deck.`);
    }
    for (const [name, number] of Object.entries(counts)) {
      const most = this.deck.copies.get(name);
      if (number > most) wrong.push(onlySo(most, name));
      counts[name] = Math.min(number, most);
    }
    if (scoring.size > MOST_SCORING) wrong.push(tooMany());
    const placed = Object.keys(this.deck.says).filter((name) => scoring.has(name));
    return { state: { counts, scoring: placed.slice(0, MOST_SCORING) }, wrong: wrong.slice(0, 3) };
  }

  /** The board as text, in the order of the deck. */
  #text() {
    const { counts, scoring } = this.state;
    const ingredients = Array.from(this.deck.copies.keys())
      .filter((name) => counts[name])
      .map((name) => (counts[name] > 1 ? `${name}:${counts[name]}` : name));
    return [...ingredients, ...scoring].join(",");
  }

  #place(name, more) {
    const { counts } = this.state;
    const number = (counts[name] ?? 0) + more;
    const most = this.deck.copies.get(name);
    if (number > most) return tell(onlySo(most, name));
    this.change({ counts: { ...counts, [name]: number } });
    return say(`${number} ${name} on the board`);
  }

  #turn(name) {
    const { scoring } = this.state;
    if (scoring.includes(name))
      return this.change({ scoring: scoring.filter((other) => other !== name) });
    if (scoring.length === MOST_SCORING) return tell(tooMany());
    return this.change({ scoring: [...scoring, name].sort() });
  }

  #score() {
    if (!this.deck) return this.panel.show("The deck is not here yet.");
    return this.panel.ask("draft.score", { board: this.#text() || "none" }, (answer) =>
      this.panel.show(...sheet(answer)),
    );
  }

  #listen() {
    const on = (id, act) => byId(id).addEventListener("click", act);
    on("draft-undo", () => this.undo());
    on("draft-clear", () => this.change(START, { jump: true }));
    on("score", () => this.#score());
    on("to-board", () => {
      byId("board-title").scrollIntoView();
      byId("score").focus({ preventScroll: true });
    });
    byId("board-form").addEventListener("submit", (event) => {
      event.preventDefault();
      if (!this.deck) return;
      const { state, wrong } = this.#board(byId("board-text").value);
      if (!wrong.length) this.change(state, { jump: true });
      this.wrong.textContent = wrong.join(" ");
    });
  }

  draw() {
    byId("draft-undo").setAttribute("aria-disabled", String(this.past.length === 0));
    if (!this.deck) return;
    const groups = COLOURS.map((colour) => {
      const cards = this.deck.ingredients
        .filter((one) => one.colour === colour)
        .map((one) => this.#ingredient(one));
      return [
        element("h3", { id: `colour-${colour}` }, colour),
        element(
          "div",
          { class: "ingredients", role: "group", "aria-labelledby": `colour-${colour}` },
          ...cards,
        ),
      ];
    });
    refill(byId("ingredients"), ...groups.flat());
    refill(
      byId("scoring"),
      ...Object.entries(this.deck.says).map(([name, says]) => this.#scoringCard(name, says)),
    );
    this.#drawBoard();
    byId("board-text").value = this.#text();
  }

  #ingredient({ name, colour, frequency, hot, categories, points }) {
    const number = this.state.counts[name] ?? 0;
    const says = [categories.join(" + "), hot ? "hot" : "", points ? plural(points, "point") : ""]
      .filter(Boolean)
      .join(", ");
    return element(
      "button",
      {
        type: "button",
        id: `place-${name}`,
        class: `ingredient ${colour}${number ? " placed" : ""}`,
        onclick: () => this.#place(name, 1),
      },
      element("span", { class: "name" }, name),
      shown("●".repeat(DOTS[frequency] ?? 0), "dots"),
      spoken(`, ${frequency}, `),
      element("small", {}, says),
      number ? shown(`×${number}`, "badge") : null,
      spoken(`, ${number} on the board`),
    );
  }

  #scoringCard(name, says) {
    const on = this.state.scoring.includes(name);
    return element(
      "button",
      {
        type: "button",
        id: `turn-${name}`,
        class: "scoring-card",
        "aria-pressed": String(on),
        onclick: () => this.#turn(name),
      },
      element("strong", {}, name),
      element("span", {}, says),
    );
  }

  #drawBoard() {
    const { counts, scoring } = this.state;
    const chip = (id, label, spokenLabel, act) =>
      element(
        "li",
        {},
        element(
          "button",
          { type: "button", class: "chip", id, onclick: act },
          shown(label),
          spoken(spokenLabel),
          shown(" ×", "away"),
        ),
      );
    const chips = [
      ...Array.from(this.deck.copies.keys())
        .filter((name) => counts[name])
        .map((name) =>
          chip(
            `off-${name}`,
            counts[name] > 1 ? `${counts[name]} ${name}` : name,
            `Take one ${name} off, of ${counts[name]}`,
            () => this.#place(name, -1),
          ),
        ),
      ...scoring.map((name) =>
        chip(`off-${name}`, name, `Take ${name} off`, () => this.#turn(name)),
      ),
    ];
    const cards = Object.values(counts).reduce((sum, number) => sum + number, scoring.length);
    byId("to-board").textContent = `See the board: ${plural(cards, "card")}`;
    refill(
      byId("board"),
      ...(chips.length ? chips : [element("li", { class: "none" }, "No card yet.")]),
    );
  }
}

/** The deck with what the page needs of it: how many there are of each ingredient. */
function prepared(deck) {
  const copies = new Map(deck.ingredients.map(({ name }) => [name, 0]));
  for (const pair of deck.cards) {
    const name = pair.split("/")[0];
    copies.set(name, (copies.get(name) ?? 0) + 1);
  }
  return { ...deck, copies };
}

function onlySo(most, name) {
  return `The deck has only ${most} ${name}.`;
}

function tooMany() {
  return `A board takes ${MOST_SCORING} scoring cards at most.`;
}
