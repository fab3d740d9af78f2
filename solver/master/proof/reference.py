"""The plain searches: breadth-first and A*, over ``rules``, in a few lines each.

They are the oracle of the tests and answer ``--method bfs`` and ``astar``;
``kernel`` is the one to use. Both search plates up to their numbering
(``Plates.canonical``) and then follow the parents back on numbered plates.
"""

from __future__ import annotations

import heapq
import itertools
from collections import deque
from collections.abc import Callable, Iterator

from solver.master.proof.bound import lower_bound
from solver.master.rules import Plates, Step, Variant, apply, complete, legal_steps

#: Called once a state; returns whether to stop.
Stop = Callable[[], bool]


def successors(plates: Plates) -> Iterator[tuple[Step, Plates]]:
    """Yield every legal step with the plates after it."""
    for step in legal_steps(plates):
        yield step, apply(plates, step)


def breadth_first(
    plates: Plates, burger: str, variant: Variant, stop: Stop = lambda: False
) -> tuple[list[Step] | None, int, int]:
    """Return a shortest solution (None if stopped), a proved bound, and the number of states.

    The plates must hold what the burger needs.
    """
    if complete(plates, burger, variant):
        return [], 0, 1
    parents: dict[Plates, tuple[Plates, Step] | None] = {plates.canonical(): None}
    queue = deque([(plates.canonical(), 0)])
    while queue:
        state, depth = queue.popleft()
        if stop():
            return None, depth + 1, len(parents)
        for step, after in successors(state):
            key = after.canonical()
            if key in parents:
                continue
            parents[key] = (state, step)
            if complete(key, burger, variant):
                return _renumbered(plates, _path(parents, key)), depth + 1, len(parents)
            queue.append((key, depth + 1))
    raise AssertionError("every order that the plates hold can be completed")


def a_star(
    plates: Plates, burger: str, variant: Variant, stop: Stop = lambda: False
) -> tuple[list[Step] | None, int, int]:
    """Return what :func:`breadth_first` does, by A* with the bound of ``bound``."""
    start = plates.canonical()
    parents: dict[Plates, tuple[Plates, Step] | None] = {start: None}
    distance = {start: 0}
    order = itertools.count()
    first = lower_bound(start, burger, variant)
    # By estimate; of equal ones the deeper first, then the newer.
    queue = [(first, 0, next(order), start)]
    closed: set[Plates] = set()
    while queue:
        estimate, _, _, state = heapq.heappop(queue)
        if complete(state, burger, variant):
            return _renumbered(plates, _path(parents, state)), estimate, len(closed) + 1
        if state in closed:
            continue
        if stop():
            return None, estimate, len(closed)
        closed.add(state)
        for step, after in successors(state):
            key = after.canonical()
            steps = distance[state] + 1
            if steps < distance.get(key, steps + 1):
                distance[key] = steps
                parents[key] = (state, step)
                rest = lower_bound(key, burger, variant)
                heapq.heappush(queue, (steps + rest, -steps, -next(order), key))
    raise AssertionError("every order that the plates hold can be completed")


def _path(parents: dict[Plates, tuple[Plates, Step] | None], end: Plates) -> list[Plates]:
    """Return the states from the start to ``end``."""
    states = [end]
    while (parent := parents[states[-1]]) is not None:
        states.append(parent[0])
    return states[::-1]


def _renumbered(plates: Plates, path: list[Plates]) -> list[Step]:
    """Return steps on numbered plates that pass through the same states, up to numbering."""
    steps = []
    for wanted in path[1:]:
        step, plates = next(found for found in successors(plates) if found[1].canonical() == wanted)
        steps.append(step)
    return steps


def breadth_first_game(plates: Plates, burgers: list[str]) -> int:
    """Return the fewest steps for orders in sequence, by blind search over plates and orders done."""

    def advanced(state: Plates, done: int) -> tuple[Plates, int]:
        while done < len(burgers) and burgers[done] in state.stacks:
            done += 1
        return state, done

    start = advanced(plates.canonical(), 0)
    seen = {start}
    queue = deque([(start, 0)])
    while queue:
        (state, done), depth = queue.popleft()
        if done == len(burgers):
            return depth
        for _, after in successors(state):
            node = advanced(after.canonical(), done)
            if node not in seen:
                seen.add(node)
                queue.append((node, depth + 1))
    raise AssertionError("every order that the plates hold can be completed")
