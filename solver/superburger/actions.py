"""What the player to act may do, as typed actions and as text, and what each action does.

    start rBN                 lay the bun of a new burger
    play rTO                  lay a filling; play rTO bTO: a double
    play rSL swap 1.1=3.1     lay salt, and swap player 1's first burger with player 3's
    close rBN                 close the burger
    cover rBN 1.1             a new bun onto one's own burger, whose bun a fly has eaten
    fly rFL 2.1               a fly onto player 2's first burger
    box rBX 1.1               a box takes a fly off one's own burger
    draw, pass                take a card where no filling fits; end the turn
    capture rBX, let          cover a burger just closed with a box of its bun's colour, or not

Players and burgers count from 1, burgers oldest first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import permutations

from solver.errors import InvalidInput, quote
from solver.superburger.cards import (
    BOX,
    DOUBLE_PATTY,
    FLY,
    ONION,
    PATTY,
    SALT,
    SAUCE,
    Card,
    hero,
    is_bun,
    same_colour,
)
from solver.superburger.flies import land, pack
from solver.superburger.notation import parse_cards
from solver.superburger.rules import PlayKind, plays
from solver.superburger.state import (
    FEWEST_PLAYERS,
    Phase,
    State,
    Variant,
    discarded,
    end_turn,
    finish_burger,
    refill,
    take,
    with_burger,
    without,
)

#: No action's text is longer.
LONGEST_ACTION = 200


class Kind(StrEnum):
    """The kinds of actions, by the word that names them."""

    START = "start"
    PLAY = "play"
    CLOSE = "close"
    COVER = "cover"
    FLY = "fly"
    BOX = "box"
    DRAW = "draw"
    PASS = "pass"
    CAPTURE = "capture"
    LET = "let"


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """Where a finished burger lies: whose, and which of theirs, both from 0.

    >>> str(Spot(2, 0))
    '3.1'
    """

    player: int
    index: int

    def __str__(self) -> str:
        """Return the spot as text, counted from 1."""
        return f"{self.player + 1}.{self.index + 1}"


#: A swap by salt: one's own burger, and another player's.
Swap = tuple[Spot, Spot]


@dataclass(frozen=True, slots=True)
class Action:
    """One action. ``spot``: the burger it goes onto; ``swaps``: what salt swaps, in order."""

    kind: Kind
    cards: tuple[Card, ...] = ()
    spot: Spot | None = None
    swaps: tuple[Swap, ...] = ()

    def __str__(self) -> str:
        """Return the action as text."""
        words = [self.kind.value, *self.cards]
        if self.spot is not None:
            words.append(str(self.spot))
        if self.swaps:
            words += ["swap", *(f"{own}={other}" for own, other in self.swaps)]
        return " ".join(words)


def legal_actions(state: State) -> list[Action]:
    """Return every legal action; none only when the game is over."""
    hand = state.hands[state.actor]
    if state.phase is Phase.OVER:
        return []
    if state.phase is Phase.CAPTURE:
        boxes = capturing_boxes(state, state.actor)
        return [*(Action(Kind.CAPTURE, (box,)) for box in boxes), Action(Kind.LET)]
    flies = list(_flies(state, hand))
    if state.phase is Phase.START:
        return [Action(Kind.START, play.cards) for play in plays(hand, None)] + flies
    found = plays(hand, state.table[-1])
    laid = [
        Action(Kind.PLAY, play.cards, swaps=swaps)
        for play in found
        if play.kind is not PlayKind.CLOSE
        for swaps in _swaps(state, play.cards)
    ]
    closings = [Action(Kind.CLOSE, play.cards) for play in found if play.kind is PlayKind.CLOSE]
    optional = closings + list(_covers(state, hand)) + flies + list(_boxes(state, hand))
    return laid + optional + _waiting(state, bool(laid), bool(optional))


def _waiting(state: State, must_play: bool, may_play: bool) -> list[Action]:
    """Drawing and passing, where no filling fits.

    Who could play a closing bun, a bun on their burger, a fly or a box may pass instead of
    drawing; but not once everybody has passed like that, so that the game goes on.
    """
    if must_play:
        return []
    if state.phase is Phase.DRAWN or not state.deck:
        return [Action(Kind.PASS)]
    waits = may_play and len(state.passed) < state.players
    return [Action(Kind.DRAW), *([Action(Kind.PASS)] if waits else [])]


def _faces(hand: tuple[Card, ...], kind: str) -> list[Card]:
    return list(dict.fromkeys(card for card in hand if hero(card) == kind))


def _spots(state: State, player: int) -> Iterator[Spot]:
    for index in range(len(state.burgers[player])):
        yield Spot(player, index)


def _flies(state: State, hand: tuple[Card, ...]) -> Iterator[Action]:
    for card in _faces(hand, FLY):
        for player in range(state.players):
            for spot in _spots(state, player):
                yield Action(Kind.FLY, (card,), spot)


def _covers(state: State, hand: tuple[Card, ...]) -> Iterator[Action]:
    """A bun onto one's own burger must match the top card of the burger under construction."""
    for spot in _spots(state, state.turn):
        if state.burgers[state.turn][spot.index].lacks_bun():
            for card in dict.fromkeys(hand):
                if is_bun(card) and same_colour(card, state.table[-1]):
                    yield Action(Kind.COVER, (card,), spot)


def _boxes(state: State, hand: tuple[Card, ...]) -> Iterator[Action]:
    for spot in _spots(state, state.turn):
        if state.burgers[state.turn][spot.index].flies:
            for card in _faces(hand, BOX):
                yield Action(Kind.BOX, (card,), spot)


def _swaps(state: State, cards: tuple[Card, ...]) -> list[tuple[Swap, ...]]:
    """Return what may be swapped with so many salts: nothing, or one burger a salt or fewer."""
    salts = sum(hero(card) == SALT for card in cards)
    if not salts or state.variant is Variant.CHILDREN:
        return [()]
    pairs = [
        (own, other)
        for own in _spots(state, state.turn)
        for player in state.others_from(state.turn)
        for other in _spots(state, player)
    ]
    return [(), *((pair,) for pair in pairs), *(permutations(pairs, 2) if salts > 1 else ())]


def capturing_boxes(state: State, player: int) -> list[Card]:
    """Return a player's boxes of the colour of the bun that has just closed the burger."""
    return [card for card in _faces(state.hands[player], BOX) if same_colour(card, state.table[-1])]


def apply(state: State, action: Action) -> State:
    """Return the state after a legal action; whether it is legal is not asked here."""
    player = state.actor
    if action.kind is Kind.LET:
        return _asked_next(state._replace(asked=state.asked[1:]))
    if action.kind is Kind.PASS:
        return _passed(state)
    state = state._replace(passed=frozenset())
    if action.kind is Kind.DRAW:
        return take(state, player, 1)._replace(phase=Phase.DRAWN)
    state = without(state, player, action.cards)
    if action.kind is Kind.CAPTURE:
        return finish_burger(refill(state, player), player, action.cards)
    if action.spot is not None:
        return _onto_burger(state, action, action.spot)
    state = state._replace(table=state.table + action.cards)
    if action.kind is Kind.CLOSE:
        return _closed(refill(state, player))
    if action.kind is Kind.START:
        return end_turn(refill(state, player))
    return _laid(state, action)


def _passed(state: State) -> State:
    """End the turn; with no card left to draw and everybody passing, the game is over."""
    if state.phase is Phase.DRAWN:
        return end_turn(state._replace(passed=frozenset()))
    state = state._replace(passed=state.passed | {state.turn})
    if not state.deck and len(state.passed) == state.players:
        return state._replace(phase=Phase.OVER)
    return end_turn(state)


def _onto_burger(state: State, action: Action, spot: Spot) -> State:
    """Put a fly, a box or a bun onto a finished burger; only the bun takes the turn."""
    burger = state.burgers[spot.player][spot.index]
    (card,) = action.cards
    gone: tuple[Card, ...] = ()
    if action.kind is Kind.FLY:
        burger, gone = land(burger, card)
    elif action.kind is Kind.BOX:
        burger, gone = pack(burger, card)
    else:
        burger = replace(burger, cards=(*burger.cards, card))
    state = refill(discarded(with_burger(state, spot.player, spot.index, burger), gone), state.turn)
    return end_turn(state) if action.kind is Kind.COVER else state


def _laid(state: State, action: Action) -> State:
    """Do what the hot cards just laid do, and end the turn (rulebook, Hot Cards)."""
    heroes = [hero(card) for card in action.cards]
    for own, other in action.swaps:
        mine = state.burgers[own.player][own.index]
        theirs = state.burgers[other.player][other.index]
        state = with_burger(state, own.player, own.index, theirs)
        state = with_burger(state, other.player, other.index, mine)
    state = take(state, state.turn, heroes.count(PATTY) + 2 * heroes.count(DOUBLE_PATTY))
    state = refill(state, state.turn)
    onions, sauces = heroes.count(ONION), heroes.count(SAUCE)
    if state.players == FEWEST_PLAYERS:
        return end_turn(state._replace(extra=state.extra + onions + sauces))
    if sauces % 2:
        state = state._replace(direction=-state.direction)
    return end_turn(state, skips=onions)


def _closed(state: State) -> State:
    """Ask those who could capture the burger, in the order of play."""
    asked: tuple[int, ...] = ()
    if state.variant is not Variant.CHILDREN:
        asked = tuple(
            player for player in state.others_from(state.turn) if capturing_boxes(state, player)
        )
    return _asked_next(state._replace(asked=asked))


def _asked_next(state: State) -> State:
    if state.asked:
        return state._replace(phase=Phase.CAPTURE)
    return finish_burger(state, state.turn)


_ACTION = re.compile(
    r"(?P<kind>[a-z]+)(?P<cards>[^=]*?)(?P<spot>\s\d+\.\d+)?(\s+swap(?P<swaps>(\s+\d+\.\d+=\d+\.\d+)+))?"
)


def parse_action(text: str) -> Action:
    """Return the action that ``text`` shows; whether it is legal is left to ``game``.

    >>> print(parse_action("PLAY red salt  swap 1.1=2.1")), print(parse_action("fly rFL 2.1"))
    play rSL swap 1.1=2.1
    fly rFL 2.1
    (None, None)
    """
    found = _ACTION.fullmatch(text.strip().lower()) if len(text) <= LONGEST_ACTION else None
    if found is None or found["kind"] not in list(Kind):
        kinds = ", ".join(kind.value for kind in Kind)
        raise InvalidInput(f"{quote(text)} is no action", "", f"one of {kinds}, with its cards")
    swaps = [tuple(map(_spot, pair.split("="))) for pair in (found["swaps"] or "").split()]
    return Action(
        Kind(found["kind"]),
        tuple(parse_cards(found["cards"] or "", "action")),
        _spot(found["spot"]) if found["spot"] else None,
        tuple((own, other) for own, other in swaps),
    )


def _spot(text: str) -> Spot:
    player, _, index = text.strip().partition(".")
    return Spot(int(player) - 1, int(index) - 1)
