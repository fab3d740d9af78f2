"""A heat map of steps by card, drawn by matplotlib: an extra."""

from __future__ import annotations

import importlib.util
from typing import IO, TYPE_CHECKING

from solver.errors import InvalidInput

if TYPE_CHECKING:
    from solver.master.database_answers import DatabaseStatsAnswer

#: Endings of the pictures that can be drawn.
PLOT_FORMATS = (".png", ".svg", ".pdf")

#: Inches: of a column of steps, of a row, and around.
COLUMN, ROW, MARGIN = 0.62, 0.27, 2.2

#: From this share on a cell is dark, and its number white.
DARK = 0.6


#: What a file would say of the moment it was drawn, and does not: alike pictures are alike files.
TIMELESS = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}


def require_matplotlib() -> None:
    """Raise InvalidInput, with the line that installs it, where matplotlib is missing."""
    if importlib.util.find_spec("matplotlib") is None:
        raise InvalidInput("a plot needs matplotlib", "plot", "pip install 'burger-solver[plot]'")


def write_heatmap(answer: DatabaseStatsAnswer, kind: str, file: IO[bytes]) -> None:
    """Draw the share of set-ups by card and steps, each in its cell, and write the picture.

    kind: one of ``PLOT_FORMATS``. The same answer makes the same bytes.
    """
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    cards = list(answer.cards.items())
    columns = range(max(card.most for _, card in cards) + 1)
    shares = [
        [card.distribution.get(str(steps), 0) / answer.setups for steps in columns]
        for _, card in cards
    ]
    figure = Figure(
        figsize=(len(columns) * COLUMN + MARGIN, len(cards) * ROW + MARGIN), layout="constrained"
    )
    axes = figure.add_subplot()
    axes.imshow(shares, aspect="auto", cmap="YlOrBr", vmin=0, vmax=1)
    for row, cells in enumerate(shares):
        for column, share in enumerate(cells):
            if share:
                text = f"{100 * share:.1f}" if share >= 0.0005 else "<0.1"
                colour = "white" if share >= DARK else "black"
                axes.text(column, row, text, ha="center", va="center", fontsize=7, color=colour)
    axes.set_xticks(list(columns))
    axes.set_yticks(range(len(cards)), [f"{name}  {card.burger}" for name, card in cards])
    axes.tick_params(labelsize=8)
    axes.set_xlabel("fewest steps")
    setups = f"all {answer.of:,}" if answer.complete else f"{answer.setups:,} of {answer.of:,}"
    axes.set_title(f"{answer.menu} menu: % of {setups} set-ups", fontsize=10)
    form = kind.removeprefix(".")
    with rc_context({"svg.hashsalt": "burger"}):
        figure.savefig(file, format=form, dpi=150, metadata=TIMELESS[form])
