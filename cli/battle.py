"""``burger battle``: the commands for Burger Battle, and how their answers are drawn."""

from __future__ import annotations

import click

from cli.question import question_command
from cli.render import console, duration
from solver.battle.answers import DeckAnswer, WinNowAnswer


@click.group()
def battle() -> None:
    """Burger Battle: win now, the turns it takes, whom to hit.

    \b
    A situation is written as words, in any order:
      burger:classic have:BM hand:CLT+dig grave:TO vs burger:spicy have:BMC
    Ingredients: B bun, M meat, C cheese, L lettuce, T tomato, O onion, P pickles,
      A bacon, S mushrooms, E egg, V avocado, J jalapenos
    Battle cards: +bomb +field +apocalypse +destroy +eat +dig +nothing +meat
      +pickle +picky +swap; a comma between one and a letter: T+bomb,O
    Also: beside:+field+meat=M (cards beside the burger, =M behind one), need:BMC
      (a burger of your own), seen:CC, deck:40 (cards left), drawn (first draw done).
    """


def percent(share: float) -> str:
    """Return a share for a person.

    >>> percent(0.12345), percent(0.00002)
    ('12.35%', '0.0020%')
    """
    return f"{share:.2%}" if share >= 0.001 or share == 0 else f"{share:.4%}"


def show_deck(answer: DeckAnswer) -> None:
    """Print the cards of a deck."""
    out = console()
    totals = answer.totals
    out.print(
        f"The {answer.name} deck ({answer.provenance.value}): {totals['burgers']} burgers, "
        f"{totals['ingredients']} ingredients, {totals['battle']} battle cards"
    )
    out.print("\nBurgers")
    for name, needs in answer.burgers.items():
        listed = ", ".join(answer.ingredients[letter]["name"] for letter in needs)
        out.print(f"  {name:<12} {needs:<8} {listed}")
    out.print("\nIngredients")
    for letter, found in answer.ingredients.items():
        out.print(f"  {letter:<12} {found['copies']:>3}  {found['name']}")
    out.print("\nBattle cards")
    for card, found in answer.battle.items():
        out.print(f"  {card:<12} {found['copies']:>3}  {found['name']}")


def show_win_now(answer: WinNowAnswer) -> None:
    """Print the chance to win in this turn."""
    out = console()
    out.print(answer.state)
    out.print(
        f"Needs {answer.needs}"
        + (f"; in hand to be played: {answer.plays}" if answer.plays else "")
    )
    out.print(
        f"Chance to win in this turn: {percent(answer.decimal)} = {answer.value}, exact  "
        f"({duration(answer.work.seconds)})"
    )
    names = {"deck": "from the deck", "grave": "from the Graveyard"}
    for name, chance in answer.by.items():
        mark = "  <- best" if len(answer.by) > 1 and name == answer.first else ""
        out.print(f"  first draw {names[name]:<18} {percent(chance['decimal'])}{mark}")


for command in (
    question_command("battle.deck", show_deck, "List the cards: burgers, ingredients, battle."),
    question_command(
        "battle.win-now",
        show_win_now,
        """Find the exact chance to finish your burger in this turn.

        \b
        burger battle win-now burger:classic have:BM hand:CLT+dig grave:TO
        """,
    ),
):
    battle.add_command(command)
