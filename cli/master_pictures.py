"""Pictures of Burger Master on the command line: options that name a file, and what they write."""

from __future__ import annotations

import contextlib

import click

from cli.question import Extras
from solver.answer import Answer
from solver.errors import InvalidInput
from solver.outputs import replaced_file
from solver.requests import QUESTIONS, Request
from solver.watch import Watch

SVG_OUTPUT = click.Option(
    ["-o", "--output"], metavar="FILE.svg", help="write the picture here; else it is printed"
)
SVG = click.Option(["--svg"], metavar="FILE", help="draw the solution step by step, as SVG")
GIF = click.Option(["--gif"], metavar="FILE", help="the same, moving, as GIF (needs Pillow)")


def check_ending(path: str | None, ending: str) -> None:
    """Raise InvalidInput unless a picture's file, if one is named, says what it is."""
    if path is not None and not path.lower().endswith(ending):
        raise InvalidInput("unknown picture format", path, f"a file that ends in {ending}")


def ask_show(request: Request, watch: Watch, extras: Extras) -> Answer | None:
    """Draw plates; to a file, or as the command's output."""
    from solver.master.picture_answers import ShowAnswer

    output = extras["output"]
    check_ending(None if output == "-" else output, ".svg")
    answer = QUESTIONS["master.show"].answer(request, watch)
    assert isinstance(answer, ShowAnswer)
    if output is None:
        return answer
    with replaced_file(output) as file:
        file.write(answer.svg.encode())
    if extras["as_json"] or output == "-":
        return answer
    click.echo(f"{answer.value}: {output}", err=True)
    return None


def show_show(answer: Answer) -> None:
    """Print the picture as it is."""
    from solver.master.picture_answers import ShowAnswer

    assert isinstance(answer, ShowAnswer)
    click.echo(answer.svg.encode(), nl=False)


def ask_solve(request: Request, watch: Watch, extras: Extras) -> Answer:
    """Solve, and draw the solution where asked; where there is none, nothing is written."""
    svg, gif = extras["svg"], extras["gif"]
    check_ending(svg, ".svg")
    check_ending(gif, ".gif")
    if gif is not None:
        from solver.master.gif import require_pillow

        require_pillow()
    answer = QUESTIONS["master.solve"].answer(request, watch)
    if svg is not None or gif is not None:
        _draw(answer, svg, gif)
    return answer


def _draw(answer: Answer, svg: str | None, gif: str | None) -> None:
    from solver.master.answers import SolveAnswer
    from solver.master.picture_answers import drawing_of

    assert isinstance(answer, SolveAnswer)
    if answer.value is None:
        return
    drawing = drawing_of(answer)
    with contextlib.ExitStack() as stack:
        # Both can be written, or neither is.
        still = None if svg is None else stack.enter_context(replaced_file(svg))
        moving = None if gif is None else stack.enter_context(replaced_file(gif))
        if still is not None:
            from solver.master.svg import svg_text

            still.write(svg_text(drawing).encode())
        if moving is not None:
            from solver.master.gif import write_gif

            write_gif(drawing, moving)
