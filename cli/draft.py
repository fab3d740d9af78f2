"""``burger draft``: the commands for BurgerDraft, and how their answers are drawn."""

from __future__ import annotations

from typing import Any

import click
from rich.table import Table
from rich.text import Text

from cli.question import question_command
from cli.render import console
from solver.draft.answers import DeckAnswer, ScoreAnswer

#: How a colour is named and drawn: its symbol on the cards, and a terminal's colour.
COLOURS = {
    "green": ("♥ green", "green"),
    "red": ("▲ red", "red"),
    "yellow": ("☀ yellow", "yellow"),
}

#: The dots of each frequency.
DOTS = {"common": "●●●●", "normal": "●●●", "uncommon": "●●", "rare": "●"}


@click.group()
def draft() -> None:
    """BurgerDraft: exact scores and proved best boards.

    \b
    Cards are written by the face that is seen, separated by commas or spaces:
      beef:2,lettuce,s01,s14     two beef, a lettuce, two scoring cards
      beef/s05                   a card with beef in view and s05 on its back
    A .json or .txt file, or - for standard input, may take the place of cards.
    """


def table(*columns: str) -> Table:
    """Return an empty table without a frame."""
    drawn = Table(box=None, pad_edge=False, show_edge=False, header_style="bold")
    for column in columns:
        numeric = column in ("points", "times", "total")
        drawn.add_column(column, justify="right" if numeric else "left", no_wrap=numeric)
    return drawn


def show_deck(answer: DeckAnswer) -> None:
    """Draw the faces of a deck."""
    console().print(
        f"Deck {answer.name} ({answer.provenance}): {answer.value} cards, "
        f"{len(answer.ingredients)} ingredients, {len(answer.scoring)} scoring cards\n"
    )
    backs: dict[str, list[str]] = {}
    for card in answer.cards:
        front, _, back = card.partition("/")
        backs.setdefault(front, []).append(back)
        backs.setdefault(back, []).append(front)
    ingredients = table("ingredient", "colour", "copies", "hot", "categories", "points", "backs")
    for one in answer.ingredients:
        symbol, style = COLOURS[one.colour]
        ingredients.add_row(
            one.name,
            Text(symbol, style),
            f"{DOTS[one.frequency]} {one.frequency}",
            "hot" if one.hot else "",
            " ".join(one.categories),
            str(one.points or ""),
            " ".join(backs[one.name]),
        )
    console().print(ingredients)
    scoring = table("card", "points", "says", "backs")
    for card in answer.scoring:
        says = answer.says[card.name].partition(" ")[2]
        scoring.add_row(card.name, str(card.points), says, " ".join(backs[card.name]))
    console().print()
    console().print(scoring)


def show_sheet(answer: Any) -> None:
    """Draw a score sheet: a line for each scoring card, the printed points, the total."""
    sheet = table("card", "says", "points", "earned by")
    for line in answer.scoring:
        earned = "; ".join(
            f"{earning.need}: {' '.join(earning.ingredients)}" for earning in line.by
        )
        sheet.add_row(line.card, line.says, str(line.points), earned or "-")
    printed = " ".join(f"{name} {points}" for name, points in answer.printed_on.items())
    sheet.add_row("", "printed points", str(answer.printed), printed or "-")
    sheet.add_row("", "total", str(answer.value), "", style="bold")
    console().print(sheet)


def show_score(answer: ScoreAnswer) -> None:
    """Draw a board's score."""
    console().print(f"Board: {answer.board or '(empty)'}\n")
    show_sheet(answer)


for command in (
    question_command(
        "draft.deck", show_deck, "Draw the ingredients and the scoring cards of a deck."
    ),
    question_command(
        "draft.score",
        show_score,
        """Score a board: each scoring card with the ingredients that earn it.

        \b
        burger draft score bun,beef:3,cheddar,s13,s14
        """,
    ),
):
    draft.add_command(command)
