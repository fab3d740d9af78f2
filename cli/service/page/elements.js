// Builds what the page shows: elements with their attributes, buttons, and words for counts.
// Text always becomes a text node, so nothing that a link or the service says can be markup.

export function byId(id) {
  return document.getElementById(id);
}

/** Return a new element; attributes whose value is null or false are left out. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

export function button(label, onclick, attributes = {}) {
  return element("button", { type: "button", onclick, ...attributes }, label);
}

/** Text that only a screen reader says. */
export function spoken(text) {
  return element("span", { class: "spoken" }, text);
}

/** Text that only eyes see: a screen reader has it said otherwise. */
export function shown(text, kind = null) {
  return element("span", { "aria-hidden": "true", class: kind }, text);
}

export function plural(number, noun, nouns = `${noun}s`) {
  return `${number} ${number === 1 ? noun : nouns}`;
}

/** "a", "a and b", "a, b and c". */
export function listed(words, joint = "and") {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} ${joint} ${last}`;
}

/**
 * Fill a container anew, and keep the keyboard where it was: on the element with the same id, or
 * where that is gone on the one that took its place.
 */
export function refill(container, ...children) {
  const focused = container.contains(document.activeElement) ? document.activeElement : null;
  const place = focused ? Array.from(container.querySelectorAll("button")).indexOf(focused) : -1;
  container.replaceChildren(...children);
  if (!focused) return;
  const left = container.querySelectorAll("button");
  container.tabIndex = -1;
  (byId(focused.id) ?? left[Math.min(place, left.length - 1)] ?? container).focus();
}
