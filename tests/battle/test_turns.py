"""How long it takes: counting against going from draw to draw, all policies, and simulation."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.battle.deck import Deck
from solver.battle.game import BattleGame
from solver.battle.policies import choose_builder
from solver.battle.rules import Board, Table, Verb
from solver.battle.situation import Situation
from solver.battle.turns import Distribution, by_counting, by_stages, first_stage, lacking, plans
from solver.watch import Watch
from tests.battle.oracles import Alone
from tests.battle.tables import situation, small_deck, standard_deck

DECK = standard_deck()


def turns(found: Situation, deck: Deck, most: int, watch: Watch) -> Distribution:
    return plans(found, deck, most, watch)[0].outlook


def test_one_card_by_hand() -> None:
    """The first of 13 Buns among 142 cards comes, on average, as the card 143/14."""
    found = turns(situation("need:B"), standard_deck(), 200, Watch())
    assert found.mean() == Fraction(143, 14)
    assert found.chances[0] == Fraction(13, 142)
    assert found.later == 0
    assert found.complete


def test_hand_counts_in_the_first_turn() -> None:
    """Two draws in the first turn, one for the Bun in hand."""
    found = turns(situation("need:BJ hand:B"), standard_deck(), 200, Watch())
    assert found.chances[0] == 1 - Fraction(136 * 135, 141 * 140)
    assert turns(situation("need:B hand:B"), standard_deck(), 9, Watch()).chances == (1,)


def test_top_of_the_graveyard_is_taken_once() -> None:
    found = turns(situation("need:BJ grave:JB"), standard_deck(), 200, Watch())
    assert found.chances[0] == Fraction(4, 140)


def test_the_top_is_not_always_best() -> None:
    """Bun and Meat needed, a Bun on top, a Bun and a Meat in the pile: the deck wins for sure."""
    deck = small_deck("BBM", "BM")
    found = Situation(Table((Board("", ("B", "M")),), ("B",)))
    one, two = plans(found, deck, 9, Watch())
    assert (one.first, one.outlook.chances) == ("deck", (1,))
    assert (two.first, two.outlook.chances) == ("grave", (Fraction(1, 2), Fraction(1, 2)))


def test_most_turns() -> None:
    found = turns(situation("burger:classic"), standard_deck(), 3, Watch())
    assert len(found.chances) == 3
    assert sum(found.chances) + found.later == 1
    assert found.mean() is None
    assert found.complete


def test_limit_gives_a_bound() -> None:
    found = turns(situation("burger:classic deck:60"), standard_deck(), 500, Watch(0.0))
    assert not found.complete
    assert (
        found.at_least() < turns(situation("burger:classic"), standard_deck(), 500, Watch()).mean()
    )


def test_lacking() -> None:
    found = situation("need:J seen:JJJJJ")
    assert lacking(found, standard_deck()) == Counter("J")
    assert not lacking(situation("need:J grave:JJJJJ+bomb"), standard_deck())


TEXTS = [
    "burger:classic",
    "burger:double hand:BMM+dig grave:P",
    "burger:garden have:BV hand:LLTCC grave:O",
    "burger:mushroom hand:B drawn",
    "burger:cheese beside:+meat+pickle hand:MMP",
    "need:JVSEE deck:100",
]


@pytest.mark.parametrize("text", TEXTS)
def test_two_ways(text: str) -> None:
    """The count of sets and the walk from draw to draw give the same fractions."""
    start = first_stage(situation(text), standard_deck(), draws=1)
    counted = by_counting(start, 40)
    assert counted.chances
    assert counted.chances == by_stages(start, 40, Watch()).chances[: len(counted.chances)]


FEW = ("B", "M", "T", "C", "+bomb")


@st.composite
def small_positions(draw: st.DrawFn) -> tuple[Situation, Deck]:
    needs = tuple(draw(st.lists(st.sampled_from("BMT"), min_size=1, max_size=3)))
    hand = tuple(sorted(draw(st.lists(st.sampled_from(FEW), max_size=2))))
    grave = tuple(draw(st.lists(st.sampled_from(FEW), max_size=2)))
    pool = draw(st.lists(st.sampled_from(FEW), max_size=4))
    deck = small_deck([*hand, *grave, *pool, *needs, "B"])
    extra = deck.counts - Counter([*hand, *grave, *pool])
    left = draw(st.integers(0, len(pool)))
    board = Board("", needs, (), (), hand)
    table = Table((board,), grave)
    # With no card in hand the first draw cannot be done.
    drawn = bool(hand) and draw(st.booleans())
    return Situation(table, tuple(extra.elements()), left, drawn), deck


@settings(max_examples=100)
@given(small_positions())
def test_no_policy_is_better(position: tuple[Situation, Deck]) -> None:
    """For each number of turns, the best over all policies with whole cards is that of a plan."""
    found, deck = position
    ours = [plan.outlook.chances for plan in plans(found, deck, 4, Watch())]
    oracle = Alone()
    pool = tuple(sorted(found.unseen(deck).elements()))
    need, grave = tuple(sorted(found.me.needs)), found.table.grave
    below, top = tuple(sorted(grave[:-1])), "".join(grave[-1:])
    for count in range(1, 5):
        done = max(sum(chances[:count], Fraction(0)) for chances in ours)
        start = oracle.act if found.drawn else oracle.turn
        assert done == start(need, found.me.hand, pool, found.pile, below, top, count), count


@settings(max_examples=50)
@given(small_positions(), st.permutations(FEW))
def test_the_rest_does_not_matter(position: tuple[Situation, Deck], names: list[str]) -> None:
    """Lossless: cards that are not needed may be any others, and the distribution stays."""
    found, deck = position
    start = first_stage(found, deck, draws=1)
    needed = set(found.me.needs)
    others = [card for card in FEW if card not in needed]
    swap = dict(zip(others, [name for name in names if name not in needed], strict=True))

    def renamed(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(swap.get(card, card) for card in cards)

    board = Board("", found.me.needs, (), (), tuple(sorted(renamed(found.me.hand))))
    table = Table((board,), renamed(found.table.grave))
    every = renamed(tuple(deck.counts.elements()))
    other = Situation(table, renamed(found.seen), found.pile, found.drawn)
    assert first_stage(other, small_deck(every, found.me.needs[0]), draws=1) == start


@pytest.mark.parametrize(
    "text", ["burger:classic have:BM hand:CLPPA grave:T", "need:BC deck:4 grave:BCTLOM hand:TT"]
)
def test_against_simulation(text: str) -> None:
    """The game's own rules with one player who builds; the second runs out of cards again and again."""
    games = 1_000
    found = situation(text)
    unseen = list(found.unseen(standard_deck()).elements())
    left = len(unseen) if found.pile is None else found.pile
    exact = turns(found, standard_deck(), 30, Watch())
    taken: Counter[int] = Counter()
    for number in range(games):
        pile = list(unseen)
        random.Random(number).shuffle(pile)
        game = BattleGame(standard_deck(), found.table, tuple(pile[:left]), number)
        while not game.is_over() and game.turn <= 30:
            moves = [move for move in game.legal_moves() if move.verb is not Verb.USE]
            game = game.make(choose_builder(game, moves, random.Random(0)))
        taken[game.turn] += game.is_over()
    done = Fraction(0)
    wins = 0
    for turn, chance in enumerate(exact.chances, start=1):
        done += chance
        wins += taken[turn]
        spread = (float(done * (1 - done)) / games) ** 0.5
        assert abs(wins / games - done) <= 5 * spread + 1e-9, turn
