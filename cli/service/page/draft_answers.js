// The answer about a BurgerDraft board as a score sheet: each card, what it says, its points and why.

import { element, plural } from "./elements.js";

/** The answer of draft.score: the total, then what each scoring card is worth and why. */
export function sheet(answer) {
  const lines = answer.scoring.map(({ card, says, points, by }) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, card),
      element(
        "td",
        {},
        says,
        by.length
          ? element(
              "small",
              {},
              by.map(({ need, ingredients }) => `${need}: ${ingredients.join(", ")}`).join("; "),
            )
          : null,
      ),
      element("td", { class: "points" }, String(points)),
    ),
  );
  const printed = Object.entries(answer.printed_on).map(([name, points]) => `${name} ${points}`);
  const table = element(
    "table",
    { class: "sheet" },
    element("caption", {}, "Points of each card"),
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        ...["Card", "What it says", "Points"].map((title) =>
          element("th", { scope: "col" }, title),
        ),
      ),
    ),
    element(
      "tbody",
      {},
      ...lines,
      element(
        "tr",
        {},
        element("th", { scope: "row" }, "printed"),
        element("td", {}, printed.join(", ") || "none"),
        element("td", { class: "points" }, String(answer.printed)),
      ),
    ),
    element(
      "tfoot",
      {},
      element(
        "tr",
        {},
        element("th", { scope: "row" }, "total"),
        element("td"),
        element("td", { class: "points" }, String(answer.value)),
      ),
    ),
  );
  return [element("strong", { class: "number" }, plural(answer.value, "point")), table];
}
