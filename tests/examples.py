"""The examples of the README and the manuals: found, run, compared, and written anew.

An example is a fenced block ``console`` with lines ``$ burger …``, each followed by what it
prints. ``python -m tests.examples`` puts what the commands print today in the place of what
the pages say; read the difference before you commit it.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cli.manual import MANUALS

ROOT = Path(__file__).parents[1]

#: The README, and every manual that ``burger manual`` prints.
PAGES = [
    ROOT / "README.md",
    *(ROOT.joinpath(*package.split("."), "README.md") for package in MANUALS.values()),
]

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)

#: A time that was measured: it differs from run to run.
TIME = re.compile(r"\b\d[\d.,]* (?:ms|s)\b")


@dataclass(frozen=True)
class Example:
    """A command as the page has it, and what the page says that it prints."""

    command: str
    says: str

    def prints(self, folder: Path) -> str:
        """Run the command in a folder and return what it prints: the answer, or else the complaint."""
        arguments = shlex.split(self.command)
        if arguments[0] != "burger":
            raise ValueError(f"an example of another program: {self.command}")
        done = subprocess.run(
            [sys.executable, "-P", "-m", "cli.main", *arguments[1:]],
            capture_output=True,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1", "COLUMNS": "100"},
            text=True,
            encoding="utf-8",
        )
        lines = (done.stdout or done.stderr).splitlines()
        return "".join(f"{line.rstrip()}\n" for line in lines)


def examples(text: str) -> Iterator[Example]:
    """Yield the examples of a page, in order."""
    for block in BLOCK.findall(text):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, says = part.partition("\n")
            yield Example(command, says)


def without_times(text: str) -> str:
    """Return what a command printed with every measured time replaced."""
    return TIME.sub("(time)", text)


def rewritten(text: str, folder: Path) -> str:
    """Return a page with what its commands print today."""

    def block(found: re.Match[str]) -> str:
        parts = []
        for example in examples(found.group(0)):
            prints = example.prints(folder)
            same = without_times(prints).strip() == without_times(example.says).strip()
            end = "\n" if example.says.endswith("\n\n") else ""
            parts.append(
                f"$ {example.command}\n{example.says if same else prints.rstrip() + chr(10) + end}"
            )
        return f"```console\n{''.join(parts)}```"

    return BLOCK.sub(block, text)


if __name__ == "__main__":
    for page in PAGES:
        with tempfile.TemporaryDirectory() as empty:
            page.write_text(rewritten(page.read_text("utf-8"), Path(empty)), "utf-8")
