"""Slow and obvious versions of what Burger Slam asks, written apart from the solver."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations

from hypothesis import strategies as st

from solver.slam.rules import SILVERS, TOPPINGS, Call, Card, Effect, Gold, Silver

faces = st.builds(
    lambda letters, red, yellow: Card(
        "".join(sorted(letters, key=list(TOPPINGS).index)), red, yellow
    ),
    st.lists(st.sampled_from(list(TOPPINGS)), min_size=1, max_size=3),
    st.booleans(),
    st.booleans(),
)
piles = st.lists(faces, max_size=12)
golds = st.builds(Gold, st.booleans(), st.booleans())
silvers = st.sampled_from(SILVERS)
calls = st.sampled_from(list(Call))


def lettered(pile: Sequence[Card], gold: Gold) -> Counter[str]:
    """Count a pile as the rulebook's hints say: turn cards over, then move cards up, then count."""
    row = [{"card": card, "open": True, "up": False} for card in pile]
    if gold.chili:
        for place, entry in enumerate(row):
            if entry["card"].red and place > 0:  # type: ignore[attr-defined]
                row[place - 1]["open"] = False  # never turned back
    if gold.sauce:
        for place, entry in enumerate(row[:-1]):
            above = row[place + 1]
            if entry["card"].yellow and entry["open"] and above["open"]:  # type: ignore[attr-defined]
                above["up"] = True
    seen: Counter[str] = Counter()
    for entry in row:
        if entry["open"]:
            letters = entry["card"].toppings  # type: ignore[attr-defined]
            seen.update(letters + letters if entry["up"] else letters)
    return seen


def is_right(
    pile: Sequence[Card], call: Call, gold: Gold, silver: Silver | None, wild: str | None
) -> bool:
    """Judge a call by the rulebook's sentences, one after the other."""
    seen = lettered(pile, gold)
    name = str(silver) if silver else ""
    if name.startswith("extra:"):
        seen[name[-1]] += 1
    if name.startswith("burnt:"):
        seen[name[-1]] -= 1
    if name == "wild":
        if wild is None:
            return False
        seen[wild] += 1
    amounts = [seen[topping] for topping in "CLPT"]
    if call is Call.STANDARD:
        return name != "big-combo" and all(amount > 1 for amount in amounts)
    if call is Call.BIG:
        return name != "standard-combo" and any(amount > 6 for amount in amounts)
    two_or_more = sum(amount > 1 for amount in amounts)
    return name == "kids" and two_or_more == 3 and 0 in amounts


def any_wild(silver: Silver | None) -> list[str | None]:
    return ["C", "L", "P", "T"] if silver and silver.effect is Effect.WILD else [None]


def some_call_right(pile: Sequence[Card], gold: Gold, silver: Silver | None) -> bool:
    return any(
        is_right(pile, call, gold, silver, wild) for call in Call for wild in any_wild(silver)
    )


def every_pile(cards: Mapping[Card, int], most: int) -> Iterator[tuple[Card, ...]]:
    """Give every pile of at most so many of these cards, shorter ones first."""
    layer: set[tuple[Card, ...]] = {()}
    for _ in range(most + 1):
        yield from layer
        layer = {
            (*pile, card) for pile in layer for card in cards if pile.count(card) < cards[card]
        }


def longest_without_right_call(cards: Mapping[Card, int], gold: Gold, silver: Silver | None) -> int:
    """Try every pile, card by card, as long as no call is right."""
    left = Counter(cards)

    def longest(pile: list[Card]) -> int:
        best = len(pile)
        for card in list(left):
            if left[card]:
                left[card] -= 1
                pile.append(card)
                if not some_call_right(pile, gold, silver):
                    best = max(best, longest(pile))
                pile.pop()
                left[card] += 1
        return best

    return longest([])


def fewest_that_make_right(
    begun: Sequence[Card],
    cards: Mapping[Card, int],
    call: Call,
    gold: Gold,
    silver: Silver | None,
    wilds: Sequence[str | None],
    most: int,
) -> int | None:
    """Try every pile on top of what lies there."""
    for more in every_pile(cards, most):
        if any(is_right([*begun, *more], call, gold, silver, wild) for wild in wilds):
            return len(more)
    return None


def chance_by_trying(
    pile: Sequence[Card | None],
    left: Sequence[Card],
    call: Call,
    gold: Gold,
    silver: Silver | None,
    wild: str | None,
) -> Fraction:
    """Put every ordered choice of the cards left in the places of the forgotten ones."""
    hits = trials = 0
    for drawn in permutations(left, sum(card is None for card in pile)):
        cards = iter(drawn)
        whole = [next(cards) if card is None else card for card in pile]
        hits += is_right(whole, call, gold, silver, wild)
        trials += 1
    return Fraction(hits, trials)
