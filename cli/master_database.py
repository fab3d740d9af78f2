"""``burger master database``: make, check and ask the database of all set-ups."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.question import JOBS, Extras, once, question_command
from cli.render import console, duration, plural
from solver.answer import Answer
from solver.errors import InvalidInput
from solver.master.requests import DatabaseBuild, DatabaseSample
from solver.outputs import replaced_file
from solver.requests import QUESTIONS, Question, Request
from solver.watch import Watch

if TYPE_CHECKING:
    from solver.master.database_answers import (
        BuildAnswer,
        DatabaseLookupAnswer,
        DatabaseSampleAnswer,
        DatabaseStatsAnswer,
        DatabaseVerifyAnswer,
    )


@click.group()
def database() -> None:
    """All set-ups of a menu: the fewest steps for every card, proved, in Parquet files.

    \b
    burger master database build --menu base -o base --jobs 2
    burger master database lookup base --plates BPLTCC/BPPLL/BCTTB/B --card base-07
    """


def show_build(answer: BuildAnswer) -> None:
    """Say what was built."""
    console().print(
        f"{plural(answer.value, 'answer')}, each proved: {plural(answer.setups, 'set-up')} of the "
        f"{answer.menu} menu in {plural(answer.chunks, 'file')}, {answer.new:,} of them new: {answer.folder}"
    )


def show_verify(answer: DatabaseVerifyAnswer) -> None:
    """Print the verdict and the first faults."""
    for fault in answer.faults:
        console().print(fault)
    if answer.more_faults:
        console().print(f"... {plural(answer.more_faults, 'more fault')}")
    all_there_are = ""
    if answer.solved < answer.sample:
        all_there_are = f": all there are{'' if answer.value else ' in right files'}"
    share = "" if answer.share == "1/1" else f" of share {answer.share}"
    console().print(
        f"{'Right' if answer.value else 'Wrong'}: {plural(answer.files, 'file')}{share} with "
        f"{plural(answer.setups, 'set-up')} right, {plural(answer.solved, 'answer')} solved again"
        + all_there_are
    )


def show_stats(answer: DatabaseStatsAnswer) -> None:
    """Print steps by card as a table, and one hardest set-up each."""
    complete = "all" if answer.complete else f"{answer.setups:,} of"
    console().print(
        f"Fewest steps from {complete} {answer.of:,} set-ups of the {answer.menu} menu, in % of them\n"
    )
    columns = sorted({int(steps) for card in answer.cards.values() for steps in card.distribution})
    heading = "".join(f"{steps:>7}" for steps in columns)
    console().print(f"{'card':<12}{'burger':<10}{'mean':>6}{heading}  one of the hardest")
    for name, card in answer.cards.items():
        cells = (card.distribution.get(str(steps), 0) / answer.setups for steps in columns)
        row = "".join(_percent(cell) for cell in cells)
        console().print(f"{name:<12}{card.burger:<10}{card.mean:>6.2f}{row}  {card.hardest}")


def _percent(share: float) -> str:
    """Return a share as a cell of 7 characters; one that is not 0 never looks like it.

    >>> _percent(0.25), _percent(0), _percent(1e-6)
    ('   25.0', '      .', '   <0.1')
    """
    if share == 0:
        return f"{'.':>7}"
    text = f"{100 * share:.1f}"
    return f"{text:>7}" if text != "0.0" else f"{'<0.1':>7}"


def show_lookup(answer: DatabaseLookupAnswer) -> None:
    """Print what was looked up."""
    console().print(
        f"Order {answer.card}: {answer.burger} (bottom to top), from {answer.plates}\n"
        f"Fewest steps: {answer.value}, proved when the database was made (set-up {answer.setup:,})"
    )


def show_sample(answer: DatabaseSampleAnswer) -> None:
    """Print the estimates by card."""
    low, high = answer.interval
    console().print(
        f"{answer.setups:,} of {answer.of:,} set-ups of the {answer.menu} menu, drawn uniformly "
        f"(seed {answer.seed}); mean steps with 95% intervals\n"
    )
    for name, card in answer.cards.items():
        bounds = f"({card.mean.interval[0]:.3f} to {card.mean.interval[1]:.3f})"
        console().print(
            f"{name:<12}{card.burger:<10}{card.mean.value:>7.3f} {bounds:<18}"
            f"  most seen {card.most:>2}: {card.hardest}"
        )
    console().print(
        f"{'all cards':<22}{answer.value:>7.3f} ({low:.3f} to {high:.3f})"
        f"   {duration(answer.work.seconds)}"
    )


#: Asked by the command alone, and by no request document: it writes a folder.
BUILD = Question("master.database.build", "solver.master.requests:DatabaseBuild", "")

FOLDER = once(
    ["-o", "--output"], metavar="DIR", required=True, help="the folder; a build goes on in it"
)
CLUSTER = once(
    ["--cluster"], metavar="ADDRESS", help="a Dask scheduler's address, instead of processes"
)


def ask_build(request: Request, watch: Watch, extras: Extras) -> Answer:
    """Make what is missing of a database."""
    from solver.master.database_answers import built

    assert isinstance(request, DatabaseBuild)
    return built(request, watch, extras["output"], extras["jobs"], extras["cluster"])


PLOT = once(["--plot"], metavar="FILE", help="draw steps by card as a heat map: .png, .svg or .pdf")
STATISTICS = once(
    ["-o", "--output"], metavar="FILE.json", help="write the statistics here, for people too"
)


def ask_stats(request: Request, watch: Watch, extras: Extras) -> Answer:
    """Count a database, draw it and write it where asked."""
    from cli.heatmap import PLOT_FORMATS, require_matplotlib, write_heatmap
    from solver.master.database_answers import DatabaseStatsAnswer, statistics_document
    from solver.master.database_stats import written_statistics

    plot, output = extras["plot"], extras["output"]
    if plot is not None:
        _check_ending("picture", plot, PLOT_FORMATS)
        require_matplotlib()
    if output is not None:
        _check_ending("statistics", output, (".json",))
    with contextlib.ExitStack() as stack:
        # Both can be written, or neither is.
        picture = None if plot is None else stack.enter_context(replaced_file(plot))
        statistics = None if output is None else stack.enter_context(replaced_file(output))
        answer = QUESTIONS["master.database.stats"].answer(request, watch)
        assert isinstance(answer, DatabaseStatsAnswer)
        if picture is not None:
            write_heatmap(answer, Path(plot).suffix.lower(), picture)
        if statistics is not None:
            statistics.write(written_statistics(statistics_document(answer)))
    return answer


def _check_ending(what: str, output: str, endings: tuple[str, ...]) -> None:
    if not output:
        raise InvalidInput("no name for the output", what, "a file")
    if Path(output).suffix.lower() not in endings:
        raise InvalidInput(f"unknown {what} format", output, " ".join(endings))


def ask_sample(request: Request, watch: Watch, extras: Extras) -> Answer:
    """Estimate from a sample, by so many processes."""
    from solver.master.database_answers import sample

    assert isinstance(request, DatabaseSample)
    return sample(request, watch, extras["jobs"], extras["cluster"])


for command in (
    question_command(
        BUILD,
        show_build,
        """Make the database of a menu, or a share of it.

        Killed at any moment, the same command goes on with what is missing.
        """,
        parameters=[FOLDER, JOBS, CLUSTER],
        ask=ask_build,
    ),
    question_command(
        "master.database.verify",
        show_verify,
        """Check a database: every set-up there exactly once, whole, and right.

        DIR is its folder, where none is named the one you stand in.
        Exit code 0: it is; 1: it is not, with the faults.
        """,
    ),
    question_command(
        "master.database.stats",
        show_stats,
        """Show steps by card: mean, distribution, hardest.

        DIR is the database's folder, where none is named the one you stand in.
        """,
        parameters=[PLOT, STATISTICS],
        ask=ask_stats,
    ),
    question_command(
        "master.database.lookup",
        show_lookup,
        """Look up the fewest steps for a card from a set-up.

        DIR is the database's folder, where none is named the one you stand in.

        \b
        burger master database lookup base --plates BPLTCC/BPPLL/BCTTB/B --card base-07
        """,
    ),
    question_command(
        "master.database.sample",
        show_sample,
        "Estimate steps by card from set-ups drawn uniformly, with 95% intervals.",
        parameters=[JOBS, CLUSTER],
        ask=ask_sample,
    ),
):
    database.add_command(command)
