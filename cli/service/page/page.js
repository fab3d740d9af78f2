// Holds the page together: the tabs, and the link that always says what lies on the table.

import { Draft } from "./draft.js";
import { byId, element } from "./elements.js";
import { readLink, writeLink } from "./link.js";
import { Master } from "./master.js";
import { follow, write } from "./places.js";
import { Slam } from "./slam.js";

const TITLES = { master: "Burger Master", slam: "Burger Slam", draft: "BurgerDraft" };
const NAMES = Object.keys(TITLES);

const games = {
  master: new Master((jump) => remember("master", jump)),
  slam: new Slam((jump) => remember("slam", jump)),
  draft: new Draft((jump) => remember("draft", jump)),
};
let current = "master";

/** Write a game's position into the address; a jump gets a place in the history of its own. */
function remember(name, jump) {
  if (name !== current) return;
  write(linkHere(), jump);
  notice("");
}

/** The link of what lies on the table that is shown. */
function linkHere() {
  return writeLink(current, games[current].fields());
}

function notice(...children) {
  byId("notice").replaceChildren(...children.filter(Boolean));
}

function select(name) {
  current = name;
  for (const other of NAMES) {
    const tab = byId(`tab-${other}`);
    tab.setAttribute("aria-selected", String(other === name));
    tab.tabIndex = other === name ? 0 : -1;
    byId(`game-${other}`).hidden = other !== name;
  }
  document.title = `burger: ${TITLES[name]}`;
}

/** Show what the address says. */
async function open() {
  const shown = location.hash;
  const link = readLink(shown);
  const known = Object.hasOwn(games, link.tab);
  const wrong = known || shown.length < 2 ? [] : ["It names no game of this page."];
  if (link.damaged) wrong.push("A part of it cannot be read.");
  notice("");
  select(known ? link.tab : "master");
  if (known) wrong.push(...unused(link));
  wrong.push(...(await games[current].read(known ? link.fields : new Map())));
  if (location.hash !== shown || !wrong.length) return;
  const kept = linkHere() !== `#${current}`;
  const rest = kept ? "The rest is shown." : "Nothing is left of it, so the table is empty.";
  notice(element("strong", {}, "This link is damaged."), ` ${wrong.join(" ")} ${rest}`);
}

/** What a link has twice or for nothing, in words. */
function unused({ fields, repeated }) {
  const keys = games[current].fields().map(([key]) => key);
  const strange = Array.from(fields.keys()).filter((key) => !keys.includes(key));
  return [
    ...Array.from(repeated, (key) => `It has “${key.slice(0, 30)}” twice; the last one counts.`),
    ...strange.slice(0, 3).map((key) => `“${key.slice(0, 30)}” was ignored: nothing here is called so.`),
  ];
}

function startTabs() {
  for (const name of NAMES) byId(`tab-${name}`).addEventListener("click", () => turnTo(name));
  document.querySelector("[role=tablist]").addEventListener("keydown", (event) => {
    const at = NAMES.indexOf(current);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: NAMES.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    turnTo(NAMES.at(to % NAMES.length));
    byId(`tab-${current}`).focus();
  });
}

function turnTo(name) {
  if (name === current) return;
  select(name);
  notice("");
  scrollTo(0, 0);
  remember(name, true);
  games[name].show?.();
}

async function copyLink() {
  const link = new URL(linkHere(), location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    notice("The link is copied. Whoever opens it sees this table.");
  } catch {
    // Browsers lend the clipboard to pages from this machine or by https alone.
    const field = element("input", {
      readonly: true,
      value: link,
      "aria-label": "The link to this table",
    });
    notice(element("span", {}, "Copy the link from here: "), field);
    field.focus();
    field.select();
  }
}

startTabs();
byId("copy-link").addEventListener("click", copyLink);
// A step back or forward, or another fragment typed: all of them fire popstate.
follow(open, linkHere);
open();
// A fragment that is the name of some part of the page is no reason to begin there.
if (byId(location.hash.slice(1)))
  addEventListener("load", () => requestAnimationFrame(() => setTimeout(scrollTo, 0, 0, 0)));
