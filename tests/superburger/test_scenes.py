"""Each hot card at the table, alone and in pairs: what stood there, one action, what stands there."""

from __future__ import annotations

import pytest

from solver.errors import InvalidInput
from solver.superburger.actions import apply, legal_actions, parse_action
from solver.superburger.deck import built_in
from solver.superburger.game import SuperBurger
from solver.superburger.state import Phase, State
from solver.superburger.table import format_table, parse_table

TWO = "hand 1: {} / hand 2: yCU yLE / table: rBN rCU / {}"
THREE = "hand 1: {} / hand 2: yCU yLE / hand 3: gCU gLE / table: rBN rCU / {}"
FOUR = "hand 1: {} / hand 2: yCU yLE / hand 3: gCU gLE / hand 4: bCU bLE / table: rBN rCU / {}"


def table(text: str) -> State:
    return parse_table(text, built_in()).state()


def after(text: str, *actions: str) -> State:
    game = SuperBurger(table(text))
    for action in actions:
        game = game.apply(action)
    return game.state


def legal(text: str) -> list[str]:
    return [str(action) for action in legal_actions(table(text))]


def burgers(state: State) -> list[list[str]]:
    return [[" ".join(one.everything()) for one in own] for own in state.burgers]


# Onion.


def test_onion_skips_the_next() -> None:
    state = after(FOUR.format("rON rTO", ""), "play rON")
    assert state.turn == 2


def test_two_onions_skip_two() -> None:
    state = after(FOUR.format("rON gON rTO", ""), "play rON gON")
    assert state.turn == 3


def test_two_onions_of_three_players_come_back() -> None:
    assert after(THREE.format("rON gON rTO", ""), "play rON gON").turn == 0


def test_onion_of_two_players_is_one_more_turn() -> None:
    state = after(TWO.format("rON rTO rLE", ""), "play rON")
    assert (state.turn, state.extra) == (0, 0)
    assert after(TWO.format("rON rTO rLE", ""), "play rON", "play rTO").turn == 1


def test_two_onions_of_two_players_are_two_more_turns() -> None:
    text = TWO.format("rON gON gTO gLE gEG", "deck: bBN")
    assert after(text, "play rON gON").turn == 0
    assert after(text, "play rON gON", "play gTO").turn == 0
    assert after(text, "play rON gON", "play gTO", "play gLE").turn == 1


def test_onion_while_a_fly_eats() -> None:
    """Who is skipped keeps their filling that round; the fly eats when their turn comes."""
    text = THREE.format("rON rTO", "burger 2: rBN rEG rBN rFL / burger 3: gBN gEG gBN gFL")
    state = after(text, "play rON")
    assert burgers(state)[1] == ["rBN rEG rBN rFL"]
    assert burgers(state)[2] == ["gBN gEG gFL"]


# Sauce.


def test_sauce_turns_round() -> None:
    state = after(FOUR.format("rSC rTO", ""), "play rSC")
    assert (state.turn, state.direction) == (3, -1)
    assert after(FOUR.format("rSC rTO", "reversed"), "play rSC").turn == 1


def test_two_sauces_turn_round_twice() -> None:
    state = after(FOUR.format("rSC bSC rTO", ""), "play rSC bSC")
    assert (state.turn, state.direction) == (1, 1)


def test_sauce_of_two_players_is_one_more_turn() -> None:
    assert after(TWO.format("rSC rTO", ""), "play rSC").turn == 0


# Patty and double patty.


@pytest.mark.parametrize(
    ("cards", "action", "drawn"),
    [
        ("rPA rTO", "play rPA", 1),
        ("rDP rTO", "play rDP", 2),
        ("rPA gPA rTO", "play rPA gPA", 2),
        ("rDP gDP rTO", "play rDP gDP", 4),
    ],
)
def test_patties_draw(cards: str, action: str, drawn: int) -> None:
    state = after(TWO.format(cards, "deck: bTO bON bEG bLE bCH"), action)
    assert len(state.hands[0]) == 1 + drawn
    assert len(state.deck) == 5 - drawn


def test_patty_as_last_card_takes_one_not_seven() -> None:
    state = after(TWO.format("rPA", "deck: bTO bON bEG bLE bCH bPI bBA bSL"), "play rPA")
    assert state.hands[0] == ("bTO",)


def test_patty_takes_what_there_is() -> None:
    assert after(TWO.format("rDP rTO", "deck: bTO"), "play rDP").hands[0] == ("rTO", "bTO")


# Salt, alone and with flies.

SALT = THREE.format("rSL gSL rTO", "burger 1: rBN rEG rBN gFL / burger 3: gBN gEG gPI gBN rFL bFL")


def test_salt_swaps_or_not() -> None:
    assert "play rSL" in legal(SALT)
    assert burgers(after(SALT, "play rSL"))[0] == ["rBN rEG rBN gFL"]


def test_salt_swaps_burgers_with_their_flies() -> None:
    state = after(SALT, "play rSL swap 1.1=3.1")
    assert burgers(state) == [["gBN gEG gPI gBN rFL bFL"], [], ["rBN rEG rBN gFL"]]


def test_salt_swaps_nothing_without_a_burger_of_ones_own() -> None:
    assert [a for a in legal(THREE.format("rSL rTO", "burger 3: gBN gEG gBN")) if "swap" in a] == []


def test_two_salts_swap_twice() -> None:
    text = THREE.format(
        "rSL gSL rTO", "burger 1: rBN rEG rBN / burger 2: yBN yEG yBN / burger 3: gBN gEG gBN"
    )
    with pytest.raises(InvalidInput, match="not legal"):
        after(text, "play rSL swap 2.1=3.1")


def test_two_salts_pass_burgers_on() -> None:
    text = FOUR.format(
        "rSL gSL rTO", "burger 1: rBN rEG rBN / burger 2: yBN yEG yBN / burger 3: gBN gEG gBN"
    )
    state = after(text, "play rSL gSL swap 1.1=2.1 1.1=3.1")
    assert burgers(state) == [["gBN gEG gBN"], ["rBN rEG rBN"], ["yBN yEG yBN"], []]


def test_children_swap_nothing_and_capture_nothing() -> None:
    text = THREE.format(
        "rSL rTO rBN", "burger 1: rBN rEG rBN / burger 3: gBN gEG gBN / children"
    ).replace("yCU", "rBX")
    assert [action for action in legal(text) if "swap" in action] == []
    assert after(text, "close rBN").phase is not Phase.CAPTURE


# Mushrooms.


def test_mushrooms_match_by_either_colour() -> None:
    assert "play gMU+r" in legal(TWO.format("gMU+r", ""))
    assert "play gMU+b" not in legal(TWO.format("gMU+b", ""))
    text = "hand 1: gCU rBN gBN bBN / hand 2: yCU / table: rBN rMU+g"
    assert {"play gCU", "close rBN", "close gBN"} <= set(legal(text))
    assert "close bBN" not in legal(text)


# Fly, pepper, box.


def test_fly_goes_onto_any_finished_burger_at_any_moment() -> None:
    text = THREE.format("rFL rTO", "burger 1: rBN rEG rBN / burger 3: gBN gEG gBN")
    assert {"fly rFL 1.1", "fly rFL 3.1"} <= set(legal(text))
    state = after(text, "fly rFL 3.1")
    assert (state.turn, state.phase) == (0, Phase.TURN)
    assert burgers(state)[2] == ["gBN gEG gBN rFL"]


def test_fly_fits_no_burger_under_construction() -> None:
    with pytest.raises(InvalidInput, match="no fillings"):
        after(TWO.format("rFL rTO", ""), "play rFL")


def test_fly_goes_onto_a_burger_before_a_new_one_is_begun() -> None:
    text = "hand 1: rFL rBN / hand 2: yCU / burger 2: gBN gEG gBN"
    assert set(legal(text)) == {"start rBN", "fly rFL 2.1"}


def test_fly_eats_when_the_turn_returns() -> None:
    text = TWO.format("rTO rLE", "burger 2: gBN gEG gPI gBN rFL / burger 1: bBN bEG bBN")
    state = after(text, "play rTO")
    assert burgers(state)[1] == ["gBN gEG gPI rFL"]
    assert burgers(state)[0] == ["bBN bEG bBN"]


def test_fly_eats_the_whole_burger_and_leaves() -> None:
    text = TWO.format("rTO rLE", "burger 2: gBN rFL")
    state = after(text, "play rTO")
    assert burgers(state)[1] == []
    assert set(state.discard) == {"gBN", "rFL"}


def test_two_flies_eat_two() -> None:
    state = after(TWO.format("rTO rLE", "burger 2: gBN gEG gPI gBN rFL gFL"), "play rTO")
    assert burgers(state)[1] == ["gBN gEG rFL gFL"]


def test_fly_and_pepper_both_go() -> None:
    state = after(TWO.format("rTO rLE", "burger 2: gBN gEG gPE rFL"), "play rTO")
    assert burgers(state)[1] == ["gBN gEG"]
    assert set(state.discard) == {"gPE", "rFL"}


def test_two_flies_and_one_pepper() -> None:
    """One fly meets the pepper and leaves; the other eats what lies below."""
    state = after(TWO.format("rTO rLE", "burger 2: gBN gEG gPI gPE rFL gFL"), "play rTO")
    assert burgers(state)[1] == ["gBN gEG gFL"]


def test_two_flies_and_two_peppers() -> None:
    state = after(TWO.format("rTO rLE", "burger 2: gBN gEG gPE gPE rFL gFL"), "play rTO")
    assert burgers(state)[1] == ["gBN gEG"]


def test_box_takes_a_fly_off_and_the_turn_goes_on() -> None:
    state = after(TWO.format("rTO rBX", "burger 1: gBN gEG gBN bFL"), "box rBX 1.1")
    assert burgers(state)[0] == ["gBN gEG gBN"]
    assert set(state.discard) == {"rBX", "bFL"}
    assert (state.turn, state.phase) == (0, Phase.TURN)


def test_two_flies_and_one_box() -> None:
    state = after(TWO.format("rTO rBX", "burger 1: gBN gEG gBN bFL gFL"), "box rBX 1.1")
    assert burgers(state)[0] == ["gBN gEG gBN gFL"]


def test_box_needs_a_fly_on_a_burger_of_ones_own() -> None:
    assert [
        a for a in legal(TWO.format("rTO rBX", "burger 2: gBN gEG gBN bFL")) if "box" in a
    ] == []


def test_box_that_captured_takes_the_first_fly_along() -> None:
    text = TWO.format("rFL bFL rTO", "burger 2: gBN gEG gBN gBX")
    state = after(text, "fly rFL 2.1")
    assert burgers(state)[1] == ["gBN gEG gBN"]
    assert set(state.discard) == {"rFL", "gBX"}
    assert burgers(after(text, "fly rFL 2.1", "fly bFL 2.1"))[1] == ["gBN gEG gBN bFL"]


def test_bun_onto_ones_own_burger_whose_bun_is_eaten() -> None:
    """It matches the top card of the burger under construction, and takes the turn."""
    text = TWO.format("rBN gBN gTO", "burger 1: gBN gEG gPI")
    assert "cover rBN 1.1" in legal(text)
    assert "cover gBN 1.1" not in legal(text)
    state = after(text, "cover rBN 1.1")
    assert burgers(state)[0] == ["gBN gEG gPI rBN"]
    assert state.turn == 1


def test_no_bun_onto_a_burger_that_has_one() -> None:
    assert [a for a in legal(TWO.format("rBN gTO", "burger 1: gBN gEG gBN")) if "cover" in a] == []


@pytest.mark.parametrize("text", [SALT, TWO.format("rPA", ""), FOUR.format("-", "reversed")])
def test_tables_read_back(text: str) -> None:
    state = table(text)
    assert table(format_table(state)) == state


def test_apply_leaves_the_state_alone() -> None:
    state = table(SALT)
    before = format_table(state)
    apply(state, parse_action("play rSL swap 1.1=3.1"))
    assert format_table(state) == before
