// What lies on a game's table, and the way back: the games keep, change and undo it alike.
// What it is, and how it is drawn, is each game's.

import { byId } from "./elements.js";
import { say, tell, unsay } from "./hint.js";
import { keep, kept } from "./memory.js";

/** How many changes can be undone. */
const MOST_UNDO = 100;

/** The base of a game; its `draw()` shows `state`, which is never changed but replaced. */
export class Table {
  /**
   * `changed` is called after each change; with true if it deserves a place in the history.
   * `panel` has the answers about the table; the element `wrong` says what of a typed text is.
   * What lay on it before the page was loaded anew lies on it again.
   */
  constructor(name, changed, start, panel, wrong) {
    this.name = name;
    this.changed = changed;
    this.panel = panel;
    this.wrong = byId(wrong);
    const found = kept(name, { state: start, past: [start] });
    this.state = found?.state ?? start;
    this.past = found?.past ?? [];
    this.untouched = !found;
  }

  /** Change some of the state, so that it can be undone. */
  change(some, { jump = false } = {}) {
    if (this.#turnInto({ ...this.state, ...some })) this.changed(jump);
  }

  /**
   * Take over what a link shows, a change like any other; what lies here and shows the same stays,
   * with what no link has: a card in the making, the answer.
   */
  take(state) {
    const before = this.state;
    const shown = JSON.stringify(this.fields());
    this.state = state;
    const same = JSON.stringify(this.fields()) === shown;
    this.state = before;
    if (same) return this.draw();
    // The first table of a window follows upon nothing.
    if (this.untouched) return this.become(state);
    return this.#turnInto(state);
  }

  #turnInto(next) {
    if (JSON.stringify(next) === JSON.stringify(this.state)) return false;
    this.past.push(this.state);
    if (this.past.length > MOST_UNDO) this.past.shift();
    this.become(next);
    return true;
  }

  /** Show another state; what was answered or said about the last one is gone. */
  become(state) {
    this.state = state;
    this.untouched = false;
    this.panel.clear();
    unsay();
    this.wrong.textContent = "";
    this.draw();
    if (!keep(this.name, { state, past: this.past }) && this.past.length === 1)
      tell("This browser keeps nothing for the page: a reload will empty Undo.");
  }

  undo() {
    const before = this.past.pop();
    if (!before) return;
    this.become(before);
    this.changed(false);
    say("Undone.");
  }
}
