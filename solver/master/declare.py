"""Judge a declaration, and the steps a challenger takes (rulebook, Declare Your Steps and Cook!)."""

from __future__ import annotations

from dataclasses import dataclass

from solver.errors import InvalidInput
from solver.master.rules import Plates, Step, Variant, apply, complete

#: Orders of a solo game (rulebook, Independent Chef).
SOLO_ORDERS = 5

#: Highest total of steps for each grade, best first (rulebook, Independent Chef Score).
GRADES = (
    (19, "Hamburger Specialist"),
    (21, "ready for a starred restaurant"),
    (24, "a future line chef"),
    (26, "not bad for a beginner"),
)
WORST_GRADE = "completely burnt"


@dataclass(frozen=True, slots=True)
class Replay:
    """What became of a list of steps.

    plates: the plates after each step taken, the start first.
    completed_at: the number of steps after which the order was complete, or None.
    broken_at: the number of the step that breaks a rule, counted from 1, or None.
    why: which rule it breaks, else empty.
    """

    plates: list[Plates]
    completed_at: int | None
    broken_at: int | None
    why: str


def replay(plates: Plates, steps: list[Step], burger: str, variant: Variant) -> Replay:
    """Take the steps one after the other until the order is complete or a rule is broken."""
    after = [plates]
    for number, step in enumerate(steps, start=1):
        if complete(after[-1], burger, variant):
            return Replay(after, number - 1, None, "")
        try:
            after.append(apply(after[-1], step))
        except InvalidInput as error:
            return Replay(after, None, number, f"{error.what} (step {step})")
    done = len(steps) if complete(after[-1], burger, variant) else None
    return Replay(after, done, None, "")


def grade(steps: int) -> str:
    """Return the grade for five solo orders in so many steps.

    >>> grade(19), grade(27)
    ('Hamburger Specialist', 'completely burnt')
    """
    for most, name in GRADES:
        if steps <= most:
            return name
    return WORST_GRADE
