"""The whole game: deal, turns, the deck running out, logs, and what holds for any seed."""

from __future__ import annotations

import random
from collections import Counter
from itertools import cycle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.battle.deck import standard_deck
from solver.battle.game import MOST_TURNS, BattleGame, Phase, new_game
from solver.battle.policies import POLICIES, parse_policies
from solver.battle.rules import HAND, all_cards
from solver.battle.tournament import Outline, play, result, tournament
from solver.errors import InvalidInput
from solver.game import Log, play_out, referee
from solver.watch import Watch
from tests.battle.tables import small_deck

#: All cards of the box (rulings): 110 ingredients, 32 battle cards, 8 burgers.
BOX = 150


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_deal(players: int) -> None:
    game = new_game(players, 5)
    assert [len(board.hand) for board in game.table.boards] == [HAND] * players
    assert len({board.burger for board in game.table.boards}) == players
    assert len(game.box) == 8 - players
    assert len(game.table.grave) == 1
    assert len(game.pile) == 142 - 5 * players - 1
    assert all_cards(game.table) + Counter(game.pile) == standard_deck().counts
    assert game.count_cards() == BOX


@pytest.mark.parametrize("players", [0, 1, 7, 1000])
def test_number_of_players(players: int) -> None:
    with pytest.raises(InvalidInput, match="players"):
        new_game(players, 1)


def test_without_burgerpocalypse() -> None:
    game = new_game(4, 1, mild=True)
    assert game.count_cards() == BOX - 1
    assert "+apocalypse" not in all_cards(game.table) + Counter(game.pile)


@settings(max_examples=25)
@given(st.integers(0, 2**53), st.integers(2, 6), st.permutations(sorted(POLICIES)))
def test_any_game(seed: int, players: int, names: list[str]) -> None:
    """It ends under the cap, keeps its cards, five in hand between turns, and replays."""
    start = game = new_game(players, seed)
    seated = tuple(name for name, _ in zip(cycle(names), range(players), strict=False))
    actions = []
    for before, move, after in play(game, seated, seed):
        texts = before.legal_actions()
        actions.append(texts[before.legal_moves().index(move)])
        assert after.count_cards() == BOX
        if after.phase is Phase.DRAW and not after.is_over():
            assert {len(board.hand) for board in after.table.boards} == {HAND}
        game = after
    assert game.is_over()
    assert game.turn <= MOST_TURNS
    cards = all_cards(game.table) + Counter(game.pile)
    assert cards == standard_deck().counts
    again = start
    for action in actions:
        again = again.apply(action)
    assert again == game
    log = Log(game="battle", players=players, seed=seed, actions=actions, scores=game.scores())
    assert referee(log, lambda log: new_game(log.players, log.seed)).right


@settings(max_examples=25)
@given(st.integers(0, 10_000))
def test_a_deck_that_runs_out_again_and_again(seed: int) -> None:
    """Nobody can finish: the few Cheeses are never enough. The deck cycles and keeps its cards."""
    deck = small_deck("B" * 6 + "M" * 6 + "T" * 4 + "C", "BMC", "BTT")
    deck = small_deck([*deck.counts.elements(), "+swap", "+nothing"], "BMC", "BTT")
    game = new_game(2, seed, deck)
    total = game.count_cards()
    policy = ("random", "random")
    for _, _, after in play(game, policy, seed):
        assert after.count_cards() == total
        game = after
        if game.turn > 200:
            break
    assert game.is_over() or game.shuffles > 1


def test_the_graveyard_is_turned_over() -> None:
    """When the deck is empty: shuffle, turn one up, draw (rulebook, Set Up, step 4)."""
    deck = small_deck("BBMMTTTTTTTTTT", "BM", "BT")
    game = new_game(2, 3, deck)
    game = BattleGame(deck, game.table, (), 3)
    grave = ("T", "B", "M")
    table = type(game.table)(game.table.boards, grave)
    after = BattleGame(deck, table, (), 3).apply("1 draw")
    assert len(after.table.grave) == 1
    assert len(after.pile) == 1
    drawn = Counter(after.table.boards[0].hand) - Counter(table.boards[0].hand)
    assert drawn + Counter(after.table.grave) + Counter(after.pile) == Counter(grave)
    assert after.shuffles == 2
    assert BattleGame(deck, table, (), 3).apply("1 draw") == after


def test_nothing_left_to_draw() -> None:
    deck = small_deck("BBMMTTTTTTTT", "BM", "BT")
    table = new_game(2, 3, deck).table
    alone = type(table)(table.boards, ("T",))
    after = BattleGame(deck, alone, (), 3).apply("1 draw")
    assert after.table == alone
    assert after.phase is Phase.ACT


def test_take_only_ingredients() -> None:
    game = new_game(2, 1)
    for top, legal in (("T", True), ("+bomb", False)):
        table = type(game.table)(game.table.boards, ("B", top))
        state = BattleGame(game.cards, table, game.pile, 1)
        assert ("1 take" in state.legal_actions()) is legal
        if not legal:
            with pytest.raises(InvalidInput, match=r"\+bomb lies on top"):
                state.apply("1 take")
    empty = BattleGame(game.cards, type(game.table)(game.table.boards), game.pile, 1)
    with pytest.raises(InvalidInput, match="Graveyard is empty"):
        empty.apply("1 take")


def test_sixth_card_at_the_end_of_a_turn() -> None:
    game = new_game(2, 1).apply("1 draw")
    with pytest.raises(InvalidInput, match="6 cards in hand"):
        game.apply("2 draw")
    with pytest.raises(InvalidInput, match="moves in the turn of player 1"):
        new_game(2, 1).apply("2 draw")
    with pytest.raises(InvalidInput, match="before the first draw"):
        new_game(2, 1).apply("1 pass")
    with pytest.raises(InvalidInput, match="no player 9"):
        new_game(2, 1).apply("9 draw")


def test_observation_hides_hands_and_pile() -> None:
    """Two states that differ in the other hand and the order of the pile look the same."""
    game = new_game(2, 1)
    other = BattleGame(game.cards, game.table, tuple(reversed(game.pile)), 1)
    assert game.observation(0) == other.observation(0)
    assert game.observation(0) != game.observation(1)
    boards = list(game.table.boards)
    boards[1] = type(boards[1])(boards[1].burger, boards[1].needs, hand=("B",) * 5)
    hidden = BattleGame(game.cards, type(game.table)(tuple(boards), game.table.grave), game.pile, 1)
    assert game.observation(0) == hidden.observation(0)


@pytest.mark.parametrize("name", sorted(POLICIES))
def test_policies_do_not_look_at_hidden_cards(name: str) -> None:
    """The same choice whatever the others hold and in whatever order the pile lies."""
    chance = random.Random(4)
    for before, _, _ in play(new_game(3, 8), (name,) * 3, 8):
        hidden = [*before.pile]
        for number, board in enumerate(before.table.boards):
            hidden += board.hand if number != before.player else ()
        chance.shuffle(hidden)
        boards = []
        for number, board in enumerate(before.table.boards):
            if number != before.player:
                hand, hidden = hidden[: len(board.hand)], hidden[len(board.hand) :]
                board = type(board)(
                    board.burger, board.needs, board.placed, board.beside, tuple(sorted(hand))
                )
            boards.append(board)
        other = BattleGame(
            before.cards,
            type(before.table)(tuple(boards), before.table.grave),
            tuple(hidden),
            before.seed,
            before.player,
            before.phase,
            before.turn,
        )
        moves = before.legal_moves()
        assert other.legal_moves() == moves
        choose = POLICIES[name]
        assert choose(before, moves, random.Random(1)) == choose(other, moves, random.Random(1))


def test_text_policy_plays_out() -> None:
    """The shared simulator of ``solver.game`` plays this game too."""
    end, actions = play_out(new_game(2, 2), lambda state, legal: legal[0])
    assert end.is_over()
    log = Log(game="battle", players=2, seed=2, actions=actions, scores=end.scores())
    assert referee(log, lambda log: new_game(log.players, log.seed)).right
    log.actions[3] = "2 discard J"
    verdict = referee(log, lambda log: new_game(log.players, log.seed))
    assert not verdict.right
    assert verdict.action == 4


def test_tournament_balances_seats_and_repeats() -> None:
    outline = Outline(("greedy", "builder", "random"), 1, False, None)
    one = tournament(outline, 30, 1, Watch())
    assert sum(one.wins) == one.games == 30
    assert one == tournament(outline, 30, 1, Watch())
    assert one.wins[0] > one.wins[2]
    deck = standard_deck()
    assert [result(outline, number, deck) for number in range(3)] == [
        result(outline, number, deck) for number in range(3)
    ]


def test_policy_names() -> None:
    assert parse_policies("Greedy, random hunter", "policies") == ["greedy", "random", "hunter"]
    with pytest.raises(InvalidInput, match="expected greedy"):
        parse_policies("greedi", "policies")
    with pytest.raises(InvalidInput, match="no policy"):
        parse_policies(" , ", "policies")
