// A position as the fragment of a link, and back: "#master?plates=BPCL/BTT/B/BOO&card=base-07".
// What a field means is left to each game.

const LONGEST = 8000;

/** Characters that the notation needs and that a fragment may hold as they are. */
const PLAIN = { "%2F": "/", "%2C": ",", "%3A": ":", "%2B": "+" };

/**
 * Return {tab, fields, damaged, repeated}: fields is a Map; damaged says that some part cannot be
 * read; repeated are the keys that came more than once, of which the last counts.
 */
export function readLink(fragment) {
  const text = fragment.replace(/^#/, "");
  const cut = text.indexOf("?");
  const tab = cut < 0 ? text : text.slice(0, cut);
  const fields = new Map();
  let damaged = text.length > LONGEST;
  const repeated = new Set();
  if (cut < 0 || damaged) return { tab, fields, damaged, repeated };
  for (const part of text.slice(cut + 1).split("&")) {
    if (part === "") continue;
    const equals = part.indexOf("=");
    try {
      if (equals < 1) throw new URIError("no value");
      const key = decodeURIComponent(part.slice(0, equals));
      const value = decodeURIComponent(part.slice(equals + 1));
      if (fields.has(key)) repeated.add(key);
      fields.set(key, value);
    } catch {
      damaged = true;
    }
  }
  return { tab, fields, damaged, repeated };
}

/** Return the fragment for a tab and its fields, a list of [key, value]; empty ones are left out. */
export function writeLink(tab, fields) {
  const parts = fields
    .filter(([, value]) => value)
    .map(([key, value]) => `${key}=${plainly(value)}`);
  return parts.length ? `#${tab}?${parts.join("&")}` : `#${tab}`;
}

function plainly(value) {
  return encodeURIComponent(value).replace(/%2F|%2C|%3A|%2B/g, (found) => PLAIN[found]);
}
