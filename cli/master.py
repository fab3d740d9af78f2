"""``burger master``: the commands for Burger Master, and how their answers are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cli.master_database import database
from cli.master_pictures import GIF, SVG, SVG_OUTPUT, ask_show, ask_solve, show_show
from cli.master_play import LOG_OUTPUT, ask_play, show_play, show_verify_log
from cli.master_solo import draw_steps, show_solo
from cli.question import JOBS, Extras, once, question_command
from cli.render import console, draw_plates, duration, plural, side_by_side
from cli.streams import tell
from solver.answer import Answer, Status
from solver.errors import InvalidInput
from solver.master.answers import (
    DealAnswer,
    GradeAnswer,
    GraphAnswer,
    MenuAnswer,
    SolveAnswer,
    TableAnswer,
    VerifyAnswer,
)
from solver.master.requests import Graph, Table
from solver.master.rules import INGREDIENTS
from solver.requests import QUESTIONS, Request
from solver.watch import Watch

if TYPE_CHECKING:
    from solver.master.database_answers import HardestAnswer

#: Burgers drawn beside each other in a menu.
MENU_COLUMNS = 5


@click.group()
def master() -> None:
    """Burger Master: the fewest steps to an order, proved.

    \b
    Plates are written bottom to top, / between, - for an empty one:
      BPCL/BTT/B/-   (B bun, P patty, C cheese, L lettuce, T tomato, O onion)
    Steps: m3:1-2 moves the top 3 of plate 1 onto plate 2, f3:1-2 flips them
    there, f3:1 flips them in place.
    """


def show_deal(answer: DealAnswer) -> None:
    """Draw a set-up."""
    draw_plates(answer.value)
    console().print(f"\n{answer.value}   ({answer.menu} menu, seed {answer.seed})")


def show_menu(answer: MenuAnswer) -> None:
    """Draw the cards of a menu."""
    names = list(answer.cards)
    for start in range(0, len(names), MENU_COLUMNS):
        row = names[start : start + MENU_COLUMNS]
        for line in side_by_side([answer.cards[name] for name in row], row):
            console().print(line)
        console().print("  " + "  ".join(answer.cards[name].center(11) for name in row) + "\n")


def show_order(answer: Any) -> None:
    """Print what is ordered, and from which plates."""
    card = f"{answer.card}: " if answer.card else ""
    variant = f", {answer.variant.value} variant" if answer.variant.value != "standard" else ""
    console().print(f"Order {card}{answer.burger} (bottom to top){variant}, from {answer.plates}")


def show_missing(answer: Any) -> None:
    """Say what the plates lack."""
    lacks = ", ".join(
        f"{count} {INGREDIENTS[letter]} ({letter})" for letter, count in answer.missing.items()
    )
    console().print(f"Cannot be made: the plates lack {lacks}.")


def show_solve(answer: SolveAnswer) -> None:
    """Draw a solution."""
    show_order(answer)
    if answer.status is Status.INFEASIBLE:
        show_missing(answer)
        return
    cost = f"({plural(answer.work.nodes, 'state')} searched, {duration(answer.work.seconds)})"
    if answer.bound is None:
        console().print(f"Fewest steps: {answer.value}, proved  {cost}")
    elif answer.bound == answer.value:
        console().print(
            f"Fewest steps: {answer.value}, proved; the limit came before all solutions were counted  {cost}"
        )
    else:
        console().print(
            f"At most {plural(answer.value or 0, 'step')}; "
            f"at least {answer.bound}, proved (limit reached)  {cost}"
        )
    if answer.solutions is not None:
        _show_all(answer)
        return
    console().print()
    draw_solution(answer)


def draw_solution(answer: SolveAnswer | HardestAnswer) -> None:
    """Draw the plates, and after each step."""
    draw_plates(answer.plates, answer.burger)
    draw_steps(answer.steps, answer.states)


def _show_all(answer: SolveAnswer) -> None:
    solutions = answer.solutions or []
    console().print(f"Shortest solutions: {answer.count:,}")
    for steps in solutions:
        console().print("  " + (" ".join(steps) or "(nothing to do)"))
    if answer.count is not None and answer.count > len(solutions):
        console().print(
            f"  ... {answer.count - len(solutions):,} more; --cap {answer.cap} lists the first {answer.cap}"
        )


def show_verify(answer: VerifyAnswer) -> None:
    """Print a verdict."""
    show_order(answer)
    if answer.missing:
        show_missing(answer)
        return
    fewest = (
        f"the fewest is {answer.fewest}, proved"
        if answer.fewest is not None
        else f"{answer.known} are enough, at least {answer.bound} are needed, proved"
    )
    verdict = {True: "right", False: "wrong", None: "not decided within the limit"}[answer.right]
    console().print(f"Declared {answer.declare}: {verdict}; {fewest}.")
    if answer.right:
        lower = {
            True: "A lower number could be declared.",
            False: "Nobody could declare lower.",
            None: "Whether a lower number could be declared is not decided within the limit.",
        }
        console().print(lower[answer.lower])
    if answer.taken is None:
        return
    for number, state in enumerate(answer.states, start=1):
        console().print(f"  after step {number}: {state}")
    if answer.broken_at is not None:
        console().print(f"Step {answer.broken_at} breaks a rule: {answer.why}.")
    elif answer.completed_at is None:
        console().print(f"The order is not complete after {plural(answer.taken, 'step')}.")
    else:
        unneeded = "; what follows is not looked at" if answer.unneeded else ""
        console().print(
            f"The order is complete after {plural(answer.completed_at, 'step')}{unneeded}."
        )
    console().print("The challenger succeeds." if answer.value else "The challenger fails.")


def show_table(answer: TableAnswer) -> None:
    """Print tables of the fewest steps, one a set-up."""
    if answer.status is Status.FEASIBLE:
        console().print(
            f"The limit was reached after {answer.value:,} of {plural(answer.wanted, 'set-up')}."
        )
    for setup in answer.setups:
        console().print(setup["plates"])
        cells = [
            f"{card} {'-' if steps is None else steps}" for card, steps in setup["steps"].items()
        ]
        width = max(map(len, cells)) + 2
        for start in range(0, len(cells), MENU_COLUMNS):
            console().print(
                "  "
                + "".join(
                    cell.ljust(width) for cell in cells[start : start + MENU_COLUMNS]
                ).rstrip()
            )


def show_graph(answer: GraphAnswer) -> None:
    """Print what the graph holds."""
    show_order(answer)
    if answer.missing:
        show_missing(answer)
        return
    if answer.status is Status.FEASIBLE:
        console().print(f"Not complete: {answer.reached}.")
        return
    console().print(
        f"{plural(answer.value or 0, 'shortest solution')} of {plural(answer.fewest or 0, 'step')}: "
        f"a graph of {plural(len(answer.nodes), 'state')} and {plural(len(answer.edges), 'edge')}"
    )


def show_grade(answer: GradeAnswer) -> None:
    """Print a grade."""
    console().print(f"{plural(answer.steps, 'step')} for five orders: {answer.value}")


def show_hardest(answer: HardestAnswer) -> None:
    """Draw the hardest set-up found, and say what is known of the worst case."""
    show_order(answer)
    console().print(
        f"Fewest steps: {answer.value}, proved, from the hardest of {plural(answer.setups, 'set-up')} "
        f"solved ({plural(answer.starts, 'start')}, seed {answer.seed})"
    )
    console().print(
        f"A lower bound on the worst case over all {answer.of:,} set-ups; no order takes more "
        f"than {answer.bound or answer.value}.\n"
    )
    draw_solution(answer)


OUTPUT = once(["-o", "--output"], metavar="FILE", help="write here: .dot or .graphml")
TABLE_OUTPUT = once(
    ["-o", "--output"],
    metavar="FILE",
    help="write here: .json, .jsonl, .csv or .parquet; interrupted, it can be resumed",
)


def ask_table(request: Request, watch: Watch, extras: Extras) -> Answer | None:
    """Make a table: to a file, or as an answer."""
    from solver.master.table import plan_of, write_table

    assert isinstance(request, Table)
    if extras["output"] is None:
        return QUESTIONS["master.table"].answer(request, watch)
    plan = plan_of(request.menu, request.variant, request.plates, request.setups, request.seed)
    rows = write_table(plan, extras["output"], watch, jobs=extras["jobs"])
    tell(f"{plural(rows, 'set-up')}, {plural(len(plan.cards), 'card')} each: {extras['output']}")
    return None


def ask_graph(request: Request, watch: Watch, extras: Extras) -> Answer:
    """Find the graph, and write it where asked."""
    from solver.master.export import GRAPH_FORMATS, write_graph

    assert isinstance(request, Graph)
    output = extras["output"]
    if output is not None and not output.lower().endswith(GRAPH_FORMATS):
        raise InvalidInput("unknown graph format", output, " or ".join(GRAPH_FORMATS))
    answer = QUESTIONS["master.graph"].answer(request, watch)
    assert isinstance(answer, GraphAnswer)
    if output is not None and answer.status is Status.OPTIMAL:
        write_graph(answer, output)
        tell(f"{plural(len(answer.nodes), 'state')}: {output}")
    return answer


for command in (
    question_command("master.deal", show_deal, "Deal a set-up by the rules, as text and drawn."),
    question_command("master.menu", show_menu, "Draw the menu cards with their numbers."),
    question_command(
        "master.solve",
        show_solve,
        """Find the fewest steps to an order, proved, and draw them.

        \b
        burger master solve --plates BPCL/BTT/B/BOO --card base-07
        burger master solve --plates BPCL/BTT/B/BOO --burger BPTB --all
        burger master solve --plates BPCL/BTT/B/BOO --card base-07 --svg steps.svg
        """,
        parameters=[SVG, GIF],
        ask=ask_solve,
    ),
    question_command(
        "master.verify",
        show_verify,
        """Judge a declaration, and the steps that a challenger takes.

        Exit code 0: the declaration is right (with --steps: the steps keep it); 1: not.
        """,
    ),
    question_command(
        "master.play",
        show_play,
        """Play a whole game between simulated challengers.

        \b
        burger master play --players 4 --seed 1 --skill 4
        burger master play --players 3 --seed 1 --skill 2,4,6 --menu gourmet -o game.json
        """,
        parameters=[LOG_OUTPUT],
        ask=ask_play,
    ),
    question_command(
        "master.verify-log",
        show_verify_log,
        """Referee the log of a whole game; name the first violation of the rules.

        Exit code 0: the log is right; 1: it is not.
        """,
    ),
    question_command(
        "master.show",
        show_show,
        """Draw plates as a picture (SVG).

        \b
        burger master show --plates BPCL/BTT/B/- -o plates.svg
        """,
        parameters=[SVG_OUTPUT],
        ask=ask_show,
    ),
    question_command(
        "master.table",
        show_table,
        "Table the fewest steps for every card, for one set-up or many.",
        parameters=[TABLE_OUTPUT, JOBS],
        ask=ask_table,
    ),
    question_command(
        "master.graph",
        show_graph,
        "Find the graph of all shortest solutions; write it as .dot or .graphml.",
        parameters=[OUTPUT],
        ask=ask_graph,
    ),
    question_command(
        "master.solo",
        show_solo,
        """Find the fewest steps for up to five orders in sequence, proved, beside one by one.

        \b
        burger master solo --plates … --cards base-03,base-11,base-20
        burger master solo --seed 7 --menu base --limit 60
        """,
    ),
    question_command("master.grade", show_grade, "Grade the steps taken for five solo orders."),
    question_command(
        "master.hardest",
        show_hardest,
        """Search for the hardest set-up for a card; its steps are proved.

        A local search: what it finds is a lower bound on the worst case, so its exit code is 3.
        """,
    ),
):
    master.add_command(command)
master.add_command(database)
