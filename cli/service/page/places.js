// The browser's history: the link of the table is written into it, and what lies over the table has
// a place of its own there, so that Back takes that away and nothing else.

/** What a place is noted as; one that somebody typed into the address bar is not noted at all. */
const TABLE = { over: false };
const OVER = { over: true };

/** What is open over the table, the last one uppermost: functions that close it. */
const open = [];

/** While the place of something closed is left, no link is written: it waits here. */
let leaving = false;
let waiting = null;

/** Write a link into the address; a jump gets a place in the history of its own. */
export function write(link, jump) {
  if (leaving) {
    waiting = { link, jump: jump || Boolean(waiting?.jump) };
    return;
  }
  if (link === location.hash) return;
  if (jump && !history.state?.over) history.pushState(TABLE, "", link);
  else history.replaceState(open.length ? OVER : TABLE, "", link);
}

/** Note that something opened over the table; Back calls `close`. */
export function opened(close) {
  open.push(close);
  if (!leaving) lieOver();
}

/** Note that it was closed otherwise than by Back. */
export function closed(close) {
  const at = open.indexOf(close);
  if (at < 0) return;
  open.splice(at, 1);
  if (open.length || leaving || !history.state?.over) return;
  leaving = true;
  history.back();
}

/** Call `read` when the address has become another table's link; `link` returns the present one. */
export function follow(read, link) {
  if (!history.state) history.replaceState(TABLE, "");
  addEventListener("popstate", () => {
    if (leaving) return left();
    const uppermost = open.pop();
    uppermost?.();
    if (!uppermost || !history.state) return read();
    // The table may have changed under what was open.
    history.replaceState(TABLE, "", link());
    if (open.length) lieOver();
    return undefined;
  });
}

function lieOver() {
  if (!history.state?.over) history.pushState(OVER, "");
}

function left() {
  leaving = false;
  const { link, jump } = waiting ?? {};
  waiting = null;
  if (link !== undefined) write(link, jump);
  if (open.length) lieOver();
}
