"""The whole game: every rule of turns, calls, doubts, penalties and the end; logs that replay."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.errors import InvalidInput
from solver.game import Log, play_out, referee
from solver.slam.deck import built_in
from solver.slam.game import Options, Phase, SlamGame, game_of, new_game
from solver.slam.notation import parse_pile, parse_silver
from solver.slam.players import SimplePlayers
from solver.slam.rules import Card

options = st.sampled_from([Options(), Options(pro=True), Options(counters=True)])


def table(*decks: str, pile: str = "", phase: Phase = Phase.REACT, turn: int = 0) -> SlamGame:
    """A game in the middle of a burger."""
    hands = tuple(tuple(parse_pile(deck)) for deck in decks)
    return SlamGame(Options(), hands, (), turn, phase, tuple(parse_pile(pile)))


def texts(state: SlamGame) -> list[str]:
    return [" ".join(map(str, deck)) for deck in state.decks]


def play(state: SlamGame, *actions: str) -> SlamGame:
    for action in actions:
        state = state.apply(action)
    return state


def everything(state: SlamGame) -> Counter[Card]:
    return Counter(card for deck in (*state.decks, state.pile) for card in deck)


@settings(max_examples=15)
@given(st.integers(2, 5), st.integers(0, 10**6), st.sampled_from([0.0, 0.5, 0.8, 1.0]), options)
def test_a_full_game_ends_keeps_60_cards_and_replays(
    players: int, seed: int, level: float, chosen: Options
) -> None:
    deck = built_in()
    state = new_game(deck, players, seed, chosen)
    choose = SimplePlayers(level, players, deck, seed)
    end, actions = play_out(state, choose)
    assert everything(end) == everything(state) == deck.cards()
    assert sum(end.scores()) + len(end.pile) == 60
    assert end.pile or chosen.counters or 0 in end.scores()
    assert not end.legal_actions()
    log = Log(
        game="slam",
        players=players,
        seed=seed,
        options={"pro": chosen.pro, "counters": chosen.counters},
        actions=actions,
        scores=end.scores(),
    )
    assert referee(log, game_of).right
    again, same = play_out(state, SimplePlayers(level, players, deck, seed))
    assert (again, same) == (end, actions)


@settings(max_examples=20)
@given(st.integers(2, 5), st.integers(0, 10**6), options)
def test_random_actions_keep_the_protocol(players: int, seed: int, chosen: Options) -> None:
    draw = random.Random(seed)
    state = new_game(built_in(), players, seed, chosen)
    cards = everything(state)
    for _ in range(300):
        legal = state.legal_actions()
        assert bool(legal) != state.is_over()
        if not legal:
            break
        before = state
        after = state.apply(draw.choice(legal))
        assert state == before
        assert everything(after) == cards
        for player in range(players):
            seen = after.observation(player)
            assert seen["decks"] == after.scores()
        state = after
    with pytest.raises(InvalidInput, match="not legal"):
        state.apply("dance")


def test_the_deal_is_even_and_follows_the_seed() -> None:
    for players in (2, 3, 4, 5):
        state = new_game(built_in(), players, 1)
        assert state.scores() == [60 // players] * players
    assert new_game(built_in(), 3, 1) == new_game(built_in(), 3, 1)
    assert new_game(built_in(), 3, 1) != new_game(built_in(), 3, 2)


@pytest.mark.parametrize("players", [1, 6])
def test_two_to_five_players(players: int) -> None:
    with pytest.raises(InvalidInput, match="players"):
        new_game(built_in(), players, 1)


def test_a_revealed_card_goes_on_the_pile_and_the_next_player_is_on_turn() -> None:
    state = play(table("C P", "T", "L", phase=Phase.REVEAL), "reveal")
    assert (texts(state), state.phase) == (["P", "T", "L"], Phase.REACT)
    assert play(state, "pass").turn == 1


def test_a_player_without_cards_is_skipped_but_may_still_call() -> None:
    state = table("", "", "T T", pile="PPP PPP", turn=2)
    assert play(state, "pass").turn == 2
    assert "1:big" in state.legal_actions()


def test_believed_the_caller_takes_the_pile_in_the_order_played_and_starts() -> None:
    state = play(table("C", "T T", "L", pile="PP P"), "2:big", "believe")
    assert texts(state) == ["C", "T T PP P", "L"]
    assert (state.turn, state.phase, state.pile) == (1, Phase.REVEAL, ())
    assert state.last is not None
    assert not state.last.right  # nobody looked


def test_the_rulebooks_doubt_of_a_right_call() -> None:
    # Maggie (2) called, Wendy (3) doubted: 3 cheese, 2 of each other.
    state = table("C", "L", "T TT TTT", pile="CC CTL PT PL")
    end = play(state, "2:standard", "3:doubt")
    assert texts(end) == ["C", "L CC CTL PT PL T TT", "TTT"]
    assert end.turn == 1


def test_a_wrong_call_gives_pile_and_penalty_to_the_doubter() -> None:
    end = play(table("C CC CCC", "L", "T", pile="PP P"), "1:big", "3:doubt")
    assert texts(end) == ["CCC", "L", "T PP P C CC"]
    assert (end.turn, end.is_over()) == (2, False)


def test_a_deck_too_short_pays_what_it_has_and_the_game_ends() -> None:
    end = play(table("C", "L L", "T", pile="PP P"), "1:big", "3:doubt")
    assert texts(end) == ["", "L L", "T PP P C"]
    assert end.is_over()
    assert end.scores() == [0, 2, 4]


def test_the_golden_spatula_takes_4_cards() -> None:
    state = replace(table("C C C C C", "L", pile="P"), silver=parse_silver("spatula"))
    assert play(state, "1:big", "2:doubt").scores() == [1, 6]
    assert play(state, "2:big", "1:doubt").scores() == [7, 0]


def test_who_ran_out_but_takes_the_pile_plays_on() -> None:
    state = table("", "L", pile="PP P")
    assert not play(state, "1:big", "believe").is_over()
    assert play(state, "2:big", "believe").is_over()


def test_when_nobody_has_a_card_left_and_nobody_calls_the_pile_stays() -> None:
    end = play(table("", "", pile="PP P"), "pass")
    assert end.is_over()
    assert end.scores() == [0, 0]


def test_calls_that_cannot_be_right_are_legal_and_pay() -> None:
    state = table("C C C", "L", pile="PP CC TT")
    assert play(state, "1:kids", "2:doubt").scores() == [1, 6]
    combo = replace(table("C C C", "L", pile="PP CC TT LL"), silver=parse_silver("big-combo"))
    assert play(combo, "1:standard", "2:doubt").scores() == [1, 7]


def test_a_wild_is_named_with_the_call() -> None:
    state = replace(table("C", "T T T", pile="PP CC TT L"), silver=parse_silver("wild"))
    assert {"1:standard", "1:standard:L", "2:big:P"} <= set(state.legal_actions())
    assert play(state, "1:standard:L", "2:doubt").scores() == [7, 1]
    assert play(state, "2:standard:P", "1:doubt").scores() == [7, 1]
    assert play(state, "2:standard", "1:doubt").scores() == [7, 1]
    with pytest.raises(InvalidInput):
        table("C", "T", pile="P").apply("1:standard:L")


def test_the_caller_cannot_doubt_himself() -> None:
    state = table("C", "T", pile="P").apply("1:big")
    assert state.legal_actions() == ["believe", "2:doubt"]


def test_sixteen_burgers_with_the_counters() -> None:
    state = replace(table("C C C", "T T T", pile="P"), options=Options(counters=True), burgers=14)
    fifteen = play(state, "1:big", "believe")
    assert not fifteen.is_over()
    assert play(fifteen, "reveal", "1:big", "believe").is_over()
    with pytest.raises(InvalidInput, match="one of pro and counters"):
        Options(pro=True, counters=True)


def test_special_cards_turn_up_each_round_gold_stays_silver_is_covered() -> None:
    state = new_game(built_in(), 2, 5, Options(pro=True))
    assert len(state.special) == 15
    state = replace(state, special=("chili", "kids", "wild", "sauce"), gold=state.gold, silver=None)
    shown = []
    for _ in range(5):
        state = play(state, "reveal", "1:big", "believe")
        shown.append((str(state.gold).replace("none", ""), str(state.silver or "")))
    first = shown[0][0]
    assert "chili" in first
    assert [silver for _, silver in shown] == ["", "kids", "wild", "wild", "wild"]
    assert shown[-1][0] == "chili,sauce"  # and nothing more turns up


def test_the_base_game_has_no_special_cards() -> None:
    state = new_game(built_in(), 2, 5)
    assert (state.special, str(state.gold), state.silver) == ((), "none", None)


def test_the_referee_names_the_first_violation() -> None:
    log = Log(game="slam", players=2, seed=1, actions=["reveal", "2:doubt"], scores=[30, 30])
    verdict = referee(log, game_of)
    assert (verdict.right, verdict.action) == (False, 2)
    assert "pass, or a call" in verdict.why
    short = Log(game="slam", players=2, seed=1, actions=["reveal"], scores=[30, 30])
    assert "ends before" in referee(short, game_of).why
    with pytest.raises(InvalidInput, match="log of the game"):
        game_of(Log(game="battle", players=2, seed=1, actions=[], scores=[]))
    with pytest.raises(InvalidInput, match="option"):
        game_of(Log(game="slam", players=2, seed=1, options={"x": 1}, actions=[], scores=[]))


def test_with_a_perfect_memory_no_call_is_wrong_and_nobody_doubts() -> None:
    deck = built_in()
    state = new_game(deck, 3, 3)
    choose = SimplePlayers(1.0, 3, deck, 3)
    while not state.is_over():
        state = state.apply(choose(state, state.legal_actions()))
        if state.last is not None:
            assert state.last.right
            assert state.last.doubter is None


def test_without_any_memory_players_still_keep_the_rules_and_doubt() -> None:
    deck = built_in()
    state = new_game(deck, 4, 2)
    choose = SimplePlayers(0.0, 4, deck, 2)
    doubts = 0
    while not state.is_over():
        action = choose(state, state.legal_actions())
        doubts += action.endswith("doubt")
        state = state.apply(action)
    assert doubts > 0
