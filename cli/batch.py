"""``burger batch``: request documents, one a line, to answers, one a line."""

from __future__ import annotations

import codecs
import contextlib
import io
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import click

from cli.progress import shown_progress
from cli.question import JOBS, once
from cli.render import plural
from cli.streams import standard_input
from solver.batch import answer_lines, as_line, bounded_lines
from solver.documents import UTF16_MARKS
from solver.errors import InvalidInput, quote
from solver.outputs import reason, replaced_file
from solver.watch import Watch

#: Longest request file: its lines are read one by one, but all of a run belongs together.
MOST_BYTES = 1024 * 1024 * 1024


OUTPUT = once(
    ["-o", "--output"],
    metavar="OUT.jsonl",
    default="-",
    help="write here; - is standard output  [-]",
)
LIMIT = once(["--limit"], type=click.FLOAT, help="seconds for each request that states none")


@click.command(params=[click.Argument(["input_path"], metavar="IN.jsonl"), OUTPUT, JOBS, LIMIT])
def batch(input_path: str, output: str, jobs: int, limit: float | None) -> None:
    """Answer request documents, one a line, in order; - reads standard input.

    A line is {"question": "master.solve", "plates": ..., "card": "base-07"}: the
    keys are the command's options. A bad line becomes a line with "error", and
    the exit code is still 0.
    """
    Watch(limit)
    errors = done = 0
    with (
        _input(input_path) as (lines, size),
        replaced_file(output) as out,
        shown_progress() as report,
    ):
        read = 0

        def counted() -> Iterator[bytes]:
            nonlocal read
            for line in bounded_lines(lines):
                read += len(line)
                yield line

        for document in answer_lines(counted(), limit, jobs):
            out.write(as_line(document))
            if output == "-":
                out.flush()
            done += 1
            errors += "error" in document
            report(f"{plural(done, 'request')} answered", read / size if size else None)
        if not done:
            raise InvalidInput("no requests", input_path, "request documents, one a line")
    if errors:
        click.echo(f"{plural(errors, 'line')} of {done:,} could not be answered", err=True)


@contextlib.contextmanager
def _input(path: str) -> Iterator[tuple[IO[bytes], int]]:
    """Give the lines to answer, and their size in bytes, 0 if unknown."""
    if path == "-":
        yield _in_utf8(standard_input()), 0
        return
    try:
        found = Path(path).stat()
        file = Path(path).open("rb")  # noqa: SIM115 - closed below
    except (OSError, ValueError) as error:
        raise InvalidInput(f"cannot read the file: {reason(error)}", quote(path)) from None
    with file:
        if found.st_size > MOST_BYTES:
            raise InvalidInput(
                f"a file of {found.st_size:,} bytes", path, f"at most {MOST_BYTES:,}"
            )
        yield _in_utf8(file), found.st_size


def _in_utf8(file: IO[bytes]) -> IO[bytes]:
    """Return a file's lines in UTF-8, also of one in UTF-16 that says so by its mark."""
    if isinstance(file, io.BufferedReader) and file.peek(2)[:2] in UTF16_MARKS:
        return codecs.EncodedFile(file, "utf-8", "utf-16")
    return file
