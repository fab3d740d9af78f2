"""Decks are read as the notation is: any case, letters in any order, in UTF-8 or UTF-16."""

from __future__ import annotations

from pathlib import Path

import pytest

import data
from tests.conftest import Command, assert_bad_input

#: A deck that comes along -> what is written otherwise in it, and how.
OTHERWISE = {
    "slam/deck.json": ('"CP"', '"pc"'),
    "master/menu-base.json": ('"BTCPB"', '"b t c p b"'),
    "superburger/deck.json": ('"rCU"', '"Red Cucumber"'),
    "battle/deck.json": ('"BMLTO"', '"otl mb"'),
    "draft/deck.json": ('"beef/s19"', '"Beef/S19"'),
}


@pytest.mark.parametrize("name", OTHERWISE)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_deck_in_another_hand(here: Command, tmp_path: Path, name: str, encoding: str) -> None:
    text = data.read(name).decode()
    canonical, other = OTHERWISE[name]
    assert canonical in text
    mark = "\ufeff" if encoding[-2:] in ("le", "be") else ""
    (tmp_path / "mine.json").write_bytes((mark + text.replace(canonical, other)).encode(encoding))
    run = here("data", "check", "mine.json")
    assert (run.code, run.err) == (0, ""), run


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_requests_and_texts_in_other_encodings(
    here: Command, tmp_path: Path, encoding: str
) -> None:
    line = '{"question": "slam.check", "pile": "PP", "call": "big"}\n'
    (tmp_path / "in.jsonl").write_bytes((line * 3).encode(encoding))
    run = here("batch", "in.jsonl", "-o", "-")
    assert run.code == 0
    assert run.out.count('"value":false') == 3


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["super", "close", "hand 1: rBN / hand 2: ?7 / table: rBN / deck:10000000"], "?10000000"),
        (["super", "close", "hand 1: rBN / hand 2: ?999999999 / table: rBN / deck: ?5"], "unseen cards"),
        (["battle", "win-now", "burger:cheese have:BM deck:10000000"], "as many as are left"),
        (["slam", "odds", "?999999999 PP", "--call", "big"], "999,999,999 forgotten cards"),
    ],
)  # fmt: skip
def test_numbers_out_of_all_proportion(here: Command, arguments: list[str], says: str) -> None:
    assert_bad_input(here(*arguments), says)


def test_a_key_of_another_question_is_answered_with_those_there_are(
    here: Command, tmp_path: Path
) -> None:
    (tmp_path / "in.jsonl").write_text('{"question": "slam.order", "pile": "PP", "call": "big"}')
    assert "cards" in here("batch", "in.jsonl").out.partition("expected")[2]
