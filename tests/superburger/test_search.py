"""What can be forced: alpha-beta against plain minimax, and the questions endgame and close."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import permutations

import pytest

from solver.answer import Status
from solver.superburger.actions import parse_action
from solver.superburger.cards import fits, in_order, is_bun, is_filling
from solver.superburger.deck import built_in
from solver.superburger.flies import Finished
from solver.superburger.game import SuperBurger
from solver.superburger.game_answers import close, endgame
from solver.superburger.odds import options
from solver.superburger.requests import Close, Endgame
from solver.superburger.search import Search, margin
from solver.superburger.state import Phase, State
from solver.superburger.table import format_table, parse_table
from solver.watch import Watch
from tests.conftest import Command, assert_bad_input
from tests.superburger.oracles import expectimax, minimax, minimax_kept

DECK = list(built_in().cards())
SPECIAL = [card for card in DECK if card[1:3] in ("FL", "BX", "SL", "ON", "SC", "PA", "PE", "BN")]


def burger_of(rng: random.Random, size: int, cards: list[str]) -> tuple[str, ...]:
    """Take a burger under construction out of some cards."""
    bun = next(card for card in cards if is_bun(card))
    cards.remove(bun)
    burger = [bun]
    for card in list(cards):
        if len(burger) <= size and is_filling(card) and fits(card, burger[-1]):
            burger.append(card)
            cards.remove(card)
    return tuple(burger)


def small_state(seed: int, players: int = 2, hand: int = 2, deck: int = 2) -> State:
    """A table of few cards, many of them hot, with finished burgers and flies on some."""
    rng = random.Random(seed)
    cards = list(DECK)
    rng.shuffle(cards)
    special = list(SPECIAL)
    rng.shuffle(special)
    few: list[str] = []
    for _ in range(players * hand + deck):
        card = special.pop() if rng.random() < 0.6 else cards[0]
        if card in special:
            special.remove(card)
        if card in cards:
            cards.remove(card)
        few.append(card)
    finished = []
    for _ in range(players):
        own = []
        if rng.random() < 0.6:
            burger = burger_of(rng, rng.randint(1, 3), cards)
            top = next((c for c in cards if is_bun(c) and fits(c, burger[-1])), None)
            if top is not None and rng.random() < 0.7:
                cards.remove(top)
                burger += (top,)
            flies = [card for card in cards if card[1:3] == "FL"][: rng.choice([0, 0, 1, 2])]
            for card in flies:
                cards.remove(card)
            own.append(Finished(burger, tuple(flies)))
        finished.append(tuple(own))
    table = burger_of(rng, rng.randint(0, 3), cards)
    hands = tuple(in_order(few[i * hand : (i + 1) * hand]) for i in range(players))
    state = State(hands, tuple(finished), table, tuple(few[players * hand :]), turn=0)
    full = all(len(own) == state.most_burgers for own in finished)
    return state._replace(phase=Phase.OVER) if full else state


@pytest.mark.parametrize("seed", range(50))
def test_agrees_with_minimax(seed: int) -> None:
    state = small_state(seed)
    for player in range(2):
        assert Search(player, Watch()).value(state) == minimax(state, player)


@pytest.mark.parametrize("seed", range(30))
def test_agrees_with_minimax_of_three_players(seed: int) -> None:
    state = small_state(1000 + seed, players=3, hand=2, deck=1)
    assert Search(0, Watch()).value(state) == minimax(state, 0)


@pytest.mark.parametrize("seed", range(25))
def test_agrees_with_minimax_that_keeps_whole_states(seed: int) -> None:
    """Bigger states, where the window and what is kept of a state have work to do."""
    state = small_state(4000 + seed, hand=3, deck=4)
    search = Search(0, Watch())
    value = minimax_kept(state, 0, {})
    assert search.value(state) == value
    for bound in (value - 1, value, value + 1):
        assert (search.value(state, bound - 1, bound) >= bound) == (value >= bound)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100))
def test_agrees_with_minimax_on_more_cards(seed: int) -> None:
    state = small_state(2000 + seed, hand=3, deck=2)
    assert Search(0, Watch()).value(state) == minimax(state, 0)


def test_small_states_are_not_all_trivial() -> None:
    """The comparison would test little if every state were decided or level."""
    values = {minimax(small_state(seed), 0) for seed in range(40)}
    assert len(values) >= 6


@pytest.mark.parametrize("seed", range(20))
def test_line_leads_to_the_value_by_the_rules(seed: int) -> None:
    state = small_state(seed, hand=3, deck=3)
    answer = endgame(Endgame(state=format_table(state)), Watch())
    assert answer.status is Status.OPTIMAL
    game = SuperBurger(state)
    for step in answer.line:
        assert game.actor() == step.player - 1
        game = game.apply(step.action)
        assert format_table(game.state) == step.state
    assert game.is_over()
    assert game.scores() == answer.scores or not answer.line
    assert margin(game.state, state.actor) == answer.value


@pytest.mark.parametrize("seed", range(20))
def test_close_values_each_option_exactly(seed: int) -> None:
    state = small_state(seed, hand=2, deck=2)
    if state.phase is Phase.OVER:
        return
    answer = close(Close(state=format_table(state)), Watch())
    assert answer.status is Status.OPTIMAL
    for option in answer.options:
        values = [
            minimax(SuperBurger(state).apply(str(action)).state, state.actor)
            for action in options(state)[option.option]
        ]
        assert option.value == max(values)
    assert answer.value == minimax(state, state.actor)


@pytest.mark.parametrize("seed", range(12))
def test_close_of_a_shuffled_deck_is_the_exact_expectation(seed: int) -> None:
    state = small_state(3000 + seed, hand=2, deck=3)
    if state.phase is Phase.OVER or not (state.table or any(map(is_bun, sum(state.hands, ())))):
        return
    answer = close(Close(state=format_table(state) + " / shuffled"), Watch())
    assert answer.status is Status.OPTIMAL
    ready = parse_table(format_table(state), built_in()).state()
    decks = [ready._replace(deck=order) for order in permutations(ready.deck)]
    value = expectimax(decks, ready.actor)
    assert Fraction(answer.value) == value
    assert answer.decimal == float(value)


def test_shuffled_decks_make_fractions() -> None:
    """The comparison would test little if no order of the deck mattered."""
    fractions = 0
    for seed in range(12):
        state = small_state(3000 + seed, hand=2, deck=3)
        if state.phase is not Phase.OVER and state.table:
            answer = close(Close(state=format_table(state) + " / shuffled"), Watch())
            fractions += isinstance(answer.value, str)
    assert fractions >= 3


UNSEEN = "hand 1: rBN gTO gLE / hand 2: ?7 / table: rBN rCU rTO rON / deck: ?40"


def test_close_estimates_where_cards_are_unseen() -> None:
    answer = close(Close(state=UNSEEN, samples=12, seed=3), Watch())
    assert answer.status is Status.ESTIMATE
    assert answer.samples == 12
    assert {option.option for option in answer.options} == {"close rBN", "pass", "go on"}
    for option in answer.options:
        assert option.interval is not None
        assert option.interval[0] <= option.value <= option.interval[1]


def test_same_seed_same_estimate() -> None:
    one, two = (close(Close(state=UNSEEN, samples=6, seed=5), Watch()) for _ in range(2))
    assert (one.options, one.value) == (two.options, two.value)


def test_estimate_draws_only_unseen_cards() -> None:
    table = parse_table(UNSEEN, built_in())
    state = table.drawn(random.Random(1))
    assert (len(state.hands[1]), len(state.deck)) == (7, 40)
    built_in().hold(state.everything(), "state")


def test_limit_gives_a_bound(burger: Command) -> None:
    hands = "hand 1: rBN gTO gLE rON bON rSL gSL / hand 2: rTO rFL bSC gSC rLE yBN yPA"
    text = f"{hands} / table: rBN rCU / deck: gON bTO yTO rPE gPE bPE rDP yBN gBN bBN rEG gEG"
    run = burger("super", "endgame", text, "--limit", "0.2", "--json")
    assert (run.code, run.document["status"]) == (3, "feasible")
    assert run.document["value"] <= run.document["bound"]


def test_endgame_command(burger: Command) -> None:
    """Player 1 holds the only bun and closes two fillings; nobody can begin another burger."""
    text = "hand 1: rBN / hand 2: gON / table: rBN rCU rTO"
    run = burger("super", "endgame", text, "--json")
    assert run.code == 0
    assert (run.document["status"], run.document["value"]) == ("optimal", 2)
    assert [step["action"] for step in run.document["line"]] == ["close rBN"]


def test_endgame_reads_files_and_standard_input(burger: Command, tmp_path: object) -> None:
    text = "hand 1: rBN\nhand 2: gON\ntable: rBN rCU rTO\n"
    run = burger("super", "endgame", "-", "--json", stdin=text)
    assert run.document["value"] == 2


def test_mid_turn_states_can_be_asked(inside: Command) -> None:
    text = "hand 1: gTO / hand 2: rBX gBN / table: rBN rCU rBN / turn: 1 / capture: 2"
    run = inside("super", "endgame", text, "--json")
    assert (run.document["player"], run.document["value"]) == (2, 1)
    assert run.document["line"][0]["action"] == "capture rBX"


@pytest.mark.parametrize(
    ("state", "says"),
    [
        ([], "missing STATE"),
        (["hello"], "hello"),
        (["hand 1: rBN"], "hands of 1 player"),
        (["hand 1: rBN / hand 3: rTO"], "hand 1, hand 2"),
        (["hand 1: rBN / hand 1: rTO"], "twice"),
        (["hand 1: rXX / hand 2: rTO"], "hand 1, card 1"),
        (["hand 1: 3rTO / hand 2: rBN"], "3 of rTO"),
        (["hand 1: rBN / hand 2: rTO / table: rBN gTO"], "table, position 2"),
        (["hand 1: rBN / hand 2: rTO / table: rBN rFL"], "fly is no filling"),
        (["hand 1: rBN / hand 2: rTO / burger 1: rTO rBN"], "burger 1, position 1"),
        (["hand 1: rBN / hand 2: rTO / turn: 3"], "turn 3"),
        (["hand 1: rBN / hand 2: rTO / decks: rTO"], "deck"),
        (["missing.txt"], "missing.txt"),
    ],
)
def test_bad_tables(inside: Command, state: list[str], says: str) -> None:
    assert_bad_input(inside("super", "endgame", *state), says)


def test_endgame_needs_two_players_and_open_hands(inside: Command) -> None:
    three = "hand 1: rBN / hand 2: rTO / hand 3: gTO / table: rBN"
    assert_bad_input(inside("super", "endgame", three), "3 players")
    assert_bad_input(inside("super", "endgame", UNSEEN), "unseen")


def test_actions_read_back() -> None:
    for seed in range(40):
        game = SuperBurger(small_state(seed))
        for text in game.legal_actions():
            assert str(parse_action(text)) == text
