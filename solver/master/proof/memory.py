"""The transposition table of a search: which plates have failed with how many steps left.

It is a field of the search's record: ``table``, two numbers an entry, of which ``mask`` + 1 are in
use; ``stamp`` tells this search's entries from those of earlier ones.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from solver.master.proof.plates import Stacks, ordered

#: Entries of a table: two or three numbers each; memory is taken as it is used.
ENTRIES = 1 << 20


def new_table(width: int = 2) -> Any:
    """Return an empty table for plain Python."""
    return defaultdict(lambda: [0] * width)


def is_stopped(game: Any) -> bool:
    """Return whether a search was told to stop, or has entered enough states."""
    return bool(game.stop) or bool(game.nodes > game.enough)


def slot_of(game: Any, key: Stacks, kind: int) -> int:
    """Return where in the table the entry of sorted plates is.

    kind: 0 to 7, what else a state is; states of different kinds have different entries.
    """
    row, heights = key
    row ^= kind << 40
    mixed = (row ^ row >> 29) & 0x3FFFFFFF
    mixed = (
        mixed * 0x2545F491 + (row >> 30) * 0x1B873593 + heights * 0x9E3779B1
    ) & 0x3FFFFFFFFFFFFFFF
    mixed ^= mixed >> 31
    mixed = (mixed & 0x7FFFFFFF) * 0x5851F42D & 0x3FFFFFFFFFFFFFFF
    return mixed >> 20 & game.mask  # type: ignore[no-any-return]


def has_failed(game: Any, stacks: Stacks, kind: int, left: int) -> bool:
    """Return whether the table says that so many steps are not enough."""
    key = ordered(stacks)
    entry = game.table[slot_of(game, key, kind)]
    known = entry[1]
    return bool(
        entry[0] == key.row
        and known >> 6 == (game.stamp << 3 | kind) << 20 | key.heights
        and known & 63 >= left
    )


def note_failure(game: Any, stacks: Stacks, kind: int, left: int) -> None:
    """Write into the table that so many steps are not enough."""
    key = ordered(stacks)
    entry = game.table[slot_of(game, key, kind)]
    entry[0] = key.row
    entry[1] = ((game.stamp << 3 | kind) << 20 | key.heights) << 6 | left
