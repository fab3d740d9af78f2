"""``burger super``: the commands for Super Burger, and how their answers are drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import msgspec
import orjson
from rich.text import Text

from cli.question import Extras, question_command, standard_text
from cli.render import console, duration, plural
from solver.answer import Answer, Status
from solver.documents import read_document
from solver.errors import InvalidInput
from solver.outputs import replaced_file
from solver.requests import QUESTIONS, Request
from solver.superburger.answers import BiggestAnswer, FliesAnswer, PlaysAnswer
from solver.superburger.cards import Card, colours, in_words
from solver.superburger.game_answers import (
    CloseAnswer,
    EndgameAnswer,
    PlayAnswer,
    RefereeAnswer,
)
from solver.superburger.requests import Biggest
from solver.watch import Watch

#: How the four colours are shown on a terminal.
STYLES = {
    "r": "white on #c93a34",
    "y": "black on #ffd447",
    "g": "black on #86c95a",
    "b": "white on #3a62c9",
}

#: Characters that a drawn card takes: the longest name, and its brackets.
WIDTH = 16


@click.group("super")
def superburger() -> None:
    """Super Burger: the biggest burger, the flies, when to close, endgames.

    \b
    A card is its colour (r y g b) and two letters: rTO is a red tomato.
      CU cucumber  LE lettuce  CH cheese  PI pineapple  BA bacon  EG egg  TO tomato
      ON onion  SC sauce  PA patty  DP double patty  SL salt  PE pepper
      MU mushrooms (rMU+y: red and yellow)  FL fly  BX box  BN bun
    Full names do as well: "red tomato". Burgers are written bottom to top:
      rBN rTO bTO bBN
    A table (STATE) is written in sections, with / between:
      hand 1: rTO rBN / hand 2: gON / table: rBN rCU / deck: yTO gBN / turn: 1
    """


def layer(card: Card) -> Text:
    """Return a card as a drawn layer in its colour, or its two."""
    name = in_words(card).split(" (")[0].partition(" ")[2]
    drawn = f"({name.center(WIDTH - 2)})" if name == "bun" else f"[{name.center(WIDTH - 2)}]"
    own, second = colours(card)[0], colours(card)[1:]
    if not second:
        return Text(drawn, STYLES[own])
    half = WIDTH // 2
    return Text(drawn[:half], STYLES[own]) + Text(drawn[half:], STYLES[second])


def draw_burger(burger: list[Card]) -> None:
    """Draw a burger, its top first."""
    for card in reversed(burger):
        line = Text(f"  {card:6}")
        console().print(line + layer(card))


def cards_in_words(cards: list[Card]) -> str:
    """Return cards with their names.

    >>> cards_in_words(["rTO", "gON"])
    'rTO gON (red tomato, green onion)'
    """
    return f"{' '.join(cards)} ({', '.join(map(in_words, cards))})"


def show_plays(answer: PlaysAnswer) -> None:
    """List the plays."""
    onto = "an empty table" if answer.top is None else f"{answer.top} ({in_words(answer.top)})"
    console().print(f"{plural(answer.value, 'play')} onto {onto}")
    for play in answer.plays:
        effects = "; ".join(dict.fromkeys(play.effects))
        twice = " (twice)" if len(play.effects) > len(set(play.effects)) else ""
        console().print(
            f"  {play.kind.value:6}  {cards_in_words(play.cards)}"
            + (f": {effects}{twice}" if effects else "")
        )
    for held in answer.elsewhere:
        console().print(f"  {held.card} ({in_words(held.card)}): {held.why}")
    for held in answer.stays:
        console().print(f"  stays: {held.card} ({in_words(held.card)}) {held.why}")
    if answer.nothing:
        console().print(answer.nothing.capitalize() + ".")


def show_biggest(answer: BiggestAnswer) -> None:
    """Draw the biggest burger."""
    if answer.status is Status.INFEASIBLE:
        console().print(f"No burger: {answer.why}.")
        return
    proof = "proved" if answer.bound is None else f"at most {answer.bound}, proved (limit reached)"
    buns = " with its buns" if answer.count_buns else ""
    cost = duration(answer.work.seconds)
    console().print(
        f"Biggest burger: {plural(answer.value or 0, 'point')}{buns}, {proof}  ({cost})"
    )
    if answer.open is not None:
        console().print(f"The {answer.open} bun at the bottom lies on the table already.")
    draw_burger(answer.burger)
    for left in answer.out:
        count = f"{left.count} x " if left.count > 1 else ""
        console().print(f"out: {count}{left.card} ({in_words(left.card)}): {left.why}")


def show_flies(answer: FliesAnswer) -> None:
    """Print what is left after each round."""
    for one in answer.rounds:
        console().print(
            f"round {one.number}: {plural(one.fillings, 'filling')}, "
            f"{one.flies} {'fly' if one.flies == 1 else 'flies'} on it; {one.event}"
        )
        console().print(f"    {' '.join(one.burger) or '-'}")
    if answer.gone_in is None:
        console().print("The flies leave before the burger is gone.")
    else:
        console().print(f"Nothing is left in round {answer.gone_in}.")
    if answer.best_box is not None and answer.best_box.saves:
        rounds = ", ".join(map(str, answer.best_box.rounds))
        console().print(
            f"One box more pays most in round {rounds}: it saves "
            f"{plural(answer.best_box.saves, 'filling')}."
        )
    if answer.best_pepper is not None and answer.best_pepper.saves > 0:
        places = ", ".join(
            f"{place.position} ({' '.join(place.cards)})" for place in answer.best_pepper.places
        )
        console().print(
            f"One pepper more pays most at position {places}: "
            f"{plural(answer.best_pepper.saves, 'filling')} more left, itself counted."
        )


def show_close(answer: CloseAnswer) -> None:
    """Print the options, the best first."""
    kind = {
        Status.OPTIMAL: "exact",
        Status.FEASIBLE: "limit reached",
        Status.ESTIMATE: f"estimated from {answer.samples} games each, {answer.policy} play",
    }[answer.status]
    console().print(f"Player {answer.player}: {answer.best}  ({kind})")
    for option in sorted(answer.options, key=lambda one: -one.value):
        via = f" ({option.action})" if option.action not in (None, option.option) else ""
        spread = ""
        if option.interval is not None:
            spread = f"  (95% interval {option.interval[0]:+.2f} to {option.interval[1]:+.2f})"
        elif option.bound is not None:
            spread = f"  at least; at most {option.bound:+}"
        console().print(f"  {option.value:+7.2f}  {option.option}{via}{spread}")
    console().print("Points at the end less the best of the others'.")


def show_endgame(answer: EndgameAnswer) -> None:
    """Print the result and the line of play."""
    cost = f"({plural(answer.work.nodes, 'state')}, {duration(answer.work.seconds)})"
    if answer.bound is None:
        scores = " : ".join(map(str, answer.scores))
        console().print(
            f"Player {answer.player} gets {answer.value:+} with best play by both, proved; "
            f"scores {scores}  {cost}"
        )
    else:
        console().print(
            f"Player {answer.player} gets at least {answer.value:+} and at most "
            f"{answer.bound:+}, proved (limit reached)  {cost}"
        )
    for number, step in enumerate(answer.line, start=1):
        console().print(f"{number:3}. player {step.player}: {step.action}")


def show_play(answer: PlayAnswer) -> None:
    """Print a game: its actions, burgers and scores."""
    for number, action in enumerate(answer.log.actions, start=1):
        console().print(f"{number:4}. {action}")
    for player, (own, score) in enumerate(zip(answer.burgers, answer.scores, strict=True), 1):
        console().print(f"player {player}: {plural(score, 'point')}")
        for burger in own:
            console().print(f"    {burger}")
    names = ", ".join(map(str, answer.winners))
    console().print(f"{'Winner' if len(answer.winners) == 1 else 'Winners'}: player {names}")


def show_referee(answer: RefereeAnswer) -> None:
    """Print the verdict."""
    if answer.value:
        console().print("Every action keeps the rules, and the scores are right.")
        return
    where = f"Action {answer.action}" if answer.action is not None else "The log"
    console().print(f"{where} breaks the rules: {answer.why}.")


def with_table(name: str) -> Any:
    """Return what asks a question about a table given as text, as a file, or on standard input."""

    def ask(request: Request, watch: Watch, extras: Extras) -> Answer:
        text = request.state.strip()  # type: ignore[attr-defined]
        return QUESTIONS[name].answer(msgspec.structs.replace(request, state=_table(text)), watch)

    return ask


def _table(text: str) -> str:
    if text == "-":
        return standard_text("STATE")
    if text and ":" not in text and (Path(text).suffix or Path(text).exists()):
        return read_document(text).decode()
    return text


def ask_play(request: Request, watch: Watch, extras: Extras) -> Answer:
    """Play a game, and write its log where asked."""
    answer = QUESTIONS["super.play"].answer(request, watch)
    assert isinstance(answer, PlayAnswer)
    if extras["output"] is not None:
        with replaced_file(extras["output"]) as file:
            file.write(orjson.dumps(msgspec.to_builtins(answer.log), option=orjson.OPT_INDENT_2))
    return answer


def ask_biggest(request: Request, watch: Watch, extras: Extras) -> Answer:
    """Find the biggest burger, and write the graph of what fits where asked."""
    from solver.superburger.compatibility import GRAPH_FORMATS, write_graph

    assert isinstance(request, Biggest)
    output = extras["output"]
    if output is not None and not output.lower().endswith(GRAPH_FORMATS):
        raise InvalidInput("unknown graph format", output, " or ".join(GRAPH_FORMATS))
    answer = QUESTIONS["super.biggest"].answer(request, watch)
    assert isinstance(answer, BiggestAnswer)
    if output is not None:
        write_graph(answer.cards, output, answer.burger)
    return answer


LOG = click.Option(["-o", "--output"], metavar="FILE", help="write the log here")
GRAPH = click.Option(
    ["-o", "--output"],
    metavar="FILE",
    help="write the graph of which cards fit each other here, .dot or .graphml",
)

for command in (
    question_command(
        "super.plays",
        show_plays,
        """List every legal play, double fillings included, and what a hot card does.

        \b
        burger super plays rTO bTO gON gBN --top gTO
        """,
    ),
    question_command(
        "super.biggest",
        show_biggest,
        """Find the biggest burger that cards can build, in order, proved.

        \b
        burger super biggest rBN rTO bTO bON bBN
        burger super biggest gTO bTO bBN --open green
        burger super biggest --deck
        """,
        parameters=[GRAPH],
        ask=ask_biggest,
    ),
    question_command(
        "super.flies",
        show_flies,
        """Play what flies leave of a burger, round by round, and when a box or a pepper pays most.

        \b
        burger super flies rBN rTO rPE rON rBN --flies 2 --rounds 5
        burger super flies rBN rTO rON rBN --boxes 1 --skips 2,3
        """,
    ),
    question_command(
        "super.close",
        show_close,
        """Close now, pass or go on: exact with open hands, else an estimate with its interval.

        Open hands and many cards in the deck take long: give a --limit.

        \b
        burger super close "hand 1: rBN gTO / hand 2: rTO / table: rBN rCU / deck: gON"
        burger super close "hand 1: rBN gTO / hand 2: ?7 / table: rBN rCU / deck: ?50"
        """,
        ask=with_table("super.close"),
    ),
    question_command(
        "super.endgame",
        show_endgame,
        """Find the best result for the player to move, proved, with the line of play.

        Two players, open hands, and a deck whose order is known.

        \b
        burger super endgame "hand 1: rBN gTO / hand 2: rTO rBN / table: rBN rCU / deck: gON"
        """,
        ask=with_table("super.endgame"),
    ),
    question_command(
        "super.play",
        show_play,
        """Play a whole game by the rules.

        \b
        burger super play --players 4 --seed 1 -o game.json
        """,
        parameters=[LOG],
        ask=ask_play,
    ),
    question_command(
        "super.referee",
        show_referee,
        """Check a log, action by action. Exit code 0: it keeps the rules; 1: it does not.""",
    ),
):
    superburger.add_command(command)
