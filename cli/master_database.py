"""``burger master database``: make, check and ask the database of all set-ups."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli.question import Extras, question_command
from cli.render import console, plural
from solver.answer import Answer
from solver.master.requests import DatabaseBuild
from solver.requests import Question, Request
from solver.watch import Watch

if TYPE_CHECKING:
    from solver.master.database_answers import BuildAnswer


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


#: Asked by the command alone, and by no request document: it writes a folder.
BUILD = Question("master.database.build", "solver.master.requests:DatabaseBuild", "")

FOLDER = click.Option(
    ["-o", "--output"], metavar="DIR", required=True, help="the folder; a build goes on in it"
)
JOBS = click.Option(
    ["--jobs"], type=click.IntRange(1, 256), default=1, show_default=True, help="worker processes"
)
CLUSTER = click.Option(
    ["--cluster"], metavar="ADDRESS", help="a Dask scheduler's address, instead of processes"
)


def ask_build(request: Request, watch: Watch, extras: Extras) -> Answer:
    """Make what is missing of a database."""
    from solver.master.database_answers import built

    assert isinstance(request, DatabaseBuild)
    return built(request, watch, extras["output"], extras["jobs"], extras["cluster"])


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
):
    database.add_command(command)
