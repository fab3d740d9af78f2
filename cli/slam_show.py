"""How the answers about Burger Slam are drawn; the commands are in ``slam``."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rich.text import Text

from cli.render import console, draw_table, duration, plain_table, plural
from solver.slam.answers import CallsAnswer, CheckAnswer, FirstAnswer, MatrixAnswer
from solver.slam.notation import EMPTY
from solver.slam.rules import KIDS_NEEDS, TOPPINGS, Call

#: What each call is called at the table.
CALL_NAMES = {
    Call.STANDARD: "Standard Burger",
    Call.BIG: "Big Burger",
    Call.KIDS: "Kid's Menu",
}


def topping_list(amounts: dict[str, int], joint: str = ", ") -> str:
    """Return amounts by letter for a person.

    >>> topping_list({"P": 1, "T": 2})
    '1 P (patty), 2 T (tomato)'
    """
    return joint.join(
        f"{amount} {letter} ({TOPPINGS[letter]})" for letter, amount in amounts.items()
    )


def open_cards(answer: Any) -> str:
    """Return the special cards that are open, for a person."""
    found = [f"gold {answer.gold}"] * (answer.gold != "none")
    found += [f"silver {answer.silver}"] * (answer.silver != "none")
    return f"   ({', '.join(found)})" if found else ""


def draw_pile(cards: list[Any]) -> None:
    """Print a pile card by card: what covers it, how often it counts, and the totals so far."""
    table = plain_table("", "card", "counts", "")
    for number, card in enumerate(cards, start=1):
        note = {0: f"covered by card {card.covered_by}", 1: "", 2: "counts double"}[card.times]
        style = {0: "dim strike", 1: "", 2: "bold"}[card.times]
        table.add_row(str(number), Text(card.card, style), f"x{card.times}", note)
    draw_table(table)


def totals_line(totals: dict[str, int]) -> str:
    """Return totals for a person."""
    return "   ".join(f"{letter} {amount}" for letter, amount in totals.items())


def show_check(answer: CheckAnswer) -> None:
    """Print a verdict."""
    if answer.cards:
        draw_pile(answer.cards)
        console().print()
    console().print(f"Totals:       {totals_line(answer.totals)}{open_cards(answer)}")
    if answer.with_silver != answer.totals:
        console().print(f"With silver:  {totals_line(answer.with_silver)}")
    wild = f" with {TOPPINGS[answer.wild]} as the wild topping" if answer.wild else ""
    verdict = "right" if answer.value else "wrong"
    console().print(f"{CALL_NAMES[answer.call]}{wild}: {verdict}")
    if answer.reason:
        console().print(f"Reason: {answer.reason}")
    if answer.missing:
        joint = " or " if answer.call is Call.BIG else ", "
        console().print(f"Missing: {topping_list(answer.missing, joint)}")
        absent = [letter for letter in TOPPINGS if answer.with_silver[letter] == 0]
        if answer.call is Call.KIDS and absent:
            console().print(f"  {_left_out(*absent)}")


def _left_out(letter: str, *others: str) -> str:
    """Return what a Kid's Menu leaves out, and what it could leave out instead.

    >>> _left_out("C", "P", "T")
    '2 each of any three toppings will do, the fourth absent: here C, or else P or T'
    """
    other = f", or else {' or '.join(others)}" if others else ""
    rule = f"{KIDS_NEEDS} each of any three toppings will do, the fourth absent"
    return f"{rule}: here {letter}{other}"


def _right(call: str, wilds: list[str]) -> str:
    name = CALL_NAMES[Call(call)]
    return f"{name} (wild as {' or '.join(wilds)})" if wilds else name


def show_calls(answer: CallsAnswer) -> None:
    """Print the calls that are right."""
    console().print(f"Totals: {totals_line(answer.totals)}{open_cards(answer)}")
    for call, wilds in answer.calls.items():
        console().print(f"Right: {_right(call, wilds)}")
    if not answer.calls:
        console().print("No call is right.")


def show_first(answer: FirstAnswer) -> None:
    """Print when each call was right."""
    table = plain_table("call", "first right", "became right", "stopped", "now")
    for call, history in answer.calls.items():
        table.add_row(
            CALL_NAMES[Call(call)],
            "never" if history.first is None else f"card {history.first}",
            " ".join(map(str, history.became)) or "-",
            " ".join(map(str, history.stopped)) or "-",
            "right" if history.now else "wrong",
        )
    draw_table(table)


def show_matrix(answer: MatrixAnswer) -> None:
    """Print the right calls in all situations: a row a silver card, a column the gold cards."""
    golds = list(dict.fromkeys(cell.gold for cell in answer.situations))
    table = plain_table("silver \\ gold", *golds)
    rows: dict[str, list[str]] = {}
    for cell in answer.situations:
        calls = [
            f"{call}:{''.join(wilds)}" if wilds else call for call, wilds in cell.calls.items()
        ]
        rows.setdefault(cell.silver, []).append(" ".join(calls) or "-")
    for silver, cells in rows.items():
        table.add_row(silver, *cells)
    draw_table(table)
    console().print(
        f"\nSome call is right in {answer.value} of {plural(len(answer.situations), 'situation')}"
        "   (big:PT - right with the wild topping as P or T)"
    )


def work_done(answer: Any) -> str:
    """Return what an answer cost."""
    return f"({duration(answer.work.seconds)})"


def show_odds(answer: Any) -> None:
    """Print a chance."""
    console().print(f"{_with_wild(answer)} on {answer.pile}")
    if answer.value is None:
        console().print(f"Limit reached; the chance is not known, 0 to 1.  {work_done(answer)}")
    else:
        console().print(
            f"Right with chance {answer.value}, exactly: {answer.decimal:.4%}  {work_done(answer)}"
        )
    console().print(f"  {plural(answer.forgotten, 'forgotten card')} among {answer.unseen} unseen")
    if answer.reason:
        console().print(f"Reason: {answer.reason}")
    for wild, found in answer.by_wild.items():
        console().print(f"  named {TOPPINGS[wild]}: {found}, {float(Fraction(found)):.4%}")


def show_advise(answer: Any) -> None:
    """Print what to do, and why."""
    if answer.bound is not None:
        low, high = answer.bound
        console().print(f"Limit reached; not all chances are known: {low} to {high} cards are won.")
    if answer.value is None:
        console().print(f"No advice on {answer.pile}  {work_done(answer)}")
        return
    call = f"{_with_wild(answer)} on {answer.pile}"
    console().print(f"{call}\nRight with chance {answer.chance}: {answer.chance_decimal:.4%}")
    if answer.reason:
        console().print(f"Reason: {answer.reason}")
    move = "Doubting" if answer.advice in ("doubt", "believe") else "Calling, if doubted,"
    console().print(
        f"{move} wins you {answer.if_right:+} cards if it is right, {answer.if_wrong:+} if wrong: "
        f"{answer.decimal:+.4f} on average, exactly {answer.value}"
    )
    if move != "Doubting":
        console().print(
            f"Believed, a call wins you the {plural(answer.cards, 'card')} of the pile."
        )
    console().print(f"Advice: {answer.advice or 'not known'}  {work_done(answer)}")
    for choice in answer.choices:
        wild = f" (wild as {choice.wild})" if choice.wild else ""
        console().print(f"  {choice.call}{wild}: {choice.decimal:.4%}, expected {choice.expected}")


def show_order(answer: Any) -> None:
    """Print in which orders a call is right."""
    orders = {
        "every": "every order of these cards",
        "some": "some orders of these cards, not in all",
        "none": "no order of these cards",
    }
    claim = (
        f"limit reached; right in {' or in '.join(answer.bound)} of the orders"
        if answer.value is None
        else f"right in {orders[answer.value]}, proved"
    )
    if answer.cards == EMPTY:
        claim = "wrong on a pile without cards"
    console().print(f"{CALL_NAMES[answer.call]}: {claim}{open_cards(answer)}  {work_done(answer)}")
    if answer.reason:
        console().print(f"Reason: {answer.reason}")
    if answer.cards == EMPTY:
        return
    if answer.right is not None:
        console().print(f"Right:  {answer.right}")
    if answer.wrong is not None and not answer.reason:
        console().print(f"Wrong:  {answer.wrong}")


def _with_wild(answer: Any) -> str:
    wild = f", the wild named {TOPPINGS[answer.wild]}" if answer.wild else ""
    return f"{CALL_NAMES[answer.call]}{wild}{open_cards(answer)}"


def _claim(answer: Any, most: bool = False) -> str:
    if answer.bound is None:
        return "proved"
    return f"limit reached; at {'most' if most else 'least'} {answer.bound} is proved"


def show_finish(answer: Any) -> None:
    """Print the fewest further cards."""
    console().print(f"{_with_wild(answer)} on {answer.begun}")
    if answer.value is None and answer.bound is not None:
        console().print(f"Fewest further cards: none found, {_claim(answer)}  {work_done(answer)}")
        return
    if answer.value is None:
        cards = "" if answer.within is None else f" within {plural(answer.within, 'card')}"
        why = answer.reason or f"{plural(answer.unseen, 'card')} could come"
        console().print(f"It cannot become right{cards}, proved: {why}.")
        return
    console().print(
        f"Fewest further cards: {answer.value}, {_claim(answer)}  {work_done(answer)}"
        + (f"\n  {answer.added}" if answer.value else "  (it is right now)")
    )


def show_fewest(answer: Any) -> None:
    """Print the smallest pile."""
    console().print(_with_wild(answer))
    if answer.value is None and answer.bound is not None:
        console().print(f"Fewest cards: none found, {_claim(answer)}  {work_done(answer)}")
        return
    if answer.value is None:
        console().print(
            f"No pile makes it right, proved{': ' * bool(answer.reason)}{answer.reason}."
        )
        return
    console().print(
        f"Fewest cards: {answer.value}, {_claim(answer)}  {work_done(answer)}\n  {answer.pile}"
    )


def show_longest(answer: Any) -> None:
    """Print the longest pile without a right call."""
    claim = _claim(answer, most=True)
    console().print(
        f"Longest pile without a right call: {plural(answer.value, 'card')}, {claim}"
        f"{open_cards(answer)}  {work_done(answer)}\n  {answer.pile}"
    )
    if answer.missed_from is not None:
        console().print(
            f"Once {plural(answer.missed_from, 'card')} lie there, somebody has missed a burger."
        )


def show_play(answer: Any) -> None:
    """Print what happened in a game, or the scores of several."""
    for number, game in enumerate(answer.games, start=1):
        if len(answer.games) == 1:
            _show_burgers(game)
        else:
            console().print(
                f"Game {number} (seed {game.log.seed}): {_scores(game.scores)}"
                f"  after {plural(len(game.burgers), 'burger')}"
            )
        if game.unclaimed:
            console().print(f"Nobody had a card left; {game.unclaimed} stay in the middle.")
    if answer.bound is not None:
        console().print(f"Limit reached: {answer.bound} of {plural(answer.asked, 'game')} played.")
    if answer.value is None:
        return
    names = " and ".join(f"player {player}" for player in answer.value)
    verb = "wins" if len(answer.value) == 1 else "share the victory"
    console().print(f"Cards: {_scores(answer.totals)}: {names} {verb}")


def _scores(scores: list[int]) -> str:
    return "   ".join(f"player {n} {score}" for n, score in enumerate(scores, start=1))


def _show_burgers(game: Any) -> None:
    table = plain_table("", "special", "cards", "player", "calls", "", "doubter", "taker", "decks")
    names = [name for burger in game.burgers for name in (burger.gold, burger.silver)]
    table.columns[1].width = max(map(len, ["special", *names]))  # wrapped between names only
    for number, burger in enumerate(game.burgers, start=1):
        special = [name for name in (burger.gold, burger.silver) if name != "none"]
        wild = f" (wild {burger.wild})" if burger.wild else ""
        paid = f" + {burger.paid}" if burger.paid else ""
        table.add_row(
            str(number),
            " ".join(special) or "-",
            f"{len(burger.pile.split())}{paid}",
            str(burger.caller),
            f"{burger.call}{wild}",
            "right" if burger.right else "wrong",
            str(burger.doubter or "-"),
            str(burger.taker),
            " ".join(map(str, burger.decks)),
        )
    draw_table(table)


def show_referee(answer: Any) -> None:
    """Print a referee's verdict."""
    if answer.value:
        console().print(f"{plural(answer.games, 'game')}: by the rules, and the scores are right.")
        return
    where = f", action {answer.action}" if answer.action else ""
    console().print(f"Game {answer.game}{where}: {answer.why}")
