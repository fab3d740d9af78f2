// A position as the fragment of a link, and back: "#master?plates=BPCL/BTT/B/BOO&card=base-07".
// What a field means is left to each game.

const LONGEST = 8000;

/** Characters that the notation needs and that a fragment may hold as they are. */
const PLAIN = { "%2F": "/", "%2C": ",", "%3A": ":", "%2B": "+" };

/** Return {tab, fields, damaged}: fields is a Map; damaged says that some part cannot be read. */
export function readLink(fragment) {
  const text = fragment.replace(/^#/, "");
  const cut = text.indexOf("?");
  const tab = cut < 0 ? text : text.slice(0, cut);
  const fields = new Map();
  let damaged = text.length > LONGEST;
  if (cut < 0 || damaged) return { tab, fields, damaged };
  for (const part of text.slice(cut + 1).split("&")) {
    if (part === "") continue;
    const equals = part.indexOf("=");
    try {
      if (equals < 1) throw new URIError("no value");
      fields.set(
        decodeURIComponent(part.slice(0, equals)),
        decodeURIComponent(part.slice(equals + 1)),
      );
    } catch {
      damaged = true;
    }
  }
  return { tab, fields, damaged };
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
