"""Simulated challengers, logs and their referee, also through the real command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.batch import answer_lines
from solver.errors import InvalidInput
from solver.game import Log, referee
from solver.master import requests
from solver.master.logs import set_up_of
from solver.master.notation import parse_plates
from solver.master.play_answers import PlayAnswer, play
from solver.master.players import missing_neighbours, parse_skills
from solver.master.proof.search import solve
from solver.master.rules import Variant
from solver.watch import Watch
from tests.conftest import Command, assert_bad_input

GAME = ("master", "play", "--players", "3", "--seed", "1", "--skill", "2,4,6")


def played(**options: Any) -> PlayAnswer:
    return play(requests.Play(**options), Watch())


@settings(max_examples=8)
@given(
    st.integers(0, 2**53),
    st.integers(2, 6),
    st.integers(0, 8),
    st.sampled_from(["base", "gourmet", "all"]),
    st.sampled_from([Variant.STANDARD, Variant.BEGINNER]),
    st.sampled_from([1.0, 20.0, 60.0]),
)
def test_any_seed_ends_and_its_log_plays_again_to_the_same_scores(
    seed: int, players: int, skill: int, menu: str, variant: Variant, hourglass: float
) -> None:
    options = {"seed": seed, "players": players, "skill": str(skill), "menu": menu}
    answer = played(**options, variant=variant, hourglass=hourglass)
    log = msgspec.json.decode(msgspec.json.encode(answer.log), type=Log)
    verdict = referee(log, lambda log: set_up_of(log).begin())
    assert verdict.right, verdict
    assert answer.fries[answer.value - 1] == 5
    assert answer.fries == answer.log.scores == answer.rounds[-1].fries
    again = played(**options, variant=variant, hourglass=hourglass)
    assert (again.log, again.rounds) == (answer.log, answer.rounds)


def test_challengers_who_see_everything_declare_the_fewest_and_keep_it() -> None:
    answer = played(seed=3, players=3, skill="20")
    for one in answer.rounds:
        assert [steps for _, steps, _ in one.declared] == [one.fewest]
        assert one.fewest == len(one.steps)
        assert one.fewest == len(solve(parse_plates(one.plates), one.burger).steps or [])


def test_who_sees_further_wins_more_often() -> None:
    won = [played(seed=seed, players=3, skill="1,1,5").value for seed in range(9)]
    assert won.count(3) > 5


def test_a_short_hourglass_leaves_no_time_to_cook() -> None:
    answer = played(seed=1, players=3, skill="5", hourglass=0.5)
    assert {one.outcome.value for one in answer.rounds} == {"out of time"}
    assert all(len(one.declared) == 1 for one in answer.rounds)


def test_neighbours_by_eye() -> None:
    assert missing_neighbours(parse_plates("BPTTB/-/-/-"), "BPTTB") == 0
    assert missing_neighbours(parse_plates("TTPB/B/-/-"), "BPTTB") == 1
    assert missing_neighbours(parse_plates("B/P/T/T"), "BPTTB") == 4


@pytest.mark.parametrize("text", ["", "two", "-1", "21", "1,2", "4,4,4,4", "1.5", "٣"])
def test_skills_that_are_none(text: str) -> None:
    with pytest.raises(InvalidInput, match="skill"):
        parse_skills(text, 3)


def test_play_shows_its_rounds_and_its_log_is_right(
    burger: Command, here: Command, tmp_path: Path
) -> None:
    shown = burger(*GAME, "-o", "game.json")
    assert shown.code == 0
    assert "is the Hamburger Specialist after" in shown.out
    assert "Set-up: BCPCL/BTPLC/BLTBTP/B" in shown.out
    answer = here(*GAME, "--json").document
    assert answer["log"] == json.loads((tmp_path / "game.json").read_text())
    for one in answer["rounds"]:
        assert one["card"] in shown.out
    dealt = here("master", "deal", "--menu", "base", "--seed", "1", "--json").document
    assert answer["plates"] == dealt["value"]

    verdict = burger("master", "verify-log", "game.json")
    assert verdict.code == 0
    assert f"player {answer['value']} wins" in verdict.out
    (tmp_path / "answer.json").write_text(json.dumps(answer))
    again = here("master", "verify-log", "answer.json", "--json")
    assert (again.code, again.document["value"]) == (0, True)
    assert again.document["winner"] == answer["value"]


def test_play_draws_a_seed_and_tells_it(here: Command) -> None:
    answer = here("master", "play", "--json").document
    again = here("master", "play", "--seed", str(answer["seed"]), "--json").document
    assert again["log"] == answer["log"]
    assert len(answer["skills"]) == 4


def test_a_limit_ends_a_game_without_a_log(here: Command, tmp_path: Path) -> None:
    run = here(*GAME, "--limit", "0", "-o", "game.json")
    assert (run.code, run.out) == (3, "")
    assert list(tmp_path.iterdir()) == []


def test_competent_plays_both_menus(here: Command) -> None:
    answer = here("master", "play", "--variant", "competent", "--seed", "2", "--json").document
    assert answer["menu"] == "all"
    assert "O" in answer["plates"]


#: A game as people may have written it down: two players, real cards and plates.
REAL: dict[str, Any] = {
    "game": "master",
    "players": 2,
    "seed": 0,
    "deck": "base",
    "options": {
        "hourglass": 30,
        "plates": "BPTTBC/BPLCL/BPTCL/B",
        "cards": ["base-07", "base-01", "base-02", "base-03", "base-04"],
    },
    "actions": [
        *("1:3", "2:1@29.5", "time", "m1:1-4"),
        *("1:0", "time", "1:0", "time", "1:0", "time", "1:0", "time"),
    ],
    "scores": [0, 5],
}


def changed(path: str, value: Any) -> dict[str, Any]:
    """The game with one place changed: ``actions 3`` or ``options hourglass``."""
    document = json.loads(json.dumps(REAL))
    place: Any = document
    *way, last = path.split()
    for key in way:
        place = place[key]
    place[int(last) if isinstance(place, list) else last] = value
    return dict(document)


def judged(here: Command, tmp_path: Path, document: Any) -> Any:
    (tmp_path / "log.json").write_text(json.dumps(document))
    run = here("master", "verify-log", "log.json", "--json")
    assert run.code == (0 if run.document["value"] else 1)
    shown = here("master", "verify-log", "log.json")
    assert shown.code == run.code
    assert run.document["why"] in shown.out
    return run.document


def test_a_real_game_is_refereed(here: Command, tmp_path: Path) -> None:
    answer = judged(here, tmp_path, REAL)
    assert (answer["value"], answer["winner"], answer["rounds"]) == (True, 2, 5)


@pytest.mark.parametrize(
    ("path", "value", "action", "why"),
    [
        ("actions 1", "2:3", 2, "3 is not lower than 3"),
        ("actions 1", "1:2", 2, "player 1 has declared in this round"),
        ("actions 1", "2:1@30", 2, "the hourglass has run out"),
        ("actions 1", "3:1", 2, "there is no player 3"),
        ("actions 2", "m1:1-4", 3, "declarations are still open"),
        ("actions 3", "m9:1-4", 4, "9 ingredients cannot be lifted"),
        ("actions 3", "2:0", 4, "declarations are closed"),
        ("actions 4", "time", 5, "only after the first declaration"),
        ("actions 0", "hello", 1, "no action"),
        ("options hourglass", 20, 2, "the hourglass has run out"),
        ("actions", [*REAL["actions"], "1:3"], 13, "the game is over already"),
        ("actions", REAL["actions"][:-1], None, "the log ends before the game does"),
        ("scores", [5, 0], None, "the scores are [0, 5], not [5, 0]"),
        ("players", 7, None, "the set-up: 7 players"),
        ("options plates", "BPTTBC/BPLCL/BPTCB/L", None, "plate 4 has no Bun"),
        ("options cards", ["base-07", "base-07"], None, "base-07 turned up twice"),
    ],
)
def test_the_referee_names_the_first_violation(
    here: Command, tmp_path: Path, path: str, value: Any, action: int | None, why: str
) -> None:
    answer = judged(here, tmp_path, changed(path, value))
    assert answer["value"] is False
    assert answer["action"] == action
    assert why in answer["why"]
    assert answer["text"] == (
        None if action is None else changed(path, value)["actions"][action - 1]
    )


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("game", "slam", "a log of the game 'slam'"),
        ("options colour", "red", "colour"),
        ("options hourglass", -1, "options"),
        ("options variant", "expert", "expert"),
        ("options cards", ["base-77"], "base-77"),
        ("options plates", "B/B", "2 plates"),
        ("deck", "nowhere.json", "nowhere.json"),
        ("actions", "time", "no log"),
        ("scores", None, "no log"),
        ("extra", 1, "extra"),
    ],
)
def test_what_is_no_log_is_bad_input(
    here: Command, tmp_path: Path, path: str, value: Any, says: str
) -> None:
    (tmp_path / "log.json").write_text(json.dumps(changed(path, value)))
    assert_bad_input(here("master", "verify-log", "log.json"), says)


@pytest.mark.parametrize("content", ["", "{", "[]", "7", '{"question": "master.play"}'])
def test_files_that_are_no_log(here: Command, tmp_path: Path, content: str) -> None:
    (tmp_path / "log.json").write_text(content)
    assert_bad_input(here("master", "verify-log", "log.json"), "log.json")


BAD = [
    (["play", "--players", "1"], ["1 player ", "2 to 6"]),
    (["play", "--players", "9"], ["9 players"]),
    (["play", "--players", "many"], ["'many'"]),
    (["play", "--skill", "good"], ["'good'", "0 to 20"]),
    (["play", "--skill", "1,2"], ["2 skills for 4 players"]),
    (["play", "--menu", "lunch"], ["'lunch'"]),
    (["play", "--menu", "base", "--variant", "competent"], ["competent", "expected all"]),
    (["play", "--hourglass", "0"], ["--hourglass"]),
    (["play", "--hourglass", "nan"], ["hourglass"]),
    (["play", "--seed", "-1"], ["--seed"]),
    (["play", "-o", "nowhere/log.json"], ["cannot write"]),
    (["verify-log"], ["missing LOG"]),
    (["verify-log", "nothing.json"], ["no such file", "nothing.json"]),
]


@pytest.mark.parametrize(("arguments", "says"), BAD)
def test_bad_input_is_one_clear_line(here: Command, arguments: list[str], says: list[str]) -> None:
    assert_bad_input(here("master", *arguments), *says)


def test_a_batch_plays_too() -> None:
    line = b'{"question": "master.play", "seed": 1, "players": 2, "skill": "3"}\n'
    (answer,) = answer_lines([line], None, 1)
    assert answer["question"] == "master.play"
    assert answer["fries"][answer["value"] - 1] == 5


@pytest.mark.parametrize("game", ["master", "slam", "draft", "super", "battle"])
def test_a_log_on_standard_output_is_alone_there(here: Command, game: str) -> None:
    log = here(game, "play", "--players", "2", "--seed", "1", "-o", "-").document
    assert log["actions"]
    run = here(game, "play", "--players", "2", "--seed", "1", "-o", "-", "--json")
    assert_bad_input(run, "standard output")
