"""How things look on a terminal: the console, and burgers drawn as coloured layers.

Colour only on a terminal, and never where NO_COLOR is set; rich sees to that.
Without colour the layers still differ by shape and name.
"""

from __future__ import annotations

from functools import cache

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from solver.errors import plural as plural

#: Each ingredient's layer, all of one width, and its colours.
LAYERS = {
    "B": ("(   bun   )", "black on #dca54c"),
    "P": ("[  patty  ]", "white on #6b3f22"),
    "C": ("< cheese  >", "black on #ffd447"),
    "L": ("~ lettuce ~", "black on #86c95a"),
    "T": ("{ tomato  }", "white on #c93a34"),
    "O": (": onion   :", "black on #d8b4f0"),
}

#: Characters that a layer takes.
WIDTH = 11


class _Console(Console):
    """A console that leaves a closed pipe to ``cli.main``, as every other output does."""

    def on_broken_pipe(self) -> None:
        """Raise the error again that rich would end the program for."""
        raise BrokenPipeError


@cache
def console() -> Console:
    """Return the console that answers are printed on."""
    return _Console(highlight=False, soft_wrap=True)


#: More columns than a terminal has.
MOST_COLUMNS = 10_000

#: Columns of numbers.
NUMERIC = ("points", "times", "total")


def plain_table(*columns: str) -> Table:
    """Return an empty table without a frame; see :func:`draw_table`."""
    table = Table(box=None, pad_edge=False, show_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column, justify="right" if column in NUMERIC else "left", overflow="fold")
    return table


def draw_table(table: Table) -> None:
    """Print a table; where the terminal is too narrow for its words, row by row in lines.

    So nothing is cut, and what names a row is whole.
    """
    for column in table.columns:
        words = [str(cell).split() for cell in (column.header, *column.cells)]
        column.min_width = max((len(word) for some in words for word in some), default=0)
    unbounded = console().options.update(max_width=MOST_COLUMNS)
    if Measurement.get(console(), unbounded, table).minimum < console().width:
        console().print(table)
        return
    headers = [str(column.header) for column in table.columns]
    for cells in zip(*(column.cells for column in table.columns), strict=True):
        told = [(header, cell) for header, cell in zip(headers, cells, strict=True) if str(cell)]
        for number, (header, cell) in enumerate(told):
            indent = "  " if number else ""
            console().print(
                Text(f"{indent}{header}{' ' if header else ''}", "bold") + cell, soft_wrap=False
            )
        console().print()


def layer(letter: str) -> Text:
    """Return an ingredient as a drawn layer."""
    drawn, style = LAYERS[letter]
    return Text(drawn, style)


def side_by_side(stacks: list[str], captions: list[str]) -> list[Text]:
    """Return stacks drawn beside each other, bottom to top, each with its caption below."""
    lines = []
    for height in range(max((len(stack) for stack in stacks), default=0) - 1, -1, -1):
        line = Text("  ")
        for stack in stacks:
            line += layer(stack[height]) if height < len(stack) else Text(" " * WIDTH)
            line += Text("  ")
        line.rstrip()
        lines.append(line)
    lines.append(Text("  " + "  ".join(caption.center(WIDTH) for caption in captions)))
    return lines


def draw_plates(text: str, order: str = "") -> None:
    """Draw plates given as text, and beside them the burger that is ordered, if any."""
    stacks = ["" if stack == "-" else stack for stack in text.split("/")]
    captions = [f"\\___{number}___/" for number in range(1, len(stacks) + 1)]
    if order:
        stacks += ["", order]
        captions += ["", "order"]
    for line in side_by_side(stacks, captions):
        console().print(line)


def duration(seconds: float) -> str:
    """Return a time for a person.

    >>> duration(0.00012), duration(0.25), duration(75)
    ('0.12 ms', '0.25 s', '75 s')
    """
    if seconds < 0.01:
        return f"{seconds * 1000:.2f} ms"
    return f"{seconds:.2f} s" if seconds < 10 else f"{seconds:.0f} s"
