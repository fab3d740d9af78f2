"""The whole game of Burger Slam, base game and Pro Variant, as states and actions.

Who is quicker is not computed: an action says who grabbed the bun or doubted
first. Actions: ``reveal``; then ``pass`` (nobody grabs the bun), or a call such
as ``2:standard``, ``1:big`` or, with a Wild Topping, ``3:standard:P``; then
``believe``, or ``1:doubt``. Players count from 1. How players decide is in
``players``.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from solver.carried import deck_in
from solver.errors import InvalidInput, plural, quote
from solver.game import Log
from solver.slam.deck import Deck, deck_of
from solver.slam.notation import format_pile, parse_silver
from solver.slam.rules import (
    GOLDS,
    TOPPINGS,
    Call,
    Card,
    Effect,
    Gold,
    Silver,
    count_pile,
    judge,
    penalty,
)

#: Players (rulings).
FEWEST_PLAYERS, MOST_PLAYERS = 2, 5

#: Burgers in a game with the special cards as counters (rulebook, The End of the Game).
COUNTED_BURGERS = 16


class Phase(Enum):
    """What is to happen next."""

    REVEAL = "reveal"
    REACT = "react"
    DOUBT = "doubt"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Options:
    """Variants: the Pro Variant; or the special cards as counters, which end the game after 16 burgers."""

    pro: bool = False
    counters: bool = False

    def __post_init__(self) -> None:
        """Refuse the special cards in both uses at once."""
        if self.pro and self.counters:
            raise InvalidInput(
                "special cards as counters in the Pro Variant", "", "one of pro and counters"
            )


@dataclass(frozen=True, slots=True)
class Called:
    """A call over the bun: who, what, and the topping named for a wild."""

    player: int
    call: Call
    wild: str | None


@dataclass(frozen=True, slots=True)
class Burger:
    """A burger that is done: the pile, the call, who doubted it, and what became of the cards."""

    pile: tuple[Card, ...]
    gold: Gold
    silver: Silver | None
    called: Called
    right: bool
    doubter: int | None
    taker: int
    paid: int


@dataclass(frozen=True, slots=True)
class SlamGame:
    """A state of the game; players count from 0 here, from 1 in actions.

    decks: each player's cards, the top one first. turn: who reveals next, or revealed last.
    special: special cards still face down, the top one first. burgers: how many are done.
    last: the burger that was done last. Keeps the protocol of ``solver.game.Game``.
    """

    options: Options
    decks: tuple[tuple[Card, ...], ...]
    special: tuple[str, ...]
    turn: int = 0
    phase: Phase = Phase.REVEAL
    pile: tuple[Card, ...] = ()
    called: Called | None = None
    gold: Gold = GOLDS[0]
    silver: Silver | None = None
    burgers: int = 0
    last: Burger | None = None

    def legal_actions(self) -> list[str]:
        """Return every legal action; a call that cannot be right is legal, and wrong."""
        if self.phase is Phase.REVEAL:
            return ["reveal"]
        players = range(1, len(self.decks) + 1)
        if self.phase is Phase.REACT:
            wild = self.silver is not None and self.silver.effect is Effect.WILD
            named = ["", *(f":{topping}" for topping in TOPPINGS)] if wild else [""]
            return [
                "pass",
                *(f"{p}:{call}{name}" for p in players for call in Call for name in named),
            ]
        if self.phase is Phase.DOUBT and self.called is not None:
            return ["believe", *(f"{p}:doubt" for p in players if p != self.called.player + 1)]
        return []

    def apply(self, action: str) -> SlamGame:
        """Return the state after an action.

        Raises InvalidInput, with what is legal, if it is not.
        """
        if action not in self.legal_actions():
            raise InvalidInput(
                f"{quote(action)} is not legal", f"phase {self.phase.value}", self._hint()
            )
        if self.phase is Phase.REVEAL:
            return self._reveal()
        if action == "pass":
            return self._pass()
        player, _, rest = action.partition(":")
        if self.phase is Phase.DOUBT:
            return self._resolve(None if action == "believe" else int(player) - 1)
        call, _, wild = rest.partition(":")
        called = Called(int(player) - 1, Call(call), wild or None)
        return replace(self, phase=Phase.DOUBT, called=called)

    def _hint(self) -> str:
        hints = {
            Phase.REVEAL: "reveal",
            Phase.REACT: "pass, or a call such as 1:standard (with a wild: 1:standard:P)",
            Phase.DOUBT: "believe, or another player's doubt, such as 2:doubt",
            Phase.OVER: "nothing, the game is over",
        }
        return hints[self.phase]

    def _reveal(self) -> SlamGame:
        top, *rest = self.decks[self.turn]
        return replace(
            self,
            decks=_changed(self.decks, self.turn, tuple(rest)),
            pile=(*self.pile, top),
            phase=Phase.REACT,
        )

    def _pass(self) -> SlamGame:
        """Go on to the next player who has cards; where nobody has any, the game ends there."""
        players = len(self.decks)
        for step in range(1, players + 1):
            following = (self.turn + step) % players
            if self.decks[following]:
                return replace(self, turn=following, phase=Phase.REVEAL)
        return replace(self, phase=Phase.OVER)

    def _resolve(self, doubter: int | None) -> SlamGame:
        """Give the pile and the penalty to whom they are due, and end the burger."""
        called = self.called
        assert called is not None
        totals = count_pile(self.pile, self.gold).totals
        right = judge(totals, called.call, self.silver, called.wild).right
        taker, decks, paid = called.player, self.decks, 0
        if doubter is not None:
            taker, payer = (called.player, doubter) if right else (doubter, called.player)
            paid = min(penalty(self.silver), len(decks[payer]))
            fine = decks[payer][:paid]
            decks = _changed(decks, payer, decks[payer][paid:])
        # Turned over, the pile comes face down with the card played first on top.
        gained = self.pile if doubter is None else (*self.pile, *fine)
        decks = _changed(decks, taker, (*decks[taker], *gained))
        burger = Burger(self.pile, self.gold, self.silver, called, right, doubter, taker, paid)
        ended = replace(
            self,
            decks=decks,
            pile=(),
            called=None,
            turn=taker,
            burgers=self.burgers + 1,
            last=burger,
        )
        counted_out = self.options.counters and ended.burgers >= COUNTED_BURGERS
        if counted_out or not all(decks):
            return replace(ended, phase=Phase.OVER)
        return ended._new_round()

    def _new_round(self) -> SlamGame:
        """Start a burger; in the Pro Variant the next special card is turned up, while there is one."""
        begun = replace(self, phase=Phase.REVEAL)
        if not self.options.pro or not self.special:
            return begun
        name, *rest = self.special
        begun = replace(begun, special=tuple(rest))
        if name == "chili":
            return replace(begun, gold=replace(self.gold, chili=True))
        if name == "sauce":
            return replace(begun, gold=replace(self.gold, sauce=True))
        return replace(begun, silver=parse_silver(name))

    def is_over(self) -> bool:
        """Return whether the game has ended."""
        return self.phase is Phase.OVER

    def scores(self) -> list[int]:
        """Return the cards in each player's deck."""
        return [len(deck) for deck in self.decks]

    def observation(self, player: int) -> dict[str, Any]:
        """Return what a player can know: the pile as it was shown, never a deck's cards."""
        return {
            "player": player,
            "phase": self.phase.value,
            "turn": self.turn,
            "decks": self.scores(),
            "pile": format_pile(self.pile),
            "gold": str(self.gold),
            "silver": str(self.silver or "none"),
            "special": len(self.special),
            "burgers": self.burgers,
            "called": None
            if self.called is None
            else [self.called.player, self.called.call.value, self.called.wild],
        }


def _changed(
    decks: tuple[tuple[Card, ...], ...], player: int, cards: tuple[Card, ...]
) -> tuple[tuple[Card, ...], ...]:
    return (*decks[:player], cards, *decks[player + 1 :])


def new_game(deck: Deck, players: int, seed: int, options: Options | None = None) -> SlamGame:
    """Return a game dealt by a seed; player 1 starts, as if the last to have eaten a burger.

    Cards that cannot be dealt evenly stay in the box (only with a deck of one's own).

    Raises InvalidInput for other than 2 to 5 players, or fewer cards than players.
    """
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise InvalidInput(
            plural(players, "player"), "players", f"{FEWEST_PLAYERS} to {MOST_PLAYERS}"
        )
    options = options or Options()
    draw = random.Random(seed)
    cards = sorted(deck.cards().elements(), key=str)
    each = len(cards) // players
    if not each:
        raise InvalidInput(
            f"{plural(len(cards), 'card')} for {plural(players, 'player')}",
            "deck",
            "a card for each",
        )
    draw.shuffle(cards)
    special = list(deck.special) if options.pro else []
    draw.shuffle(special)
    hands = tuple(tuple(cards[player * each : (player + 1) * each]) for player in range(players))
    return SlamGame(options, hands, tuple(special))._new_round()


def game_of(log: Log) -> SlamGame:
    """Return the first state of the game that a log tells.

    Raises InvalidInput for another game's log, or options that there are not.
    """
    if log.game != "slam":
        raise InvalidInput(f"a log of the game {quote(log.game)}", "game", '"slam"')
    for name, value in log.options.items():
        if name not in ("pro", "counters") or not isinstance(value, bool):
            raise InvalidInput(
                f"option {quote(name)}", "options", '"pro" or "counters", true or false'
            )
    return new_game(
        deck_of(deck_in("slam", log.deck)), log.players, log.seed, Options(**log.options)
    )
