"""The questions that the Burger Master benchmarks ask: set-ups by the rules, and heaps of any shape."""

from __future__ import annotations

import random
from collections import Counter

from solver.master.rules import BOX, Plates, box, deal

#: Menu and number of fillings between the Buns, as the menus have them.
CLASSES = [("base", 3), ("base", 4), ("gourmet", 4), ("gourmet", 5), ("gourmet", 6)]

Order = tuple[Plates, str]


def random_orders(menu: str, fillings: int, number: int, seed: int = 1) -> list[Order]:
    """Random burgers of a size from random set-ups of a menu."""
    randomness = random.Random(f"{seed} {menu} {fillings}")
    in_play = box(onions=menu == "gourmet")
    letters = [letter for letter in in_play if letter != "B"]
    found: list[Order] = []
    while len(found) < number:
        burger = "B" + "".join(randomness.choices(letters, k=fillings)) + "B"
        if not Counter(burger) - in_play:
            found.append((deal(randomness, onions=menu == "gourmet"), burger))
    return found


def heaps(number: int, seed: int = 1) -> list[Order]:
    """Heaps of 8 to 20 ingredients on 1 to 4 plates, and burgers of any length: some are hard."""
    randomness = random.Random(seed)
    letters = "".join(letter * count for letter, count in BOX.items())
    found = []
    for _ in range(number):
        pool = randomness.sample(letters, randomness.randint(8, len(letters)))
        stacks = ["", "", "", ""]
        used = randomness.randint(1, 4)
        for letter in pool:
            stacks[randomness.randrange(used)] += letter
        burger = "".join(randomness.sample(pool, randomness.randint(2, len(pool))))
        found.append((Plates((stacks[0], stacks[1], stacks[2], stacks[3])), burger))
    return found
