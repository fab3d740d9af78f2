"""``burger master solo``: how the answer about a whole solo game is drawn."""

from __future__ import annotations

from collections.abc import Mapping

from cli.render import console, draw_plates, duration, plural, side_by_side
from solver.answer import Status
from solver.master.notation import in_words, parse_step
from solver.master.rules import INGREDIENTS
from solver.master.solo_answers import SoloAnswer


def show_solo(answer: SoloAnswer) -> None:
    """Draw the game and the plan for all its orders."""
    seed = "" if answer.seed is None else f"   (seed {answer.seed})"
    console().print(f"Orders {', '.join(answer.cards)} from {answer.plates}{seed}")
    if answer.status is Status.INFEASIBLE:
        lacks = answer.missing["lacks"]
        words = ", ".join(
            f"{count} {INGREDIENTS[letter]} ({letter})" for letter, count in lacks.items()
        )
        console().print(f"Order {answer.missing['order']} cannot be made: the plates lack {words}.")
        return
    cost = f"({plural(answer.work.nodes, 'state')} searched, {duration(answer.work.seconds)})"
    grade = f": {answer.grade}" if answer.grade else ""
    if answer.bound is None:
        console().print(
            f"All together: {plural(answer.value or 0, 'step')}, proved fewest{grade}  {cost}"
        )
    else:
        console().print(
            f"All together: at most {plural(answer.value or 0, 'step')}, "
            f"at least {answer.bound}, proved (limit reached){grade}  {cost}"
        )
    single_grade = f": {answer.one_by_one_grade}" if answer.one_by_one_grade else ""
    console().print(
        f"One by one:   {plural(answer.one_by_one_total or 0, 'step')} "
        f"({' + '.join(map(str, answer.one_by_one))}){single_grade}\n"
    )
    for line in side_by_side(answer.burgers, answer.cards):
        console().print(line)
    console().print()
    draw_plates(answer.plates)
    complete: dict[int, list[str]] = {}
    for card, number in zip(answer.cards, answer.done_at, strict=True):
        # What is complete before the first step is told after it, with the rest.
        complete.setdefault(max(1, number), []).append(f"   {card} is complete")
    draw_steps(answer.steps, answer.states, complete)


def draw_steps(
    steps: list[str], states: list[str], notes: Mapping[int, list[str]] | None = None
) -> None:
    """Draw the plates after each step; notes: lines to print after a step's, by its number."""
    for number, (step, state) in enumerate(zip(steps, states, strict=True), start=1):
        console().print(f"\n{number}. {step}  {in_words(parse_step(step))}")
        draw_plates(state)
        for line in (notes or {}).get(number, []):
            console().print(line)
