"""Run a CP-SAT model: the time limit, the seed, what its status claims, and progress.

The models themselves are in each game's ``questions.py``. OR-Tools is imported
only when a model is run.
"""

from __future__ import annotations

import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from solver.answer import Status
from solver.errors import LimitReached
from solver.watch import Watch

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

#: Search threads where nothing else is said: the cores of a small machine.
WORKERS = 2


@dataclass(frozen=True, slots=True)
class Outcome:
    """What CP-SAT found.

    status: OPTIMAL (proved), FEASIBLE (``bound`` is proved) or INFEASIBLE (proved).
    objective, bound: whole numbers, None if infeasible or without an objective.
    solver: gives the value of a variable, ``solver.value(x)``, unless infeasible.
    """

    status: Status
    objective: int | None
    bound: int | None
    branches: int
    solver: Any


def load_cpsat() -> None:
    """Import OR-Tools, which takes about a second; Ctrl-C meanwhile is obeyed once it is loaded.

    Inside its import an interrupt would come out as a broken import.
    """
    ignored = signal.getsignal(signal.SIGINT) in (signal.SIG_IGN, None)
    if ignored or threading.current_thread() is not threading.main_thread():
        import ortools.sat.python.cp_model

        return
    interrupts: list[int] = []
    earlier = signal.signal(signal.SIGINT, lambda number, frame: interrupts.append(number))
    try:
        import ortools.sat.python.cp_model  # noqa: F401
    finally:
        signal.signal(signal.SIGINT, earlier)
    if interrupts:
        raise KeyboardInterrupt


def run_model(
    model: cp_model.CpModel,
    watch: Watch,
    *,
    workers: int = WORKERS,
    seed: int = 0,
    linearization: int = 1,
) -> Outcome:
    """Solve a model with whole coefficients in its objective.

    linearization: how much of the model its linear relaxation takes up, 0 to 2; 2 pays off
    where the bound comes from sums.

    Raises LimitReached if the watch's limit passes before there is any solution.
    """
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = workers
    solver.parameters.random_seed = seed
    # Threads that race would find another of several best solutions each time.
    solver.parameters.interleave_search = workers > 1
    solver.parameters.linearization_level = linearization
    if watch.limit is not None:
        solver.parameters.max_time_in_seconds = max(0.001, watch.limit - watch.seconds())

    class Progress(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            watch.tell(f"best {self.objective_value:.0f}, bound {self.best_objective_bound:.0f}")

    found = _solved(solver, model, Progress())
    if found == cp_model.INFEASIBLE:
        return Outcome(Status.INFEASIBLE, None, None, solver.num_branches, solver)
    if found == cp_model.MODEL_INVALID:
        raise AssertionError(model.validate())
    if found == cp_model.UNKNOWN:
        raise LimitReached("the limit was reached before any solution was found")
    status = Status.OPTIMAL if found == cp_model.OPTIMAL else Status.FEASIBLE
    if not model.has_objective():
        return Outcome(status, None, None, solver.num_branches, solver)
    return Outcome(
        status,
        round(solver.objective_value),
        round(solver.best_objective_bound),
        solver.num_branches,
        solver,
    )


def _solved(solver: cp_model.CpSolver, model: cp_model.CpModel, progress: Any) -> Any:
    """Solve in a thread of its own, so that Ctrl-C reaches this one and ends the search at once."""
    solver.parameters.catch_sigint_signal = False  # during the search and after it
    with ThreadPoolExecutor(1) as thread:
        search = thread.submit(solver.solve, model, progress)
        try:
            return search.result()
        except KeyboardInterrupt:
            solver.stop_search()
            raise
