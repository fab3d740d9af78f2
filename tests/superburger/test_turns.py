"""Turns at the table: closing and capture, doubles, drawing, passing, and both ends of the game."""

from __future__ import annotations

import pytest

from solver.errors import InvalidInput
from solver.superburger.actions import legal_actions
from solver.superburger.state import Phase
from tests.superburger.test_scenes import FOUR, THREE, TWO, after, burgers, legal, table

# Closing, capture, and passing on.


def test_closing_puts_the_burger_before_the_player() -> None:
    text = THREE.format("rBN rTO", "").replace("yCU", "yBN")
    state = after(text, "close rBN")
    assert burgers(state) == [["rBN rCU rBN"], [], []]
    assert (state.turn, state.phase, state.table) == (1, Phase.START, ())


def test_closing_bun_must_match_the_colour() -> None:
    with pytest.raises(InvalidInput, match="colour of rCU"):
        after(TWO.format("gBN rTO", ""), "close gBN")


def test_box_of_the_buns_colour_captures() -> None:
    text = THREE.format("rBN rTO", "").replace("gCU", "rBX gBN").replace("yCU", "gBX")
    state = after(text, "close rBN")
    assert (state.phase, state.actor) == (Phase.CAPTURE, 2)
    assert burgers(after(text, "close rBN", "capture rBX")) == [[], [], ["rBN rCU rBN rBX"]]
    assert burgers(after(text, "close rBN", "let")) == [["rBN rCU rBN"], [], []]


def test_capture_is_offered_in_the_order_of_play() -> None:
    text = FOUR.format("rBN rTO", "reversed").replace("gCU", "rBX gBN").replace("bCU", "rBX")
    state = after(text, "close rBN")
    assert state.asked == (3, 2)
    assert after(text, "close rBN", "let").actor == 2


def test_second_burger_gives_the_first_to_the_next_without_one() -> None:
    text = FOUR.format("rBN rTO", "burger 1: gBN gEG gBN gFL / burger 2: yBN yEG yBN")
    state = after(text.replace("gCU", "yBN"), "close rBN")
    assert burgers(state)[:3] == [
        ["rBN rCU rBN"],
        ["yBN yEG yBN"],
        ["gBN gEG gFL"],
    ]


def test_passed_on_burger_keeps_its_fly_which_eats_at_the_new_owners_turn() -> None:
    text = FOUR.format("rBN rTO", "burger 1: gBN gEG gBN gFL").replace("yCU", "yBN")
    state = after(text, "close rBN")
    assert burgers(state)[1] == ["gBN gEG gFL"]


def test_capture_with_a_burger_gives_the_first_away() -> None:
    text = FOUR.format("rBN rTO", "burger 3: gBN gEG gBN").replace("gCU", "rBX gBN")
    state = after(text, "close rBN", "capture rBX")
    assert burgers(state) == [[], [], ["rBN rCU rBN rBX"], ["gBN gEG gBN"]]


def test_two_players_may_have_two_burgers_and_give_the_first_of_three_away() -> None:
    text = TWO.format("rBN rTO", "burger 1: gBN gEG gBN").replace("yCU", "yBN")
    assert burgers(after(text, "close rBN")) == [["gBN gEG gBN", "rBN rCU rBN"], []]
    text += " / burger 1: yBN yEG yBN"
    assert burgers(after(text, "close rBN")) == [["yBN yEG yBN", "rBN rCU rBN"], ["gBN gEG gBN"]]


def test_fillings_of_two_burgers_add_up() -> None:
    assert table(TWO.format("rTO", "burger 1: gBN gEG gBN / burger 1: yBN yEG yPI")).scores() == [
        3,
        0,
    ]


def test_all_have_a_burger_and_the_game_is_over() -> None:
    text = THREE.format("rBN rTO", "burger 2: gBN gEG gBN / burger 3: yBN yEG yBN")
    assert after(text, "close rBN").phase is Phase.OVER


def test_two_players_end_with_two_burgers_each() -> None:
    one = TWO.format("rBN rTO", "burger 1: gBN gEG gBN / burger 2: yBN yEG yBN").replace(
        "yCU", "yBN"
    )
    assert after(one, "close rBN").phase is Phase.START
    assert after(one + " / burger 2: bBN bEG bBN", "close rBN").phase is Phase.OVER


# Beginning, drawing, passing, an empty hand, the end.


def test_next_player_with_a_bun_begins() -> None:
    state = table("hand 1: rTO / hand 2: gTO / hand 3: gBN bBN / turn: 1")
    assert (state.turn, state.phase) == (2, Phase.START)


def test_nobody_has_a_bun_and_each_takes_a_card_in_turn() -> None:
    state = table("hand 1: rTO / hand 2: gTO / hand 3: gLE / deck: rLE yLE bLE rCH yBN rBN")
    assert (state.turn, state.phase) == (1, Phase.START)
    assert [len(hand) for hand in state.hands] == [3, 3, 2]
    assert "yBN" in state.hands[1]


def test_no_bun_anywhere_and_the_game_is_over() -> None:
    assert table("hand 1: rTO / hand 2: gTO / deck: rLE").phase is Phase.OVER


def test_draw_only_where_no_filling_fits() -> None:
    assert legal(TWO.format("gTO", "deck: bTO")) == ["draw"]
    assert "draw" not in legal(TWO.format("gTO rTO", "deck: bTO"))
    assert "pass" not in legal(TWO.format("gTO rTO", "deck: bTO"))


def test_drawn_card_that_fits_is_played_at_once() -> None:
    text = TWO.format("gTO", "deck: rTO")
    state = after(text, "draw")
    assert [str(action) for action in legal_actions(state)] == ["play rTO", "play rTO gTO"]


def test_drawn_card_that_does_not_fit_ends_the_turn() -> None:
    text = TWO.format("gTO", "deck: bTO")
    assert [str(action) for action in legal_actions(after(text, "draw"))] == ["pass"]
    assert after(text, "draw", "pass").turn == 1


def test_bun_fly_and_box_need_not_be_played() -> None:
    assert set(legal(TWO.format("rBN gTO", "deck: bTO"))) == {"close rBN", "draw", "pass"}
    flies = TWO.format("rFL gTO", "deck: bTO / burger 2: gBN gEG gBN")
    assert set(legal(flies)) == {"fly rFL 2.1", "draw", "pass"}


def test_nobody_waits_for_ever() -> None:
    """Once everybody has passed without drawing, a card must be drawn while there is one."""
    text = "hand 1: rBN gTO / hand 2: rBN yTO / table: rBN rCU / deck: bTO bLE / passed: 1 2"
    assert set(legal(text)) == {"close rBN", "draw"}


def test_empty_hand_takes_seven() -> None:
    state = after(TWO.format("rTO", "deck: bTO bON bEG bLE bCH bPI bBA bSL bSC"), "play rTO")
    assert len(state.hands[0]) == 7
    assert len(state.deck) == 2


def test_everybody_passing_ends_the_game_without_a_deck() -> None:
    text = "hand 1: gTO / hand 2: gTO / table: rBN rCU"
    assert after(text, "pass").phase is Phase.TURN
    assert after(text, "pass", "pass").phase is Phase.OVER


def test_one_player_passing_twice_does_not_end_it() -> None:
    """After two onions of two players one passes twice; the other still has a say."""
    state = after(
        "hand 1: rON gON bTO / hand 2: gTO / table: rBN rCU", "play rON gON", "pass", "pass"
    )
    assert (state.turn, state.phase) == (1, Phase.TURN)


def test_double_of_any_colours_if_the_first_fits() -> None:
    text = TWO.format("rTO bTO yTO", "")
    assert {"play rTO bTO", "play rTO yTO"} <= set(legal(text))
    assert "play bTO rTO" not in legal(text)
    assert after(text, "play rTO bTO").table == ("rBN", "rCU", "rTO", "bTO")


def test_double_of_two_fillings_is_refused() -> None:
    with pytest.raises(InvalidInput, match="identical"):
        after(TWO.format("rTO rLE", ""), "play rTO rLE")


def test_card_that_is_not_held_is_refused() -> None:
    with pytest.raises(InvalidInput, match="does not hold rEG"):
        after(TWO.format("rTO rLE", ""), "play rEG")
