"""Whole games: any seed ends, 144 cards stay 144, logs are refereed."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.errors import InvalidInput
from solver.game import play_out
from solver.superburger.actions import apply, legal_actions
from solver.superburger.deck import built_in
from solver.superburger.game import new_game
from solver.superburger.policy import at_random, steady
from solver.superburger.state import Phase, State, Variant
from solver.superburger.table import format_table, parse_table
from tests.conftest import Command, assert_bad_input

FULL = built_in().counts


def played(players: int, seed: int, variant: Variant = Variant.STANDARD) -> list[State]:
    state = new_game(built_in(), players, seed, variant).state
    choose = at_random(random.Random(seed)) if seed % 2 else steady
    states = [state]
    while state.phase is not Phase.OVER:
        actions = legal_actions(state)
        assert actions
        state = apply(state, choose(state, actions))
        states.append(state)
    return states


@settings(max_examples=40)
@given(st.integers(2, 10), st.integers(0, 2**53), st.sampled_from(Variant))
def test_any_game_ends_and_keeps_its_cards(players: int, seed: int, variant: Variant) -> None:
    states = played(players, seed, variant)
    for state in states[:: max(1, len(states) // 15)] + states[-1:]:
        assert Counter(state.everything()) == FULL
        assert all(len(own) <= state.most_burgers for own in state.burgers)
    end = states[-1]
    everybody = all(len(own) == end.most_burgers for own in end.burgers)
    assert everybody or not end.deck


@settings(max_examples=15)
@given(st.integers(2, 6), st.integers(0, 1000))
def test_tables_of_a_game_read_back(players: int, seed: int) -> None:
    states = played(players, seed)
    for state in states[:: max(1, len(states) // 12)]:
        if state.phase is not Phase.OVER:
            text = format_table(state)
            assert parse_table(text, built_in()).state() == state
            assert format_table(parse_table(text.upper(), built_in()).state()) == text


@settings(max_examples=10)
@given(st.integers(2, 6), st.integers(0, 1000))
def test_observation_hides_the_others_hands_and_the_deck(players: int, seed: int) -> None:
    game = new_game(built_in(), players, seed)
    state = game.state
    shuffled = list(state.deck) + list(state.hands[1])
    random.Random(seed).shuffle(shuffled)
    hands = list(state.hands)
    hands[1] = tuple(shuffled[: len(state.hands[1])])
    other = state._replace(hands=tuple(hands), deck=tuple(shuffled[len(hands[1]) :]))
    assert type(game)(other).observation(0) == game.observation(0)
    assert game.observation(0)["hand"] == list(state.hands[0])


def test_deal() -> None:
    state = new_game(built_in(), 4, 1).state
    assert len(state.deck) >= 144 - 4 * 7 - 20
    assert state.phase is Phase.START
    assert new_game(built_in(), 4, 1).state == state
    assert new_game(built_in(), 4, 2).state != state


def test_plays_through_the_protocol() -> None:
    rng = random.Random(1)
    end, actions = play_out(new_game(built_in(), 3, 7), lambda _, legal: rng.choice(legal))
    assert end.is_over()
    assert end.legal_actions() == []
    game = new_game(built_in(), 3, 7)
    for action in actions:
        game = game.apply(action)
    assert game == end


def test_illegal_actions_name_the_rule() -> None:
    game = new_game(built_in(), 4, 1)
    with pytest.raises(InvalidInput, match="not legal"):
        game.apply("draw")
    with pytest.raises(InvalidInput, match="no action"):
        game.apply("eat everything")


def test_command_writes_a_log_that_can_be_refereed(burger: Command, tmp_path: Path) -> None:
    run = burger("super", "play", "--players", "4", "--seed", "1", "-o", "game.json", "--json")
    assert run.code == 0
    assert len(run.document["scores"]) == 4
    assert run.document["value"] == max(run.document["scores"])
    assert burger("super", "referee", "game.json", "--json").document["value"] is True
    path = tmp_path / "game.json"
    log = json.loads(path.read_text())
    log["scores"][0] += 1
    path.write_text(json.dumps(log))
    assert burger("super", "referee", "game.json", "--json").code == 1
    log["scores"][0] -= 1
    log["actions"][5] = "play rTO bLE"
    path.write_text(json.dumps(log))
    run = burger("super", "referee", "game.json", "--json")
    assert (run.code, run.document["action"]) == (1, 6)


def test_same_seed_same_bytes(burger: Command) -> None:
    one, two = (burger("super", "play", "--players", "3", "--seed", "9") for _ in range(2))
    assert one.out == two.out
    assert burger("super", "play", "--players", "3", "--seed", "8").out != one.out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--players", "1"], "players"),
        (["--players", "11"], "players"),
        (["--players", "four"], "--players"),
        (["--seed", "-1"], "seed"),
        (["--deck", "none.json"], "none.json"),
        (["-o", "no/such/folder/game.json"], "no/such"),
    ],
)
def test_bad_input(inside: Command, arguments: list[str], says: str) -> None:
    assert_bad_input(inside("super", "play", *arguments), says)


def test_bad_logs(inside: Command, tmp_path: Path) -> None:
    assert_bad_input(inside("super", "referee"), "missing LOG")
    assert_bad_input(inside("super", "referee", "none.json"), "none.json")
    (tmp_path / "bad.json").write_text('{"game": "slam"}')
    assert_bad_input(inside("super", "referee", "bad.json"), "bad.json")
