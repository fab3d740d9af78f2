"""The longest pile without a right call: every way to it against trying every pile."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.errors import InvalidInput
from solver.slam.deck import built_in
from solver.slam.longest import always_wrong, longest_pile, relax
from solver.slam.notation import parse_gold, parse_pile, parse_silver
from solver.slam.rules import GOLDS, SILVERS, Card, Effect, Gold, Silver
from solver.watch import Watch
from tests.slam.oracles import faces, longest_without_right_call, some_call_right

MONOTONE = [silver for silver in SILVERS if silver is None or silver.effect is not Effect.KIDS]


@settings(max_examples=40)
@given(st.lists(faces, max_size=6), st.sampled_from(GOLDS), st.sampled_from(MONOTONE))
def test_longest_agrees_with_trying_every_pile(
    cards: list[Card], gold: Gold, silver: Silver | None
) -> None:
    found = longest_pile(Counter(cards), gold, silver, Watch())
    assert found.bound is None
    assert len(found.pile) == longest_without_right_call(Counter(cards), gold, silver)
    assert not Counter(found.pile) - Counter(cards)
    for length in range(len(found.pile) + 1):
        assert not some_call_right(found.pile[:length], gold, silver)


@pytest.mark.parametrize(
    ("cards", "gold", "longest"),
    [
        ("CPL CPL+r+y PT+y PPP+y PPP+r+y PPP", "chili,sauce", 5),
        ("PPT PPT CPP+y CPT PT+y LL+r+y", "chili,sauce", 5),
        ("CPP CPP+y PPL+r+y PPP", "chili,sauce", 3),
    ],
)
def test_decks_that_miss_the_bound_without_prefixes(cards: str, gold: str, longest: int) -> None:
    deck = Counter(parse_pile(cards))
    assert relax(deck, parse_gold(gold), None, Watch()).bound == longest + 1
    found = longest_pile(deck, parse_gold(gold), None, Watch())
    assert len(found.pile) == longest == longest_without_right_call(deck, parse_gold(gold), None)
    assert found.bound is None  # proved by the model with stages


def test_out_of_time_the_bound_is_kept_and_the_pile_is_still_wrong_throughout() -> None:
    deck = Counter(parse_pile("CPL CPL+r+y PT+y PPP+y PPP+r+y PPP"))
    gold = parse_gold("chili,sauce")
    watch = Watch()
    watch.report = lambda message, share: setattr(watch, "limit", 0.0)  # after the bound is known
    found = longest_pile(deck, gold, None, watch)
    assert found.bound == 6
    assert 1 <= len(found.pile) <= 5
    assert always_wrong(found.pile, gold, None)


@pytest.mark.parametrize("gold", GOLDS, ids=str)
def test_the_whole_deck_is_proved(gold: Gold) -> None:
    cards = built_in().cards()
    found = longest_pile(cards, gold, None, Watch(60))
    assert found.bound is None
    assert len(found.pile) == relax(cards, gold, None, Watch()).bound
    assert not Counter(found.pile) - cards
    for length in range(len(found.pile) + 1):
        assert not some_call_right(found.pile[:length], gold, None)
    assert len(found.pile) == (25 if gold.chili else 13)


def test_the_kids_menu_is_refused() -> None:
    with pytest.raises(InvalidInput, match="Kid's Menu"):
        longest_pile(built_in().cards(), Gold(), parse_silver("kids"), Watch())
