"""The exact model of a pile with all its prefixes, for the longest pile without a right call.

``longest`` asks it only where its quicker ways leave something open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from solver.cpsat import Outcome
from solver.slam.questions import State, Way, laid_out, lay_as_trail, require_all_wrong, ways_of
from solver.slam.rules import NOTHING, Card, Gold, Silver


class Stages:
    """The exact model: a pile cut after each card that is covered.

    Stage k is a trail of cards that stay uncovered and then one card that will be covered; after
    the first, a stage starts with a red card. The stage after the last has no covered card.
    """

    def __init__(self, cards: Mapping[Card, int], gold: Gold, silver: Silver | None) -> None:
        from ortools.sat.python import cp_model

        self.model = cp_model.CpModel()
        self.silver = silver
        self.ways = [way for card in sorted(cards, key=str) for way in ways_of(card, gold)]
        self.cards = cards
        self.used: dict[Card, list[Any]] = {card: [] for card in cards}
        self.settled: list[Any] = [0] * len(NOTHING)
        self.stages: list[tuple[dict[State, Any], dict[Way, Any], dict[Way, Any]]] = []
        most_covered = sum(copies for card, copies in cards.items() if card.red)
        first = {s: self.model.new_bool_var(f"first {s.name}") for s in (State.PLAIN, State.COVER)}
        self.model.add_exactly_one(first.values())
        never = self.model.new_constant(0)
        starts = {State.DOUBLED: never, **first}
        active = self.model.new_constant(1)
        for number in range(most_covered):
            active = self._add_stage(starts, active, number)
            if number == 0:
                starts = self._later_starts(first, active)
        self._add_end(starts)

    def _variables(
        self, number: int, *, last: bool = False
    ) -> tuple[dict[Way, Any], dict[Way, Any]]:
        """Return how many uncovered cards go which way in a stage, and which card is covered."""
        stay: dict[Way, Any] = {}
        hide: dict[Way, Any] = {}
        for way in self.ways:
            if way.after is State.COVER:
                if last:
                    continue
                hide[way] = self.model.new_bool_var(
                    f"{number} {way.card} {way.before.name} covered"
                )
                self.used[way.card].append(hide[way])
            else:
                most = self.cards[way.card]
                stay[way] = self.model.new_int_var(
                    0, most, f"{number} {way.card} {way.before.name}"
                )
                self.used[way.card].append(stay[way])
        return stay, hide

    def _add_stage(self, starts: dict[State, Any], earlier: Any, number: int) -> Any:
        """Add a stage with one covered card, or an empty one; return whether it is used."""
        model = self.model
        stay, hide = self._variables(number)
        active = model.new_bool_var(f"stage {number}")
        model.add_implication(active, earlier)
        model.add(sum(hide.values()) == active)
        for count in stay.values():
            model.add(count == 0).only_enforce_if(~active)
        # An unused stage ends where it starts.
        rests = {state: model.new_bool_var(f"{number} rests {state.name}") for state in State}
        for state in State:
            model.add_implication(rests[state], ~active)
            model.add_implication(rests[state], starts[state])
        model.add(sum(rests.values()) + active == 1)
        ends = {s: rests[s] + sum(h for w, h in hide.items() if w.before is s) for s in State}
        lay_as_trail(model, stay, starts, ends)
        self._settle(stay)
        shown = [
            total
            + sum(
                h * w.card.counts[place] * (2 if w.before is State.DOUBLED else 1)
                for w, h in hide.items()
            )
            for place, total in enumerate(self.settled)
        ]
        require_all_wrong(model, shown, self.silver)
        self.stages.append((starts, stay, hide))
        return active

    def _later_starts(self, first: dict[State, Any], active: Any) -> dict[State, Any]:
        """Return where later stages start: with a red card, unless nothing is covered at all."""
        model = self.model
        plain, cover = (model.new_bool_var(f"then {name}") for name in ("plain", "cover"))
        model.add_implication(active, cover)
        model.add(plain == first[State.PLAIN]).only_enforce_if(~active)
        model.add(plain + cover == 1)
        return {State.PLAIN: plain, State.DOUBLED: model.new_constant(0), State.COVER: cover}

    def _add_end(self, starts: dict[State, Any]) -> None:
        """Add the stage without a covered card, and what holds for the whole pile."""
        model = self.model
        stay, hide = self._variables(len(self.stages), last=True)
        ends = {state: model.new_bool_var(f"ends {state.name}") for state in State}
        model.add_exactly_one(ends.values())
        model.add(ends[State.COVER] == 0)  # nothing covers the last card
        lay_as_trail(model, stay, starts, ends)
        self._settle(stay)
        require_all_wrong(model, self.settled, self.silver)
        self.stages.append((starts, stay, hide))
        for card, uses in self.used.items():
            model.add(sum(uses) <= self.cards[card])
        self.size = sum(use for uses in self.used.values() for use in uses)

    def _settle(self, stay: dict[Way, Any]) -> None:
        self.settled = [
            total + sum(way.times * way.card.counts[place] * count for way, count in stay.items())
            for place, total in enumerate(self.settled)
        ]

    def pile(self, outcome: Outcome) -> list[Card]:
        """Return the pile that was found."""
        value = outcome.solver.value
        found: list[Card] = []
        for starts, stay, hide in self.stages:
            start = next(state for state, is_it in starts.items() if value(is_it))
            found += laid_out(start, +Counter({way: value(count) for way, count in stay.items()}))
            found += [way.card for way, hidden in hide.items() if value(hidden)]
        return found
