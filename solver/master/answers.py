"""From a request to its answer: texts are read, the question is asked, the document is filled in.

One function a question, one documented class an answer. What is computed is in
``search``, ``optimal``, ``declare`` and ``table``.
"""

from __future__ import annotations

import contextlib
import random
import secrets
from typing import Any

from solver.answer import Answer, Status, Work
from solver.errors import InvalidInput, LimitReached
from solver.master import declare, notation, requests
from solver.master.menu import cards_of, find_card
from solver.master.numbering import Numbering
from solver.master.rules import (
    Plates,
    Step,
    Variant,
    apply,
    check_setup,
    missing,
)
from solver.master.rules import (
    deal as deal_plates,
)
from solver.watch import Watch


class DealAnswer(Answer, kw_only=True):
    """``master.deal``: value is the plates as text."""

    question: str = "master.deal"
    status: Status = Status.OPTIMAL
    value: str
    menu: str
    seed: int


def deal(request: requests.Deal, watch: Watch) -> DealAnswer:
    """Return a set-up by the rules; the seed is drawn and told where none is given."""
    seed = secrets.randbelow(2**31) if request.seed is None else request.seed
    plates = deal_plates(random.Random(seed), onions=request.menu != "base")
    return DealAnswer(
        value=str(plates), menu=request.menu, seed=seed, work=Work(0, watch.seconds())
    )


class MenuAnswer(Answer, kw_only=True):
    """``master.menu``: value is the number of cards, ``cards`` their burgers by name."""

    question: str = "master.menu"
    status: Status = Status.OPTIMAL
    value: int
    menu: str
    cards: dict[str, str]


def menu(request: requests.Menu, watch: Watch) -> MenuAnswer:
    """Return the cards of a menu."""
    cards = cards_of(request.menu)
    return MenuAnswer(
        value=len(cards), menu=request.menu, cards=cards, work=Work(0, watch.seconds())
    )


class OrderAnswer(Answer, kw_only=True):
    """What the answers about one order have in common.

    plates, card (null for a burger of one's own), burger, variant: the order, canonical.
    missing: where the plates cannot make the burger, how many of what they lack.
    """

    plates: str
    card: str | None
    burger: str
    variant: Variant
    missing: dict[str, int] = {}


class _Order:
    """An order with its texts read."""

    def __init__(self, request: requests.Order) -> None:
        if (request.card is None) == (request.burger is None):
            what = "no order" if request.card is None else "two orders"
            raise InvalidInput(
                what, "card, burger", "one of the two, such as card base-07 or burger BPCTB"
            )
        self.plates = notation.parse_plates(request.plates)
        self.card: str | None = None
        if request.card is not None:
            self.card, self.burger = find_card(request.card, request.menu)
        else:
            self.burger = notation.parse_burger(request.burger or "")
        if request.strict:
            try:
                check_setup(self.plates, onions=self._onions(request))
            except InvalidInput as error:
                raise InvalidInput(error.what, error.where, f"{error.expected} (strict)") from None
        self.variant = request.variant
        self.missing = missing(self.plates, self.burger)

    def _onions(self, request: requests.Order) -> bool | None:
        """Return whether a set-up for this order has the Onions; None if both are right."""
        if request.variant is Variant.COMPETENT:
            return True
        menu = self.card.partition("-")[0] if self.card else request.menu
        return {"base": False, "gourmet": True}.get(menu)

    def fields(self) -> dict[str, Any]:
        """Return the order as the fields of an :class:`OrderAnswer`."""
        return {
            "plates": str(self.plates),
            "card": self.card,
            "burger": self.burger,
            "variant": self.variant,
            "missing": self.missing,
        }


class SolveAnswer(OrderAnswer, kw_only=True):
    """``master.solve``: value is the fewest steps, or the steps of the best plan where not proved.

    steps: a shortest solution (or that plan); states: the plates after each of its steps.
    count, solutions, cap: with ``all``, the number of shortest solutions and the first ``cap`` of them.
    """

    question: str = "master.solve"
    value: int | None = None
    steps: list[str] = []
    states: list[str] = []
    count: int | None = None
    solutions: list[list[str]] | None = None
    cap: int | None = None


def solve(request: requests.Solve, watch: Watch) -> SolveAnswer:
    """Return the fewest steps to an order, proved, or the best plan and bound at the limit."""
    from solver.master.proof.search import Method
    from solver.master.proof.search import solve as search

    order = _Order(request)
    if order.missing:
        return SolveAnswer(status=Status.INFEASIBLE, work=Work(0, 0.0), **order.fields())
    numbering = Numbering.of(order.plates)
    solution = search(
        numbering.canonical, order.burger, order.variant, method=Method(request.method), watch=watch
    )
    steps = [numbering.step(step) for step in solution.steps or []]
    answer = SolveAnswer(
        status=Status.OPTIMAL if solution.proved else Status.FEASIBLE,
        value=len(steps),
        bound=None if solution.proved else solution.bound,
        steps=[str(step) for step in steps],
        states=[str(state) for state in states_after(order.plates, steps)],
        work=Work(solution.nodes, solution.seconds),
        **order.fields(),
    )
    if request.all and solution.proved:
        _add_all(answer, order, request.cap, watch)
    return answer


def _add_all(answer: SolveAnswer, order: _Order, cap: int, watch: Watch) -> None:
    """Add all shortest solutions; at the limit the answer says that they were not all counted."""
    from solver.master.proof.optimal import OptimalSolutions

    answer.cap = cap
    try:
        found = OptimalSolutions(
            order.plates, order.burger, order.variant, answer.value or 0, watch
        )
    except LimitReached:
        answer.status, answer.bound = Status.FEASIBLE, answer.value
    else:
        answer.count = found.count
        answer.solutions = [[str(step) for step in steps] for steps in found.first(cap)]
    answer.work = Work(answer.work.nodes, watch.seconds())


def states_after(plates: Plates, steps: list[Step]) -> list[Plates]:
    """Return the plates after each step."""
    states = []
    for step in steps:
        plates = apply(plates, step)
        states.append(plates)
    return states


class VerifyAnswer(OrderAnswer, kw_only=True):
    """``master.verify``: value is whether the declaration is right, or with steps, whether they keep it.

    declare: the number declared; fewest: the fewest steps (null if not proved within the limit).
    known: steps that are enough, by a plan. right: the order can be completed within ``declare`` steps.
    lower: a lower declaration would be right too; null if not known within the limit.
    With steps: ``taken`` steps were legal, ``completed_at`` of them completed the order (null if
    none; ``unneeded``: steps follow that are not looked at), step ``broken_at`` breaks a rule,
    ``why``; states: the plates after each step taken.
    """

    question: str = "master.verify"
    value: bool | None
    declare: int
    fewest: int | None = None
    known: int | None = None
    right: bool | None = None
    lower: bool | None = None
    unneeded: bool = False
    taken: int | None = None
    completed_at: int | None = None
    broken_at: int | None = None
    why: str = ""
    states: list[str] = []


def verify(request: requests.Verify, watch: Watch) -> VerifyAnswer:
    """Judge a declaration: whether it is right, and where steps are given, whether they keep it."""
    from solver.master.proof.search import solve as search

    order = _Order(request)
    steps = None if request.steps is None else notation.parse_steps(request.steps)
    answer = VerifyAnswer(
        status=Status.INFEASIBLE,
        value=False,
        declare=request.declare,
        work=Work(0, 0.0),
        **order.fields(),
    )
    if order.missing:
        answer.right = answer.lower = False
    else:
        solution = search(order.plates, order.burger, order.variant, watch=watch)
        known = len(solution.steps or [])
        answer.status = Status.OPTIMAL
        answer.known = known
        answer.fewest = known if solution.proved else None
        answer.right = _at_most(request.declare, solution.bound, known)
        answer.lower = _at_most(request.declare - 1, solution.bound, known)
        answer.value = answer.right
        answer.work = Work(solution.nodes, solution.seconds)
        if not solution.proved:
            answer.bound = solution.bound
    if steps is not None:
        _replay(answer, order, steps)
    if answer.value is None:
        answer.status = Status.FEASIBLE
    return answer


def _at_most(steps: int, bound: int, known: int) -> bool | None:
    """Return whether the order takes at most so many steps, given a bound and a plan; None if open."""
    if steps >= known:
        return True
    return False if steps < bound else None


def _replay(answer: VerifyAnswer, order: _Order, steps: list[Step]) -> None:
    replay = declare.replay(order.plates, steps, order.burger, order.variant)
    answer.taken = len(replay.plates) - 1
    answer.completed_at = replay.completed_at
    answer.broken_at = replay.broken_at
    answer.why = replay.why
    answer.states = [str(plates) for plates in replay.plates[1:]]
    answer.value = replay.completed_at is not None and replay.completed_at <= answer.declare
    answer.unneeded = replay.completed_at is not None and replay.completed_at < len(steps)


class TableAnswer(Answer, kw_only=True):
    """``master.table``: value is the number of set-ups; ``setups`` the fewest steps by card of each.

    Null steps: the plates cannot make that burger. wanted: the number of set-ups asked for; at the
    limit (status ``feasible``) fewer are there.
    """

    question: str = "master.table"
    value: int
    wanted: int
    menu: str
    variant: Variant
    seed: int | None = None
    cards: dict[str, str]
    setups: list[dict[str, Any]]


#: Set-ups that one answer may hold; more go to a file (``burger master table -o``).
MOST_SETUPS = 1000


def table(request: requests.Table, watch: Watch) -> TableAnswer:
    """Return the fewest steps for every card of the menu, for one or some set-ups."""
    from solver.master.table import plan_of, rows

    plan = plan_of(request.menu, request.variant, request.plates, request.setups, request.seed)
    if plan.setups > MOST_SETUPS:
        raise InvalidInput(
            f"{plan.setups:,} set-ups in one answer",
            "setups",
            f"at most {MOST_SETUPS:,}, or an output file (-o)",
        )
    found = []
    with contextlib.suppress(LimitReached):
        for row in rows(plan, watch):
            found.append({"plates": row.plates, "steps": row.steps})
    return TableAnswer(
        status=Status.OPTIMAL if len(found) == plan.setups else Status.FEASIBLE,
        wanted=plan.setups,
        value=len(found),
        menu=plan.menu,
        variant=plan.variant,
        seed=None if plan.plates else plan.seed,
        cards=plan.cards,
        setups=found,
        work=Work(0, watch.seconds()),
    )


class GraphAnswer(OrderAnswer, kw_only=True):
    """``master.graph``: value is the number of shortest solutions, the paths of the graph.

    reached: at a limit (status ``feasible``), which one; there is no graph then, and bound is what
    is proved about the fewest steps.
    nodes: the states on them with the steps left; edges: from, to, step. fewest: steps of each path.
    """

    question: str = "master.graph"
    value: int | None = None
    reached: str = ""
    fewest: int | None = None
    nodes: dict[str, int] = {}
    edges: list[tuple[str, str, str]] = []


def graph(request: requests.Graph, watch: Watch) -> GraphAnswer:
    """Return the graph of all shortest solutions."""
    from solver.master.proof.optimal import OptimalSolutions
    from solver.master.proof.search import solve as search

    order = _Order(request)
    if order.missing:
        return GraphAnswer(status=Status.INFEASIBLE, work=Work(0, 0.0), **order.fields())
    solution = search(order.plates, order.burger, order.variant, watch=watch)
    answer = GraphAnswer(
        status=Status.FEASIBLE,
        bound=solution.bound,
        fewest=solution.bound if solution.proved else None,
        work=Work(solution.nodes, solution.seconds),
        **order.fields(),
    )
    try:
        if not solution.proved:
            raise LimitReached("the limit was reached before the fewest steps were proved")
        found = OptimalSolutions(order.plates, order.burger, order.variant, solution.bound, watch)
        drawn = found.graph(request.most)
    except LimitReached as error:
        answer.reached = str(error)
        return answer
    answer.status, answer.bound, answer.value = Status.OPTIMAL, None, found.count
    answer.nodes = dict(drawn.nodes(data="left"))
    answer.edges = [(start, end, step) for start, end, step in drawn.edges(data="step")]
    answer.work = Work(solution.nodes, watch.seconds())
    return answer


class GradeAnswer(Answer, kw_only=True):
    """``master.grade``: value is the grade in words."""

    question: str = "master.grade"
    status: Status = Status.OPTIMAL
    value: str
    steps: int


def grade(request: requests.Grade, watch: Watch) -> GradeAnswer:
    """Return the grade of five solo orders (rulebook, Independent Chef Score)."""
    return GradeAnswer(
        value=declare.grade(request.steps), steps=request.steps, work=Work(0, watch.seconds())
    )
