"""A heat map of steps by card, drawn by matplotlib: an extra."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.documents import replaced_file
from solver.errors import InvalidInput

if TYPE_CHECKING:
    from solver.master.database_answers import DatabaseStatsAnswer

#: Endings of the pictures that can be drawn.
PLOT_FORMATS = (".png", ".svg", ".pdf")

#: Inches: of a column of steps, of a row, and around.
COLUMN, ROW, MARGIN = 0.62, 0.27, 2.2

#: From this share on a cell is dark, and its number white.
DARK = 0.6


def write_heatmap(answer: DatabaseStatsAnswer, output: str) -> None:
    """Draw the share of set-ups by card and steps, each in its cell, and write the picture.

    Raises InvalidInput for an output that cannot be written, or where matplotlib is missing.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise InvalidInput(
            "a plot needs matplotlib", "plot", "pip install 'burger-solver[plot]'"
        ) from None
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
    with replaced_file(output) as file:
        figure.savefig(file, format=output.lower().rpartition(".")[2], dpi=150)
