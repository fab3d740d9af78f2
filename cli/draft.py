"""``burger draft``: the commands for BurgerDraft, and how their answers are drawn."""

from __future__ import annotations

from typing import Any

import click
from rich.text import Text

from cli.draft_picture import record_picture
from cli.question import Extras, question_command
from cli.render import console, draw_table, duration, plain_table, plural
from solver.answer import Answer, Status
from solver.batch import as_line
from solver.draft.answers import DeckAnswer, ScoreAnswer
from solver.draft.best import ChooseAnswer, MaximiseAnswer, RecordAnswer
from solver.draft.rules import MOST_SCORING
from solver.draft.table import HindsightAnswer, NextAnswer, PlayAnswer
from solver.errors import InvalidInput
from solver.outputs import replaced_file
from solver.requests import QUESTIONS, Request
from solver.watch import Watch

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
    ingredients = plain_table(
        "ingredient", "colour", "copies", "hot", "categories", "points", "backs"
    )
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
    draw_table(ingredients)
    scoring = plain_table("card", "points", "says", "backs")
    for card in answer.scoring:
        says = answer.says[card.name].partition(" ")[2]
        scoring.add_row(card.name, str(card.points), says, " ".join(backs[card.name]))
    console().print()
    draw_table(scoring)


def show_sheet(answer: Any) -> None:
    """Draw a score sheet: a line for each scoring card, the printed points, the total."""
    sheet = plain_table("card", "says", "points", "earned by")
    for line in answer.scoring:
        earned = "; ".join(
            f"{earning.need}: {' '.join(earning.ingredients)}" for earning in line.by
        )
        sheet.add_row(line.card, line.says, str(line.points), earned or "-")
    printed = " ".join(f"{name} {points}" for name, points in answer.printed_on.items())
    sheet.add_row("", "printed points", str(answer.printed), printed or "-")
    sheet.add_row("", "total", str(answer.value), "", style="bold")
    draw_table(sheet)


def show_score(answer: ScoreAnswer) -> None:
    """Draw a board's score."""
    console().print(f"Board: {answer.board or '(empty)'}\n")
    show_sheet(answer)


def show_choose(answer: ChooseAnswer) -> None:
    """Draw what each scoring card is worth, the chosen ones marked."""
    pool = plain_table("", "card", "says", "points", "earned by")
    for line in answer.pool:
        earned = "; ".join(
            f"{earning.need}: {' '.join(earning.ingredients)}" for earning in line.by
        )
        mark = "*" if line.card in answer.chosen else ""
        pool.add_row(mark, line.card, line.says, str(line.points), earned or "-")
    draw_table(pool)
    if not answer.room:
        console().print(f"\nThe board is full: {MOST_SCORING} scoring cards lie on it.")
    chosen = " ".join(answer.chosen) or "none"
    console().print(f"\nChoose (*): {chosen}  (+{answer.gain})")
    console().print(f"Board: {answer.board}\nTotal: {answer.value}")


def claim(answer: Answer) -> str:
    """Say how much is proved, and what it cost."""
    cost = f"({plural(answer.work.nodes, 'state')}, {duration(answer.work.seconds)})"
    if answer.status is Status.OPTIMAL:
        return f"proved  {cost}"
    if isinstance(answer.bound, list):
        return f"the best so far, and what is proved to be the most (limit reached)  {cost}"
    return f"the best so far; proved: at most {answer.bound} (limit reached)  {cost}"


def show_maximise(answer: MaximiseAnswer) -> None:
    """Draw the best board."""
    console().print(
        f"Best board of {plural(answer.cards, 'card')}: {answer.value}, {claim(answer)}"
    )
    console().print(f"Board (side used/back): {answer.board}\n")
    show_sheet(answer)


def show_record(answer: RecordAnswer) -> None:
    """Draw the record table."""
    rows = plain_table("cards", "points", "board (side used)")
    for row in answer.rows:
        board = " ".join(_front(card) for card in row.board.split())
        points = str(row.points) + ("" if row.bound == row.points else f" to {row.bound}")
        rows.add_row(str(row.cards), points, board)
    draw_table(rows)
    console().print(f"\nDeck {answer.name} ({answer.provenance}): {claim(answer)}")


def _front(card: str) -> str:
    """Return a card's text without its back.

    >>> _front("beef/s19:2"), _front("beef")
    ('beef:2', 'beef')
    """
    seen, colon, count = card.partition(":")
    return seen.partition("/")[0] + colon + count


PICTURE = click.Option(["-o", "--output"], metavar="FILE.svg", help="draw the table as a picture")


def ask_record(request: Request, watch: Watch, extras: Extras) -> Answer:
    """Find the records, and draw them where asked."""
    output = extras["output"]
    if output is not None and not output.lower().endswith(".svg"):
        raise InvalidInput("unknown picture format", output, "a file that ends in .svg")
    answer = QUESTIONS["draft.record"].answer(request, watch)
    assert isinstance(answer, RecordAnswer)
    if output is not None:
        with replaced_file(output) as file:
            file.write(record_picture(answer).encode())
    return answer


def show_next(answer: NextAnswer) -> None:
    """Draw what each card of the hand leads to."""
    when = "after the flip" if answer.flipped else "before the flip"
    console().print(f"Board: {answer.board or '(empty)'}\nHand, {when}: {' '.join(answer.hand)}")
    after = f"{plural(answer.turns, 'turn')} after this one, {plural(answer.players, 'player')}"
    if answer.card is None:
        console().print(f"{after}\n\nThe limit was reached before there was an estimate.")
        return
    exact = answer.status is Status.OPTIMAL
    kind = (
        "exact, the rest is determined"
        if exact
        else f"estimates over {plural(answer.completions, 'completion')}, seed {answer.seed}"
    )
    console().print(f"{after}: {kind}\n")
    flip = exact and not answer.flipped
    further = ("then",) if flip else () if exact else ("95% interval",)
    choices = plain_table("place", "points", *further)
    for one in answer.choices:
        interval = f"{one.low:.1f} to {one.high:.1f}"
        points = f"{one.points:.0f}" if exact else f"{one.points:.1f}"
        cell = (one.then or "-",) if flip else () if exact else (interval,)
        choices.add_row(one.card, points, *cell)
    draw_table(choices)
    console().print(f"\nPlace {answer.card}.{_how_sure(answer)}")
    if not answer.flipped and not exact:
        console().print("Then flip, and ask again with the five cards in view.")


def _how_sure(answer: NextAnswer) -> str:
    if answer.lead is None:
        return ""
    low, high = answer.lead
    between = f"{low:.1f} to {high:.1f} points (95% interval)"
    if low > 0:
        return f" It is ahead of the second by {between}."
    return f" It is not clearly better than the second: ahead by {between}."


def show_play(answer: PlayAnswer) -> None:
    """Draw the end of a game."""
    console().print(
        f"{plural(len(answer.players), 'player')}, seed {answer.log.seed}, "
        f"{plural(answer.turns, 'turn')}; the end: {answer.ending}\n"
    )
    boards = plain_table("player", "strength", "points", "board (side used/back)")
    for one in answer.players:
        boards.add_row(str(one.player), one.strength.value, str(one.points), one.board)
    draw_table(boards)
    names = " and ".join(str(player) for player in answer.winners)
    shared = len(answer.winners) > 1
    console().print(f"\nPlayers {names} share the victory" if shared else f"\nPlayer {names} wins")


def show_hindsight(answer: HindsightAnswer) -> None:
    """Draw what each player could have scored."""
    players = plain_table("player", "scored", "best", "placing, turn by turn")
    for one in answer.players:
        best = str(one.best) + ("" if one.best == one.bound else f" to {one.bound}")
        pairs = [one.plan[at : at + 2] for at in range(0, len(one.plan), 2)]
        plan = ", ".join(" flip ".join(pair) for pair in pairs)
        players.add_row(str(one.player), str(one.scored), best, plan)
    draw_table(players)
    console().print(f"\nWith the others' choices kept: {claim(answer)}")


LOG = click.Option(["-o", "--output"], metavar="FILE.json", help="write the game's log here")


def ask_play(request: Request, watch: Watch, extras: Extras) -> Answer:
    """Play a game, and write its log where asked."""
    answer = QUESTIONS["draft.play"].answer(request, watch)
    assert isinstance(answer, PlayAnswer)
    if extras["output"] is not None:
        with replaced_file(extras["output"]) as file:
            file.write(as_line(answer.document()["log"]))
    return answer


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
    question_command(
        "draft.choose",
        show_choose,
        """Choose the scoring cards that are worth most beside a board's ingredients.

        \b
        burger draft choose bun:2,beef:2,chili,wasabi --from s13,s14,s16,s24
        burger draft choose bun:2,beef:2,chili,wasabi --from all
        """,
    ),
    question_command(
        "draft.maximise",
        show_maximise,
        """Find the best board from a pool, proved: each card is used on one side only.

        \b
        burger draft maximise --from all --cards 12
        burger draft maximise --from beef/s19,beef/s29,bun/s13,egg,wasabi --cards 4
        """,
    ),
    question_command(
        "draft.record",
        show_record,
        """Table the best board that the whole deck allows, for every number of cards.

        \b
        burger draft record
        burger draft record --cards 12 -o record.svg
        """,
        parameters=[PICTURE],
        ask=ask_record,
    ),
    question_command(
        "draft.next",
        show_next,
        """Choose the next card from the hand in view, before the flip or after it.

        Exact where the rest is determined (the last placement, or the last turn with all
        backs known), otherwise an estimate over seeded completions of the game.

        \b
        burger draft next beef,s07 --hand bun,beef,s13,s14,chili,lettuce
        burger draft next beef,s07,s13 --hand s12,s19,mustard,s20,egg --turns 0
        """,
    ),
    question_command(
        "draft.hindsight",
        show_hindsight,
        """Find the best that each player of a finished game could have scored, proved.

        The others' choices are kept: what they place, nobody else may take.

        \b
        burger draft play --players 4 --seed 1 -o game.json
        burger draft hindsight game.json
        """,
    ),
    question_command(
        "draft.play",
        show_play,
        """Play a whole game by the rules, with players of several strengths.

        \b
        burger draft play --players 4 --seed 1
        burger draft play --players 2 --seed 1 --strengths greedy,farsighted -o game.json
        """,
        parameters=[LOG],
        ask=ask_play,
    ),
):
    draft.add_command(command)
