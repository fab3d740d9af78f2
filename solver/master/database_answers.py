"""From a request about many set-ups to its answer: the database, samples, and the hardest found.

The companion of ``answers`` for what is computed in ``database`` and the modules beside it.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor
from pathlib import Path
from typing import Any

from solver.answer import Answer, Status, Work
from solver.errors import BurgerError, InvalidInput
from solver.master import notation, requests
from solver.master.answers import states_after
from solver.master.database import Damaged, Database, Share, contents_of, open_database, read_chunk
from solver.master.database_build import build
from solver.master.database_stats import CardStatistics, statistics_of
from solver.master.menu import BUILT_IN, card_in, find_card, menu_played
from solver.master.rules import Variant
from solver.master.sample import CardSample
from solver.master.sample import sample as draw
from solver.master.setups import all_setups
from solver.watch import Watch

#: What a file of statistics says of itself.
NOTE = (
    "The fewest steps for each card, proved, from every set-up up to the order of the plates. "
    "mean counts each set-up once, dealt_mean as often as shuffling deals it; distribution: steps "
    "to set-ups; most: the greatest number of steps; hardest: the first set-up that takes them."
)
RECONSTRUCTED = " The cards are reconstructions, not the published faces."


class BuildAnswer(Answer, kw_only=True):
    """``burger master database build``: value is the number of answers in the share.

    chunks, setups: of the share; new: chunks made by this run, the others were there.
    """

    question: str = "master.database.build"
    status: Status = Status.OPTIMAL
    value: int
    menu: str
    variant: Variant
    share: str
    folder: str
    chunks: int
    setups: int
    new: int


def built(
    request: requests.DatabaseBuild, watch: Watch, folder: str, jobs: int, cluster: str | None
) -> BuildAnswer:
    """Make a database, or what is missing of it."""
    if not folder:
        raise InvalidInput("no name for the output", "output", "a folder")
    contents = contents_of(menu_played(request.menu, request.variant, "base"), request.variant)
    share = Share.parse(request.share)
    done = build(Database(Path(folder), contents), share, watch, lambda: workers(jobs, cluster))
    return BuildAnswer(
        value=done.setups * len(contents.cards),
        menu=contents.menu,
        variant=contents.variant,
        share=str(share),
        folder=folder,
        chunks=done.chunks,
        setups=done.setups,
        new=done.new,
        work=Work(0, watch.seconds()),
    )


@contextlib.contextmanager
def workers(jobs: int, cluster: str | None) -> Iterator[tuple[Executor | None, int]]:
    """Give the executor for so many processes, or of a cluster, and how many work at once in it.

    Raises BurgerError where one of the processes was killed.
    """
    from solver.cluster import cluster_pool
    from solver.master.proof.fewest import KERNEL
    from solver.workers import worker_pool

    if cluster is not None:
        with cluster_pool(cluster) as (executor, threads):
            yield executor, threads
        return
    KERNEL.load()  # compiled once, before the processes would each do it
    try:
        with worker_pool(jobs) as executor:
            yield executor, jobs
    except BrokenExecutor:
        raise BurgerError(
            "a worker process ended before its work was done; the same command goes on from here"
        ) from None


class DatabaseVerifyAnswer(Answer, kw_only=True):
    """``master.database.verify``: value is whether every set-up of the share is there once, and right.

    files, setups: looked at and right; sample: how many of their answers were to be solved again by
    plain A*; solved: how many were, all there are if fewer; faults: the first.
    menu, variant: null where no file says what it is of.
    """

    question: str = "master.database.verify"
    status: Status = Status.OPTIMAL
    value: bool
    menu: str | None
    variant: Variant | None
    share: str
    files: int
    setups: int
    sample: int
    solved: int
    faults: list[str]
    more_faults: int


def verify(request: requests.DatabaseVerify, watch: Watch) -> DatabaseVerifyAnswer:
    """Check a database."""
    from solver.master.database_check import MOST_FAULTS, Findings, check, faults_of_all

    share = Share.parse(request.share)
    contents = None
    try:
        database = open_database(request.dir)
    except Damaged:
        findings = Findings(faults=faults_of_all(Path(request.dir)))
    else:
        contents = database.contents
        findings = check(database, share, request.sample, request.seed, watch)
    return DatabaseVerifyAnswer(
        value=not findings.faults,
        menu=contents.menu if contents else None,
        variant=contents.variant if contents else None,
        share=str(share),
        files=findings.files,
        setups=findings.setups,
        sample=request.sample,
        solved=findings.solved,
        faults=findings.faults[:MOST_FAULTS],
        more_faults=max(0, len(findings.faults) - MOST_FAULTS),
        work=Work(0, watch.seconds()),
    )


class DatabaseStatsAnswer(Answer, kw_only=True):
    """``master.database.stats``: value is the number of answers counted, ``cards`` the statistics.

    complete: whether all ``of`` set-ups of the menu were counted; if not, only some chunks are there.
    """

    question: str = "master.database.stats"
    status: Status = Status.OPTIMAL
    value: int
    menu: str
    variant: Variant
    setups: int
    of: int
    complete: bool
    cards: dict[str, CardStatistics]


def stats(request: requests.DatabaseStats, watch: Watch) -> DatabaseStatsAnswer:
    """Count a database."""
    database = open_database(request.dir)
    setups, cards = statistics_of(database, watch)
    return DatabaseStatsAnswer(
        value=setups * len(cards),
        menu=database.contents.menu,
        variant=database.contents.variant,
        setups=setups,
        of=len(database.setups),
        complete=setups == len(database.setups),
        cards=cards,
        work=Work(0, watch.seconds()),
    )


class DatabaseLookupAnswer(Answer, kw_only=True):
    """``master.database.lookup``: value is the fewest steps, as the database has them.

    plates: the set-up as asked; setup: its number.
    """

    question: str = "master.database.lookup"
    status: Status = Status.OPTIMAL
    value: int
    plates: str
    card: str
    burger: str
    variant: Variant
    setup: int


def lookup(request: requests.DatabaseLookup, watch: Watch) -> DatabaseLookupAnswer:
    """Look up the fewest steps."""
    plates = notation.parse_plates(request.plates)
    database = open_database(request.dir)
    card, burger = card_in(request.card, database.contents.cards)
    number = database.setups.rank(plates)
    chunk = database.chunk_of(number)
    path = database.place(chunk)
    if not os.path.lexists(path):
        raise InvalidInput(
            "the set-up's chunk is not there", str(path), "what database build has yet to make"
        )
    rows = read_chunk(database, chunk)
    row = number - database.span(chunk).start
    return DatabaseLookupAnswer(
        value=int(rows.steps[card][row]),
        plates=str(plates),
        card=card,
        burger=burger,
        variant=database.contents.variant,
        setup=number,
        work=Work(0, watch.seconds()),
    )


class DatabaseSampleAnswer(Answer, kw_only=True):
    """``master.database.sample``: value is the estimated mean over set-ups and cards.

    interval: its 95% interval. setups: drawn, of so many; cards: each card's estimates.
    """

    question: str = "master.database.sample"
    status: Status = Status.ESTIMATE
    value: float
    interval: tuple[float, float]
    menu: str
    variant: Variant
    seed: int
    setups: int
    of: int
    cards: dict[str, CardSample]


def sample(
    request: requests.DatabaseSample, watch: Watch, jobs: int = 1, cluster: str | None = None
) -> DatabaseSampleAnswer:
    """Estimate the steps by card from a uniform sample of the set-ups."""
    contents = contents_of(menu_played(request.menu, request.variant, "gourmet"), request.variant)
    with workers(jobs, cluster) as (executor, threads):
        watch.restart()
        drawn = draw(contents, request.setups, request.seed, watch, executor, threads)
    return DatabaseSampleAnswer(
        value=drawn.mean.value,
        interval=drawn.mean.interval,
        menu=contents.menu,
        variant=contents.variant,
        seed=request.seed,
        setups=request.setups,
        of=len(all_setups(onions=contents.onions)),
        cards=drawn.cards,
        work=Work(0, watch.seconds()),
    )


class HardestAnswer(Answer, kw_only=True):
    """``master.hardest``: value is the fewest steps from the hardest set-up found, proved.

    So it is a lower bound on the worst case over all ``of`` set-ups; bound: no set-up takes more.
    plates: that set-up; steps: a shortest solution; states: the plates after each step.
    setups, starts: how many set-ups were solved, from how many random ones on.
    """

    question: str = "master.hardest"
    value: int
    card: str
    burger: str
    variant: Variant
    plates: str
    steps: list[str]
    states: list[str]
    seed: int
    setups: int
    starts: int
    of: int


def hardest(request: requests.Hardest, watch: Watch) -> HardestAnswer:
    """Return the hardest set-up found for a card, and prove its steps once more on its own."""
    from solver.master.hardest import find_hardest
    from solver.master.proof.fewest import KERNEL
    from solver.master.proof.search import most_steps, solve

    menu_played(request.menu, request.variant, "all")
    card, burger = find_card(request.card, request.menu)
    own_menu = card.partition("-")[0] if request.menu in BUILT_IN else request.menu
    setups = all_setups(onions=contents_of(own_menu, request.variant).onions)
    KERNEL.load()
    watch.restart()
    found = find_hardest(
        setups, burger, request.variant, most=request.setups, seed=request.seed, watch=watch
    )
    solution = solve(found.plates, burger, request.variant)
    steps = solution.steps or []
    bound = most_steps(burger)
    return HardestAnswer(
        status=Status.OPTIMAL if solution.bound == bound else Status.FEASIBLE,
        value=solution.bound,
        bound=None if solution.bound == bound else bound,
        card=card,
        burger=burger,
        variant=request.variant,
        plates=str(found.plates),
        steps=[str(step) for step in steps],
        states=[str(state) for state in states_after(found.plates, steps)],
        seed=request.seed,
        setups=found.solved,
        starts=found.starts,
        of=len(setups),
        work=Work(0, watch.seconds()),
    )


def statistics_document(answer: DatabaseStatsAnswer) -> dict[str, Any]:
    """Return statistics as a document that stands alone: what it is of, and what made it."""
    document = answer.document()
    for key in ("question", "status", "bound", "value", "work"):
        del document[key]
    share = "" if answer.complete else " --share …"
    reconstruction = answer.menu in BUILT_IN
    return {
        "game": "master",
        "kind": "statistics",
        "answers": answer.value,
        "made_by": [
            f"burger master database build --menu {answer.menu}{share} -o DIR",
            "burger master database verify DIR",
            "burger master database stats DIR -o FILE.json",
        ],
        "note": NOTE + (RECONSTRUCTED if reconstruction else ""),
        **document,
    }
