"""The chance to win now: the programme against every order, every choice, and simulation."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.battle.deck import Deck
from solver.battle.game import BattleGame, Phase
from solver.battle.odds import win_now
from solver.battle.rules import Board, Table, Verb
from solver.battle.situation import Situation
from solver.errors import LimitReached
from solver.watch import Watch
from tests.battle.oracles import WinNow, plays_out, win_by_orders
from tests.battle.tables import situation, small_deck, standard_deck


def chance(text: str) -> Fraction:
    return win_now(situation(text), standard_deck(), Watch()).best


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("need:B", Fraction(13, 142)),
        ("need:B hand:CCTT+bomb", Fraction(13, 137)),
        ("need:B hand:B", 1),
        ("need:B grave:TB", 1),
        # A Bun, or a Grave Digger: 12 + 3 of 140 cards.
        ("need:B grave:BT", Fraction(12 + 3, 140)),
        ("need:B grave:BT hand:+dig", 1),
        ("need:T hand:BB grave:T+bomb", Fraction(10 + 3, 138)),
        # Draw an ingredient, then the other one.
        ("need:JV hand:J", 1 - Fraction(136 * 135, 141 * 140)),
        ("need:BV have:B hand:+eat vs need:VC have:V", 1),
        ("need:BV have:B hand:+eat vs need:VC have:V beside:+field", Fraction(4, 138)),
        ("need:BM have:BM beside:+meat hand:+destroy", 1),
        ("need:BM have:B beside:+meat hand:M+destroy", 1),
        ("need:BM have:B beside:+meat=M hand:+destroy", Fraction(13, 138)),
        ("need:B hand:CCTT+bomb drawn", 0),
        ("need:BC hand:CTTTT+bomb drawn", Fraction(13, 136)),
        ("need:B hand:CCTT+bomb deck:0", 0),
        # The Graveyard is turned over: of Bun and Tomato one is turned up, the other is drawn.
        ("need:B deck:0 grave:BT", Fraction(1, 2)),
    ],
)
def test_chances_by_hand(text: str, wanted: Fraction) -> None:
    assert chance(text) == wanted


def test_seen_cards_shrink_the_deck() -> None:
    assert chance("need:B seen:" + "B" * 12) == Fraction(1, 130)
    assert chance("need:B seen:" + "B" * 13) == 0


def test_limit() -> None:
    with pytest.raises(LimitReached):
        win_now(situation("burger:spicy"), standard_deck(), Watch(0.0))


FEW = ("B", "M", "P", "T", "C", "+dig", "+eat", "+destroy", "+bomb")


@st.composite
def small_positions(draw: st.DrawFn) -> tuple[Situation, Deck]:
    """A situation that uses most of a small deck, so that few cards are unseen."""
    needs = tuple(draw(st.lists(st.sampled_from("BMPT"), min_size=1, max_size=4)))
    placed = needs[: draw(st.integers(0, len(needs) - 1))]
    beside = tuple(sorted(draw(st.lists(st.sampled_from(["+meat", "+pickle"]), max_size=2))))
    hand = tuple(sorted(draw(st.lists(st.sampled_from(FEW), max_size=3))))
    grave = tuple(draw(st.lists(st.sampled_from(FEW), max_size=3)))
    pool = draw(st.lists(st.sampled_from(FEW), max_size=5))
    left = draw(st.integers(0, len(pool)))
    has = tuple(draw(st.lists(st.sampled_from("BMPT"), max_size=2)))
    protected = ("+field",) if draw(st.booleans()) else ()
    other = Board("", (*has, "C"), has, protected, ())
    me = Board("", needs, placed, beside, hand)
    used = [*placed, *beside, *hand, *grave, *pool, *has, *protected]
    deck = small_deck([*used, *needs, *has, "C", "M", "P", "B"])
    extra = deck.counts - Counter(used)
    found = Situation(Table((me, other), grave), tuple(extra.elements()), left, draw(st.booleans()))
    return found, deck


@settings(max_examples=150)
@given(small_positions())
def test_against_all_choices(position: tuple[Situation, Deck]) -> None:
    """Whole cards, every play anywhere or none, every end, the Graveyard turned over."""
    found, deck = position
    me = found.me
    oracle = WinNow(
        [(board.is_protected(), board.ingredients()) for board in found.table.boards[1:]]
    )
    own, added = tuple(sorted(me.open_base())), tuple(sorted(me.open_added()))
    pool = tuple(sorted(found.unseen(deck).elements()))
    grave = found.table.grave
    if found.drawn:
        wanted = oracle.act(own, added, me.hand, pool, found.pile, tuple(sorted(grave)))
    else:
        below, top = tuple(sorted(grave[:-1])), "".join(grave[-1:])
        wanted = oracle.start(own, added, me.hand, pool, found.pile, below, top)
    assert win_now(found, deck, Watch()).best == wanted


@settings(max_examples=60)
@given(small_positions())
def test_against_every_order(position: tuple[Situation, Deck]) -> None:
    """Every order of the draw pile, where it does not run out."""
    found, deck = position
    pool = tuple(found.unseen(deck).elements())
    found = replace(found, pile=len(pool), drawn=False)
    me = found.me
    if len(pool) <= len(me.open()):
        return
    others = [(board.is_protected(), board.ingredients()) for board in found.table.boards[1:]]
    wanted = win_by_orders(
        tuple(me.open_base()), tuple(me.open_added()), me.hand, pool, found.table.grave, others
    )
    assert win_now(found, deck, Watch()).deck == wanted


def win_in_turn(game: BattleGame) -> bool:
    """Play the turn with the game's own rules: all that fits, then any end that wins."""
    game = game.make(game.legal_moves()[0]) if game.phase is Phase.DRAW else game
    while not game.is_over():
        moves = game.legal_moves()
        if moves[0].verb is not Verb.PLAY:
            return any(game.make(move).winner == 0 for move in moves if move.verb is Verb.USE)
        game = game.make(moves[0])
    return game.winner == 0


SIMULATED = [
    (
        "burger:classic have:BM hand:CT+destroy+eat,P beside:+meat grave:L+bomb "
        "vs burger:spicy have:LO"
    ),
    "burger:cheese hand:BMCTT grave:L+bomb",
]

#: More cards than a turn draws here: a random sample instead of a whole shuffle.
ENOUGH = 12


def piles(found: Situation, games: int) -> Iterator[tuple[str, ...]]:
    """Yield the next cards of so many seeded draw piles."""
    unseen = list(found.unseen(standard_deck()).elements())
    chance = random.Random(7)
    for _ in range(games):
        yield tuple(chance.sample(unseen, min(found.left(standard_deck()), ENOUGH)))


def assert_share(wins: int, games: int, exact: Fraction | None) -> None:
    """Assert that a simulated share is within five standard deviations: 1 in 2 million is not."""
    assert exact is not None
    assert abs(wins / games - exact) < 5 * (float(exact * (1 - exact)) / games) ** 0.5


class LazyPile(list[str]):
    """A draw pile that is shuffled card by card, as it is drawn from."""

    def __init__(self, cards: list[str], chance: random.Random) -> None:
        super().__init__(cards)
        self.chance = chance

    def pop(self) -> str:  # type: ignore[override]
        at = int(self.chance.random() * len(self))
        self[at], self[-1] = self[-1], self[at]
        return super().pop()


def test_against_100_000_simulations() -> None:
    found = situation(SIMULATED[0])
    me = found.me
    own, added = tuple(me.open_base()), tuple(me.open_added())
    others = [(board.is_protected(), board.ingredients()) for board in found.table.boards[1:]]
    unseen = list(found.unseen(standard_deck()).elements())
    chance = random.Random(7)
    wins = sum(
        plays_out(own, added, me.hand, LazyPile(unseen, chance), found.table.grave, others)
        for _ in range(100_000)
    )
    assert_share(wins, 100_000, win_now(found, standard_deck(), Watch()).deck)


def wins_by_the_game(text: str, games: int) -> None:
    found = situation(text)
    wins = sum(
        win_in_turn(BattleGame(standard_deck(), found.table, pile, number))
        for number, pile in enumerate(piles(found, games))
    )
    assert_share(wins, games, win_now(found, standard_deck(), Watch()).deck)


@pytest.mark.parametrize("text", SIMULATED)
def test_against_the_game(text: str) -> None:
    wins_by_the_game(text, 1_500)


@pytest.mark.slow
@pytest.mark.parametrize("text", SIMULATED)
def test_against_100_000_turns_of_the_game(text: str) -> None:
    wins_by_the_game(text, 100_000)
