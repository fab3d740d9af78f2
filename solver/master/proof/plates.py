"""Plates, orders and steps as a few whole numbers: what the fast searches think in.

The same functions run as plain Python and as machine code (``solver.gears``). They do what
``rules`` says, and are tested against it; texts become values here, and values steps.

An ingredient is 3 bits (1 to 6, 0 is nothing), a stack a *word* with its bottom in the low bits.
All four plates one after the other fit 60 bits: the *row*. A set of places in the row is a mask
with one bit for each ingredient, 3 apart. The edge under an ingredient is named by its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from solver.master.rules import INGREDIENTS, Kind, Plates, Step, Variant

#: An ingredient's number, 1 to 6.
CODES = {letter: code for code, letter in enumerate(INGREDIENTS, start=1)}

#: One bit for each place in the row: 20, the whole box.
ONES = 0o1111_1111_1111_1111_1111

#: Times this, four heights of 5 bits each become their sums so far: where each plate ends.
SUMS = 1 << 15 | 1 << 10 | 1 << 5 | 1


class Stacks(NamedTuple):
    """What lies on the plates: the row, and the heights of the plates, 5 bits each."""

    row: int
    heights: int


class Paths(NamedTuple):
    """The plates as paths (see ``bound``), also with a stack in the air.

    links: the places that lie on another ingredient; surfaces: those that lie on a plate; a
    lifted stack's lowest is in neither. free: 1 if a plate is empty, else 0.
    """

    row: int
    links: int
    surfaces: int
    free: int


class Order(NamedTuple):
    """A burger as a word, its top downwards as well, its size; whether beginners make it (1 or 0)."""

    burger: int
    backwards: int
    size: int
    beginner: int


class Lift(NamedTuple):
    """A stack that is lifted: so many ingredients from a plate, 0 to 3."""

    source: int
    number: int


def height(stacks: Stacks, plate: int) -> int:
    """Return how many ingredients lie on a plate."""
    return stacks.heights >> 5 * plate & 31


def end(stacks: Stacks, plate: int) -> int:
    """Return the place in the row after a plate's top."""
    return stacks.heights * SUMS >> 5 * plate & 31


def first(word: int, count: int) -> int:
    """Return the lowest so many ingredients of a word."""
    return word & ((1 << 3 * count) - 1)


def stack(stacks: Stacks, plate: int) -> int:
    """Return the word of a plate."""
    count = height(stacks, plate)
    return first(stacks.row >> 3 * (end(stacks, plate) - count), count)


def turned(word: int, count: int) -> int:
    """Return a word of so many ingredients upside down."""
    down = 0
    for _ in range(count):
        down = down << 3 | word & 7
        word >>= 3
    return down


def lay(stacks: Stacks, lift: Lift, target: int, flip: int) -> Stacks:
    """Return the plates after a lifted stack is laid on a plate, FLIPped if ``flip``."""
    source, count = lift
    below = end(stacks, source) - count
    lifted = first(stacks.row >> 3 * below, count)
    if flip:
        lifted = turned(lifted, count)
    rest = first(stacks.row, below) | stacks.row >> 3 * (below + count) << 3 * below
    heights = stacks.heights - (count << 5 * source)
    top = 3 * (heights * SUMS >> 5 * target & 31)
    row = rest & ((1 << top) - 1) | lifted << top | rest >> top << top + 3 * count
    return Stacks(row, heights + (count << 5 * target))


def paths(stacks: Stacks) -> Paths:
    """Return the plates as paths."""
    surfaces, free, place = 0, 0, 0
    for plate in range(4):
        count = height(stacks, plate)
        if count:
            surfaces |= 1 << 3 * place
            place += count
        else:
            free = 1
    return Paths(stacks.row, first(ONES, place) & ~surfaces, surfaces, free)


def in_the_air(there: Paths, stacks: Stacks, lift: Lift) -> Paths:
    """Return the paths while a stack is lifted: without the edge under it."""
    source, count = lift
    edge = 1 << 3 * (end(stacks, source) - count)
    emptied = 1 if height(stacks, source) == count else there.free
    return Paths(there.row, there.links & ~edge, there.surfaces & ~edge, emptied)


def places_of(letter: int, row: int) -> int:
    """Return the places in the row at which an ingredient lies."""
    different = row ^ ONES * letter
    return ~(different | different >> 1 | different >> 2) & ONES


def is_complete(stacks: Stacks, order: Order) -> int:
    """Return 1 if some plate shows the burger, in the beginner variant within a stack, else 0."""
    for plate in range(4):
        count, word = height(stacks, plate), stack(stacks, plate)
        if order.beginner:
            if height_of(word, order.burger, order.size) >= 0:
                return 1
        elif count == order.size and word == order.burger:
            return 1
    return 0


def height_of(word: int, part: int, size: int) -> int:
    """Return the height from which a part, of so many ingredients, lies in a stack, or -1."""
    above = 0
    while word >= part:
        if first(word, size) == part:
            return above
        word >>= 3
        above += 1
    return -1


def ordered(stacks: Stacks) -> Stacks:
    """Return the plates sorted: the same for every numbering of the plates."""
    # A bit on top makes words of different heights different.
    a = stack(stacks, 0) | 1 << 3 * height(stacks, 0)
    b = stack(stacks, 1) | 1 << 3 * height(stacks, 1)
    c = stack(stacks, 2) | 1 << 3 * height(stacks, 2)
    d = stack(stacks, 3) | 1 << 3 * height(stacks, 3)
    a, b = min(a, b), max(a, b)
    c, d = min(c, d), max(c, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    row, heights, place = 0, 0, 0
    for plate, word in enumerate((a, b, c, d)):
        count = word.bit_length() // 3
        row |= (word ^ 1 << 3 * count) << 3 * place
        heights |= count << 5 * plate
        place += count
    return Stacks(row, heights)


# -- the walk over lifts and places ----------------------------------------------------------


def lifts(stacks: Stacks) -> Iterator[Lift]:
    """Yield every stack that can be lifted, by plate and count."""
    for source in range(4):
        for count in range(1, height(stacks, source) + 1):
            yield Lift(source, count)


def like_an_earlier_plate(stacks: Stacks, plate: int, other: int) -> bool:
    """Return whether a plate before ``plate``, other than ``other``, holds the same."""
    for earlier in range(plate):
        if (
            earlier != other
            and height(stacks, earlier) == height(stacks, plate)
            and stack(stacks, earlier) == stack(stacks, plate)
        ):
            return True
    return False


def is_new_lift(stacks: Stacks, lift: Lift) -> bool:
    """Return whether no plate before holds the same stack: like plates can change places."""
    return not like_an_earlier_plate(stacks, lift.source, lift.source)


def is_new_lay(stacks: Stacks, lift: Lift, target: int, flip: int) -> bool:
    """Return whether laying a lifted stack there changes the plates, and unlike the ways before."""
    source, count = lift
    if source == target:
        return flip == 1 and count > 1
    if (flip and count == 1) or like_an_earlier_plate(stacks, target, source):
        return False
    return flip == 1 or height(stacks, target) > 0 or height(stacks, source) > count


def is_legal_lay(stacks: Stacks, lift: Lift, target: int, flip: int) -> bool:
    """Return whether laying a lifted stack there is a legal step: it changes the plates."""
    source, count = lift
    if source != target:
        return True
    word = first(stacks.row >> 3 * (end(stacks, source) - count), count)
    return flip == 1 and word != turned(word, count)


# -- steps, and the way from and to texts ----------------------------------------------------


def step_code(lift: Lift, target: int, flip: int) -> int:
    """Return a step as one number: 5 bits count, then 2 + 2 bits plates, 1 bit flip."""
    return lift.number | lift.source << 5 | target << 7 | flip << 9


def step_of(code: int) -> Step:
    """Return the step that a code stands for."""
    kind = Kind.FLIP if code >> 9 & 1 else Kind.MOVE
    return Step(kind, code & 31, (code >> 5 & 3) + 1, (code >> 7 & 3) + 1)


def word_of(letters: str) -> int:
    """Return a stack or a burger as a word.

    >>> oct(word_of("BPC"))
    '0o321'
    """
    return sum(CODES[letter] << 3 * place for place, letter in enumerate(letters))


def stacks_of(plates: Plates) -> Stacks:
    """Return plates as values."""
    heights = sum(len(letters) << 5 * plate for plate, letters in enumerate(plates.stacks))
    return Stacks(word_of("".join(plates.stacks)), heights)


def order_of(burger: str, variant: Variant = Variant.STANDARD) -> Order:
    """Return a burger in a variant as values."""
    beginner = int(variant is Variant.BEGINNER)
    return Order(word_of(burger), word_of(burger[::-1]), len(burger), beginner)
