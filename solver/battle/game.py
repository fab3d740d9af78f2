"""The whole game: deal, turns, the draw pile, the Graveyard, and the end.

A :class:`BattleGame` keeps the protocol of ``solver.game``: its actions are
text, ``1 draw`` or ``2 +bomb 1``. Simulations use the same state by its moves
(:meth:`BattleGame.legal_moves`, :meth:`BattleGame.make`), without the text.
What a move does to the table is in ``rules``; how players choose is in ``policies``.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from solver.battle import objections
from solver.battle.deck import Battle, Deck, standard_deck
from solver.battle.notation import parse_move, write_cards, write_move
from solver.battle.rules import (
    HAND,
    Board,
    Move,
    Table,
    Verb,
    all_cards,
    discard,
    ends,
    is_ingredient,
    play,
    plays,
    use,
    uses,
    with_card,
)
from solver.battle.situation import MOST_PLAYERS
from solver.errors import InvalidInput, plural

#: Fewest players (rulings).
FEWEST_PLAYERS = 2

#: Turns after which a simulated game is given up: far more than any game of sensible players.
MOST_TURNS = 20_000

#: A game in which a position came back so often goes on without end. Once would be no proof: the
#: players and the shuffles draw lots.
MOST_RETURNS = 50


class Phase(StrEnum):
    """Where a turn is."""

    DRAW = "draw"
    """The first draw is to be made."""
    ACT = "act"
    """Ingredients may be played, and the turn is to be ended."""


@dataclass(frozen=True, slots=True)
class BattleGame:
    """A state of the game.

    pile: the draw pile, the next card last. player: whose turn it is. turn: counted from 1.
    shuffles: how often the cards were shuffled; with the seed it decides the next shuffle.
    box: burger cards that were not dealt. winner: None while the game goes on.
    """

    cards: Deck = field(compare=False, repr=False)
    table: Table
    pile: tuple[str, ...]
    seed: int
    player: int = 0
    phase: Phase = Phase.DRAW
    turn: int = 1
    shuffles: int = 1
    box: tuple[str, ...] = ()
    winner: int | None = None

    def legal_moves(self) -> list[Move]:
        """Return every legal move; empty only when the game is over."""
        if self.winner is not None:
            return []
        if self.phase is Phase.ACT:
            return plays(self.table.boards[self.player]) + ends(self.table, self.player)
        grave = self.table.grave
        if grave and is_ingredient(grave[-1]):
            return [Move(Verb.DRAW), Move(Verb.TAKE)]
        return [Move(Verb.DRAW)]

    def make(self, move: Move) -> BattleGame:
        """Return the state after a legal move."""
        if move.verb is Verb.DRAW:
            return replace(self._drawn(1), phase=Phase.ACT)
        if move.verb is Verb.TAKE:
            table = replace(self.table, grave=self.table.grave[:-1])
            taken = _give(table, self.player, self.table.grave[-1])
            return replace(self, table=taken, phase=Phase.ACT)
        if move.verb is Verb.PLAY:
            return self._played(move)
        if move.verb is Verb.PASS:
            return self._next_turn(self)
        if move.verb is Verb.DISCARD:
            return self._next_turn(replace(self, table=discard(self.table, self.player, move.card)))
        after = replace(self, table=use(self.table, self.player, move))
        if move.card == Battle.NOTHING:
            after = after._drawn(HAND)
        return self._next_turn(after)

    def _played(self, move: Move) -> BattleGame:
        after = replace(self, table=play(self.table, self.player, move))
        if after.table.boards[self.player].is_done():
            return replace(after, winner=self.player)
        return after._drawn(1)

    def _next_turn(self, after: BattleGame) -> BattleGame:
        """Return the state with the next player to draw, unless somebody has won."""
        winner = after.table.winner(self.player)
        if winner is not None:
            return replace(after, winner=winner)
        following = (self.player + 1) % len(self.table.boards)
        return replace(after, player=following, phase=Phase.DRAW, turn=self.turn + 1)

    def _drawn(self, count: int) -> BattleGame:
        """Return the state with cards drawn by the player, as far as there are any."""
        table, pile, shuffles = self.table, self.pile, self.shuffles
        for _ in range(count):
            if not pile and len(table.grave) > 1:
                shuffled = list(table.grave)
                _shuffling(self.seed, shuffles).shuffle(shuffled)
                shuffles += 1
                table, pile = replace(table, grave=(shuffled[-1],)), tuple(shuffled[:-1])
            if pile:
                table, pile = _give(table, self.player, pile[-1]), pile[:-1]
        return replace(self, table=table, pile=pile, shuffles=shuffles)

    def legal_actions(self) -> list[str]:
        """Return every legal action as text."""
        return [f"{self.player + 1} {write_move(move)}" for move in self.legal_moves()]

    def apply(self, action: str) -> BattleGame:
        """Return the state after an action; raise InvalidInput, naming the rule, if it is not legal."""
        named, move = parse_move(action, self.cards)
        if self.winner is not None:
            raise InvalidInput(
                "the game is over", "Goal", f"nothing after player {self.winner + 1} won"
            )
        board = self.table.boards[self.player]
        if named is not None and not 0 <= named < len(self.table.boards):
            raise InvalidInput(f"no player {named + 1}", "", f"1 to {len(self.table.boards)}")
        if named is not None and named != self.player:
            raise objections.out_of_turn(named, self.player, len(board.hand))
        if not self._is_legal(move):
            if self.phase is Phase.DRAW:
                raise objections.before_draw(self.table, move)
            raise objections.objection(self.table, self.player, move, self.cards)
        return self.make(move)

    def _is_legal(self, move: Move) -> bool:
        board = self.table.boards[self.player]
        if self.phase is Phase.ACT and move.verb is Verb.USE:
            return move.card in board.hand and move in uses(self.table, self.player, move.card)
        return move in self.legal_moves()

    def is_over(self) -> bool:
        """Return whether somebody has won."""
        return self.winner is not None

    def scores(self) -> list[int]:
        """Return 1 for the winner, 0 for the others."""
        return [int(player == self.winner) for player in range(len(self.table.boards))]

    def observation(self, player: int) -> Any:
        """Return what a player can see: all boards, the Graveyard, the own hand, and numbers of cards."""
        return {
            "player": player + 1,
            "hand": write_cards(self.table.boards[player].hand),
            "boards": [
                {
                    "burger": board.burger,
                    "needs": "".join(board.needs),
                    "have": write_cards(board.placed),
                    "beside": write_cards(board.beside),
                    "cards": len(board.hand),
                }
                for board in self.table.boards
            ],
            "grave": write_cards(self.table.grave),
            "pile": len(self.pile),
            "turn": self.turn,
            "to_move": self.player + 1,
            "phase": self.phase.value,
            "winner": None if self.winner is None else self.winner + 1,
        }

    def count_cards(self) -> int:
        """Return how many cards there are, burgers too: the same at every moment of a game."""
        burgers = len(self.table.boards) + len(self.box)
        return all_cards(self.table).total() + len(self.pile) + burgers


def _give(table: Table, player: int, card: str) -> Table:
    board = table.boards[player]
    return table.with_board(player, replace(board, hand=with_card(board.hand, card)))


def _shuffling(seed: int, shuffles: int) -> random.Random:
    return random.Random(f"burger battle {seed} {shuffles}")


def new_game(
    players: int, seed: int, deck: Deck | None = None, *, mild: bool = False
) -> BattleGame:
    """Return the deal (rulebook, Set Up); mild: without the Burgerpocalypse.

    Raises InvalidInput for a number of players that the rules or the deck do not allow.
    """
    cards = deck or standard_deck()
    most = min(MOST_PLAYERS, len(cards.burgers))
    if not FEWEST_PLAYERS <= players <= most:
        raise InvalidInput(plural(players, "player"), "players", f"{FEWEST_PLAYERS} to {most}")
    counts = cards.counts.copy()
    if mild:
        del counts[str(Battle.APOCALYPSE)]
    if counts.total() < players * HAND + 2:
        raise InvalidInput(
            f"a deck of {plural(counts.total(), 'card')} for {players} players",
            "deck",
            f"at least {players * HAND + 2}: the hands, one turned up, and one to draw",
        )
    shuffle = _shuffling(seed, 0)
    burgers = list(cards.needs)
    shuffle.shuffle(burgers)
    pile = list(counts.elements())
    shuffle.shuffle(pile)
    boards = []
    for burger in burgers[:players]:
        hand, pile = pile[-HAND:], pile[:-HAND]
        boards.append(Board(burger, cards.needs[burger], hand=with_card((), *hand)))
    return BattleGame(
        cards,
        Table(tuple(boards), (pile[-1],)),
        tuple(pile[:-1]),
        seed,
        box=tuple(burgers[players:]),
    )
