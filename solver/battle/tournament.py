"""Many games of policies against each other, seats balanced, over several processes."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from solver.battle.deck import Deck, deck_from
from solver.battle.game import MOST_RETURNS, MOST_TURNS, BattleGame, Phase, new_game
from solver.battle.policies import POLICIES
from solver.battle.rules import Move, Table
from solver.watch import Watch
from solver.workers import in_order, worker_pool

#: Games that a worker plays at a time.
PIECE = 50


class Outline(msgspec.Struct, frozen=True):
    """What is played: one policy a seat, the first seed, and the deck."""

    policies: tuple[str, ...]
    seed: int
    mild: bool
    deck: str | None


@dataclass(slots=True)
class Tally:
    """What came out: games won by each policy of the list, their turns, games without a winner."""

    wins: list[int]
    turns: int = 0
    games: int = 0
    unfinished: int = 0


def play(
    game: BattleGame, policies: tuple[str, ...], seed: int
) -> Iterator[tuple[BattleGame, Move, BattleGame]]:
    """Yield each move of a game with the states before and after it.

    It ends with a winner, or where the game is given up as endless: after ``MOST_TURNS`` turns, or when
    the same player is to move in the same position for the ``MOST_RETURNS``-th time.
    policies: one a seat.
    """
    seen: Counter[tuple[Table, tuple[str, ...], int]] = Counter()
    chance = random.Random(f"burger battle policies {seed}")
    choosers = [POLICIES[name] for name in policies]
    while not game.is_over() and game.turn <= MOST_TURNS:
        if game.phase is Phase.DRAW:
            position = (game.table, game.pile, game.player)
            seen[position] += 1
            if seen[position] > MOST_RETURNS:
                return
        move = choosers[game.player](game, game.legal_moves(), chance)
        after = game.make(move)
        yield game, move, after
        game = after


def result(outline: Outline, number: int, deck: Deck) -> tuple[int | None, int]:
    """Return which policy of the list wins the game of that number, and its turns.

    The seats move on by one from game to game, and every game has a seed of its own.
    """
    seats = len(outline.policies)
    shift = number % seats
    seated = tuple(outline.policies[(seat + shift) % seats] for seat in range(seats))
    seed = outline.seed + number
    game = new_game(seats, seed, deck, mild=outline.mild)
    for _, _, after in play(game, seated, seed):
        game = after
    winner = None if game.winner is None else (game.winner + shift) % seats
    return winner, game.turn


def _piece(piece: tuple[Outline, int, int]) -> list[tuple[int | None, int]]:
    outline, start, end = piece
    deck = deck_from(outline.deck)
    return [result(outline, number, deck) for number in range(start, end)]


def tournament(outline: Outline, games: int, jobs: int, watch: Watch) -> Tally:
    """Play the games, a whole round of seats at a time; fewer if the watch expires."""
    seats = len(outline.policies)
    tally = Tally([0] * seats)
    size = PIECE - PIECE % seats
    pieces = ((outline, start, min(start + size, games)) for start in range(0, games, size))
    with worker_pool(jobs) as executor:
        for played in in_order(_piece, pieces, executor, jobs):
            for winner, turns in played:
                tally.games += 1
                tally.turns += turns
                if winner is None:
                    tally.unfinished += 1
                else:
                    tally.wins[winner] += 1
            watch.tell(f"{tally.games:,} of {games:,} games", tally.games / games)
            if watch.expired():
                break
    return tally
