// Shows a solution one step at a time: four plates of its own below the answer, each step moved
// by hand, with a small animation where the player's settings allow one.

import { button, element } from "./elements.js";
import { plateDrawing, plateInWords, setRoom } from "./drawing.js";
import { readPlates } from "./plates.js";

/** Milliseconds a step takes, and the air below the layers on their way, in pixels. */
const DURATION = 900;
const GAP = 12;
const STEP = /^([mf])(\d+):(\d)(?:-(\d))?$/;

/** Return a step of the notation, such as f3:1-2, as its parts. */
function readStep(text) {
  const [, kind, count, source, target] = STEP.exec(text);
  return {
    flip: kind === "f",
    count: Number(count),
    source: Number(source),
    target: Number(target ?? source),
  };
}

function stepInWords({ flip, count, source, target }) {
  const what = count === 1 ? "the top one" : `the top ${count}`;
  const where = source === target ? "in place" : `onto plate ${target}`;
  return `${flip ? "Flip" : "Move"} ${what} of plate ${source} ${where}.`;
}

export class Steps {
  /** `answer` is that of master.solve; `leave` is called with the last plates if they are to stay. */
  constructor(answer, leave) {
    this.steps = answer.steps.map(readStep);
    this.states = [answer.plates, ...answer.states].map(readPlates);
    this.leave = leave;
    this.at = 0;
    this.caption = element("p", { class: "caption", role: "status" });
    this.board = element("div", {
      class: "plates watching",
      role: "group",
      "aria-label": "The plates, step by step",
    });
    this.back = button("Back", () => this.go(this.at - 1), { id: "step-back" });
    this.next = button("Next step", () => this.go(this.at + 1), {
      id: "step-next",
      class: "strong",
    });
    this.keep = button("Leave the plates like this", () => this.leave(this.states.at(-1)), {
      id: "keep",
      hidden: true,
    });
    this.root = element(
      "div",
      { class: "steps" },
      this.caption,
      this.board,
      element("div", { class: "tools" }, this.back, this.next),
      this.keep,
    );
    setRoom(this.board, this.states.flat());
    this.#draw(this.states[0]);
    this.caption.textContent = "Start.";
    this.#buttons();
  }

  /** Show the plates after so many steps; forwards by one step is animated. */
  go(at) {
    if (at < 0 || at > this.steps.length) return;
    for (const animation of this.board.getAnimations({ subtree: true })) animation.finish();
    const forwards = at === this.at + 1;
    const step = at ? this.steps[at - 1] : null;
    const before = forwards
      ? this.#top(step.source, step.count).map((layer) => layer.getBoundingClientRect())
      : [];
    this.at = at;
    this.#draw(this.states[at]);
    const moved = step ? this.#top(step.target, step.count) : [];
    const lying =
      forwards && mayMove()
        ? slide(before, moved, step.flip, this.board.getBoundingClientRect().top)
        : null;
    if (lying) lying.then(() => frame(moved));
    else frame(moved);
    const done = at === this.steps.length ? " The order is complete." : "";
    this.caption.textContent = step
      ? `Step ${at} of ${this.steps.length}: ${stepInWords(step)}${done}`
      : "Start.";
    this.#buttons();
  }

  #draw(stacks) {
    this.board.replaceChildren(
      ...stacks.map((stack, index) =>
        element(
          "div",
          { class: "plate", role: "img", "aria-label": plateInWords(stack, index + 1) },
          ...plateDrawing(stack, index + 1),
        ),
      ),
    );
  }

  /** The top layers of a plate, the lowest of them first. */
  #top(plate, count) {
    return Array.from(this.board.children[plate - 1].querySelectorAll(".layer")).slice(-count);
  }

  /** The buttons stay where they are, so that a second tap too many hits the same one. */
  #buttons() {
    const last = this.at === this.steps.length;
    this.keep.hidden = !last;
    this.next.setAttribute("aria-disabled", String(last));
    this.back.setAttribute("aria-disabled", String(this.at === 0));
    this.next.textContent = this.at === 0 ? "Show step 1" : "Next step";
  }
}

function mayMove() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Draw a frame round the layers that a step has laid down. */
function frame(moved) {
  for (const layer of moved) layer.classList.add("moved");
  moved.at(0)?.classList.add("moved-lowest");
  moved.at(-1)?.classList.add("moved-top");
}

/**
 * Let layers come from where they were: up (no higher than `ceiling`), across, down; in a flip the
 * top one comes to lie lowest. Returns a promise that they lie there.
 */
function slide(before, moved, flip, ceiling) {
  const from = flip ? before.toReversed() : before;
  const after = moved.map((layer) => layer.getBoundingClientRect());
  const high = Math.min(...before.map((box) => box.top), ...after.map((box) => box.top));
  const low = Math.max(...before.map((box) => box.bottom), ...after.map((box) => box.bottom));
  const lift = Math.max(GAP, Math.min(low - high + GAP, high - ceiling));
  const animations = moved.map((layer, index) => {
    const x = from[index].left - after[index].left;
    const y = from[index].top - after[index].top;
    return layer.animate(
      [
        { transform: `translate(${x}px, ${y}px)`, easing: "ease-out" },
        { transform: `translate(${x}px, ${y - lift}px)`, offset: 0.3, easing: "ease-in-out" },
        { transform: `translate(0, ${-lift}px)`, offset: 0.7, easing: "ease-in" },
        { transform: "none" },
      ],
      { duration: DURATION },
    );
  });
  return Promise.all(animations.map((animation) => animation.finished));
}
