// Shows a solution one step at a time: the plates before it, with what is lifted framed and where
// it goes marked, and below them the plates after it, so that nobody takes a step twice. The layers
// move in the lower picture, where the player's settings allow it.

import { button, element, shown } from "./elements.js";
import { plateDrawing, plateInWords, setRoom } from "./drawing.js";
import { readPlates } from "./plates.js";

/** Milliseconds a step takes, and the air below the layers on their way, in pixels. */
const DURATION = 900;
const GAP = 12;
/** No plate takes part in it. */
const NO_STEP = { source: 0, target: 0 };

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
    this.before = board("before", "The plates before the step");
    this.board = board("after", "The plates after the step");
    this.upper = element("p", { class: "phase" });
    this.lower = element("p", { class: "phase" });
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
      element("div", { class: "tools" }, this.back, this.next),
      this.upper,
      this.before,
      this.lower,
      this.board,
      this.keep,
    );
    for (const one of [this.before, this.board]) setRoom(one, this.states.flat());
    this.go(0);
  }

  /** Show the plates after so many steps; forwards by one step is animated. */
  go(at) {
    if (at < 0 || at > this.steps.length) return;
    for (const animation of this.board.getAnimations({ subtree: true })) animation.finish();
    const forwards = at === this.at + 1;
    this.at = at;
    if (at) this.#show(this.steps[at - 1], forwards && mayMove());
    else this.#start();
    this.#buttons();
    this.root.scrollIntoView({ block: "nearest" });
  }

  #start() {
    this.caption.textContent = "Start.";
    this.upper.textContent = "The plates now";
    this.lower.textContent = "";
    draw(this.before, this.states[0], NO_STEP);
    this.board.replaceChildren(
      element("p", { class: "empty" }, "After each step its plates are shown here."),
    );
  }

  #show(step, moving) {
    const done = this.at === this.steps.length ? " The order is complete." : "";
    this.caption.textContent = `Step ${this.at} of ${this.steps.length}: ${stepInWords(step)}${done}`;
    this.upper.textContent = `Before step ${this.at}`;
    this.lower.replaceChildren(shown("↓ "), `After step ${this.at}`);
    draw(this.before, this.states[this.at - 1], step);
    frame(top(this.before, step.source, step.count));
    // The layers set out from where they lay, in the same picture.
    draw(this.board, this.states[this.at - 1]);
    const from = top(this.board, step.source, step.count).map((one) => one.getBoundingClientRect());
    draw(this.board, this.states[this.at]);
    const moved = top(this.board, step.target, step.count);
    if (!moving) return frame(moved);
    const ceiling = this.board.getBoundingClientRect().top;
    return slide(from, moved, step.flip, ceiling).then(() => frame(moved));
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

function board(kind, label) {
  return element("div", { class: `plates watching ${kind}`, role: "group", "aria-label": label });
}

/** Draw plates, with room for marks if a step is given: where it lifts and where it lays down. */
function draw(plates, stacks, step = null) {
  plates.replaceChildren(
    ...stacks.map((stack, index) => {
      const mark = step && markOf(step, index + 1);
      const says = plateInWords(stack, index + 1) + (mark ? `. ${mark.says}` : "");
      return element(
        "div",
        { class: `plate ${mark?.kind ?? ""}`, role: "img", "aria-label": says },
        ...plateDrawing(stack, index + 1),
        step && shown(mark?.sign ?? "", "mark"),
      );
    }),
  );
}

/** What a step does at a plate, before it is taken; null if nothing. */
function markOf({ flip, count, source, target }, plate) {
  const what = count === 1 ? "The top one" : `The top ${count}`;
  if (plate === source && source === target)
    return { kind: "from to", sign: "↻ flip", says: `${what} will be flipped in place.` };
  if (plate === source)
    return { kind: "from", sign: flip ? "↑ flip" : "↑ lift", says: `${what} will be lifted.` };
  if (plate === target) return { kind: "to", sign: "↓ here", says: "They will go here." };
  return null;
}

/** The top layers of a plate, the lowest of them first. */
function top(plates, plate, count) {
  return Array.from(plates.children[plate - 1].querySelectorAll(".layer")).slice(-count);
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
