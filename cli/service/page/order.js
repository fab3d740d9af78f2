// The order: one of the 40 cards, chosen from drawn ones, or a burger of the player's own.
// Which cards there are is asked of the service.

import { NoAnswer, ask } from "./ask.js";
import { stackInWords, stackOf } from "./drawing.js";
import { button, byId, element, spoken } from "./elements.js";
import { once } from "./once.js";
import { closed, opened } from "./places.js";

const MENUS = [
  ["base", "Base"],
  ["gourmet", "Gourmet"],
];

/** "base-07" as "Base 7". */
export function cardInWords(name) {
  const [menu, number] = name.split("-");
  return `${menu[0].toUpperCase()}${menu.slice(1)} ${Number(number)}`;
}

export class Menu {
  /** `chosen` is called with a card's name, or with null for a burger of one's own. */
  constructor(chosen) {
    this.cards = null;
    this.chosen = chosen;
    this.dialog = byId("cards");
    this.close = this.close.bind(this);
    byId("cards-close").addEventListener("click", this.close);
    byId("own-card").addEventListener("click", () => this.#choose(null));
    byId("any-card").addEventListener("click", () => this.#drawOne());
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.close();
    });
    this.dialog.addEventListener("keydown", (event) => this.#arrow(event));
    // Escape, or what closes things on this device.
    this.dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      this.close();
    });
  }

  /** Ask for the cards, once; throws NoAnswer. */
  async load() {
    this.asking ??= ask("master.menu", {});
    try {
      this.cards = new Map(Object.entries((await this.asking).cards));
    } catch (error) {
      this.asking = null;
      throw error;
    }
  }

  /** Let the player choose. */
  async open(current) {
    const list = byId("cards-list");
    if (!this.dialog.open) {
      this.dialog.showModal();
      opened(this.close);
      once();
    }
    try {
      if (!this.cards) {
        list.replaceChildren(element("p", { role: "status" }, "Fetching the cards …"));
        await this.load();
      }
      list.replaceChildren(...this.#drawn(current));
      (byId(`card-${current}`) ?? byId("any-card")).focus();
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      list.replaceChildren(
        element("p", { class: "wrong", role: "alert" }, error.message),
        button("Try again", () => this.open(current)),
      );
    }
  }

  close() {
    if (!this.dialog.open) return;
    this.dialog.close();
    closed(this.close);
    once();
  }

  /** The arrow keys go from card to card. */
  #arrow(event) {
    const forth = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const cards = Array.from(this.dialog.querySelectorAll(".menu-card"));
    const at = cards.indexOf(document.activeElement);
    if (!forth || !cards.length) return;
    event.preventDefault();
    cards[Math.max(0, at + forth) % cards.length].focus();
  }

  #drawn(current) {
    const names = Array.from(this.cards.keys());
    const groups = MENUS.map(([menu, title]) => {
      const cards = names
        .filter((name) => name.startsWith(`${menu}-`))
        .map((name) => this.#card(name, name === current));
      return [
        element("h3", { id: `menu-${menu}` }, title),
        element("ul", { class: "menu", "aria-labelledby": `menu-${menu}` }, ...cards),
      ];
    });
    return groups.flat();
  }

  #card(name, current) {
    const burger = this.cards.get(name);
    const drawn = element(
      "button",
      {
        type: "button",
        id: `card-${name}`,
        class: "menu-card",
        "aria-current": current && "true",
        onclick: () => this.#choose(name),
      },
      element("span", { class: "menu-name" }, cardInWords(name)),
      stackOf(burger, "small"),
      spoken(`: ${stackInWords(burger)}`),
    );
    return element("li", {}, drawn);
  }

  #drawOne() {
    const names = Array.from(this.cards?.keys() ?? []);
    if (names.length) this.#choose(names[Math.floor(Math.random() * names.length)]);
  }

  #choose(name) {
    this.close();
    this.chosen(name);
  }
}
