"""The rules of the whole game, each alone, and together against a slow referee of the tests."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.errors import InvalidInput
from solver.game import play_out
from solver.master.actions import Cook, Declare, Signal, parse_action
from solver.master.game import MOST_DECLARED, MasterGame, Outcome, Phase
from solver.master.logs import Options, new_game
from solver.master.menu import cards_of
from solver.master.notation import parse_plates
from solver.master.proof.search import solve
from solver.master.rules import Kind, Step, Variant, legal_steps
from tests.master.oracles import GameOracle

#: One step from base-07 (BPTTB): the cheese on top of plate 1 is too much.
PLATES = "BPTTBC/BPLCL/BPTCL/B"
DONE = "m1:1-4"

#: A round that player 1 loses, whatever is ordered: 0 steps complete nothing on PLATES.
FAIL = "1:0 time "


def at_table(
    players: int = 3, cards: tuple[str, ...] = ("base-07",), **options: object
) -> MasterGame:
    return new_game(
        None,
        players,
        1,
        Options(**{"plates": PLATES, "cards": list(cards), **options}),  # type: ignore[arg-type]
    )


def after(state: MasterGame, actions: str) -> MasterGame:
    for action in actions.split():
        state = state.apply(action)
    return state


def refused(state: MasterGame, action: str, *says: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        state.apply(action)
    for text in says:
        assert text in str(caught.value)
    assert action not in state.legal_actions()


def test_the_set_up_is_that_of_deal_and_all_cards_are_there() -> None:
    state = new_game("gourmet", 4, 7)
    assert len(state.deck) == 19
    assert {state.card, *state.deck} == set(cards_of("gourmet"))
    assert "O" in str(state.plates)
    assert "O" not in str(new_game("base", 4, 7).plates)
    assert (state.phase, state.scores(), state.round) == (Phase.DECLARE, [0, 0, 0, 0], 1)


def test_a_kept_declaration_earns_a_fries() -> None:
    state = after(at_table(), f"2:1 time {DONE}")
    assert state.scores() == [0, 1, 0]
    assert state.last is not None
    assert (state.last.outcome, state.last.challenger) == (Outcome.COMPLETE, 1)
    assert state.round == 2


def test_fewer_steps_than_declared_are_enough() -> None:
    assert after(at_table(), f"2:9 time {DONE}").scores() == [0, 1, 0]


def test_declared_steps_used_up_give_all_others_a_fries() -> None:
    state = after(at_table(), "2:2 time m2:1-4 m1:1-4")
    assert state.last is not None
    assert state.last.outcome is Outcome.STEPS
    assert state.scores() == [1, 0, 1]


def test_the_hourglass_gives_all_others_a_fries() -> None:
    state = after(at_table(), "2:2 time m2:1-4 time")
    assert state.last is not None
    assert state.last.outcome is Outcome.TIME
    assert state.scores() == [1, 0, 1]


def test_plates_stay_as_they_are_for_the_next_order() -> None:
    state = after(at_table(), "2:2 time m2:1-4 time")
    assert str(state.plates) == str(state.start) == "BPTT/BPLCL/BPTCL/BBC"


def test_an_order_that_lies_there_is_complete_before_the_first_step() -> None:
    done = after(at_table(variant=Variant.BEGINNER), "1:0 time")
    assert done.scores() == [1, 0, 0]
    assert done.last is not None
    assert done.last.steps == ()


def test_the_variants_count_differently() -> None:
    assert after(at_table(), "1:0 time").scores() == [0, 1, 1]
    assert after(at_table(variant=Variant.BEGINNER), "1:0 time").scores() == [1, 0, 0]
    competent = new_game(None, 2, 1, Options(variant=Variant.COMPETENT))
    assert len(competent.deck) + 1 == 40
    assert "O" in str(competent.plates)


def test_only_lower_numbers_once_each_before_the_hourglass_runs_out() -> None:
    state = at_table(hourglass=30.0)
    refused(state, "4:3", "no player 4", "1 to 3")
    refused(state, "0:3", "no player 0")
    refused(state, f"1:{MOST_DECLARED + 1}", "at most 41")
    refused(state, "1:5@2", "does not run yet")
    refused(state, "time", "only after the first declaration")
    refused(state, DONE, "declarations are still open", "a declaration first")
    state = state.apply("1:5")
    refused(state, "2:5", "5 is not lower than 5")
    refused(state, "2:6", "not lower")
    refused(state, "1:4", "player 1 has declared")
    refused(state, "pass", "after a declaration")
    refused(state, "2:4@30", "the hourglass has run out", "less than 30 s")
    assert state.apply("2:4@29.999").challenger == 1
    state = state.apply("2:4@12.5")
    refused(state, "3:3@12.4", "12.4 s on the hourglass after 12.5 s")
    refused(state, "1:3", "player 1 has declared")
    state = state.apply("3:3@12.5")
    assert state.challenger == 2
    assert state.legal_actions() == ["time"]
    refused(state.apply("time"), "2:1", "declarations are closed")


def test_cooking_has_the_hourglass_anew_and_the_rules_of_steps() -> None:
    state = after(at_table(hourglass=30.0), "1:5 2:4@29 time")
    assert (state.phase, state.elapsed) == (Phase.COOK, 0)
    assert state.apply("m2:1-4@1").elapsed == 1000
    refused(state, "m1:1-4@30", "the hourglass has run out")
    refused(state, "m9:1-4", "9 ingredients cannot be lifted")
    refused(state, "f1:1", "changes nothing")
    refused(state, "m1:1-5", "no plate 5")
    refused(state, "pass", "closed")
    refused(state.apply("m2:1-4@8"), "m4:1-2@7", "7 s on the hourglass after 8 s")
    refused(state, "cook it", "no action")


def test_nobody_declares() -> None:
    state = after(at_table(), "pass")
    assert state.scores() == [0, 0, 0]
    assert state.last is not None
    assert (state.last.outcome, state.last.challenger) == (Outcome.NOBODY, None)
    assert state.used == ("base-07",)


def test_an_empty_deck_is_shuffled_anew() -> None:
    state = at_table()
    seen = [state.card]
    for _ in range(19):
        state = state.apply("pass")
        seen.append(state.card)
    assert sorted(seen) == sorted(cards_of("base"))
    assert (state.deck, state.shuffles) == ((), 0)
    state = state.apply("pass")
    assert (len(state.deck), state.used, state.shuffles) == (19, (), 1)
    again = [state.card]
    for _ in range(19):
        state = state.apply("pass")
        again.append(state.card)
    assert sorted(again) == sorted(seen)
    assert again != seen


def test_five_fries_end_the_game() -> None:
    state = after(at_table(players=2), FAIL * 5)
    assert state.is_over()
    assert (state.winner, state.scores(), state.legal_actions()) == (1, [0, 5], [])
    assert state.sudden_death is False
    refused(state, "1:3", "over already")


def test_several_fifth_fries_are_played_out_by_those_alone() -> None:
    state = after(at_table(players=4), FAIL * 5)
    assert not state.is_over()
    assert state.sudden_death
    assert (state.scores(), state.playing) == ([0, 5, 5, 5], (1, 2, 3))
    refused(state, "1:3", "player 1 has no part in the sudden death", "one of 2, 3, 4")
    assert not any(action.startswith("1:") for action in state.legal_actions())

    out = after(state, "3:0 time")
    assert (out.playing, out.scores(), out.is_over()) == ((1, 3), [0, 5, 5, 5], False)
    refused(out, "3:3", "no part")
    last = after(out, "2:0 time")
    assert (last.is_over(), last.winner, last.scores()) == (True, 3, [0, 5, 5, 5])
    assert last.last is not None
    assert last.last.sudden_death
    assert after(out, "pass").playing == (1, 3)
    late = after(out, "4:5 2:4 time m1:1-2 time")
    assert (late.is_over(), late.winner) == (True, 3)


def test_completing_the_order_of_a_sudden_death_wins_at_once() -> None:
    cards = ("base-01", "base-02", "base-03", "base-04", "base-05", "base-07")
    state = after(at_table(players=4, cards=cards), FAIL * 5)
    assert state.card == "base-07"
    state = after(state, f"4:2 3:1@5 time {DONE}")
    assert (state.is_over(), state.winner) == (True, 2)
    assert state.scores() == [0, 5, 5, 5]


def test_a_fifth_fries_alone_wins_while_others_have_four() -> None:
    cards = ("base-01", "base-02", "base-03", "base-04", "base-07")
    state = after(at_table(players=4, cards=cards), FAIL * 4)
    state = after(state, f"2:1 time {DONE}")
    assert (state.winner, state.scores()) == (1, [0, 5, 4, 4])


@pytest.mark.parametrize("players", [-1, 0, 1, 7])
def test_numbers_of_players(players: int) -> None:
    with pytest.raises(InvalidInput, match="2 to 6"):
        new_game("base", players, 1)


@pytest.mark.parametrize(
    ("menu", "options", "says"),
    [
        ("base", Options(variant=Variant.COMPETENT), "competent variant with the base menu"),
        ("base", Options(cards=["base-01", "base-01"]), "base-01 turned up twice"),
        ("base", Options(cards=["gourmet-01"]), "gourmet-01"),
        ("base", Options(plates="BPTTBC/BPLCL/BPTCL/O"), "onions on the plates"),
        ("gourmet", Options(plates=PLATES), "no onions on the plates"),
        ("base", Options(plates="BPTTBCP/BLCL/BPTCL/B"), "6, 4, 3, 0"),
        ("base", Options(plates="BPTTBC/BPLCL/BPTCB/L"), "no Bun at the bottom"),
        ("base", Options(plates="BPTTBC/BPLCL/BPTC/B"), "of L"),
        ("base", Options(hourglass=0.0001), "hourglass"),
        ("nowhere.json", Options(), "nowhere.json"),
    ],
)
def test_a_game_that_cannot_begin(menu: str, options: Options, says: str) -> None:
    with pytest.raises(InvalidInput, match=says):
        new_game(menu, 3, 1, options)


def test_cards_of_a_real_game_come_in_their_order_also_after_a_shuffle() -> None:
    base = sorted(cards_of("base"), reverse=True)
    state = at_table(cards=(*base, "base-09", "base-03"))
    turned = [state.card]
    for _ in range(21):
        state = state.apply("pass")
        turned.append(state.card)
    assert turned == [*base, "base-09", "base-03"]


def test_an_observation_shows_all_but_the_cards_to_come() -> None:
    state = after(new_game("base", 3, 5), "pass 2:4")
    seen = state.observation(0)
    assert not set(state.deck) & {word for value in seen.values() for word in _words(value)}
    assert seen["deck"] == len(state.deck)
    assert seen["declared"] == [[1, 4]]


def _words(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from _words(one)


times = st.none() | st.integers(0, 999_999_999)
steps = st.sampled_from([*legal_steps(parse_plates("BPTTBC/BPLCL/-/B")), Step(Kind.MOVE, 12, 3, 1)])
actions = st.one_of(
    st.builds(Declare, st.integers(0, 999), st.integers(0, 9999), times),
    st.builds(Cook, steps, times),
    st.sampled_from(Signal),
)


@given(actions, st.data())
def test_actions_round_trip(action: Declare | Cook | Signal, data: st.DataObject) -> None:
    text = str(action)
    assert parse_action(text) == action
    assert str(parse_action(text)) == text
    place = data.draw(st.integers(0, len(text)))
    assert parse_action(f" {text[:place]} {text[place:].upper()}") == action


@given(st.text(max_size=12) | st.text("12:@.mf-time pas", max_size=12))
def test_any_text_is_an_action_or_refused(text: str) -> None:
    try:
        found = parse_action(text)
    except InvalidInput:
        return
    assert parse_action(str(found)) == found


def wild(seed: int) -> object:
    """A policy of random legal actions that now and then completes an order."""
    chance = random.Random(seed)

    def choose(state: MasterGame, legal: list[str]) -> str:
        if state.phase is Phase.COOK and chance.random() < 0.9:
            solution = solve(state.plates, state.burger, state.setting.variant).steps
            assert solution
            return f"{solution[0]}@{(state.elapsed + chance.randint(0, 3000)) / 1000:.3f}"
        if len(legal) > 1 and chance.random() < 0.5:
            legal = legal[:-1]
        return chance.choice(legal)

    return choose


games = st.builds(
    new_game,
    st.sampled_from(["base", "gourmet", "all"]),
    st.integers(2, 6),
    st.integers(0, 10**6),
    st.builds(Options, variant=st.sampled_from([Variant.STANDARD, Variant.BEGINNER])),
)


@settings(max_examples=25)
@given(games, st.integers(0, 10**6))
def test_any_game_ends_keeps_its_cards_and_agrees_with_the_oracle(
    state: MasterGame, seed: int
) -> None:
    oracle = GameOracle(
        [*state.plates.stacks],
        len(state.fries),
        state.setting.cards,
        beginner=state.setting.variant is Variant.BEGINNER,
    )
    choose = wild(seed)

    def watched(state: MasterGame, legal: list[str]) -> str:
        assert sorted([*state.deck, *state.used, state.card]) == sorted(state.setting.cards)
        assert state.plates.ingredients() == state.start.ingredients()
        assert len(legal) == len(set(legal)) > 0
        assert max(state.fries) <= 5
        action = choose(state, legal)  # type: ignore[operator]
        before, result = state, state.apply(action)
        oracle.act(action, before.card)
        assert before.apply(action) == result, "the old state is untouched"
        assert (oracle.fries, oracle.winner) == (result.scores(), result.winner)
        assert oracle.stacks == [*result.plates.stacks]
        return action

    end, _ = play_out(state, watched)
    assert end.is_over()
    assert end.winner is not None
    assert end.fries[end.winner] == 5


@settings(max_examples=15)
@given(games, st.integers(0, 10**6))
def test_every_legal_action_is_taken(state: MasterGame, seed: int) -> None:
    choose = wild(seed)
    for _ in range(20):
        if state.is_over():
            break
        for action in state.legal_actions()[::7]:
            state.apply(action)
        state = state.apply(choose(state, state.legal_actions()))  # type: ignore[operator]
