// A declaration of Burger Master: the number of steps that somebody says will do, and its verdict.
// The number is in the link as soon as a player has touched it or asked about it.

import { byId, button, element, plural } from "./elements.js";
import { say, tell } from "./hint.js";
import { impossible, lowerInWords, verdict } from "./master_answers.js";

const START = 4;

/** More than any card is known to take; and what no order takes, however strange it is. */
const MOST = 20;
const MOST_EVER = 41;

export class Declaration {
  /** `request` returns the order as a request has it, or null; `changed` is called after a change. */
  constructor(panel, request, changed) {
    this.panel = panel;
    this.request = request;
    this.changed = changed;
    this.number = START;
    this.said = false;
    byId("is-right").addEventListener("click", () => this.#ask());
    byId("fewer").addEventListener("click", () => this.#say(this.number - 1));
    byId("more").addEventListener("click", () => this.#say(this.number + 1));
    this.#draw();
  }

  /** The number as a link has it. */
  field() {
    return this.said ? String(this.number) : "";
  }

  /** Take over a link's number; returns what is wrong with it, in words. */
  read(text) {
    const right = /^\d{1,2}$/.test(text ?? "") && Number(text) <= MOST_EVER;
    const number = right ? Number(text) : START;
    if (number !== this.number) this.panel.clear();
    this.said = right;
    this.number = number;
    this.#draw();
    if (right || text === undefined) return [];
    return [`“${text.slice(0, 30)}” is no declaration: that is a number from 0 to ${MOST_EVER}.`];
  }

  #say(number) {
    this.said = true;
    const most = Math.max(MOST, Math.min(this.number, MOST_EVER));
    this.number = Math.min(most, Math.max(0, number));
    this.panel.clear();
    this.#draw();
    this.changed();
    if (number <= 0) tell("Declaring 0 says that the burger is there already. Less there is not.");
    else if (number > most) tell(`No card is known to take ${MOST} steps, so more is no use.`);
    else say(`Declared: ${plural(this.number, "step")}`);
  }

  #draw() {
    byId("declared").textContent = String(this.number);
    byId("fewer").setAttribute("aria-disabled", String(this.number === 0));
    byId("more").setAttribute("aria-disabled", String(this.number >= MOST));
  }

  #ask() {
    const request = this.request();
    if (!request) return;
    this.said = true;
    this.changed();
    this.panel.ask("master.verify", { ...request, declare: this.number }, (answer) =>
      this.#show(answer),
    );
  }

  #show(answer) {
    if (answer.status === "infeasible") return this.panel.show(impossible(answer));
    const { declare } = answer;
    if (answer.right === null || answer.right === undefined) {
      return this.panel.show("Time was up before that was known. Ask again.");
    }
    if (!answer.right) {
      return this.panel.show([
        verdict(false, `${declare} is wrong.`),
        ` It takes more than ${plural(declare, "step")}.`,
      ]);
    }
    const told = [
      verdict(true, `${declare} is right.`),
      ` It can be done within ${plural(declare, "step")}.`,
    ];
    const lower = button("Would a lower one be right too?", () =>
      this.panel.show([...told, ` ${lowerInWords(answer.lower, declare)}`]),
    );
    lower.id = "lower";
    return this.panel.show(told, element("div", { class: "row" }, lower));
  }
}
