"""The whole game of Super Burger, as the protocol of ``solver.game`` asks for it.

Set up by a seed, played by actions as text (``actions``), refereed from a log.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from solver.carried import deck_in
from solver.errors import InvalidInput, plural
from solver.game import Log
from solver.superburger.actions import Action, Kind, apply, legal_actions, parse_action
from solver.superburger.cards import Card, fits, hero, in_order, is_bun, is_filling
from solver.superburger.deck import Deck, deck_named
from solver.superburger.state import (
    FEWEST_PLAYERS,
    HAND,
    MOST_PLAYERS,
    Phase,
    State,
    Variant,
    start_burger,
)


@dataclass(frozen=True, slots=True)
class SuperBurger:
    """A state of a game; every action is the actor's."""

    state: State

    def legal_actions(self) -> list[str]:
        """Return every legal action; empty only when the game is over."""
        return [str(action) for action in legal_actions(self.state)]

    def apply(self, action: str) -> SuperBurger:
        """Return the state after an action; raise InvalidInput, naming the rule, if it is not legal."""
        parsed = parse_action(action)
        if parsed not in legal_actions(self.state):
            raise InvalidInput(f"{parsed} is not legal: {why_not(self.state, parsed)}")
        return SuperBurger(apply(self.state, parsed))

    def is_over(self) -> bool:
        """Return whether the game has ended."""
        return self.state.phase is Phase.OVER

    def scores(self) -> list[int]:
        """Return each player's points as they stand."""
        return self.state.scores()

    def actor(self) -> int:
        """Return who acts now, from 0."""
        return self.state.actor

    def observation(self, player: int) -> Any:
        """Return what a player can see: their hand, everything that lies open, and how many cards else."""
        state = self.state
        return {
            "hand": list(state.hands[player]),
            "hands": [len(hand) for hand in state.hands],
            "burgers": [[list(one.everything()) for one in own] for own in state.burgers],
            "table": list(state.table),
            "deck": len(state.deck),
            "discard": list(state.discard),
            "turn": state.turn,
            "direction": state.direction,
            "extra": state.extra,
            "passed": sorted(state.passed),
            "phase": state.phase.value,
            "asked": state.phase is Phase.CAPTURE and state.actor == player,
        }


def new_game(
    deck: Deck, players: int, seed: int, variant: Variant = Variant.STANDARD
) -> SuperBurger:
    """Return a game dealt by the seed; player 1 has dealt and begins (rulebook, Game Sequence).

    Raises InvalidInput for a number of players that the game is not for.
    """
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise InvalidInput(
            plural(players, "player"), "players", f"{FEWEST_PLAYERS} to {MOST_PLAYERS}"
        )
    cards = list(deck.cards())
    random.Random(seed).shuffle(cards)
    dealt = players * HAND
    hands = tuple(in_order(tuple(cards[player:dealt:players])) for player in range(players))
    state = State(hands, ((),) * players, (), tuple(cards[dealt:]), turn=0, variant=variant)
    return SuperBurger(start_burger(state, 0))


def game_of_log(log: Log) -> SuperBurger:
    """Return the game that a log begins with.

    Raises InvalidInput for a log of another game, or with options that there are none of.
    """
    if log.game != "super":
        raise InvalidInput(f"a log of {log.game!r}", "game", "super")
    unknown = set(log.options) - {"variant"}
    variant = log.options.get("variant", Variant.STANDARD.value)
    if unknown or variant not in list(Variant):
        raise InvalidInput("unknown options", "options", '{"variant": "standard" or "children"}')
    return new_game(deck_named(deck_in("super", log.deck)), log.players, log.seed, Variant(variant))


def why_not(state: State, action: Action) -> str:
    """Return which rule an action breaks."""
    hand = list(state.hands[state.actor])
    for card in action.cards:
        if card not in hand:
            return f"player {state.actor + 1} does not hold {card}"
        hand.remove(card)
    capturing = action.kind in (Kind.CAPTURE, Kind.LET)
    if capturing != (state.phase is Phase.CAPTURE):
        return (
            "the burger just closed may be captured first"
            if not capturing
            else "nothing to capture"
        )
    if (action.kind is Kind.START) != (state.phase is Phase.START) and action.kind is not Kind.FLY:
        return "a burger begins with a bun" if state.phase is Phase.START else "a burger is begun"
    return _why_not_laid(state, action)


def _why_not_laid(state: State, action: Action) -> str:
    top: Card = state.table[-1] if state.table else ""
    if action.kind is Kind.PLAY and action.cards and top:
        first, *rest = action.cards
        if not all(map(is_filling, action.cards)):
            return "a fly, a box and a bun are no fillings"
        if len(rest) > 1 or any(hero(card) != hero(first) for card in rest):
            return "a double is two identical fillings"
        if not fits(first, top):
            return f"{first} does not fit on {top}"
        return "only a salt swaps, one's own burger with another player's"
    if action.kind is Kind.CLOSE and action.cards and top:
        if not is_bun(action.cards[0]):
            return "only a bun closes a burger"
        return f"{action.cards[0]} does not match the colour of {top}"
    return {
        Kind.DRAW: "a card is drawn only where no filling fits, once, and from a deck that has one",
        Kind.PASS: "who has a filling that fits plays it, and who has nothing to play draws",
        Kind.COVER: "a bun covers one's own burger whose bun is eaten, in the colour of the top "
        "card of the burger under construction",
        Kind.FLY: "a fly goes onto a finished burger",
        Kind.BOX: "a box takes a fly off one's own burger",
        Kind.CAPTURE: "a box of the bun's colour captures",
    }.get(action.kind, "it names the wrong cards")
