// A tap that opened or closed something over the table is meant for nothing else: the second tap of a
// double one does not reach what has come under the finger.

/** Milliseconds in which two taps are a double tap, and how far apart they may be, in pixels. */
const DOUBLE = 500;
const FAR = 40;

/** The tap that is being handled, and the last one that is spent. */
let tap = null;
let spent = null;

/** The tap that is being handled, if one is, has opened or closed something. */
export function once() {
  spent = tap && { ...tap, time: performance.now() };
}

addEventListener(
  "click",
  (event) => {
    // A key press is a click too, and comes from no place.
    const tapped = event.detail > 0;
    if (tapped && spent && isSecond(event)) {
      event.stopPropagation();
      event.preventDefault();
      return;
    }
    spent = null;
    tap = tapped ? { x: event.clientX, y: event.clientY } : null;
    setTimeout(() => (tap = null));
  },
  { capture: true },
);

function isSecond(event) {
  return (
    performance.now() - spent.time < DOUBLE &&
    Math.hypot(event.clientX - spent.x, event.clientY - spent.y) < FAR
  );
}
