// The place where answers appear: one question at a time, a word while it runs, the way out of it.
// A changed position drops the question and its answer, so what is shown always fits the table.

import { NoAnswer, ask } from "./ask.js";
import { button, element } from "./elements.js";

/** Milliseconds before a wait is worth a word. */
const PATIENCE = 400;

export class Panel {
  /** In `root`: a sentence that a screen reader says when it changes, and below it the rest. */
  constructor(root) {
    this.root = root;
    this.sentence = element("div", { class: "sentence", role: "status", tabindex: "-1" });
    this.rest = element("div", { class: "rest" });
    root.append(this.sentence, this.rest);
    this.running = null;
  }

  /** Show a sentence (text or elements), and below it what the player can look at or press. */
  show(sentence, ...rest) {
    const lost = this.rest.contains(document.activeElement);
    this.sentence.classList.remove("waiting");
    this.sentence.replaceChildren(...[sentence].flat());
    this.rest.replaceChildren(...rest.filter(Boolean));
    if (lost) this.sentence.focus({ preventScroll: true });
  }

  /** Drop the answer, and the question if one runs. */
  clear() {
    this.running?.stop.abort();
    this.running = null;
    this.show("");
  }

  /**
   * Ask, then call `answered` with the answer; the same question again while it runs is one question.
   * `again` is on the button after a failure, `doing` is said while the question runs.
   */
  async ask(question, request, answered, { again = "Ask again", doing = "Thinking …" } = {}) {
    const key = question + JSON.stringify(request);
    if (this.running?.key === key) return;
    this.clear();
    const mine = { key, stop: new AbortController() };
    this.running = mine;
    const waiting = setTimeout(() => this.#wait(doing), PATIENCE);
    try {
      const answer = await ask(question, request, mine.stop.signal);
      if (this.running === mine) this.#end(() => answered(answer));
    } catch (error) {
      if (error.name === "AbortError") return;
      if (!(error instanceof NoAnswer)) {
        this.show(
          element(
            "p",
            { class: "wrong" },
            "That answer does not fit this page. Load the page again.",
          ),
        );
        throw error;
      }
      if (this.running !== mine) return;
      const repeat = () => this.ask(question, request, answered, { again, doing });
      this.#end(() => this.#failed(error, button(again, repeat)));
    } finally {
      clearTimeout(waiting);
    }
  }

  #end(then) {
    this.running = null;
    this.show("");
    then();
    if (this.sentence.hasChildNodes()) this.root.scrollIntoView({ block: "nearest" });
  }

  #wait(doing) {
    const stop = button("Stop", () => {
      this.clear();
      this.show("Stopped.");
    });
    this.show(doing, element("div", { class: "row" }, stop));
    this.sentence.classList.add("waiting");
  }

  #failed(error, again) {
    this.show(
      element("p", { class: "wrong" }, error.message),
      error.mayRepeat ? element("div", { class: "row" }, again) : null,
    );
  }
}
