"""Random plates and burgers for the tests: heaps of any shape, and hypothesis strategies."""

from __future__ import annotations

import random
from itertools import pairwise

from hypothesis import strategies as st

from solver.master.rules import BOX, Plates

BOX_LETTERS = "".join(letter * count for letter, count in BOX.items())


def random_heap(randomness: random.Random, fewest: int, most: int) -> tuple[Plates, str]:
    """Plates with so many ingredients on one to four of them, and a burger they can make."""
    pool = randomness.sample(BOX_LETTERS, randomness.randint(fewest, most))
    used = randomness.randint(1, 4)
    stacks = ["", "", "", ""]
    for letter in pool:
        stacks[randomness.randrange(used)] += letter
    randomness.shuffle(stacks)
    burger = "".join(randomness.sample(pool, randomness.randint(1, len(pool))))
    return Plates((stacks[0], stacks[1], stacks[2], stacks[3])), burger


@st.composite
def plates(draw: st.DrawFn, most: int = 20) -> Plates:
    """Any plates that the box allows."""
    letters = draw(st.permutations(BOX_LETTERS))[: draw(st.integers(0, most))]
    cuts = sorted(draw(st.lists(st.integers(0, len(letters)), min_size=3, max_size=3)))
    ends = [0, *cuts, len(letters)]
    stacks = ["".join(letters[a:b]) for a, b in pairwise(ends)]
    return Plates((stacks[0], stacks[1], stacks[2], stacks[3]))


@st.composite
def orders(draw: st.DrawFn, most: int = 20) -> tuple[Plates, str]:
    """Plates that are not empty, and a burger they can make."""
    found = draw(plates(most).filter(lambda p: any(p.stacks)))
    letters = draw(st.permutations("".join(found.stacks)))
    return found, "".join(letters[: draw(st.integers(1, len(letters)))])
