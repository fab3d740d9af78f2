"""Plates in their canonical order, and back: how the plates are numbered does not matter.

The same stacks on other plates are the same puzzle. An answer is found for the
sorted plates and then told in the numbers of the plates that were given; so
one answer serves all 24 numberings, whoever asks.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from solver.master.notation import parse_plates, parse_step
from solver.master.rules import PLATES, Plates, Step


@dataclass(frozen=True, slots=True)
class Numbering:
    """Which of the given plates each of the sorted plates is.

    given: for the sorted plates in order, the number of that plate as given, from 1; of like
    plates the lower number comes first.

    >>> numbering = Numbering.of(parse_plates("PC/-/BT/B"))
    >>> print(numbering.canonical, numbering.given)
    -/B/BT/PC (2, 4, 3, 1)
    >>> print(numbering.step(parse_step("m1:4-1")))
    m1:1-2
    """

    canonical: Plates
    given: tuple[int, ...]

    @classmethod
    def of(cls, plates: Plates) -> Numbering:
        """Return the numbering of plates as they are given."""
        order = sorted(range(PLATES), key=lambda plate: plates.stacks[plate])
        return cls(plates.canonical(), tuple(plate + 1 for plate in order))

    def step(self, step: Step) -> Step:
        """Return a step between sorted plates in the given numbers."""
        return Step(step.kind, step.count, self.given[step.source - 1], self.given[step.target - 1])

    def plates(self, plates: Plates) -> Plates:
        """Return a state of the sorted plates with each plate where it was given."""
        first, second, third, fourth = (plates.stacks[self.given.index(n)] for n in range(1, 5))
        return Plates((first, second, third, fourth))

    def step_texts(self, steps: Iterable[str]) -> list[str]:
        """Return steps in the notation, between sorted plates, in the given numbers."""
        return [str(self.step(parse_step(step))) for step in steps]

    def plate_texts(self, states: Iterable[str]) -> list[str]:
        """Return states in the notation with each plate where it was given."""
        return [str(self.plates(parse_plates(state))) for state in states]
