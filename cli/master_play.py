"""Whole games of Burger Master on the command line: how a game and a verdict on a log look."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli.question import Extras
from cli.render import console, plural
from solver.answer import Answer
from solver.errors import quote
from solver.master.actions import MILLISECONDS, Declare
from solver.outputs import replaced_file
from solver.requests import QUESTIONS, Request
from solver.watch import Watch

if TYPE_CHECKING:
    # Loaded with the question: no other command of the group needs them.
    from solver.master.play_answers import PlayAnswer, RoundPlayed, VerifyLogAnswer

LOG_OUTPUT = click.Option(
    ["-o", "--output"], metavar="LOG", help="write the log here; burger master verify-log reads it"
)


def ask_play(request: Request, watch: Watch, extras: Extras) -> Answer:
    """Play a game, and write its log where asked."""
    output = extras["output"]
    if output is None:
        return QUESTIONS["master.play"].answer(request, watch)
    from solver.batch import as_line
    from solver.master.play_answers import PlayAnswer

    with replaced_file(output) as file:
        answer = QUESTIONS["master.play"].answer(request, watch)
        assert isinstance(answer, PlayAnswer)
        file.write(as_line(answer.document()["log"]))
    return answer


def show_play(answer: PlayAnswer) -> None:
    """Print a game, a line a round."""
    skills = ", ".join(map(str, answer.skills))
    console().print(
        f"{plural(len(answer.skills), 'player')} who see {skills} steps ahead, "
        f"menu {answer.menu}, seed {answer.seed}"
    )
    console().print(f"Set-up: {answer.plates}\n")
    rows: list[tuple[str, ...]] = [("round", "order", "", "fewest", "declared", "cooked", "fries")]
    rows += [_row(one) for one in answer.rounds]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        console().print("  ".join(cells).rstrip())
    console().print(
        f"\nPlayer {answer.value} is the Hamburger Specialist after "
        f"{plural(len(answer.rounds), 'round')}."
    )


def _row(one: RoundPlayed) -> tuple[str, ...]:
    """Return a round's cells; declarations are written as in a log."""
    declared = [
        str(Declare(player, steps, round(seconds * MILLISECONDS) or None))
        for player, steps, seconds in one.declared
    ]
    taken = "" if one.challenger is None else f" after {len(one.steps)}"
    return (
        str(one.number),
        one.card,
        one.burger,
        str(one.fewest),
        " ".join(declared) or "-",
        f"{one.outcome.value}{taken}{', sudden death' if one.sudden_death else ''}",
        " ".join(map(str, one.fries)),
    )


def show_verify_log(answer: VerifyLogAnswer) -> None:
    """Print a referee's verdict."""
    fries = " ".join(map(str, answer.fries))
    if answer.value:
        winner = "" if answer.winner is None else f", player {answer.winner} wins"
        console().print(
            f"Right: {plural(answer.rounds, 'round')} by the rules{winner}; fries {fries}."
        )
        return
    place = "" if answer.action is None else f"Action {answer.action}, {quote(answer.text or '')}: "
    console().print(f"Wrong. {place}{answer.why}")
