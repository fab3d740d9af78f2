// What lies on the tables of this window, kept by the browser: a reload loses neither it nor Undo.
// Two windows are two tables, and nothing is kept when the window is closed.

/** Changes with what is kept, so that another version of the page does not take it for its own. */
const PREFIX = "burger.1.";

/** Keep a value under a name; returns whether the browser did. */
export function keep(name, value) {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    // Full, or switched off: the table works as well, and the caller says what it does not do.
    return false;
  }
}

/**
 * Return what is kept under a name; null if nothing is, or nothing of the shape of `like`: the same
 * keys and types, lists of things like its first one.
 */
export function kept(name, like) {
  try {
    const value = JSON.parse(sessionStorage.getItem(PREFIX + name));
    return hasShape(value, like) ? value : null;
  } catch {
    return null;
  }
}

function hasShape(value, like) {
  if (like === null || value === null) return value === like || typeof value === "string";
  if (Array.isArray(like))
    return Array.isArray(value) && value.every((one) => !like.length || hasShape(one, like[0]));
  if (typeof like !== "object") return typeof value === typeof like;
  return (
    typeof value === "object" &&
    Object.keys(like).every((key) => key in value && hasShape(value[key], like[key]))
  );
}
