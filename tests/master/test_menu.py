"""The menus: counts and rulings, the schema, an owner's own cards, and `burger data`."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import data
from solver.decks import deck_names
from solver.errors import InvalidInput
from solver.master.menu import Menu, built_in, cards_of, check_menu, find_card, menu_schema
from solver.master.rules import BOX
from tests.conftest import Command, assert_bad_input


def test_forty_cards_no_two_alike_none_more_than_the_box_holds() -> None:
    cards = cards_of("all")
    assert len(cards) == len(set(cards.values())) == 40
    assert list(cards_of("base")) == [f"base-{number:02d}" for number in range(1, 21)]
    assert list(cards_of("gourmet")) == [f"gourmet-{number:02d}" for number in range(1, 21)]
    for burger in cards.values():
        assert not Counter(burger) - Counter(BOX)
        assert burger[0] == burger[-1] == "B"


def test_sizes_by_the_rulings() -> None:
    for burger in cards_of("base").values():
        assert len(burger) - 2 in (3, 4)
        assert "O" not in burger
        assert "B" not in burger[1:-1]
    for burger in cards_of("gourmet").values():
        assert 4 <= len(burger) - 2 <= 6


def test_the_first_ten_base_cards_are_the_easier_ones() -> None:
    sizes = [len(burger) for burger in cards_of("base").values()]
    assert max(sizes[:10]) <= min(sizes[10:])


@pytest.mark.parametrize("name", ["base", "gourmet"])
def test_they_say_that_they_are_reconstructions(name: str) -> None:
    assert built_in(name).provenance == "reconstruction"
    assert "not the published" in built_in(name).note


def test_the_schema_is_that_of_the_class() -> None:
    assert json.loads(data.read("master/menu.schema.json")) == menu_schema()


@pytest.mark.parametrize("typed", ["base-07", "BASE-7", " Base 07 ", "base_7", "base7", "base-007"])
def test_card_names_are_read_kindly(typed: str) -> None:
    assert find_card(typed, "all") == ("base-07", cards_of("base")["base-07"])


def test_a_bare_number_is_enough_on_a_single_menu() -> None:
    assert find_card("7", "base") == ("base-07", cards_of("base")["base-07"])
    with pytest.raises(InvalidInput, match="unknown card"):
        find_card("7", "all")


@given(st.text(max_size=20))
def test_any_card_name_is_found_or_refused(name: str) -> None:
    try:
        assert find_card(name, "all")[0] in cards_of("all")
    except InvalidInput as error:
        assert "card" in error.where


def own(**changes: Any) -> dict[str, Any]:
    menu: dict[str, Any] = json.loads(data.read("master/menu-base.json"))
    return {**menu, **changes}


def cards(*burgers: str) -> list[dict[str, Any]]:
    return [{"number": number, "burger": burger} for number, burger in enumerate(burgers, 1)]


def test_an_owner_s_menu_is_checked_and_used(burger: Command, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(own(name="mine", provenance="own copy", cards=cards("BPB", "BCCB"))))
    done = burger("data", "check", "mine.json")
    assert done.code == 0
    assert "2 cards, provenance: own copy" in done.out
    solved = burger(
        "master",
        "solve",
        "--menu",
        "mine.json",
        "--card",
        "mine-1",
        "--plates",
        "B/PB/-/-",
        "--json",
    )
    assert solved.document["value"] == 1
    assert solved.document["card"] == "mine-01"


WRONG = [
    (own(cards=cards("BPCB")), "3 to 4"),
    (own(name="mine", cards=cards("BPB", "BPB")), "the same burger as card 1"),
    (own(name="mine", cards=cards("BPPPPB")), "4 of P"),
    (own(name="mine", cards=cards("BXB")), "unknown ingredient 'X'"),
    (own(name="mine", cards=cards("PCB")), "a Bun below and on top"),
    (own(name="mine", cards=[*cards("BPB"), {"number": 1, "burger": "BCB"}]), "a second card 1"),
    (own(name="mine", cards=[]), "of length at least 1"),
    (own(name="Mine!"), "matching regex"),
    (own(cards=own()["cards"][:19]), "20, numbered 1 to 20"),
    (own(provenance="published"), "provenance"),
    (own(colour="red"), "unknown field colour"),
    (own(kind="deck"), "no deck or menu"),
    (own(name="gourmet"), "4 to 6"),
    ({"game": "master", "kind": "menu"}, "missing required field name"),
    ([], "no deck or menu"),
    (1, "no deck or menu"),
]


@pytest.mark.parametrize(("document", "says"), WRONG)
def test_a_menu_that_is_not_right(
    document: Any, says: str, burger: Command, tmp_path: Path
) -> None:
    (tmp_path / "mine.json").write_text(json.dumps(document))
    assert_bad_input(burger("data", "check", "mine.json"), says, "mine.json")


def test_base_menus_have_no_onion_and_no_bun_in_the_middle() -> None:
    for face in ("BPOCB", "BPBCB"):
        menu = msgspec.convert(own(cards=cards(face)), Menu)
        with pytest.raises(InvalidInput, match=face):
            check_menu(menu, "file")


def test_files_that_are_no_menus(burger: Command, tmp_path: Path) -> None:
    (tmp_path / "empty.json").write_text("")
    (tmp_path / "half.json").write_text('{"game":')
    (tmp_path / "binary.json").write_bytes(bytes(range(256)))
    (tmp_path / "deep.json").write_text("[" * 100_000)
    with (tmp_path / "huge.json").open("wb") as file:
        file.truncate(2 * 1024**3)
    assert_bad_input(burger("data", "check", "empty.json"), "an empty file")
    assert_bad_input(burger("data", "check", "half.json"), "no JSON")
    assert_bad_input(burger("data", "check", "binary.json"), "no text")
    assert_bad_input(burger("data", "check", "deep.json"), "no JSON")
    assert_bad_input(burger("data", "check", "huge.json"), "2,147,483,648 bytes", "at most")
    assert_bad_input(burger("data", "check", "nowhere.json"), "no such file")
    assert_bad_input(burger("data", "check", "."), "not a file")
    assert_bad_input(burger("data", "check", "/dev/zero"), "not a file")


def test_list_and_show(burger: Command) -> None:
    listed = burger("data", "list").out.split()
    assert listed == deck_names()
    assert "master/menu-base.json" in listed
    assert json.loads(burger("data", "show", "master/menu-base").out) == own()
    assert_bad_input(burger("data", "show", "nothing"), "no deck called 'nothing'")
