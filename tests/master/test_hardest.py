"""The hardest set-up found, and samples: what they claim, and no more."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from solver.errors import LimitReached
from solver.intervals import mean_interval, share_interval
from solver.master.database import contents_of
from solver.master.hardest import exchanges, find_hardest
from solver.master.menu import cards_of
from solver.master.notation import parse_plates, parse_steps
from solver.master.proof.search import most_steps, solve
from solver.master.rules import Plates, Variant, apply, check_setup, complete, deal
from solver.master.sample import sample
from solver.master.setups import all_setups
from solver.watch import Watch
from solver.workers import worker_pool
from tests.conftest import Command, assert_bad_input

HARDEST = ("master", "hardest", "--card", "gourmet-12", "--setups", "400")


def test_exchanges_are_all_set_ups_one_exchange_away() -> None:
    randomness = random.Random(1)
    for onions in (False, True):
        plates = deal(randomness, onions=onions)
        near = list(exchanges(plates))
        text = "".join(plates.stacks)
        lengths = [len(stack) for stack in plates.stacks]
        brute = set()
        for first in range(len(text)):
            for second in range(first):
                letters = list(text)
                letters[first], letters[second] = letters[second], letters[first]
                rest = "".join(letters)
                stacks = []
                for length in lengths:
                    stacks.append(rest[:length])
                    rest = rest[length:]
                a, b, c, d = stacks
                if all(stack.startswith("B") for stack in stacks):
                    brute.add(Plates((a, b, c, d)).canonical())
        brute.discard(plates.canonical())
        assert {one.canonical() for one in near} - {plates.canonical()} == brute
        assert len({one.canonical() for one in near}) == len(near)
        for one in near:
            check_setup(one)


def test_what_is_found_is_harder_than_chance_and_proved() -> None:
    setups, burger = all_setups(onions=False), cards_of("base")["base-19"]
    found = find_hardest(setups, burger, Variant.STANDARD, most=1500, seed=1, watch=Watch())
    assert found.steps == solve(found.plates, burger).bound
    check_setup(found.plates)
    randomness = random.Random(1)
    dealt = [solve(deal(randomness, onions=False), burger).bound for _ in range(100)]
    assert found.steps > max(dealt)
    assert found.solved >= 1500
    again = find_hardest(setups, burger, Variant.STANDARD, most=1500, seed=1, watch=Watch())
    assert again == found
    at_once = find_hardest(setups, burger, Variant.STANDARD, most=1500, seed=1, watch=Watch(0))
    assert (at_once.solved, at_once.starts) == (1, 1)


def test_the_command_says_that_it_is_a_lower_bound(burger: Command) -> None:
    run = burger(*HARDEST, "--json")
    answer = run.document
    assert run.code == 3
    assert answer["status"] == "feasible"
    assert answer["of"] == len(all_setups(onions=True))
    assert answer["bound"] == most_steps(answer["burger"]) > answer["value"] == len(answer["steps"])
    state = parse_plates(answer["plates"])
    check_setup(state)
    for step, after in zip(parse_steps(" ".join(answer["steps"])), answer["states"], strict=True):
        state = apply(state, step)
        assert str(state) == after
    assert complete(state, answer["burger"])
    shown = burger(*HARDEST)
    assert shown.code == 3
    assert "A lower bound on the worst case over all 1,345,387,200 set-ups" in shown.out
    assert answer["plates"] in shown.out
    base = burger("master", "hardest", "--card", "base 7", "--limit", "0", "--json").document
    assert (base["of"], base["setups"]) == (len(all_setups(onions=False)), 1)
    assert_bad_input(burger("master", "hardest"), "missing --card")
    assert_bad_input(burger("master", "hardest", "--card", "gormet-12"), "gourmet-12")


def test_a_sample_is_the_numbers_of_its_set_ups() -> None:
    contents = contents_of("base", Variant.STANDARD)
    found = sample(contents, 90, 5, Watch())
    setups = all_setups(onions=False)
    randomness = random.Random(5)
    drawn = [setups.unrank(randomness.randrange(len(setups))) for _ in range(90)]
    for card, burger in list(contents.cards.items())[::6]:
        steps = [solve(plates, burger).bound for plates in drawn]
        one = found.cards[card]
        assert one.mean.value == pytest.approx(sum(steps) / 90)
        assert one.mean.interval == pytest.approx(mean_interval(steps))
        assert one.most == max(steps)
        assert one.hardest == str(drawn[steps.index(max(steps))])
        assert set(one.shares) == {str(number) for number in steps}
        for number, share in one.shares.items():
            hits = steps.count(int(number))
            assert share.value == pytest.approx(hits / 90)
            assert share.interval == pytest.approx(share_interval(hits, 90))
    with worker_pool(2) as executor:
        assert sample(contents, 90, 5, Watch(), executor, 2) == found
    with pytest.raises(LimitReached, match="of 90"):
        sample(contents, 90, 5, Watch(0))


def test_the_sample_command(burger: Command) -> None:
    command = ("master", "database", "sample", "--menu", "base", "--setups", "40", "--seed", "3")
    run = burger(*command, "--json")
    assert run.code == 0
    answer = run.document
    assert answer["status"] == "estimate"
    low, high = answer["interval"]
    assert low < answer["value"] < high
    assert (answer["setups"], answer["of"]) == (40, len(all_setups(onions=False)))
    shown = burger(*command).out
    assert "40 of 2,403,840 set-ups of the base menu, drawn uniformly (seed 3)" in shown
    assert f"{answer['value']:.3f} ({low:.3f} to {high:.3f})" in shown
    assert_bad_input(burger(*command[:-3], "1"), "--setups")


def hard(folder: Path) -> tuple[str, ...]:
    """A question whose first set-up (of seed 1) takes many seconds."""
    card = {"number": 1, "burger": "BPCPLLLCTPBBTOBOB"}
    menu = {"game": "master", "kind": "menu", "name": "hard", "provenance": "invented"}
    path = folder / "hard.json"
    path.write_text(json.dumps({**menu, "cards": [card]}))
    return ("hardest", "--menu", str(path), "--card", "hard-1", "--variant", "beginner")


def test_a_limit_before_the_first_number_is_told(burger: Command, tmp_path: Path) -> None:
    run = burger("master", *hard(tmp_path), "--limit", "0")
    assert (run.code, run.err) == (
        3,
        "error: the limit was reached before a single set-up was solved\n",
    )
    sample = ("--setups", "200", "--menu", "base", "--limit", "0")
    run = burger("master", "database", "sample", *sample)
    assert run.code == 3
    assert "draw fewer" in run.err


def test_an_interrupt_is_seen_in_the_middle_of_a_hard_set_up(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cli.main", "master", *hard(tmp_path)]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with pytest.raises(subprocess.TimeoutExpired):
        run.communicate(timeout=4)
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=30)
    assert (run.returncode, out, err.splitlines()[-1]) == (130, b"", b"interrupted")
