"""Whom to hit: the race against simulation, the selections against enumeration, the rollouts."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.answer import Status
from solver.battle.answers import best
from solver.battle.deck import Battle, standard_deck
from solver.battle.notation import parse_situation
from solver.battle.odds import win_now
from solver.battle.questions import CHOOSING, choose
from solver.battle.race import End, all_ends, choices, finishing, race, rollouts, sure_win
from solver.battle.requests import Best
from solver.battle.rules import Board, Table, uses
from solver.battle.situation import Situation
from solver.battle.turns import plans
from solver.errors import InvalidInput, LimitReached
from solver.watch import Watch

DECK = standard_deck()

TEXT = (
    "burger:classic have:BM hand:CC+bomb+eat+field+picky drawn grave:T "
    "vs burger:spicy have:BMCLTO vs burger:garden have:LT beside:+field"
)


def ending(text: str) -> Situation:
    return parse_situation(text, DECK, ending=True)


def ranked(text: str) -> dict[str, End]:
    return {end.text: end for end in race(ending(text), DECK, Watch())}


def test_every_legal_end_once() -> None:
    texts = [end.text for end in all_ends(ending(TEXT))]
    assert sorted(texts) == sorted(set(texts))
    assert set(texts) == {
        "discard C", "discard +bomb", "discard +eat", "discard +field", "discard +picky",
        "+bomb 2", "+eat 2 L", "+eat 2 T", "+eat 2 O", "+field",
        "+picky 2 L", "+picky 2 T", "+picky 2 O",
    }  # fmt: skip


def test_ranking_makes_sense() -> None:
    found = race(ending(TEXT), DECK, Watch())
    assert [end.chance for end in found] == sorted((end.chance for end in found), reverse=True)
    by_text = {end.text: end for end in found}
    assert by_text["+bomb 2"].chance > by_text["+picky 2 T"].chance > by_text["discard C"].chance
    assert "player 2 needed 1, now 7" in by_text["+bomb 2"].why


def test_winning_at_once_is_certain() -> None:
    found = ranked("burger:classic have:BMLT hand:C+dig grave:O vs burger:spicy have:BMCLTO")
    assert found["+dig O"].chance == 1
    assert "you win at once" in found["+dig O"].why


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("burger:classic have:BMLT hand:O drawn vs burger:spicy", "play O"),
        ("burger:classic have:BMT beside:+meat hand:LO+destroy vs burger:spicy", "play L"),
    ],
)
def test_a_sure_win_in_hand_is_advised(text: str, first: str) -> None:
    found = best(Best(state=text), Watch())
    assert (found.status, found.value, found.chance) == (Status.OPTIMAL, first, 1.0)
    assert found.ends[0]["move"] == first


@given(st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_what_wins_for_sure_is_what_win_now_says(chance: random.Random) -> None:
    needs = "".join(chance.choices("BMCL", k=chance.randint(1, 3)))
    hand = "".join(sorted(chance.choices("BMCLT", k=3)))
    cards = chance.choice(["", "+destroy", "+dig", "+eat"])
    beside = chance.choice(["", " beside:+meat"])
    text = f"need:{needs}{beside} hand:{hand}{cards} grave:{chance.choice('BMCL')} drawn vs need:BMCL have:L"
    situation = ending(text)
    at_once = any(end.after.winner() == 0 for end in all_ends(situation))
    assert (at_once or bool(sure_win(situation))) == (win_now(situation, DECK, Watch()).best == 1)


def test_handing_the_game_over() -> None:
    found = ranked("need:BC hand:T+destroy vs need:CL have:CL beside:+meat")
    assert found["+destroy 2 +meat"].chance == 0
    assert found["discard T"].chance > 0


def test_the_top_that_the_next_player_needs() -> None:
    found = ranked("need:BCA hand:JA vs need:VJ have:V vs need:SB have:S")
    assert found["discard J"].chance == 0
    assert "leaves J to player 2, who needs it" in found["discard J"].why
    assert found["discard A"].chance > 0
    assert "you need this card" in found["discard A"].why


def test_a_kept_card_is_played_next_turn() -> None:
    found = ranked("need:AV hand:AT vs need:BC")
    assert found["discard T"].chance > found["discard A"].chance


@pytest.mark.parametrize("end", ["+bomb 2", "+nothing", "discard C"])
def test_against_simulated_races(end: str) -> None:
    """Each player alone with a shuffled pile of its own, as the race says; the first one done wins."""
    text = "burger:classic have:B hand:CM+bomb+nothing vs burger:mushroom have:BMC vs need:LV"
    situation = ending(text)
    found = ranked(text)[end]
    unseen = list(situation.unseen(DECK).elements())
    chance = random.Random(3)
    games, wins = 2_000, 0
    for _ in range(games):
        ends = []
        for player, board in enumerate(found.after.boards):
            pile = unseen.copy()
            chance.shuffle(pile)
            hand = list(board.hand)
            if player == 0 and end == "+nothing":
                hand += [pile.pop() for _ in range(5)]
            ends.append(turns_taken(board.open(), hand, pile))
        wins += all(ends[0] < other for other in ends[1:])
    # Five standard deviations of a share.
    assert abs(wins / games - found.chance) < 5 * (found.chance / games) ** 0.5


def turns_taken(needed: list[str], hand: list[str], pile: list[str]) -> int:
    """How many turns a player takes who draws and plays, with nothing to take from the Graveyard."""
    needed = list(needed)
    turn = 0
    while True:
        turn += 1
        hand.append(pile.pop())
        while playable := [card for card in hand if card in needed]:
            hand.remove(playable[0])
            needed.remove(playable[0])
            if not needed:
                return turn
            hand.append(pile.pop())


def test_finishing_is_the_distribution_of_turns() -> None:
    """The race's curve of one player is what ``turns`` says."""
    situation = parse_situation("burger:cheese have:B hand:MMTC", DECK)
    curve = finishing(situation.me, situation.unseen(DECK), 0, (), 60)
    exact = plans(situation, DECK, 60, Watch())[0].outlook.chances
    done = 0.0
    for here, chance in zip(curve, exact, strict=True):
        done += float(chance)
        assert here == pytest.approx(done)


BURGERS = list(DECK.needs)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    names = draw(st.lists(st.sampled_from(BURGERS), min_size=2, max_size=4, unique=True))
    boards = []
    for name in names:
        needs = DECK.needs[name]
        placed = draw(st.lists(st.sampled_from(needs), unique=True, max_size=len(needs) - 1))
        beside = draw(st.lists(st.sampled_from(["+field", "+meat", "+pickle=P"]), unique=True))
        boards.append(Board(name, needs, tuple(placed), tuple(beside), CHOOSING))
    grave = draw(st.lists(st.sampled_from(list(DECK.names)), max_size=6))
    return Table(tuple(boards), tuple(grave))


@settings(max_examples=25)
@given(tables(), st.sampled_from(CHOOSING), st.randoms(use_true_random=False))
def test_selection_against_enumeration(table: Table, card: str, chance: random.Random) -> None:
    """CP-SAT allows what the rules allow, and finds the most."""
    legal = uses(table, 0, card)
    # Every choice has a worth, also those that the rules forbid: the model has to forbid them.
    worth = {
        (source, letter): round(chance.random(), 6)
        for source in (None, *range(len(table.boards)))
        for letter in DECK.names
    }
    found = choose(table, card, worth, DECK.names, Watch())
    if not legal:
        assert found is None
        return
    assert found in legal
    assert worth[found.target, found.what] == max(worth[move.target, move.what] for move in legal)


def test_only_cards_that_choose() -> None:
    with pytest.raises(InvalidInput, match="chooses no ingredient"):
        choose(Table(()), str(Battle.BOMB), {}, DECK.names, Watch())


def test_choices_are_the_best_by_the_race() -> None:
    situation = ending(TEXT)
    found = race(situation, DECK, Watch())
    best = choices(situation, DECK, found)
    assert set(best) == {"+eat", "+picky"}
    for card, text in best.items():
        top = max(end.chance for end in found if end.text.startswith(f"{card} "))
        assert next(end.chance for end in found if end.text == text) == top


def test_rollouts_repeat_and_see_what_is_certain() -> None:
    text = "burger:classic have:BMLT hand:C+dig grave:O vs burger:spicy have:BMCLTO hand:TT"
    one = rollouts(ending(text), DECK, 6, 4, Watch())
    two = rollouts(ending(text), DECK, 6, 4, Watch())
    assert [(end.text, end.wins) for end in one] == [(end.text, end.wins) for end in two]
    assert (one[0].text, one[0].wins, one[0].games) == ("+dig O", 6, 6)


def test_limits() -> None:
    with pytest.raises(LimitReached):
        race(ending(TEXT), DECK, Watch(0.0))
    assert rollouts(ending(TEXT), DECK, 100, 1, Watch(0.0))[0].games == 2
    with pytest.raises(InvalidInput, match="no other player"):
        race(ending("need:BC hand:T"), DECK, Watch())


def test_unknown_cards_are_dealt_from_the_unseen() -> None:
    from solver.battle.race import deal_unknown

    situation = ending(TEXT + " hand:TT")
    game = deal_unknown(situation, DECK, 1, 0)
    assert [len(board.hand) for board in game.table.boards] == [6, 5, 5]
    dealt = Counter(game.pile)
    for board in game.table.boards[1:]:
        dealt += Counter(board.hand)
    assert dealt == situation.unseen(DECK) + Counter("TT")
