"""Small decks and situations for the tests of Burger Battle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from solver.battle.deck import Battle, Burger, Deck, Ingredient, check_deck, standard_deck
from solver.battle.game import BattleGame, Phase
from solver.battle.notation import parse_situation
from solver.battle.situation import Situation
from solver.decks import Provenance

NAMES = {found.letter: found.name for found in standard_deck().ingredients}


def small_deck(cards: Iterable[str], *burgers: str) -> Deck:
    """Return a deck of exactly these cards; letters that it lacks are added when they are fixed."""
    counts = Counter(cards)
    return check_deck(
        Deck(
            game="battle",
            kind="deck",
            name="small",
            provenance=Provenance.INVENTED,
            ingredients=[
                Ingredient(letter, NAMES[letter], counts[letter])
                for letter in NAMES
                if counts[letter]
            ],
            burgers=[
                Burger(f"b{number}", needs) for number, needs in enumerate(burgers or ("B",), 1)
            ],
            battle={Battle(card): n for card, n in counts.items() if card.startswith("+")},
        ),
        "small deck",
    )


def situation(text: str) -> Situation:
    return parse_situation(text, standard_deck())


def game(text: str, pile: str = "BBBBBBBBBB") -> BattleGame:
    """Return a game in the middle of the first player's turn, all hands as the text says."""
    found = parse_situation(text, standard_deck())
    return BattleGame(standard_deck(), found.table, tuple(pile), 1, phase=Phase.ACT)
