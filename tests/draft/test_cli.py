"""The commands as a person runs them: every command of the group, and bad input."""

from __future__ import annotations

import json
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import cli.main
from tests.conftest import Command, Run, assert_bad_input


def test_deck_and_score(burger: Command) -> None:
    deck = burger("draft", "deck", "--json").document
    assert deck["value"] == 60
    assert deck["provenance"] == "reconstruction"
    drawn = burger("draft", "deck")
    assert drawn.code == 0
    assert "4 each time: 2 green" not in drawn.out
    assert "each time: 2 green" in drawn.out
    score = burger("draft", "score", "bun,beef:3,cheddar,chili,s13,s14,s07", "--json").document
    assert score["question"] == "draft.score"
    assert score["status"] == "optimal"
    assert score["board"] == "bun beef:3 cheddar chili s07 s13 s14"
    # 5 for two meat, 5 for bun and meat, 9 for bun, meat and cheese, 2 printed.
    assert score["value"] == 5 + 5 + 9 + 2
    assert [line["points"] for line in score["scoring"]] == [5, 5, 9]
    assert score["scoring"][2]["by"] == [
        {"need": "1 bun", "ingredients": ["bun"]},
        {"need": "1 meat", "ingredients": ["beef"]},
        {"need": "1 cheese", "ingredients": ["cheddar"]},
    ]
    assert score["printed_on"] == {"chili": 2}


def test_choose_from_standard_input_and_a_file(burger: Command, tmp_path: Path) -> None:
    (tmp_path / "board.json").write_text('{"bun": 2, "beef": 2, "chili": 1, "wasabi": 1}')
    answer = burger(
        "draft", "choose", "board.json", "--from", "-", "--json", stdin="s13 s14\ns16,s24\n"
    ).document
    assert answer["chosen"] == ["s13", "s16"]
    assert answer["gain"] == 18
    assert answer["value"] == 22
    everything = burger("draft", "choose", "board.json", "--from", "all", "--json").document
    assert len(everything["chosen"]) == 6
    worth = [line["points"] for line in everything["pool"]]
    assert everything["gain"] == sum(sorted(worth)[-6:])


def test_maximise_by_both_methods_and_score_again(burger: Command) -> None:
    pool = "beef/s19,beef/s29,bun/s13,egg,wasabi,s25/bacon,chicken/s25,salami/s06"
    found = burger("draft", "maximise", "--from", pool, "--cards", "5", "--json").document
    other = burger(
        "draft", "maximise", "--from", pool, "--cards", "5", "--method", "cp-sat", "--json"
    ).document
    assert found["status"] == other["status"] == "optimal"
    assert found["value"] == other["value"]
    for answer in (found, other):
        again = burger("draft", "score", "-", "--json", stdin=json.dumps(answer)).document
        assert again["value"] == answer["value"]


def test_maximise_the_whole_deck_and_a_limit(burger: Command) -> None:
    best = burger("draft", "maximise", "--from", "all", "--json").document
    assert best["status"] == "optimal"
    assert best["cards"] == 12
    cut = burger("draft", "maximise", "--from", "all", "--cards", "40", "--limit", "0", "--json")
    assert cut.code == 3
    assert cut.document["status"] == "feasible"
    assert cut.document["bound"] > cut.document["value"] > 0


def test_record_as_a_table_and_as_a_picture(burger: Command, tmp_path: Path) -> None:
    run = burger("draft", "record", "--cards", "12", "-o", "record.svg")
    assert run.code == 0
    assert "proved" in run.out
    picture = ET.fromstring((tmp_path / "record.svg").read_text())
    titles = [one.text for one in picture.iter("{http://www.w3.org/2000/svg}title")]
    assert len(titles) == 12
    best = burger("draft", "maximise", "--from", "all", "--json").document["value"]
    assert any(f"12 cards, {best} points" in str(title) for title in titles)


def test_next_exact_and_estimated(burger: Command) -> None:
    exact = burger(
        "draft", "next", "beef", "s07", "s13", "--hand", "s12,bacon,s20,egg,bun", "--turns", "0",
        "--json",
    ).document  # fmt: skip
    # Bacon makes two meat (5), a bun makes bun and meat (5), an egg prints 3.
    assert exact["status"] == "optimal"
    assert exact["value"] == 5
    estimate = [
        burger(
            "draft", "next", "beef,s07", "--hand", "bun,beef,s13,s14,chili,lettuce",
            "--completions", "3", "--turns", "1", "--json",
        ).document
        for _ in range(2)
    ]  # fmt: skip
    assert estimate[0]["status"] == "estimate"
    assert estimate[0]["choices"] == estimate[1]["choices"]


def test_play_and_hindsight(burger: Command, tmp_path: Path) -> None:
    run = burger(
        "draft", "play", "--players", "2", "--seed", "1", "--strengths", "random,greedy",
        "-o", "game.json",
    )  # fmt: skip
    assert run.code == 0
    assert "wins" in run.out or "share" in run.out
    log = json.loads((tmp_path / "game.json").read_text())
    looked = burger("draft", "hindsight", "game.json", "--json").document
    assert [one["scored"] for one in looked["players"]] == log["scores"]
    assert all(one["best"] >= one["scored"] for one in looked["players"])
    # The better game is a game: its log is right, and in it nothing is better for that player.
    first = looked["players"][0]
    scores = {**log, "actions": first["actions"], "scores": []}
    wrong = burger("draft", "hindsight", "-", stdin=json.dumps(scores))
    assert_bad_input(wrong, "the scores are")
    log["actions"][3] = "p2:beef.9"
    assert_bad_input(burger("draft", "hindsight", "-", stdin=json.dumps(log)), "action 4")


def test_the_same_seed_is_the_same_game(burger: Command) -> None:
    games = [
        burger("draft", "play", "--seed", seed, "--json").document["log"]
        for seed in ("5", "5", "6")
    ]
    assert games[0] == games[1]
    assert games[0]["actions"] != games[2]["actions"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("score",), ("missing BOARD",)),
        (("score", "s01", "s01"), ("s01 is there 2 times",)),
        (("score", "s01,s02,s03,s04,s05,s06,s07"), ("7 scoring cards", "at most 6")),
        (("score", "beef/s19,s19/beef"), ("beef/s19 is used on both sides",)),
        (("score", "beff"), ("unknown face 'beff'", "card 1", "beef")),
        (("score", ""), ("an empty text", "none for an empty board")),
        (("choose", " ", "--from", "all"), ("an empty text", "none for an empty board")),
        (("score", '{"board": null}'), ("'null' as the board", "beef:2,s01")),
        (("score", '["bun",3]'), ("'3'", "card 2", '["beef:2", "s01"]')),
        (("score", "bun:1000000000"), ("no number of cards", "1 to 240")),
        (("score", "9" * 2000 + "bun"), ("unreadable card", "such as beef")),
        (("maximise", "--from", "all", "--cards", "61"), ("61 cards", "at most 60")),
        (("hindsight", '{"a": 1}'), ("unknown field a", "draft play -o")),
        (("hindsight", "{"), ("no JSON", "draft play -o")),
        (("score", "none.json"), ("cannot read the file", "none.json")),
        (("choose", "-", "--from", "-"), ("both read -",)),
        (("maximise", "--from", "all", "--cards", "0"), ("--cards",)),
        (("maximise", "--from", "beef"), ("several cards have beef", "beef/s15")),
        (("record", "--cards", "61"), ("at most 60",)),
        (("record", "-o", "x.png"), ("x.png", ".svg")),
        (("next", "beef", "--hand", "bun", "beef"), ("a hand of 1",)),
        (
            ("next", "beef", "--hand", "bun", "--players", "3", "--others", "?"),
            ("1 other board with 3 players", "2, with +"),
        ),
        (("hindsight", "what"), ("no log", "draft play -o")),
        (("play", "--players", "1"), ("--players",)),
        (("play", "--strengths", "genius"), ("random or greedy or farsighted",)),
    ],
)
def test_bad_input(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], says: tuple[str, ...]
) -> None:
    code = cli.main.run(["draft", *arguments])
    written = capsys.readouterr()
    assert_bad_input(Run(code, written.out, written.err), *says)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"count": 0, "of": ["green"]}, "needs[0].count"),
        ({"count": 2, "of": ["blue"]}, "blue"),
    ],
)
def test_bad_decks(burger: Command, tmp_path: Path, change: dict[str, object], says: str) -> None:
    deck = json.loads(burger("data", "show", "draft/deck").out)
    deck["scoring"][0]["needs"][0] = change
    (tmp_path / "mine.json").write_text(json.dumps(deck))
    assert_bad_input(burger("draft", "score", "beef", "--deck", "mine.json"), "mine.json", says)
    assert_bad_input(burger("data", "check", "mine.json"), says)


def test_what_is_no_deck_is_told_what_a_deck_is(here: Command, tmp_path: Path) -> None:
    deck = json.loads(here("data", "show", "draft/deck").out)
    deck["ingredients"][0]["name"] = "Bun!"
    (tmp_path / "name.json").write_text(json.dumps(deck))
    assert_bad_input(here("draft", "score", "s01", "--deck", "name.json"), "a lower-case letter")
    deck["ingredients"][0]["name"] = "none"
    (tmp_path / "none.json").write_text(json.dumps(deck))
    assert_bad_input(here("draft", "score", "s01", "--deck", "none.json"), "a face called none")
    (tmp_path / "slam.json").write_text(json.dumps({**deck, "game": "slam"}))
    (tmp_path / "text.json").write_text("hello")
    for name in ("slam.json", "text.json"):
        assert_bad_input(
            here("draft", "score", "s01", "--deck", name), name, "burger data show draft/deck"
        )


def test_a_limit_is_kept_roughly_and_answered(here: Command) -> None:
    hand = "bun,beef,s13,s14,chili,lettuce"
    cut = here("draft", "next", "", "--hand", hand, "--limit", "0", "--json")
    assert cut.code == 3
    assert cut.document["status"] == "feasible"
    assert cut.document["value"] is None
    assert cut.document["choices"] == []
    shown = here("draft", "next", "none", "--hand", hand, "--limit", "0")
    assert shown.code == 3
    assert "before there was an estimate" in shown.out
    record = here("draft", "record", "--cards", "40", "--limit", "0", "--json").document
    points = [row["points"] for row in record["rows"]]
    assert points == sorted(points)
    assert all(row["bound"] >= row["points"] for row in record["rows"])
    # Small pieces for each row and split, not 50,000 states for each.
    assert record["work"]["nodes"] < 40 * 7 * 2_000
    best = here(
        "draft", "maximise", "--from", "all", "--cards", "30", "--method", "cp-sat", "--limit", "0",
        "--json",
    )  # fmt: skip
    assert best.code == 3
    assert best.document["work"]["nodes"] == 0
    proved = here("draft", "maximise", "--from", "all", "--cards", "30", "--json").document["value"]
    assert best.document["value"] <= proved <= best.document["bound"]


def test_hindsight_is_the_same_each_time_and_keeps_a_limit(here: Command) -> None:
    here("draft", "play", "--players", "3", "--seed", "3", "-o", "game.json")
    answers = [here("draft", "hindsight", "game.json", "--json").document for _ in range(2)]
    nodes = [answer.pop("work")["nodes"] for answer in answers]
    assert answers[0] == answers[1]
    assert nodes[0] == nodes[1]
    cut = here("draft", "hindsight", "game.json", "--limit", "0", "--json")
    assert cut.code == 3
    for some, whole in zip(cut.document["players"], answers[0]["players"], strict=True):
        assert some["best"] == some["scored"] <= whole["best"] <= some["bound"]
    shown = here("draft", "hindsight", "game.json", "--limit", "0").out
    assert "[" not in shown
    assert "limit reached" in shown


def test_requests_have_json_but_name_no_files(here: Command, tmp_path: Path) -> None:
    here("draft", "play", "--players", "2", "--seed", "1", "-o", "game.json")
    log = json.loads((tmp_path / "game.json").read_text())
    asked: list[dict[str, object]] = [
        {"question": "draft.score", "board": ["bun", "beef:2"]},
        {"question": "draft.score", "board": {"bun": 1, "beef": 2}},
        {"question": "draft.maximise", "from": ["beef/s19", "egg"], "cards": 2},
        {"question": "draft.choose", "board": {"bun": 1}, "from": ["s13"]},
        {"question": "draft.hindsight", "log": log, "limit": 0},
        {"question": "draft.next", "hand": ["s12", "bacon", "s20", "egg", "bun"], "turns": 0},
        {"question": "draft.hindsight", "log": "game.json"},
        {"question": "draft.score", "board": "game.json"},
        {"question": "draft.score", "board": 3},
    ]
    (tmp_path / "asked.jsonl").write_text("\n".join(map(json.dumps, asked)))
    answers = [json.loads(line) for line in here("batch", "asked.jsonl").out.splitlines()]
    assert [answer["question"] for answer in answers[:6]] == [one["question"] for one in asked[:6]]
    assert answers[0]["board"] == answers[1]["board"] == "bun beef:2"
    assert [one["scored"] for one in answers[4]["players"]] == log["scores"]
    assert "in a request document the log itself" in answers[6]["error"]
    assert "not a file's name" in answers[7]["error"]
    assert "expected text or an object {…} or a list […]" in answers[8]["error"]


def test_empty_and_full_boards_are_said(here: Command) -> None:
    assert here("draft", "score", "none", "--json").document["value"] == 0
    full = here("draft", "choose", "s01,s02,s03,s04,s05,s06,bun", "--from", "all")
    assert full.code == 0
    assert "The board is full" in full.out
    assert "is full" not in here("draft", "choose", "bun", "--from", "all").out


def test_simple_questions_load_no_search() -> None:
    code = (
        "import sys; from cli.main import run; run(['draft', 'score', 'beef']);"
        "sys.exit(any(name in sys.modules for name in ('numba', 'ortools')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr
