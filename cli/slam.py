"""``burger slam``: the commands for Burger Slam; how their answers are drawn is in ``slam_show``."""

from __future__ import annotations

from typing import Any

import click

from cli.question import Extras, question_command
from cli.slam_show import (
    show_advise,
    show_calls,
    show_check,
    show_fewest,
    show_finish,
    show_first,
    show_longest,
    show_matrix,
    show_odds,
    show_order,
    show_play,
    show_referee,
)
from solver.answer import Answer
from solver.outputs import replaced_file
from solver.requests import QUESTIONS, Request
from solver.watch import Watch


@click.group()
def slam() -> None:
    """Burger Slam: is the call right, and what are the odds?

    \b
    A card is its toppings, then its sauces: PPP, CTL+r, P+y
      (C cheese, P patty, T tomato, L lettuce; +r red, +y yellow sauce)
    A pile is its cards in the order played: "CC CTL PT PL"; ? is a card
    nobody remembers, - a pile without cards.
    """


LOG_OUTPUT = click.Option(["-o", "--output"], metavar="FILE", help="write the log here")


def ask_play(request: Request, watch: Watch, extras: Extras) -> Answer:
    """Play, and write the log where asked: one log, or a list of them."""
    import orjson

    answer: Any = QUESTIONS["slam.play"].answer(request, watch)
    if extras["output"] is not None and answer.games:
        logs = [game["log"] for game in answer.document()["games"]]
        with replaced_file(extras["output"]) as file:
            file.write(
                orjson.dumps(logs[0] if len(logs) == 1 else logs, option=orjson.OPT_INDENT_2)
                + b"\n"
            )
    return answer  # type: ignore[no-any-return]


for command in (
    question_command(
        "slam.check",
        show_check,
        """Judge a call on a pile, card by card. Exit code 0: right, 1: wrong.

        \b
        burger slam check CC CTL PT PL --call standard
        burger slam check PPP CTL+r P+y PPP --call big --gold chili,sauce
        burger slam check PP PP PP --call big --silver wild --wild P
        """,
    ),
    question_command("slam.calls", show_calls, "Find every call that is right now."),
    question_command(
        "slam.first", show_first, "Find when each call became right, and when it stopped being so."
    ),
    question_command(
        "slam.matrix", show_matrix, "Table every call under all situations of the special cards."
    ),
    question_command(
        "slam.odds",
        show_odds,
        """Find the exact chance that a call is right where cards are forgotten.

        \b
        burger slam odds "CTL ? PP+r ?" --call big
        burger slam odds "CTL ? PP+r ?" --call standard --gold chili --seen "PPP CC"

        In a shell that expands ?, put the pile in quotes.
        """,
    ),
    question_command(
        "slam.advise",
        show_advise,
        """Believe or doubt a call (--call)? Without --call: should you call, and what?

        \b
        burger slam advise "CTL ? PP+r ?" --call big --mine 1
        burger slam advise "CTL ? PP+r ? TT"
        """,
    ),
    question_command(
        "slam.order",
        show_order,
        """Is a call right in every order of these cards, in some, in none?

        Exit code 0: in every or in some; 1: in none.
        """,
    ),
    question_command(
        "slam.finish", show_finish, "Find the fewest further cards that make a call right."
    ),
    question_command(
        "slam.fewest", show_fewest, "Find the smallest pile from the deck that makes a call right."
    ),
    question_command(
        "slam.longest",
        show_longest,
        """Find the longest pile at no prefix of which any call is right.

        Not with the Kid's Menu (--silver kids), whose call more toppings can make wrong again.
        """,
    ),
    question_command(
        "slam.play",
        show_play,
        """Play a whole game by the rules, with simple players.

        \b
        burger slam play --players 3 --seed 1 --level 0.8 -o game.json
        burger slam referee game.json
        """,
        parameters=[LOG_OUTPUT],
        ask=ask_play,
    ),
    question_command(
        "slam.referee",
        show_referee,
        """Play a log again: does it keep the rules, and end as it says?

        Exit code 0: it does, 1: it does not, with the first violation.
        """,
    ),
):
    slam.add_command(command)
