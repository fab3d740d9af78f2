"""The finished statistics of the Base database, against what can be asked again in a moment."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest

import data
from solver.master.database import contents_of
from solver.master.hardest import find_hardest
from solver.master.menu import cards_of
from solver.master.notation import parse_plates, parse_steps
from solver.master.proof.many import Batch
from solver.master.proof.search import solve
from solver.master.rules import Variant, apply, check_setup, complete, deal
from solver.master.sample import sample
from solver.master.setups import all_setups
from solver.watch import Watch


@pytest.fixture(scope="module")
def statistics() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(data.read("master/base-statistics.json"))
    return found


def test_it_is_of_all_set_ups_and_the_cards_as_they_are(statistics: dict[str, Any]) -> None:
    assert statistics["complete"] is True
    assert statistics["setups"] == statistics["of"] == len(all_setups(onions=False))
    assert {name: card["burger"] for name, card in statistics["cards"].items()} == cards_of("base")
    assert statistics["answers"] == statistics["of"] * 20
    assert "reconstructions" in statistics["note"]
    assert "database build --menu base" in statistics["made_by"][0]


def test_each_card_adds_up_and_its_hardest_set_up_is_so_hard(statistics: dict[str, Any]) -> None:
    for card in statistics["cards"].values():
        counts = {int(steps): number for steps, number in card["distribution"].items()}
        assert sum(counts.values()) == statistics["of"]
        assert max(counts) == card["most"] == len(card["solution"])
        mean = sum(steps * number for steps, number in counts.items()) / statistics["of"]
        assert card["mean"] == pytest.approx(mean, abs=1e-6)
        state = parse_plates(card["hardest"])
        check_setup(state)
        assert solve(state, card["burger"]).bound == card["most"]
        for step in parse_steps(" ".join(card["solution"])):
            state = apply(state, step)
        assert complete(state, card["burger"])


def test_cards_alike_but_for_names_have_the_same_distribution(statistics: dict[str, Any]) -> None:
    # Three each of P, C, L and T are in play: renaming them turns the set-ups into themselves.
    by_pattern: dict[tuple[int, ...], list[dict[str, Any]]] = {}
    for card in statistics["cards"].values():
        pattern = tuple(card["burger"].index(letter) for letter in card["burger"])
        by_pattern.setdefault(pattern, []).append(card)
    assert len(by_pattern) < len(statistics["cards"]) / 2
    for alike in by_pattern.values():
        for card in alike:
            assert card["distribution"] == alike[0]["distribution"]
            assert card["dealt_mean"] == alike[0]["dealt_mean"]


def test_a_sample_agrees(statistics: dict[str, Any]) -> None:
    # Independent draws: about one in twenty 95% intervals misses.
    found = sample(contents_of("base", Variant.STANDARD), 300, 1, Watch())
    means = shares = within = 0
    for name, card in found.cards.items():
        known = statistics["cards"][name]
        low, high = card.mean.interval
        means += low <= known["mean"] <= high
        for steps, share in card.shares.items():
            low, high = share.interval
            shares += 1
            within += low <= known["distribution"][steps] / statistics["of"] <= high
    assert means >= 16
    assert within >= 0.85 * shares


def test_what_is_dealt_takes_so_many_steps_and_no_more(statistics: dict[str, Any]) -> None:
    randomness = random.Random(1)
    batch = Batch([deal(randomness, onions=False) for _ in range(600)])
    for card in statistics["cards"].values():
        steps = batch.fewest(card["burger"])
        assert steps.max() <= card["most"]
        error = 4 * steps.std() / np.sqrt(len(steps))
        assert steps.mean() == pytest.approx(card["dealt_mean"], abs=error)


def test_a_local_search_finds_nothing_harder(statistics: dict[str, Any]) -> None:
    for name in ("base-07", "base-20"):
        card = statistics["cards"][name]
        found = find_hardest(
            all_setups(onions=False), card["burger"], Variant.STANDARD,
            most=1500, seed=1, watch=Watch(),
        )  # fmt: skip
        assert card["most"] - 2 <= found.steps <= card["most"]
