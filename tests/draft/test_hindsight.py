"""Hindsight in crowded games: few faces, so that players must pass, and boards that fill up early."""

from __future__ import annotations

import random
from typing import Any

import pytest

from solver.draft.game import Draft, new_game
from solver.draft.hindsight import best_in_hindsight, play_again, replayed
from solver.draft.rules import (
    CATEGORIES,
    COLOURS,
    MOST_SCORING,
    Cards,
    Ingredient,
    Need,
    ScoringCard,
)
from solver.watch import Watch
from tests.draft import oracles


def crowded(rng: random.Random, faces: int, size: int) -> Cards:
    """Return a deck of few faces, each there many times."""
    asked: Any = (*COLOURS, "hot", *CATEGORIES[:3])
    kinds: Any = [
        Ingredient(
            name=f"i{n}",
            colour=rng.choice(COLOURS),  # type: ignore[arg-type]
            frequency="common",
            hot=rng.random() < 0.5,
            categories=(rng.choice(CATEGORIES[:3]),),  # type: ignore[arg-type]
            points=rng.randint(0, 2),
        )
        for n in range(3)
    ]
    scoring: Any = [
        ScoringCard(
            name=f"s{n}",
            points=rng.randint(1, 9),
            scoring=rng.choice(["multiple", "single"]),  # type: ignore[arg-type]
            needs=tuple(
                Need(rng.randint(1, 2), (rng.choice(asked),)) for _ in range(rng.randint(1, 2))
            ),
        )
        for n in range(faces)
    ]
    pairs = tuple((rng.randrange(3), rng.randrange(faces)) for _ in range(size))
    return Cards("crowded", tuple(kinds), tuple(scoring), pairs)


def played(start: Draft, rng: random.Random, eager: float) -> tuple[Draft, list[str]]:
    """Play a game in which scoring cards are placed first, mostly."""
    state, actions = start, []
    while not state.is_over():
        legal = state.legal_actions()
        scoring = [action for action in legal if ":s" in action]
        actions.append(rng.choice(scoring if scoring and rng.random() < eager else legal))
        state = state.apply(actions[-1])
    return state, actions


def crowded_game(
    seed: int, players: int, faces: int, turns: int, eager: float
) -> tuple[Draft, Draft, list[str]]:
    """Return a game's start, end and actions."""
    rng = random.Random(seed)
    cards = crowded(rng, faces, 6 * players + 2 * players * (turns - 1))
    start = new_game(cards, players, seed, 0.0)
    return start, *played(start, rng, eager)


def compare(start: Draft, actions: list[str]) -> None:
    """Hold every player's hindsight of a game against every alternative."""
    game = play_again(start, actions)
    for player in range(len(start.hands)):
        found = best_in_hindsight(game, player, Watch())
        assert found.points == found.bound == oracles.hindsight(game, player)
        _, better = replayed(game, player, found.plan)
        assert better.is_over()
        assert better.score(player) == found.points


def test_where_players_must_pass() -> None:
    games = [crowded_game(seed, 2, 2, 2, 0.8) for seed in range(150)]
    passed = [one for one in games if any(action.endswith(":-") for action in one[2])]
    assert len(passed) >= 3
    for start, _, actions in passed[:5]:
        compare(start, actions)


@pytest.mark.parametrize("seed", range(3))
def test_with_three_players(seed: int) -> None:
    start, _, actions = crowded_game(seed, 3, 3, 2, 0.5)
    compare(start, actions)


def test_where_boards_fill_up_early() -> None:
    games = [crowded_game(seed, 2, 14, 3, 1.0) for seed in range(20)]
    full = [
        one
        for one in games
        if any(sum(h.is_scoring for h in board) == MOST_SCORING for board in one[1].boards)
    ]
    assert len(full) >= 2
    for start, _, actions in full[:2]:
        compare(start, actions)
