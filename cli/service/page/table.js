// What lies on a game's table, and the way back: the three games keep, change and undo it alike.
// What it is, and how it is drawn, is each game's.

import { byId } from "./elements.js";
import { say, unsay } from "./hint.js";

const MOST_UNDO = 500;

/** The base of a game; its `draw()` shows `state`, which is never changed but replaced. */
export class Table {
  /**
   * `changed` is called after each change; with true if it deserves a place in the history.
   * `panel` has the answers about the table; the element `wrong` says what of a typed text is.
   */
  constructor(changed, state, panel, wrong) {
    this.changed = changed;
    this.state = state;
    this.panel = panel;
    this.wrong = byId(wrong);
    this.past = [];
  }

  /** Change some of the state, so that it can be undone. */
  change(some, { jump = false } = {}) {
    const next = { ...this.state, ...some };
    if (JSON.stringify(next) === JSON.stringify(this.state)) return;
    this.past.push(this.state);
    if (this.past.length > MOST_UNDO) this.past.shift();
    this.become(next);
    this.changed(jump);
  }

  /** Show another state; what was answered or said about the last one is gone. */
  become(state) {
    this.state = state;
    this.panel.clear();
    unsay();
    this.wrong.textContent = "";
    this.draw();
  }

  undo() {
    const before = this.past.pop();
    if (!before) return;
    this.become(before);
    this.changed(false);
    say("Undone.");
  }
}
