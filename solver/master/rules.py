"""The rules of Burger Master, in plain Python: the reference for everything else.

Plates, steps, which steps are legal, what a step does, when an order is
complete. Nothing here is fast or clever; ``kernel`` is, and is tested against
this. Reading and writing text is left to ``notation``, sets of cards to ``menu``.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from solver.errors import InvalidInput, plural

#: One letter an ingredient, in the order of the rulebook's list of components.
INGREDIENTS = {
    "B": "bun",
    "P": "patty",
    "C": "cheese",
    "L": "lettuce",
    "T": "tomato",
    "O": "onion",
}

#: How many of each the box holds (rulebook, Components).
BOX = {"B": 5, "P": 3, "C": 3, "L": 3, "T": 3, "O": 3}

#: Number of plates (rulebook, Components).
PLATES = 4


class Variant(StrEnum):
    """When an order is complete, and which cards are in play (rulebook, Rule Variants)."""

    STANDARD = "standard"
    BEGINNER = "beginner"
    """Other ingredients may lie below or above the burger."""
    COMPETENT = "competent"
    """The cards of both menus; complete as in the standard game."""


class Kind(StrEnum):
    """The two kinds of steps (rulebook, Counting Steps)."""

    MOVE = "m"
    FLIP = "f"


@dataclass(frozen=True, slots=True, order=True)
class Step:
    """Lift the top ``count`` ingredients of plate ``source`` and lay them on ``target``.

    Plates are numbered 1 to 4. MOVE keeps the order of the lifted stack, FLIP
    reverses it; only a FLIP may end on the plate it came from.

    >>> str(Step(Kind.MOVE, 3, 1, 2)), str(Step(Kind.FLIP, 2, 4, 4))
    ('m3:1-2', 'f2:4')
    """

    kind: Kind
    count: int
    source: int
    target: int

    def __str__(self) -> str:
        """Return the step in the notation."""
        target = "" if self.source == self.target else f"-{self.target}"
        return f"{self.kind.value}{self.count}:{self.source}{target}"


@dataclass(frozen=True, slots=True, order=True)
class Plates:
    """What lies on the four plates: a string of letters each, bottom to top.

    >>> print(Plates(("BPCL", "BTT", "B", "")))
    BPCL/BTT/B/-
    """

    stacks: tuple[str, str, str, str]

    def __str__(self) -> str:
        """Return the plates in the notation."""
        return "/".join(stack or "-" for stack in self.stacks)

    def canonical(self) -> Plates:
        """Return the plates sorted: the same for every numbering of the plates."""
        first, second, third, fourth = sorted(self.stacks)
        return Plates((first, second, third, fourth))

    def ingredients(self) -> Counter[str]:
        """Return how many of each ingredient there are."""
        return Counter("".join(self.stacks))


def legal_steps(plates: Plates) -> list[Step]:
    """Return every legal step, by source plate, count, target plate, MOVE before FLIP.

    A step that leaves the plates as they were is none (rulings). A MOVE and a
    FLIP of the same stack are two steps, also where both have the same effect.

    >>> [str(step) for step in legal_steps(Plates(("PC", "", "", "")))][:4]
    ['m1:1-2', 'f1:1-2', 'm1:1-3', 'f1:1-3']
    """
    steps = []
    for source, stack in enumerate(plates.stacks, start=1):
        for count in range(1, len(stack) + 1):
            lifted = stack[-count:]
            for target in range(1, PLATES + 1):
                if target != source:
                    steps.append(Step(Kind.MOVE, count, source, target))
                    steps.append(Step(Kind.FLIP, count, source, target))
                elif lifted != lifted[::-1]:
                    steps.append(Step(Kind.FLIP, count, source, source))
    return steps


def apply(plates: Plates, step: Step) -> Plates:
    """Return the plates after ``step``.

    Raises InvalidInput, saying which rule it breaks, if the step is not legal.
    """
    for plate in (step.source, step.target):
        if not 1 <= plate <= PLATES:
            raise InvalidInput(f"there is no plate {plate}", f"step {step}", f"1 to {PLATES}")
    stacks = list(plates.stacks)
    source, target = step.source - 1, step.target - 1
    stack = stacks[source]
    if not 1 <= step.count <= len(stack):
        raise InvalidInput(
            f"{plural(step.count, 'ingredient')} cannot be lifted "
            f"from plate {step.source}, which holds {len(stack)}",
            f"step {step}",
            f"1 to {len(stack)}" if stack else "a plate that is not empty",
        )
    if step.kind is Kind.MOVE and source == target:
        raise InvalidInput(
            "a MOVE must go to another plate", f"step {step}", "another plate, or a FLIP"
        )
    lifted = stack[-step.count :]
    stacks[source] = stack[: -step.count]
    stacks[target] += lifted if step.kind is Kind.MOVE else lifted[::-1]
    after = Plates((stacks[0], stacks[1], stacks[2], stacks[3]))
    if after == plates:
        raise InvalidInput(
            "the step changes nothing", f"step {step}", "a step that changes the plates"
        )
    return after


def complete(plates: Plates, burger: str, variant: Variant = Variant.STANDARD) -> bool:
    """Return whether some plate shows the burger, bottom to top, right way up.

    In the beginner variant it may have other ingredients below or above it.

    >>> complete(Plates(("BPB", "C", "", "")), "BPB")
    True
    >>> complete(Plates(("BPBC", "", "", "")), "BPB")
    False
    >>> complete(Plates(("BPBC", "", "", "")), "BPB", Variant.BEGINNER)
    True
    """
    if variant is Variant.BEGINNER:
        return any(burger in stack for stack in plates.stacks)
    return burger in plates.stacks


def missing(plates: Plates, burger: str) -> dict[str, int]:
    """Return how many of which ingredients the plates lack for the burger; empty if none."""
    short = Counter(burger) - plates.ingredients()
    return {letter: short[letter] for letter in INGREDIENTS if short[letter]}


def box(*, onions: bool) -> Counter[str]:
    """Return the ingredients in play: without the onions for the Base menu (rulebook, Setup 2)."""
    return Counter({letter: count for letter, count in BOX.items() if onions or letter != "O"})


def deal(randomness: random.Random, *, onions: bool) -> Plates:
    """Return a set-up by the rules (rulebook, Setup 4).

    A Bun on each plate, the others shuffled onto three plates so that their
    numbers differ by at most 1; which plate keeps only its Bun is drawn too.
    """
    others = sorted((box(onions=onions) - Counter({"B": PLATES})).elements())
    randomness.shuffle(others)
    shares = setup_shares(len(others))
    randomness.shuffle(shares)
    stacks = ["B" + "".join(others.pop() for _ in range(share)) for share in shares]
    return Plates((stacks[0], stacks[1], stacks[2], stacks[3]))


def setup_shares(others: int) -> list[int]:
    """Return how many ingredients a set-up lays on each Bun, largest first.

    >>> setup_shares(13), setup_shares(16)
    ([5, 4, 4, 0], [6, 5, 5, 0])
    """
    used = PLATES - 1
    return [others // used + (plate < others % used) for plate in range(used)] + [0]


def check_setup(plates: Plates, *, onions: bool | None = None) -> None:
    """Raise InvalidInput unless the plates are a set-up by the rules (rulebook, Setup 2 to 4).

    onions: whether the Onions are in play; None if either is right.
    """
    held = plates.ingredients()
    if onions is None:
        onions = held["O"] > 0
    wanted = box(onions=onions)
    for letter in BOX:
        count = wanted[letter]
        if held[letter] != count:
            raise InvalidInput(
                f"{held[letter]} of {letter} is no set-up",
                "plates",
                f"{count} of {letter}",
            )
    for number, stack in enumerate(plates.stacks, start=1):
        if not stack.startswith("B"):
            raise InvalidInput(
                f"plate {number} has no Bun at the bottom", "plates", "a Bun on each"
            )
    shares = sorted((len(stack) - 1 for stack in plates.stacks), reverse=True)
    right = setup_shares(sum(shares))
    if shares != right:
        raise InvalidInput(
            f"{', '.join(map(str, shares))} ingredients on the Buns",
            "plates",
            f"{', '.join(map(str, right))}, in any order of the plates",
        )
