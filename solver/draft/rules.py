"""What cards show and what they are worth: the reference for scoring in BurgerDraft.

An ingredient has characteristics; a scoring card asks for them. How often a
list of needs can be met with different cards is a matching question. With
``k`` times a list of needs, Hall's condition for many-to-one matchings says:
it can be met if and only if, for each set of needs, the cards that serve at
least one of them are at least ``k`` times the number those needs ask for. So
the exact count is a minimum over sets of needs, with no search; each set is a
:class:`Limit`. Which cards earn the points is found by augmenting paths.

Reading decks is left to ``deck``, text to ``notation``, the best boards to
``search`` and ``questions``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Annotated, Literal, get_args

import msgspec

Colour = Literal["green", "red", "yellow"]
Frequency = Literal["common", "normal", "uncommon", "rare"]
Heat = Literal["hot"]
Category = Literal["meat", "cheese", "salad", "vegetable", "sauce", "fruit", "miscellaneous", "bun"]
Characteristic = Literal[Colour, Frequency, Heat, Category]

COLOURS: tuple[str, ...] = get_args(Colour)
CATEGORIES: tuple[str, ...] = get_args(Category)
CHARACTERISTICS: tuple[str, ...] = get_args(Characteristic)

#: A frequency's dots: the copies of that ingredient in the game (rulebook, Characteristics).
DOTS: dict[str, int] = {"common": 4, "normal": 3, "uncommon": 2, "rare": 1}

#: What a scoring card may ask different values of, and the values there are.
VALUES: dict[str, tuple[str, ...]] = {
    "colour": COLOURS,
    "frequency": tuple(DOTS),
    "category": CATEGORIES,
}

#: Scoring cards on one board (rulebook, Placing a scoring card).
MOST_SCORING = 6

#: Copies of each scoring card in the game (rulebook, Placing a scoring card).
SCORING_COPIES = 2

#: Needs on one scoring card: their sets, one Limit each, stay few.
MOST_NEEDS = 6

Name = Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9]{0,19}$")]
Points = Annotated[int, msgspec.Meta(ge=1, le=99)]
Number = Annotated[int, msgspec.Meta(ge=1, le=99)]


class Ingredient(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The ingredient side of a card; points are the printed ones."""

    name: Name
    colour: Colour
    frequency: Frequency
    hot: bool = False
    categories: Annotated[tuple[Category, ...], msgspec.Meta(min_length=1)]
    points: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0

    def characteristics(self) -> frozenset[str]:
        """Return everything that a need may ask of this ingredient."""
        heat = ("hot",) if self.hot else ()
        return frozenset((self.colour, self.frequency, *heat, *self.categories))


class Need(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many different cards that each have all these characteristics."""

    count: Number
    of: Annotated[tuple[Characteristic, ...], msgspec.Meta(min_length=1)]

    def __str__(self) -> str:
        """Return the need for a person, such as ``2 green`` or ``1 hot+yellow``."""
        return f"{self.count} {'+'.join(self.of)}"


class Distinct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many different values of one characteristic, over all cards."""

    count: Number
    of: Literal["colour", "frequency", "category"]

    def __str__(self) -> str:
        """Return the need for a person."""
        return f"{self.count} different {VALUES_NAMES[self.of]}"


#: The plural of what different values are asked of.
VALUES_NAMES = {"colour": "colours", "frequency": "frequencies", "category": "categories"}


class ScoringCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The scoring side of a card: points, each time (multiple) or once (single), for its needs.

    It has either needs or distinct, not both; distinct is always single (rulings).
    """

    name: Name
    points: Points
    scoring: Literal["multiple", "single"]
    needs: Annotated[tuple[Need, ...], msgspec.Meta(max_length=MOST_NEEDS)] = ()
    distinct: Distinct | None = None

    def __str__(self) -> str:
        """Return what the card says, for a person."""
        what = str(self.distinct) if self.distinct else ", ".join(map(str, self.needs))
        when = "each time:" if self.scoring == "multiple" else "once, at least:"
        return f"{self.points} {when} {what}"


@dataclass(frozen=True, slots=True)
class Limit:
    """At most the cards among ``members`` divided by ``demand``: one set of needs in Hall's condition."""

    members: tuple[int, ...]
    demand: int


@dataclass(frozen=True)
class Condition:
    """A scoring card compiled for the ingredients of one deck, named by their place in it.

    limits: Hall's condition; empty if different values are asked for.
    values: for each ingredient the bits of its values, where ``wanted`` different ones are asked.
    """

    points: int
    single: bool
    limits: tuple[Limit, ...]
    values: tuple[int, ...] = ()
    wanted: int = 0

    def times(self, counts: Sequence[int]) -> int:
        """Return how often the card scores for so many cards of each ingredient."""
        if self.wanted:
            found = 0
            for bits, count in zip(self.values, counts, strict=True):
                if count:
                    found |= bits
            return int(found.bit_count() >= self.wanted)
        met = min(sum(counts[i] for i in limit.members) // limit.demand for limit in self.limits)
        return min(met, 1) if self.single else met

    def worth(self, counts: Sequence[int]) -> int:
        """Return the points for so many cards of each ingredient."""
        return self.points * self.times(counts)


def compiled(card: ScoringCard, ingredients: Sequence[Ingredient]) -> Condition:
    """Return a scoring card's condition over these ingredients."""
    single = card.scoring == "single"
    if card.distinct:
        values = VALUES[card.distinct.of]
        bits = tuple(
            sum(1 << bit for bit, value in enumerate(values) if value in one.characteristics())
            for one in ingredients
        )
        return Condition(card.points, single, (), bits, card.distinct.count)
    return Condition(card.points, single, tuple(_limits(card.needs, ingredients)))


def _limits(needs: Sequence[Need], ingredients: Sequence[Ingredient]) -> Iterator[Limit]:
    """Yield Hall's condition; of several limits with the same members only the strictest."""
    strictest: dict[tuple[int, ...], int] = {}
    for size in range(1, len(needs) + 1):
        for chosen in combinations(needs, size):
            members = tuple(
                place
                for place, one in enumerate(ingredients)
                if any(one.characteristics().issuperset(need.of) for need in chosen)
            )
            demand = sum(need.count for need in chosen)
            strictest[members] = max(strictest.get(members, 0), demand)
    for members, demand in strictest.items():
        yield Limit(members, demand)


@dataclass(frozen=True, slots=True)
class Earner:
    """Ingredients (their places in the deck) that together meet one need, or show one value."""

    what: str
    ingredients: tuple[int, ...]


def earners(
    card: ScoringCard, ingredients: Sequence[Ingredient], counts: Sequence[int]
) -> list[Earner]:
    """Return which cards earn a scoring card's points: different cards for its needs, as often as it scores.

    For different values: one card for each value shown. Empty if nothing is earned.
    """
    times = compiled(card, ingredients).times(counts)
    if not times:
        return []
    if card.distinct:
        return [
            Earner(value, (place,))
            for value in VALUES[card.distinct.of]
            if (place := _first_with(value, ingredients, counts)) is not None
        ]
    seats = [number for number, need in enumerate(card.needs) for _ in range(need.count * times)]
    held = [place for place, count in enumerate(counts) for _ in range(count)]
    serves = [
        [place for place, one in enumerate(ingredients) if one.characteristics() >= set(need.of)]
        for need in card.needs
    ]
    seated = matched(
        [[index for index, place in enumerate(held) if place in serves[number]] for number in seats]
    )
    assert seated is not None, "Hall's condition holds, so a matching exists"
    return [
        Earner(
            str(need),
            tuple(
                sorted(
                    held[index] for seat, index in zip(seats, seated, strict=True) if seat == number
                )
            ),
        )
        for number, need in enumerate(card.needs)
    ]


def _first_with(value: str, ingredients: Sequence[Ingredient], counts: Sequence[int]) -> int | None:
    return next(
        (
            place
            for place, one in enumerate(ingredients)
            if counts[place] and value in one.characteristics()
        ),
        None,
    )


def matched(choices: Sequence[Iterable[int]]) -> list[int] | None:
    """Return for each place a thing of its own among its choices, or None if that is impossible.

    >>> matched([[0, 1], [0]])
    [1, 0]
    >>> matched([[0], [0]]) is None
    True
    """
    options = [list(one) for one in choices]
    holder: dict[int, int] = {}

    def seat(place: int, tried: set[int]) -> bool:
        for thing in options[place]:
            if thing not in tried:
                tried.add(thing)
                if thing not in holder or seat(holder[thing], tried):
                    holder[thing] = place
                    return True
        return False

    for place in range(len(options)):
        if not seat(place, set()):
            return None
    found = {place: thing for thing, place in holder.items()}
    return [found[place] for place in range(len(options))]


@dataclass(frozen=True)
class Cards:
    """The cards of a deck, compiled: ingredients and scoring cards by place, and how they are paired.

    pairs: each physical card as (ingredient, scoring card), in the deck's order.
    """

    name: str
    ingredients: tuple[Ingredient, ...]
    scoring: tuple[ScoringCard, ...]
    pairs: tuple[tuple[int, int], ...]

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """Each scoring card's condition."""
        return tuple(compiled(card, self.ingredients) for card in self.scoring)

    @cached_property
    def printed(self) -> tuple[int, ...]:
        """Each ingredient's printed points."""
        return tuple(one.points for one in self.ingredients)

    def counts(self, ingredients: Iterable[int]) -> list[int]:
        """Return how many of each ingredient these are."""
        counts = [0] * len(self.ingredients)
        for place in ingredients:
            counts[place] += 1
        return counts

    def total(self, counts: Sequence[int], scoring: Iterable[int]) -> int:
        """Return a board's score: every scoring card on its own, and the printed points."""
        printed = sum(
            count * points for count, points in zip(counts, self.printed, strict=True) if count
        )
        return printed + sum(self.conditions[place].worth(counts) for place in scoring)
