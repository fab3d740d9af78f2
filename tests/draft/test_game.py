"""The whole game: it ends by one of two conditions, keeps all cards, and hides what is hidden."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.draft.deck import built_in
from solver.draft.game import DRAWN, HAND, Draft, Held, new_game
from solver.draft.hindsight import best_in_hindsight, play_again, replayed
from solver.draft.rules import MOST_SCORING
from solver.draft.strengths import Strength, player_of
from solver.errors import InvalidInput
from solver.game import Log, play_out, referee
from solver.watch import Watch
from tests.draft import oracles

CARDS = built_in()[1]


def played(start: Draft, seed: int) -> tuple[Draft, list[str]]:
    rng = random.Random(seed)
    end, actions = play_out(start, lambda _, legal: rng.choice(legal))
    return end, actions


def numbers(state: Draft) -> list[int]:
    parts = (*state.hands, *state.boards, state.stack)
    return sorted(held.number for part in parts for held in part)


@settings(max_examples=25)
@given(st.integers(2, 6), st.integers(0, 10**6))
def test_a_game_ends_by_one_of_two_conditions_and_keeps_all_cards(players: int, seed: int) -> None:
    start = new_game(CARDS, players, seed)
    assert all(len(hand) == HAND for hand in start.hands)
    end, actions = played(start, seed)
    assert numbers(end) == numbers(start)
    assert len(set(numbers(start))) == len(numbers(start))
    full = [sum(h.is_scoring for h in board) == MOST_SCORING for board in end.boards]
    # Simultaneous: everybody has placed equally often.
    assert len({len(board) for board in end.boards}) == 1
    if not any(full):
        assert len(end.stack) < DRAWN * players
        assert len(actions) % (2 * players) == 0
    for board in end.boards:
        faces = [face.place for face in end.faces(board) if face.is_scoring]
        assert len(set(faces)) == len(faces) <= MOST_SCORING
    log = Log(game="draft", players=players, seed=seed, actions=actions, scores=end.scores())
    assert referee(log, lambda one: new_game(CARDS, one.players, one.seed)).right


@settings(max_examples=20)
@given(st.integers(2, 5), st.integers(0, 10**6), st.data())
def test_nobody_sees_what_is_not_theirs_to_see(
    players: int, seed: int, data: st.DataObject
) -> None:
    """Everything hidden is dealt anew behind the same faces: nothing that is observed changes."""
    state = new_game(CARDS, players, seed)
    rng = random.Random(seed)
    for _ in range(data.draw(st.integers(0, 6 * players))):
        if not state.is_over():
            state = state.apply(rng.choice(state.legal_actions()))
    player = data.draw(st.integers(0, players - 1))
    before = state.observation(player)
    # The stack, the others' hands and their choices may be anything.
    hidden = [h for n, hand in enumerate(state.hands) if n != player for h in hand]
    hidden += state.stack
    rng.shuffle(hidden)
    hidden = [Held(h.number, rng.random() < 0.5) for h in hidden]
    hands = [
        hand if n == player else tuple(hidden.pop() for _ in hand)
        for n, hand in enumerate(state.hands)
    ]
    choices = [
        choice if n == player or choice is None else 0 for n, choice in enumerate(state.choices)
    ]
    other = replace(state, hands=tuple(hands), stack=tuple(hidden), choices=tuple(choices))
    assert other.observation(player) == before


def test_a_back_in_the_own_hand_is_hidden_until_the_flip() -> None:
    for seed in range(50):
        state = new_game(CARDS, 4, seed)
        twins = [
            (place, other)
            for place, held in enumerate(state.hands[0])
            for other, (kind, face) in enumerate(CARDS.pairs)
            if other != held.number
            and state.face(held).place == (face if held.is_scoring else kind)
            and other in [h.number for h in state.stack]
        ]
        if not twins:
            continue
        place, other = twins[0]
        hand = list(state.hands[0])
        gone = hand[place]
        hand[place] = Held(other, gone.is_scoring)
        stack = tuple(gone if h.number == other else h for h in state.stack)
        twin = replace(state, hands=(tuple(hand), *state.hands[1:]), stack=stack)
        assert twin.observation(0) == state.observation(0)
        assert [a for a in twin.legal_actions() if a.startswith("p1")] == [
            a for a in state.legal_actions() if a.startswith("p1")
        ]
        return
    pytest.fail("no hand with a twin was found")


def test_a_turn_step_by_step() -> None:
    start = new_game(CARDS, 3, 5, 0.5)
    assert len(start.stack) == 30 - 3 * HAND
    first = start.placed([1, 0, 2])
    assert first.flipped
    assert first.hands[0][0] == start.hands[0][0].flipped()
    assert first.boards[0] == (start.hands[0][1],)
    second = first.placed([0, 0, 0])
    assert not second.flipped
    # Player 2 holds what player 1 passed to the left, then the third and fourth card of the stack.
    assert second.hands[1] == (*first.hands[0][1:], *start.stack[2:4])
    assert second.hands[0] == (*first.hands[2][1:], *start.stack[0:2])
    assert second.stack == start.stack[6:]


def test_the_sixth_scoring_card_ends_the_game_when_all_have_placed() -> None:
    for seed in range(40):
        state = new_game(CARDS, 2, seed, 0.0)
        while not state.is_over():
            choices = []
            for player in range(2):
                places = state.placeable(player)
                wanted = [p for p in places if state.hands[player][p].is_scoring]
                choices.append((wanted if player == 0 and wanted else places)[0])
            state = state.placed(choices)
        scoring = [sum(h.is_scoring for h in board) for board in state.boards]
        if MOST_SCORING in scoring:
            assert len(state.boards[0]) == len(state.boards[1])
            assert state.legal_actions() == []
            with pytest.raises(InvalidInput, match="over"):
                state.apply("p1:-")
            return
    pytest.fail("no game ended by the sixth scoring card")


@pytest.mark.parametrize(
    ("action", "says"),
    [
        ("p1:nothing.1", "shows"),
        ("p9:beef.1", "no player 9"),
        ("p1:beef.9", "no card 9"),
        ("p1:-", "must"),
        ("hello", "unreadable"),
    ],
)
def test_actions_that_are_not_legal_name_the_rule(action: str, says: str) -> None:
    with pytest.raises(InvalidInput, match=says):
        new_game(CARDS, 4, 1).apply(action)


def test_the_same_scoring_card_twice_is_refused() -> None:
    state = new_game(CARDS, 2, 1)
    one, other = [n for n, pair in enumerate(CARDS.pairs) if pair[1] == 0]
    rest = state.hands[0][1:]
    state = replace(
        state,
        boards=((Held(one, True),), ()),
        hands=((Held(other, True), *rest), state.hands[1]),
    )
    assert 0 not in state.placeable(0)
    with pytest.raises(InvalidInput, match="placed that scoring card before"):
        state.apply(f"p1:{CARDS.scoring[0].name}.1")


@pytest.mark.parametrize("players", [1, 7])
def test_numbers_of_players_that_are_refused(players: int) -> None:
    with pytest.raises(InvalidInput, match="players"):
        new_game(CARDS, players, 1)


def test_the_same_seed_is_the_same_game_and_shares_are_about_half() -> None:
    assert new_game(CARDS, 4, 7) == new_game(CARDS, 4, 7)
    assert new_game(CARDS, 4, 7) != new_game(CARDS, 4, 8)
    stacks = {len(numbers(new_game(CARDS, 2, seed))) for seed in range(30)}
    assert min(stacks) >= len(CARDS.pairs) * 0.4
    assert max(stacks) <= len(CARDS.pairs) * 0.6
    assert len(stacks) > 3


@pytest.mark.parametrize(
    ("weaker", "stronger"),
    [(Strength.RANDOM, Strength.GREEDY), (Strength.GREEDY, Strength.FARSIGHTED)],
)
def test_stronger_players_score_more(weaker: Strength, stronger: Strength) -> None:
    """Both seatings of 25 seeds: the difference is more than three times its standard error."""
    totals = {weaker: 0, stronger: 0}
    for seed in range(25):
        for order in ([weaker, stronger] * 2, [stronger, weaker] * 2):
            state = new_game(CARDS, 4, seed)
            players = [player_of(one, CARDS, seed) for one in order]
            while not state.is_over():
                state = state.placed([players[n](state.view(n)) for n in range(4)])
            for one, points in zip(order, state.scores(), strict=True):
                totals[one] += points
    assert totals[weaker] < totals[stronger]


# Hindsight.


@pytest.mark.parametrize(("seed", "share"), [(0, 0.7), (1, 0.7), (2, 0.7), (3, 0.65), (4, 0.65)])
def test_hindsight_is_what_playing_out_every_alternative_finds(seed: int, share: float) -> None:
    """With 0.65 left out there are three turns, so the first hand comes by again."""
    start = new_game(CARDS, 2, seed, share)
    end, actions = played(start, seed)
    game = play_again(start, actions)
    assert game.end == end
    for player in range(2):
        found = best_in_hindsight(game, player, Watch())
        assert found.points == found.bound
        assert found.points == oracles.hindsight(game, player)
        assert found.points >= end.score(player)
        other_actions, other_end = replayed(game, player, found.plan)
        assert other_end.is_over()
        assert other_end.score(player) == found.points
        log = Log(
            game="draft", players=2, seed=seed, actions=other_actions, scores=other_end.scores()
        )
        assert referee(log, lambda one: new_game(CARDS, 2, one.seed, share)).right


def test_hindsight_of_a_game_that_a_player_ended_early() -> None:
    """A player who ended the game with the sixth scoring card must end it by then, too."""
    for seed in range(200):
        start = new_game(CARDS, 2, seed, 0.0)
        state, actions = start, []
        while not state.is_over():
            player = state.view(0).waiting[0]
            places = state.placeable(player)
            wanted = [p for p in places if state.hands[player][p].is_scoring == (player == 0)]
            actions.append(state.action(player, (wanted or places)[0]))
            state = state.apply(actions[-1])
        if len(state.boards[0]) > 7:
            continue
        assert sum(h.is_scoring for h in state.boards[0]) == MOST_SCORING
        game = play_again(start, actions)
        found = best_in_hindsight(game, 0, Watch())
        assert found.points == found.bound
        _, end = replayed(game, 0, found.plan)
        assert end.is_over()
        assert end.score(0) == found.points >= state.score(0)
        return
    pytest.fail("no game ended early")
