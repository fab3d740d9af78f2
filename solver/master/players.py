"""Simulated challengers for a whole game: each sees a limited number of steps ahead.

A challenger of skill *k* sees every way to complete an order in at most *k*
steps, and so the fewest, if it is that. Otherwise they guess by eye: the
neighbours in the burger that do not touch yet, and a few more. As Challenger
they cook the same way: the shortest way once it is in sight, before that a
step after which the most neighbours touch, one of them at random.

Looking takes time, the longer the further; who is ready first, declares first.
The times and the guess are inventions, to have games to look at: they are no
claim about how people play.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from typing import Any

from solver.errors import InvalidInput, LimitReached, plural, quote
from solver.master.actions import Cook, Declare, Signal
from solver.master.game import MasterGame, Phase
from solver.master.notation import parse_plates
from solver.master.proof.search import OrderSearch
from solver.master.rules import Plates, Step, Variant, apply, legal_steps
from solver.watch import Watch

#: Furthest that a challenger may see: more steps than any order of the menus needs.
MOST_SKILL = 20

#: Steps that a challenger adds to a guess: fewest and most, drawn evenly.
ALLOWANCE = (2, 6)

#: Milliseconds to look one step further, and to take a step: fewest and most, drawn evenly.
LOOKING = (2_000, 8_000)
COOKING = (1_000, 6_000)


def parse_skills(text: str, players: int) -> list[int]:
    """Return each player's skill: one number for all, or one for each.

    >>> parse_skills("4", 3), parse_skills("1, 3 5", 3)
    ([4, 4, 4], [1, 3, 5])
    """
    words = text.replace(",", " ").split()
    skills = []
    for word in words:
        if not (word.isascii() and word.isdigit() and len(word) <= 3 and int(word) <= MOST_SKILL):
            raise InvalidInput(f"skill {quote(word)}", "skill", f"steps, 0 to {MOST_SKILL}")
        skills.append(int(word))
    if len(skills) == 1:
        return skills * players
    if len(skills) != players:
        raise InvalidInput(
            f"{plural(len(skills), 'skill')} for {players} players", "skill", f"one, or {players}"
        )
    return skills


class Sight:
    """The shortest ways to complete orders, each searched for once."""

    def __init__(self, watch: Watch) -> None:
        watch.restart()
        self._watch = watch
        self._known: dict[tuple[Plates, str, Variant], list[Step]] = {}
        self.nodes = 0

    def shortest(self, plates: Plates, burger: str, variant: Variant) -> list[Step]:
        """Return a shortest solution, proved.

        Raises LimitReached when the watch expires first.
        """
        key = (plates, burger, variant)
        if key not in self._known:
            search = OrderSearch(burger, variant)
            steps = search.run(plates, self._watch)
            if steps is None:
                raise LimitReached("the limit was reached before the game was over")
            self.nodes += search.nodes
            self._known[key] = steps
        return self._known[key]


class Challengers:
    """The players of one table; a policy for ``solver.game.play_out``."""

    def __init__(self, skills: list[int], seed: int, sight: Sight) -> None:
        self._skills = skills
        self._sight = sight
        self._chance = random.Random(f"{seed} challengers")
        self._round = 0
        self._ready: list[tuple[int, Declare]] = []

    def __call__(self, state: MasterGame, legal: list[str]) -> str:
        """Return what happens next at the table."""
        # Everything but the cards to come is open to all: one observation serves for everybody.
        seen = state.observation(0)
        if seen["phase"] == Phase.COOK:
            return self._cook(seen)
        if seen["round"] != self._round:
            self._round = seen["round"]
            self._think(seen)
        return self._speak(seen)

    def _think(self, seen: dict[str, Any]) -> None:
        """Let everybody look at a new card: when they are ready, and with what number."""
        plates, burger = parse_plates(seen["plates"]), seen["burger"]
        fewest = len(self._sight.shortest(plates, burger, Variant(seen["variant"])))
        self._ready = []
        for player in seen["playing"]:
            skill = self._skills[player]
            looked = 1 + min(fewest, skill)
            moment = sum(self._chance.randint(*LOOKING) for _ in range(looked))
            guess = missing_neighbours(plates, burger) + self._chance.randint(*ALLOWANCE)
            number = fewest if fewest <= skill else max(skill + 1, guess)
            self._ready.append((moment, Declare(player + 1, number)))
        self._ready.sort(key=lambda one: (one[0], one[1].player))
        first = self._ready[0][0]
        self._ready = [(moment - first, number) for moment, number in self._ready]

    def _speak(self, seen: dict[str, Any]) -> str:
        """Return the next declaration that is lower and in time, or let the hourglass run out."""
        lowest = seen["declared"][-1][1] if seen["declared"] else None
        while self._ready:
            moment, number = self._ready.pop(0)
            if lowest is None:
                return str(number)
            if number.steps < lowest and moment < seen["hourglass"]:
                return str(Declare(number.player, number.steps, moment))
        return Signal.TIME.value

    def _cook(self, seen: dict[str, Any]) -> str:
        moment = seen["elapsed"] + self._chance.randint(*COOKING)
        if moment >= seen["hourglass"]:
            return Signal.TIME.value
        challenger = seen["declared"][-1][0]
        plates, burger = parse_plates(seen["plates"]), seen["burger"]
        shortest = self._sight.shortest(plates, burger, Variant(seen["variant"]))
        in_sight = len(shortest) <= self._skills[challenger]
        step = shortest[0] if in_sight else self._by_eye(plates, burger)
        return str(Cook(step, moment))

    def _by_eye(self, plates: Plates, burger: str) -> Step:
        """Return a step after which the most neighbours of the burger touch, one at random."""
        steps = legal_steps(plates)
        short = [missing_neighbours(apply(plates, step), burger) for step in steps]
        best = min(short)
        return self._chance.choice(
            [step for step, left in zip(steps, short, strict=True) if left == best]
        )


def missing_neighbours(plates: Plates, burger: str) -> int:
    """Return how many neighbours in the burger do not touch on the plates, either way up.

    >>> missing_neighbours(parse_plates("BPC/TB/-/-"), "BPCTB")
    1
    """
    wanted = Counter("".join(sorted(pair)) for pair in pairwise(burger))
    there = Counter("".join(sorted(pair)) for stack in plates.stacks for pair in pairwise(stack))
    return (wanted - there).total()
