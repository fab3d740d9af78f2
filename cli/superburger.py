"""``burger super``: the commands for Super Burger, and how their answers are drawn."""

from __future__ import annotations

import click

from cli.question import question_command
from cli.render import console, duration, plural
from solver.answer import Status
from solver.superburger.answers import BiggestAnswer
from solver.superburger.cards import in_words


@click.group("super")
def superburger() -> None:
    """Super Burger: the biggest burger, the flies, when to close, endgames.

    \b
    A card is its colour (r y g b) and two letters: rTO is a red tomato.
      CU cucumber  LE lettuce  CH cheese  PI pineapple  BA bacon  EG egg  TO tomato
      ON onion  SC sauce  PA patty  DP double patty  SL salt  PE pepper
      MU mushrooms (rMU+y: red and yellow)  FL fly  BX box  BN bun
    Burgers are written bottom to top: rBN rTO bTO bBN
    """


def show_biggest(answer: BiggestAnswer) -> None:
    """Draw the biggest burger."""
    if answer.status is Status.INFEASIBLE:
        console().print(f"No burger: {answer.why}.")
        return
    proof = (
        "proved" if answer.bound is None else f"at most {answer.bound} is proved (limit reached)"
    )
    buns = " with its buns" if answer.count_buns else ""
    cost = duration(answer.work.seconds)
    console().print(
        f"Biggest burger: {plural(answer.value or 0, 'point')}{buns}, {proof}  ({cost})"
    )
    for card in reversed(answer.burger):
        console().print(f"  {card:6} {in_words(card)}")
    for left in answer.out:
        console().print(f"out: {left.count} {left.card}: {left.why}")


for command in (
    question_command(
        "super.biggest",
        show_biggest,
        """Find the biggest burger that cards can build, in order, proved.

        \b
        burger super biggest rBN rTO bTO bON bBN
        burger super biggest gTO bTO bBN --open green
        burger super biggest --deck
        """,
    ),
):
    superburger.add_command(command)
