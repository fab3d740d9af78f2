"""How simulated players choose. A policy sees the boards, the Graveyard and its own hand only.

random   any legal move, all alike
builder  builds: takes what it needs, plays it, digs for more, and harms nobody
hunter   builds, and uses every battle card it can against the player nearest to the end
greedy   weighs every end of its turn by how near to the end it leaves everybody
"""

from __future__ import annotations

import random
from collections.abc import Callable

from solver.battle.deck import Battle
from solver.battle.game import BattleGame, Phase
from solver.battle.rules import (
    STOPPED,
    Move,
    Table,
    Verb,
    discard,
    is_ingredient,
    use,
)
from solver.errors import InvalidInput, nearest, quote

#: Chooses among legal moves.
Policy = Callable[[BattleGame, list[Move], random.Random], Move]

#: How much one missing ingredient lowers the worth of a burger. The weights of ``greedy`` were
#: set by hand and are no more than a sensible player's feeling.
FALL = 0.6

#: Worth of a finished burger, of a Force Field, of a battle card kept in hand, and of the
#: Graveyard's top to the next player.
FINISHED, PROTECTED, KEPT, GIVEN = 10.0, 0.8, 0.3, 0.6


def choose_random(game: BattleGame, moves: list[Move], chance: random.Random) -> Move:
    """Choose any legal move."""
    return chance.choice(moves)


def _build(game: BattleGame, moves: list[Move]) -> Move | None:
    """Return the move that builds, None if the turn is to be ended."""
    if game.phase is Phase.ACT:
        return moves[0] if moves[0].verb is Verb.PLAY else None
    grave = game.table.grave
    needed = grave and grave[-1] in game.table.boards[game.player].open()
    return moves[-1] if needed else moves[0]


def _throw_away(game: BattleGame, moves: list[Move]) -> Move:
    """Return the discard that costs least: ingredients first, not what the next player needs."""
    following = game.table.boards[(game.player + 1) % len(game.table.boards)].open()
    rests = [move for move in moves if move.verb in (Verb.DISCARD, Verb.PASS)]
    return min(rests, key=lambda move: (not is_ingredient(move.card), move.card in following))


def choose_builder(game: BattleGame, moves: list[Move], chance: random.Random) -> Move:
    """Build, and harm nobody."""
    building = _build(game, moves)
    if building is not None:
        return building
    harmless = (Battle.DIG, Battle.FIELD)
    found = [move for move in moves if move.verb is Verb.USE and move.card in harmless]
    return found[0] if found else _throw_away(game, moves)


def choose_hunter(game: BattleGame, moves: list[Move], chance: random.Random) -> Move:
    """Build, and hit the player who is nearest to the end."""
    building = _build(game, moves)
    if building is not None:
        return building
    boards = game.table.boards
    hits = [
        move
        for move in moves
        if move.verb is Verb.USE and move.target not in (None, game.player) and move.card in STOPPED
    ]
    if hits:
        return min(hits, key=lambda move: len(boards[move.target or 0].open()))
    return choose_builder(game, moves, chance)


def choose_greedy(game: BattleGame, moves: list[Move], chance: random.Random) -> Move:
    """Weigh every end of the turn."""
    building = _build(game, moves)
    if building is not None:
        return building
    return max(moves, key=lambda move: _worth(game, move))


def _worth(game: BattleGame, move: Move) -> float:
    if move.verb is Verb.PASS:
        return 0.0
    if move.verb is Verb.USE:
        after = use(game.table, game.player, move)
    else:
        after = discard(game.table, game.player, move.card)
    worth = _standing(after, game.player)
    worth -= 0.0 if is_ingredient(move.card) else KEPT
    if move.card == Battle.NOTHING:
        hand = game.table.boards[game.player].hand
        worth -= KEPT * (sum(not is_ingredient(card) for card in hand) - 1)
    following = after.boards[(game.player + 1) % len(after.boards)].open()
    return worth - (GIVEN if after.grave and after.grave[-1] in following else 0.0)


def _standing(table: Table, player: int) -> float:
    """Return what the boards are worth to a player."""
    total = 0.0
    for number, board in enumerate(table.boards):
        worth = FINISHED * FALL ** len(board.open()) + PROTECTED * board.is_protected()
        total += worth if number == player else -worth
    return total


#: Every policy, by name.
POLICIES: dict[str, Policy] = {
    "random": choose_random,
    "builder": choose_builder,
    "hunter": choose_hunter,
    "greedy": choose_greedy,
}


def parse_policies(text: str, where: str) -> list[str]:
    """Return the names in a list such as ``greedy,random``.

    Raises InvalidInput, with the nearest names, for one that is none.
    """
    names = [name.lower() for name in text.replace(",", " ").split()]
    if not names:
        raise InvalidInput("no policy", where, f"one of {', '.join(POLICIES)}")
    for position, name in enumerate(names, start=1):
        if name not in POLICIES:
            raise InvalidInput(
                f"unknown policy {quote(name)}",
                f"{where}, number {position}",
                nearest(name, POLICIES),
            )
    return names
