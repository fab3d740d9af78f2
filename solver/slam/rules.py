"""The rules of Burger Slam: what a pile counts, and whether a call on it is right.

:func:`count_pile` is the single truth about sauces and :func:`judge` about
calls; the model, the odds and the game all agree with them. Text is left to
``notation``, the cards there are to ``deck``, turns and penalties to ``game``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

#: The toppings by letter, in the order in which a card is printed.
TOPPINGS = {"C": "cheese", "P": "patty", "T": "tomato", "L": "lettuce"}

#: How many of each topping, in the order of ``TOPPINGS``.
Totals = tuple[int, int, int, int]

#: Totals of an empty pile.
NOTHING: Totals = (0, 0, 0, 0)

#: Most toppings on a card (rulings).
MOST_TOPPINGS = 3

#: Of each topping in a Standard Burger (rulebook, Playing the Game).
STANDARD_NEEDS = 2

#: Of one topping in a Big Burger (rulebook, Playing the Game).
BIG_NEEDS = 7

#: Of three toppings in a Kid's Menu, the fourth missing (rulebook, Kid's Menu).
KIDS_NEEDS = 2

#: Cards paid for a wrong call or a wrong doubt; with the Golden Spatula (rulebook).
PENALTY, SPATULA_PENALTY = 2, 4


@dataclass(frozen=True, slots=True)
class Card:
    """A topping card: its letters in the order of ``TOPPINGS``, and its sauces.

    >>> str(Card("CTL", red=True)), Card("PPT").counts
    ('CTL+r', (0, 2, 1, 0))
    """

    toppings: str
    red: bool = False
    yellow: bool = False

    @property
    def counts(self) -> Totals:
        """How many of each topping it shows."""
        c, p, t, l = map(self.toppings.count, TOPPINGS)  # noqa: E741
        return c, p, t, l

    def __str__(self) -> str:
        return self.toppings + "+r" * self.red + "+y" * self.yellow


Pile = Sequence[Card]


class Call(StrEnum):
    """What is called over the bun."""

    STANDARD = "standard"
    BIG = "big"
    KIDS = "kids"


class Effect(StrEnum):
    """What a silver star card does."""

    SPATULA = "spatula"
    EXTRA = "extra"
    BURNT = "burnt"
    WILD = "wild"
    KIDS = "kids"
    BIG_COMBO = "big-combo"
    STANDARD_COMBO = "standard-combo"


#: Effects that name a topping.
WITH_TOPPING = (Effect.EXTRA, Effect.BURNT)


@dataclass(frozen=True, slots=True)
class Silver:
    """A silver star card; ``topping`` only for Extra and Burnt Topping.

    >>> str(Silver(Effect.EXTRA, "P"))
    'extra:P'
    """

    effect: Effect
    topping: str | None = None

    def __str__(self) -> str:
        return f"{self.effect}:{self.topping}" if self.topping else str(self.effect)


@dataclass(frozen=True, slots=True)
class Gold:
    """Which gold star cards lie open: Chili Ketchup (red sauce), Burger Sauce (yellow)."""

    chili: bool = False
    sauce: bool = False

    def __str__(self) -> str:
        return ",".join(["chili"] * self.chili + ["sauce"] * self.sauce) or "none"


#: The four situations of the gold cards.
GOLDS = tuple(Gold(chili, sauce) for chili in (False, True) for sauce in (False, True))

#: The fourteen situations of the silver cards: none, or one of the thirteen different cards.
SILVERS: tuple[Silver | None, ...] = (
    None,
    Silver(Effect.SPATULA),
    *(Silver(Effect.EXTRA, topping) for topping in TOPPINGS),
    *(Silver(Effect.BURNT, topping) for topping in TOPPINGS),
    Silver(Effect.WILD),
    Silver(Effect.KIDS),
    Silver(Effect.BIG_COMBO),
    Silver(Effect.STANDARD_COMBO),
)


@dataclass(frozen=True, slots=True)
class Count:
    """A pile counted: for each card whether it is covered and whether it counts double.

    totals: the toppings after sauces, before any silver card.
    """

    covered: tuple[bool, ...]
    doubled: tuple[bool, ...]
    totals: Totals


def count_pile(pile: Pile, gold: Gold) -> Count:
    """Count a pile (rulebook, Gold Star Cards; rulings).

    Red first: a card is covered when the next one shows red sauce, be that one
    covered itself or not. Then yellow: a card counts double when the card
    before it shows yellow sauce and neither of the two is covered.

    >>> from solver.slam.notation import parse_pile
    >>> count_pile(parse_pile("PPP CTL+r C"), Gold(chili=True)).totals
    (2, 0, 1, 1)
    """
    covered = [gold.chili and above.red for above in pile[1:]] + [False] * bool(pile)
    doubled = [
        gold.sauce
        and index > 0
        and pile[index - 1].yellow
        and not any(covered[index - 1 : index + 1])
        for index in range(len(pile))
    ]
    totals = NOTHING
    for card, hidden, twice in zip(pile, covered, doubled, strict=True):
        totals = added(totals, card.counts, 0 if hidden else 2 if twice else 1)
    return Count(tuple(covered), tuple(doubled), totals)


def added(totals: Totals, counts: Totals, times: int = 1) -> Totals:
    """Return totals with a card's counts added so many times."""
    c, p, t, l = (total + times * count for total, count in zip(totals, counts, strict=True))  # noqa: E741
    return c, p, t, l


def by_letter(totals: Totals) -> dict[str, int]:
    """Return totals by topping letter, letters sorted.

    >>> by_letter((3, 2, 1, 0))
    {'C': 3, 'L': 0, 'P': 2, 'T': 1}
    """
    return dict(sorted(zip(TOPPINGS, totals, strict=True)))


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a call is right.

    totals: after the silver card. missing: how many more of which topping would do, by letter.
    reason: why the call is wrong where toppings are not the reason, else empty.
    """

    right: bool
    totals: Totals
    missing: dict[str, int]
    reason: str = ""


def refusal(call: Call, silver: Silver | None, wild: str | None) -> str:
    """Return why a call is wrong whatever lies in the pile; empty where it may be right."""
    effect = silver.effect if silver else None
    if call is Call.KIDS and effect is not Effect.KIDS:
        return "the Kid's Menu card is not active"
    if call is Call.STANDARD and effect is Effect.BIG_COMBO:
        return "with the Big Combo only Big Burgers can be called"
    if call is Call.BIG and effect is Effect.STANDARD_COMBO:
        return "with the Standard Combo only Standard Burgers can be called"
    if effect is Effect.WILD and wild is None:
        return "no topping is named for the Wild Topping"
    return ""


def adjustment(silver: Silver | None, wild: str | None) -> Totals:
    """Return what the silver card adds to each topping, from outside the pile."""
    extra = silver.topping if silver and silver.effect is Effect.EXTRA else None
    burnt = silver.topping if silver and silver.effect is Effect.BURNT else None
    joker = wild if silver and silver.effect is Effect.WILD else None
    c, p, t, l = (  # noqa: E741
        (letter == extra) + (letter == joker) - (letter == burnt) for letter in TOPPINGS
    )
    return c, p, t, l


def judge(
    totals: Totals, call: Call, silver: Silver | None = None, wild: str | None = None
) -> Verdict:
    """Judge a call on a pile with these totals after sauces (rulebook, Silver Star Cards; rulings).

    wild: the topping named with the call, for an active Wild Topping.
    """
    after = added(totals, adjustment(silver, wild))
    reason = refusal(call, silver, wild)
    missing, absence = _missing(after, call)
    return Verdict(not (missing or reason or absence), after, missing, reason or absence)


def _missing(totals: Totals, call: Call) -> tuple[dict[str, int], str]:
    amounts = dict(zip(TOPPINGS, totals, strict=True))
    if call is Call.BIG:
        most = max(amounts.values())
        return {t: BIG_NEEDS - n for t, n in amounts.items() if n == most and n < BIG_NEEDS}, ""
    if call is Call.STANDARD:
        return {t: STANDARD_NEEDS - n for t, n in amounts.items() if n < STANDARD_NEEDS}, ""
    absent = [topping for topping, amount in amounts.items() if amount == 0]
    left_out = absent[0] if absent else min(amounts, key=lambda topping: amounts[topping])
    short = {t: KIDS_NEEDS - n for t, n in amounts.items() if n < KIDS_NEEDS and t != left_out}
    return short, "" if absent else "no topping is missing from the burger"


def wilds(silver: Silver | None) -> tuple[str | None, ...]:
    """Return the toppings that a call may name: four with an active Wild Topping, else none."""
    return tuple(TOPPINGS) if silver and silver.effect is Effect.WILD else (None,)


def right_calls(totals: Totals, silver: Silver | None) -> dict[Call, list[str]]:
    """Return every call that is right, with the wild toppings that make it so (if Wild is active)."""
    found: dict[Call, list[str]] = {}
    for call in Call:
        good = [wild for wild in wilds(silver) if judge(totals, call, silver, wild).right]
        if good:
            found[call] = [wild for wild in good if wild is not None]
    return found


def penalty(silver: Silver | None) -> int:
    """Return the cards paid for a wrong call or a wrong doubt, if the deck holds them."""
    return SPATULA_PENALTY if silver and silver.effect is Effect.SPATULA else PENALTY
