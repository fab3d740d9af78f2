"""What lies on the table and what a move does to it: the plain rules of one turn.

A :class:`Board` is one player's burger, the battle cards beside it and the
hand; a :class:`Table` is all boards and the Graveyard. Moves that only change
the table are here, with the battle cards one by one (rulebook, Battle Cards).
The draw pile, whose turn it is and the end of the game are left to ``game``.

Players are counted from 0 here, and from 1 in every text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from solver.battle.deck import ADDS, Battle

#: Cards in hand at the end of a turn, and the most that anyone holds during one.
HAND, MOST_HAND = 5, 6

#: What Picky Eater throws away.
PICKY = ("L", "T", "O")

#: Battle cards that are played at another player.
AT_ANOTHER = (
    Battle.BOMB,
    Battle.EAT,
    Battle.MEAT,
    Battle.PICKLE,
    Battle.PICKY,
    Battle.SWAP,
)

#: Battle cards that a Force Field stops (rulings: all aimed at its owner but three).
STOPPED = (Battle.BOMB, Battle.EAT, Battle.MEAT, Battle.PICKLE, Battle.PICKY)

#: Letter added by a battle card beside a burger, by the card's text.
ADDED = {str(card): letter for card, letter in ADDS.items()}


class Verb(StrEnum):
    """What a player can do."""

    DRAW = "draw"
    """Draw from the deck."""
    TAKE = "take"
    """Take the ingredient on top of the Graveyard."""
    PLAY = "play"
    """Play a needed ingredient."""
    DISCARD = "discard"
    """End the turn by a card thrown in the Graveyard."""
    USE = "use"
    """End the turn by a battle card."""
    PASS = "pass"
    """End the turn with an empty hand: there is no card to end it with."""


class Move(NamedTuple):
    """One thing that a player does.

    card: what is played, discarded or used. target: the player it is used on.
    what: the ingredient it takes or the card it destroys; ``beside`` for an ingredient that is
    played onto an added need.
    """

    verb: Verb
    card: str = ""
    target: int | None = None
    what: str = ""


#: Where an ingredient is played that goes onto an added need.
BESIDE = "beside"


@dataclass(frozen=True, slots=True)
class Board:
    """One player's cards.

    needs: the letters that the burger card lists. placed: the ingredients on the burger, as they
    came. beside: the battle cards to its left, ``+meat=M`` with an ingredient behind it.
    hand: sorted.
    """

    burger: str
    needs: tuple[str, ...]
    placed: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()

    def open_base(self) -> list[str]:
        """Return the letters that the burger card itself still needs."""
        rest = list(self.needs)
        for letter in self.placed:
            rest.remove(letter)
        return rest

    def open_added(self) -> list[str]:
        """Return the letters that battle cards beside the burger still need."""
        return [ADDED[card] for card in self.beside if card in ADDED]

    def open(self) -> list[str]:
        """Return every letter that is still needed."""
        return self.open_base() + self.open_added()

    def is_done(self) -> bool:
        """Return whether the burger is complete: the game is won."""
        return len(self.placed) == len(self.needs) and not self.open_added()

    def is_protected(self) -> bool:
        """Return whether a Force Field lies beside the burger."""
        return Battle.FIELD in self.beside

    def ingredients(self) -> tuple[str, ...]:
        """Return all ingredients on the burger and behind battle cards."""
        return self.placed + tuple(behind(card) for card in self.beside if "=" in card)

    def add(self, letter: str, *, beside: bool = False) -> Board:
        """Return the board with a needed ingredient added: to the burger itself where it fits.

        beside: put it onto an added need even if the burger itself needs it.
        """
        if not beside and letter in self.open_base():
            return replace(self, placed=(*self.placed, letter))
        cards = list(self.beside)
        spot = next(at for at, card in enumerate(cards) if ADDED.get(card) == letter)
        cards[spot] = f"{cards[spot]}={letter}"
        return replace(self, beside=tuple(cards))

    def lose(self, letter: str) -> Board:
        """Return the board without one ingredient: off the burger itself where it lies there."""
        if letter in self.placed:
            return replace(self, placed=without(self.placed, letter))
        spot = next(at for at, card in enumerate(self.beside) if behind(card) == letter)
        cards = list(self.beside)
        cards[spot] = named(cards[spot])
        return replace(self, beside=tuple(cards))

    def bare(self) -> Board:
        """Return the board without its ingredients; the battle cards stay."""
        return replace(self, placed=(), beside=tuple(map(named, self.beside)))


def behind(card: str) -> str:
    """Return the ingredient behind a battle card, or nothing.

    >>> behind("+meat=M"), behind("+meat")
    ('M', '')
    """
    return card.partition("=")[2]


def named(card: str) -> str:
    """Return the battle card itself, without what lies behind it."""
    return card.partition("=")[0]


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Return cards without one copy of ``card``; the last, where order matters."""
    at = len(cards) - 1 - cards[::-1].index(card)
    return cards[:at] + cards[at + 1 :]


def with_card(hand: tuple[str, ...], *cards: str) -> tuple[str, ...]:
    """Return a hand with more cards, sorted."""
    return tuple(sorted((*hand, *cards)))


def is_ingredient(card: str) -> bool:
    """Return whether a card is an ingredient; the others are battle cards."""
    return not card.startswith("+")


@dataclass(frozen=True, slots=True)
class Table:
    """All boards, and the Graveyard from bottom to top."""

    boards: tuple[Board, ...]
    grave: tuple[str, ...] = ()

    def with_board(self, player: int, board: Board) -> Table:
        """Return the table with one board replaced."""
        boards = list(self.boards)
        boards[player] = board
        return replace(self, boards=tuple(boards))

    def toss(self, *cards: str) -> Table:
        """Return the table with cards on the Graveyard, the last on top."""
        return replace(self, grave=self.grave + cards)

    def winner(self, first: int = 0) -> int | None:
        """Return the player whose burger is complete, looking from ``first`` on."""
        for step in range(len(self.boards)):
            player = (first + step) % len(self.boards)
            if self.boards[player].is_done():
                return player
        return None


def plays(board: Board) -> list[Move]:
    """Return every way to play an ingredient from the hand (rulebook, Your Turn)."""
    base, added = board.open_base(), board.open_added()
    found = []
    for card in dict.fromkeys(board.hand):
        if card in base:
            found.append(Move(Verb.PLAY, card))
            if card in added:
                found.append(Move(Verb.PLAY, card, None, BESIDE))
        elif card in added:
            found.append(Move(Verb.PLAY, card))
    return found


def play(table: Table, player: int, move: Move) -> Table:
    """Return the table after an ingredient of :func:`plays`, before the draw that follows it."""
    board = table.boards[player]
    board = replace(board, hand=without(board.hand, move.card))
    return table.with_board(player, board.add(move.card, beside=move.what == BESIDE))


def ends(table: Table, player: int) -> list[Move]:
    """Return every legal end of the turn: discards, then battle cards with their targets."""
    hand = tuple(dict.fromkeys(table.boards[player].hand))
    if not hand:
        return [Move(Verb.PASS)]
    found = [Move(Verb.DISCARD, card) for card in hand]
    for card in hand:
        if not is_ingredient(card):
            found += uses(table, player, card)
    return found


def uses(table: Table, player: int, card: str) -> list[Move]:
    """Return every legal use of a battle card in the player's hand.

    A card that would change nothing cannot be used, only discarded, which comes to the same.
    """

    def use(target: int | None = None, what: str = "") -> Move:
        return Move(Verb.USE, card, target, what)

    mine = table.boards[player]
    others = [
        (number, board)
        for number, board in enumerate(table.boards)
        if number != player and not (card in STOPPED and board.is_protected())
    ]
    if card == Battle.BOMB:
        return [use(number) for number, board in others if board.ingredients()]
    if card in (Battle.MEAT, Battle.PICKLE, Battle.SWAP):
        return [use(number) for number, _ in others]
    if card in (Battle.EAT, Battle.PICKY):
        wanted = PICKY if card == Battle.PICKY else tuple(mine.open())
        return [
            use(number, letter)
            for number, board in others
            for letter in sorted(set(board.ingredients()).intersection(wanted))
        ]
    if card == Battle.DIG:
        return [use(None, letter) for letter in sorted(set(table.grave).intersection(mine.open()))]
    if card == Battle.DESTROY:
        return [
            use(number, lying)
            for number, board in enumerate(table.boards)
            for lying in dict.fromkeys(board.beside)
        ]
    if card == Battle.FIELD:
        return [] if mine.is_protected() else [use()]
    if card == Battle.APOCALYPSE:
        return [use()] if any(board.ingredients() for board in table.boards) else []
    return [use()]


def discard(table: Table, player: int, card: str) -> Table:
    """Return the table after a discard."""
    return _from_hand(table, player, card).toss(card)


def _from_hand(table: Table, player: int, card: str) -> Table:
    board = table.boards[player]
    return table.with_board(player, replace(board, hand=without(board.hand, card)))


def use(table: Table, player: int, move: Move) -> Table:
    """Return the table after a battle card of :func:`uses`.

    After I Got Nothin' the hand is empty: the five new cards come from the draw pile.
    """
    card, target, what = move.card, move.target, move.what
    table = _from_hand(table, player, card)
    mine = table.boards[player]
    if card == Battle.FIELD:
        return table.with_board(player, replace(mine, beside=(*mine.beside, card)))
    if card == Battle.NOTHING:
        return table.with_board(player, replace(mine, hand=())).toss(*mine.hand, card)
    if card == Battle.APOCALYPSE:
        lost = [letter for board in table.boards for letter in board.ingredients()]
        bare = replace(table, boards=tuple(board.bare() for board in table.boards))
        return bare.toss(*lost, card)
    if card == Battle.DIG:
        grave = without(table.grave, what)
        return replace(table, grave=grave).with_board(player, mine.add(what)).toss(card)
    assert target is not None
    theirs = table.boards[target]
    if card in ADDED:
        return table.with_board(target, replace(theirs, beside=(*theirs.beside, card)))
    if card == Battle.SWAP:
        table = table.with_board(player, replace(mine, hand=theirs.hand))
        return table.with_board(target, replace(theirs, hand=mine.hand)).toss(card)
    if card == Battle.BOMB:
        return table.with_board(target, theirs.bare()).toss(*theirs.ingredients(), card)
    if card == Battle.PICKY:
        return table.with_board(target, theirs.lose(what)).toss(what, card)
    if card == Battle.EAT:
        table = table.with_board(target, theirs.lose(what))
        return table.with_board(player, mine.add(what)).toss(card)
    left = replace(theirs, beside=without(theirs.beside, what))
    under = [behind(what)] if behind(what) else []
    return table.with_board(target, left).toss(*under, named(what), card)


def all_cards(table: Table) -> Counter[str]:
    """Return every card on the table and in the hands on it, but for the burgers."""
    found: Counter[str] = Counter(table.grave)
    for board in table.boards:
        found.update(board.hand)
        found.update(board.ingredients())
        found.update(map(named, board.beside))
    return found


def letters(cards: Iterable[str]) -> list[str]:
    """Return the ingredients among cards."""
    return [card for card in cards if is_ingredient(card)]
