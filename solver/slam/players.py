"""Simple players for a whole game: each remembers a card with a certain chance, and trusts itself.

Of each card played, each player remembers the right face with chance
``level``, or else takes it for a random face of the deck. A player grabs the
bun when a call is right on the pile as remembered, and doubts a call that is
wrong on it. Where several would, chance says who is quickest.
"""

from __future__ import annotations

import random

from solver.errors import InvalidInput
from solver.slam.deck import Deck
from solver.slam.game import Phase, SlamGame
from solver.slam.notation import parse_gold, parse_pile, parse_silver
from solver.slam.rules import Call, Card, count_pile, judge, right_calls


class SimplePlayers:
    """The players of one table; a policy for ``solver.game.play_out``."""

    def __init__(self, level: float, players: int, deck: Deck, seed: int) -> None:
        if not 0 <= level <= 1:
            raise InvalidInput(f"level {level}", "level", "0 (remembers nothing) to 1 (everything)")
        self._level = level
        self._faces = sorted(deck.cards().elements(), key=str)
        self._chance = random.Random(f"players {seed}")
        self._memories: list[list[Card]] = [[] for _ in range(players)]
        self._burger = 0

    def __call__(self, state: SlamGame, legal: list[str]) -> str:
        """Return the action of whoever is quickest to act."""
        if state.phase is Phase.REVEAL:
            return "reveal"
        order = list(range(len(self._memories)))
        self._chance.shuffle(order)
        seen = state.observation(0)  # the pile is shown to all
        self._look(seen["burgers"], parse_pile(seen["pile"]))
        for player in order:
            action = self._wish(player, state)
            if action in legal:
                return action
        return "pass" if state.phase is Phase.REACT else "believe"

    def _look(self, burger: int, shown: list[Card]) -> None:
        """Let every player remember, rightly or not, the cards that are new in the pile."""
        for memory in self._memories:
            if burger != self._burger:
                memory.clear()
            for card in shown[len(memory) :]:
                right = self._chance.random() < self._level
                memory.append(card if right else self._chance.choice(self._faces))
        self._burger = burger

    def _wish(self, player: int, state: SlamGame) -> str:
        """Return the action a player would take, or nothing."""
        seen = state.observation(player)
        silver = parse_silver(seen["silver"])
        totals = count_pile(self._memories[player], parse_gold(seen["gold"])).totals
        if seen["called"] is None:
            for call, wilds in right_calls(totals, silver).items():
                return ":".join([str(player + 1), call.value, *wilds[:1]])
            return ""
        caller, call, wild = seen["called"]
        wrong = not judge(totals, Call(call), silver, wild).right
        return f"{player + 1}:doubt" if wrong and caller != player else ""
