"""The whole table: hands, burgers, deck and whose turn it is, and how a turn begins and ends.

A :class:`State` is never changed. This module moves cards and turns; which
actions there are, and what each does, is in ``actions``.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from solver.superburger.cards import Card, in_order, is_bun
from solver.superburger.flies import Finished, eat
from solver.superburger.rules import fillings

#: Cards dealt to each player, and taken by one whose hand is empty (rulebook, Game Sequence).
HAND = 7

#: Players (rulebook, Overview).
FEWEST_PLAYERS, MOST_PLAYERS = 2, 10

#: Burgers that each may have: two of them in the two-player game (rulebook, Two-Player Game).
BURGERS, BURGERS_OF_TWO = 1, 2


class Phase(StrEnum):
    """What the player to act is asked."""

    START = "start"
    """To lay the bun of a new burger."""
    TURN = "turn"
    DRAWN = "drawn"
    """To go on after a card was drawn because nothing fitted."""
    CAPTURE = "capture"
    """To capture a burger that another has just closed, or to let it go."""
    OVER = "over"


class Variant(StrEnum):
    """Which functions are in play (rulebook, Hot Cards)."""

    STANDARD = "standard"
    CHILDREN = "children"
    """With small children: no capture by a box and no swap by salt."""


class State(NamedTuple):
    """A moment of a game. Players are counted from 0 here, from 1 in text.

    hands: sorted. burgers: finished ones, oldest first. table: the burger under construction,
    bottom to top. deck: the next card first. turn: whose turn it is; direction: 1 or -1.
    extra: turns that the player has in a row beside this one (two players only).
    passed: who has passed without drawing since the last other action. asked: who may still
    capture, the first of them next. discard: cards gone for good.
    """

    hands: tuple[tuple[Card, ...], ...]
    burgers: tuple[tuple[Finished, ...], ...]
    table: tuple[Card, ...]
    deck: tuple[Card, ...]
    turn: int
    phase: Phase = Phase.TURN
    direction: int = 1
    extra: int = 0
    passed: frozenset[int] = frozenset()
    asked: tuple[int, ...] = ()
    variant: Variant = Variant.STANDARD
    discard: tuple[Card, ...] = ()

    @property
    def players(self) -> int:
        """Return the number of players."""
        return len(self.hands)

    @property
    def actor(self) -> int:
        """Return who acts now: whose turn it is, or who is asked to capture."""
        return self.asked[0] if self.phase is Phase.CAPTURE else self.turn

    @property
    def most_burgers(self) -> int:
        """Return how many burgers each player may have."""
        return BURGERS_OF_TWO if self.players == FEWEST_PLAYERS else BURGERS

    def scores(self) -> list[int]:
        """Return each player's points as they stand: the fillings of their burgers."""
        return [sum(fillings(burger.cards) for burger in own) for own in self.burgers]

    def everything(self) -> list[Card]:
        """Return every card, wherever it is."""
        burgers = [card for own in self.burgers for one in own for card in one.everything()]
        hands = [card for hand in self.hands for card in hand]
        return [*hands, *burgers, *self.table, *self.deck, *self.discard]

    def after(self, player: int, steps: int = 1) -> int:
        """Return the player so many places on in the direction of play."""
        return (player + steps * self.direction) % self.players

    def others_from(self, player: int) -> list[int]:
        """Return the others, in the order of play after a player."""
        return [self.after(player, step) for step in range(1, self.players)]


def with_hand(state: State, player: int, hand: tuple[Card, ...]) -> State:
    """Return the state with another hand for a player, sorted."""
    hands = list(state.hands)
    hands[player] = in_order(hand)
    return state._replace(hands=tuple(hands))


def without(state: State, player: int, cards: tuple[Card, ...]) -> State:
    """Return the state with cards taken out of a player's hand."""
    hand = list(state.hands[player])
    for card in cards:
        hand.remove(card)
    return with_hand(state, player, tuple(hand))


def with_burgers(state: State, player: int, burgers: tuple[Finished, ...]) -> State:
    """Return the state with other finished burgers for a player."""
    everyone = list(state.burgers)
    everyone[player] = burgers
    return state._replace(burgers=tuple(everyone))


def with_burger(state: State, player: int, index: int, burger: Finished) -> State:
    """Return the state with one finished burger of a player in place of another."""
    own = list(state.burgers[player])
    own[index] = burger
    return with_burgers(state, player, tuple(own))


def discarded(state: State, cards: tuple[Card, ...]) -> State:
    """Return the state with more cards on the discard pile."""
    return state._replace(discard=state.discard + cards) if cards else state


def take(state: State, player: int, count: int) -> State:
    """Let a player take cards from the deck, as many as there are."""
    taken = state.deck[:count]
    if not taken:
        return state
    state = state._replace(deck=state.deck[count:])
    return with_hand(state, player, state.hands[player] + taken)


def refill(state: State, player: int) -> State:
    """Let a player whose hand is empty take new cards (rulebook, Game Sequence)."""
    return state if state.hands[player] else take(state, player, HAND)


def end_turn(state: State, skips: int = 0) -> State:
    """Give the turn to the next player, some being skipped, or to the same one for an extra turn."""
    if state.extra:
        return begin_turn(state._replace(extra=state.extra - 1), state.turn)
    return begin_turn(state, state.after(state.turn, 1 + skips))


def begin_turn(state: State, player: int) -> State:
    """Begin a player's turn: the flies eat first. Without a burger to build on, one is started."""
    if not state.table:
        return start_burger(state, player)
    return flies_eat(state, player)._replace(turn=player, phase=Phase.TURN)


def start_burger(state: State, player: int) -> State:
    """Find who lays the bun of a new burger: the player, or the next one who has a bun.

    Where nobody has, each in turn takes a card, from the player on, until a bun turns up
    (rulebook, Game Sequence). Only who lays the bun has a turn, and so have the flies there.
    With no bun left in the deck the game is over.
    """
    for candidate in (player, *state.others_from(player)):
        if any(map(is_bun, state.hands[candidate])):
            return flies_eat(state, candidate)._replace(turn=candidate, phase=Phase.START)
    taker = player
    while state.deck:
        card = state.deck[0]
        state = take(state, taker, 1)
        if is_bun(card):
            return flies_eat(state, taker)._replace(turn=taker, phase=Phase.START)
        taker = state.after(taker)
    return state._replace(turn=player, phase=Phase.OVER)


def flies_eat(state: State, player: int) -> State:
    """Let the flies on a player's burgers eat once each."""
    if not any(burger.flies for burger in state.burgers[player]):
        return state
    left = []
    for burger in state.burgers[player]:
        rest, gone = eat(burger)
        state = discarded(state, gone)
        if rest is not None:
            left.append(rest)
    return with_burgers(state, player, tuple(left))


def finish_burger(state: State, owner: int, boxes: tuple[Card, ...] = ()) -> State:
    """Put the closed burger before its owner, and end the turn or the game.

    boxes: the box that captured it stays on it. An owner with a burger too many passes on the
    first, flies and all, to the next player in the order of play who may have one more.
    """
    burger = Finished(state.table, (), boxes)
    state = state._replace(table=(), asked=(), passed=frozenset())
    state = with_burgers(state, owner, (*state.burgers[owner], burger))
    if len(state.burgers[owner]) > state.most_burgers:
        first, *rest = state.burgers[owner]
        heir = next(
            other
            for other in state.others_from(owner)
            if len(state.burgers[other]) < state.most_burgers
        )
        state = with_burgers(state, owner, tuple(rest))
        state = with_burgers(state, heir, (*state.burgers[heir], first))
    if all(len(own) >= state.most_burgers for own in state.burgers):
        return state._replace(phase=Phase.OVER)
    return end_turn(state)
