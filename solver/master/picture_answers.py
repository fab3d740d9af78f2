"""From a request to its answer, for pictures: plates drawn, and an answer's solution drawn."""

from __future__ import annotations

from solver.answer import Answer, Status, Work
from solver.master import requests
from solver.master.answers import SolveAnswer
from solver.master.notation import parse_plates, parse_step
from solver.master.pictures import Drawing, Solved, plates_drawing, solution_drawing
from solver.master.svg import svg_text
from solver.watch import Watch


class ShowAnswer(Answer, kw_only=True):
    """``master.show``: value is the plates as text, ``svg`` a picture of them."""

    question: str = "master.show"
    status: Status = Status.OPTIMAL
    value: str
    svg: str


def show(request: requests.Show, watch: Watch) -> ShowAnswer:
    """Draw the plates as SVG."""
    plates = parse_plates(request.plates)
    svg = svg_text(plates_drawing(plates))
    return ShowAnswer(value=str(plates), svg=svg, work=Work(0, watch.seconds()))


def drawing_of(answer: SolveAnswer) -> Drawing:
    """Return a drawing of the steps that an answer holds; it must hold a solution."""
    steps = tuple(map(parse_step, answer.steps))
    number = f"{len(steps)} step" + "s" * (len(steps) != 1)
    proved = answer.bound is None or answer.bound == answer.value
    return solution_drawing(
        Solved(
            plates=parse_plates(answer.plates),
            card=answer.card,
            burger=answer.burger,
            variant=answer.variant,
            steps=steps,
            claim=f"{number}, proved the fewest"
            if proved
            else f"{number}; at least {answer.bound}",
        )
    )
