"""What one player knows at the table: the question behind ``win-now``, ``turns`` and ``best``.

A :class:`Situation` is the boards, the Graveyard and the asking player's hand.
Every card that is not in it is *unseen*: in the draw pile or in a hand that
nobody has shown. Unseen cards are exchangeable, so the next card of the draw
pile is each of them with the same chance. How a situation is written is in
``notation``.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from solver.battle.deck import Deck
from solver.battle.rules import HAND, MOST_HAND, Board, Table, all_cards, with_card
from solver.errors import InvalidInput

#: Most players (rulings; the rulebook deals to 2 to 6).
MOST_PLAYERS = 6


@dataclass(frozen=True, slots=True)
class Situation:
    """A moment in the asking player's turn.

    table: the asking player's board is the first, the others follow in the order of turns; a
    hand of another player holds what is known of it. seen: cards known to be elsewhere than in
    the draw pile. pile: cards left in the draw pile, None where all that is unseen but for the
    others' hands lies there. drawn: whether the first draw of the turn is done.
    """

    table: Table
    seen: tuple[str, ...] = ()
    pile: int | None = None
    drawn: bool = False

    @property
    def me(self) -> Board:
        """The asking player's board."""
        return self.table.boards[0]

    def with_top_taken(self) -> Situation:
        """Return the situation after the top of the Graveyard is taken as the first draw."""
        grave = self.table.grave
        mine = replace(self.me, hand=with_card(self.me.hand, grave[-1]))
        table = replace(self.table, grave=grave[:-1]).with_board(0, mine)
        return replace(self, table=table, drawn=True)

    def unseen(self, deck: Deck) -> Counter[str]:
        """Return the cards that may still be drawn, with their numbers."""
        return deck.counts - self.known()

    def known(self) -> Counter[str]:
        """Return the cards whose place is known."""
        return all_cards(self.table) + Counter(self.seen)

    def hidden(self) -> int:
        """Return how many unseen cards the other players hold."""
        return sum(HAND - len(board.hand) for board in self.table.boards[1:])

    def left(self, deck: Deck) -> int:
        """Return how many cards the draw pile has."""
        if self.pile is not None:
            return self.pile
        return max(0, self.unseen(deck).total() - self.hidden())


def check_situation(found: Situation, deck: Deck) -> Situation:
    """Return the situation if it can be on a table with this deck.

    Raises InvalidInput with the first thing that cannot be.
    """
    if len(found.table.boards) > MOST_PLAYERS:
        raise InvalidInput(f"{len(found.table.boards)} players", "state", f"at most {MOST_PLAYERS}")
    most = MOST_HAND if found.drawn else HAND
    if len(found.me.hand) > most:
        raise InvalidInput(
            f"{len(found.me.hand)} cards in hand",
            "state, hand",
            f"at most {most}"
            + ("" if found.drawn else "; after the first draw say drawn, and at most 6"),
        )
    if found.drawn and not found.me.hand:
        raise InvalidInput(
            "no card in hand after the first draw", "state, hand", "the hand, up to 6 cards"
        )
    for number, board in enumerate(found.table.boards, start=1):
        if number > 1 and len(board.hand) > HAND:
            raise InvalidInput(
                f"{len(board.hand)} cards in hand", f"state, player {number}, hand", "at most 5"
            )
        if board.is_done():
            raise InvalidInput(
                f"the burger of player {number} is complete", "state", "a game that is not over"
            )
    for card, count in found.known().items():
        if count > deck.counts[card]:
            raise InvalidInput(
                f"{count} of {card} ({deck.title(card)})",
                "state",
                f"at most {deck.counts[card]}, as in the deck",
            )
    rest = found.unseen(deck).total() - found.hidden()
    if found.pile is not None and found.pile > rest:
        raise InvalidInput(
            f"{found.pile} cards in the draw pile", "state, deck", f"at most {rest} are unseen"
        )
    return found
