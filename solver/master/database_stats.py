"""Statistics of a database: steps by card over all set-ups, and the hardest of them.

Set-ups count once each, up to the order of the plates. The ``dealt_mean``
weighs each by how often shuffling deals it (two low stacks that differ come in
two orders), so it is what a player meets; the two differ little.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
import orjson

from solver.errors import InvalidInput, plural
from solver.master.database import MOST_STEPS, Damaged, Database, chunk_numbers, read_chunk
from solver.master.notation import parse_plates
from solver.master.rules import Variant
from solver.master.setups import deals
from solver.watch import Watch

#: Different numbers of steps that an order may take.
NUMBERS = MOST_STEPS + 1

#: Decimals of a mean.
DECIMALS = 6


class CardStatistics(msgspec.Struct, frozen=True):
    """The fewest steps for one card over the set-ups counted.

    mean: over set-ups, each once; dealt_mean: weighed by how often it is dealt.
    distribution: steps (as text, for JSON) to set-ups. most: the greatest number of steps;
    hardest: the first of the set-ups that take them, with a shortest solution.
    """

    burger: str
    mean: float
    dealt_mean: float
    distribution: dict[str, int]
    most: int
    hardest: str
    solution: list[str]


@dataclass(slots=True)
class _Counts:
    """What is counted of a card on the way."""

    setups: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(NUMBERS, dtype=np.int64))
    dealt: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(NUMBERS, dtype=np.int64))
    most: int = -1
    hardest: str = ""


def statistics_of(database: Database, watch: Watch) -> tuple[int, dict[str, CardStatistics]]:
    """Return how many set-ups were counted, and the statistics of each card.

    Only the chunks that are there are counted, each held against its name and its checksum;
    solving them again is left to ``database_check``.

    Raises InvalidInput for a file that is damaged, or not a chunk of this database.
    """
    counts = {card: _Counts() for card in database.contents.cards}
    chunks = chunk_numbers(database.folder)
    setups = 0
    for done, chunk in enumerate(chunks):
        watch.tell(f"{done:,} of {plural(len(chunks), 'chunk')} counted", done / len(chunks))
        rows = read_chunk(database, chunk)
        try:
            weights = np.array([deals(*lows(plates)) for plates in rows.plates], dtype=np.int64)
        except ValueError:
            raise Damaged("plates that are no set-ups", database.place(chunk)) from None
        setups += len(rows.plates)
        for card, counted in counts.items():
            _count(counted, rows.steps[card], weights, rows.plates)
    cards, variant = database.contents.cards, database.contents.variant
    return setups, {
        card: _statistics(counted, cards[card], variant) for card, counted in counts.items()
    }


def lows(plates: str) -> tuple[str, str]:
    """Return the two low stacks of a set-up as the database writes it."""
    _, low, high, _ = plates.split("/")
    return low, high


def _count(
    counted: _Counts,
    steps: npt.NDArray[np.uint8],
    weights: npt.NDArray[np.int64],
    plates: list[str],
) -> None:
    counted.setups += np.bincount(steps, minlength=NUMBERS)
    for weight in (1, 2):
        counted.dealt += weight * np.bincount(steps[weights == weight], minlength=NUMBERS)
    row = int(np.argmax(steps))
    if steps[row] > counted.most:
        counted.most, counted.hardest = int(steps[row]), plates[row]


def _statistics(counted: _Counts, burger: str, variant: Variant) -> CardStatistics:
    from solver.master.proof.search import (
        solve,
    )  # loads the kernel, which the answers' classes do not need

    numbers = np.arange(NUMBERS)
    solution = solve(parse_plates(counted.hardest), burger, variant)
    if solution.bound != counted.most:
        raise InvalidInput(
            f"{plural(counted.most, 'step')} told for {burger} from {counted.hardest}",
            "database",
            f"{solution.bound}; see burger master database verify",
        )
    return CardStatistics(
        burger=burger,
        mean=round(float(numbers @ counted.setups / counted.setups.sum()), DECIMALS),
        dealt_mean=round(float(numbers @ counted.dealt / counted.dealt.sum()), DECIMALS),
        distribution={str(n): int(counted.setups[n]) for n in numbers if counted.setups[n]},
        most=counted.most,
        hardest=counted.hardest,
        solution=[str(step) for step in solution.steps or []],
    )


def written_statistics(document: dict[str, Any]) -> bytes:
    """Return statistics as a JSON file that people read too."""
    options = orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE
    return orjson.dumps(document, option=options)
