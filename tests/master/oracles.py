"""Slow and obvious versions of what the solver computes, to compare it with."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import pairwise, product

from solver.master.rules import Plates, Variant

#: A place on the plates: (plate, height), plate 0 to 3, height from 0; height -1 is the surface.
Place = tuple[int, int]
Edge = tuple[Place, Place]

State = tuple[tuple[str, ...], ...]


def moved(state: State, source: int, count: int, target: int, *, flip: bool) -> State:
    """The plates after lifting ``count`` letters, one after the other, as lists."""
    plates = [list(plate) for plate in state]
    hand = []
    for _ in range(count):
        hand.append(plates[source].pop())
    # The hand holds the top first: laid down as it is, the stack is turned over.
    for letter in hand if flip else reversed(hand):
        plates[target].append(letter)
    return tuple(map(tuple, plates))


def all_steps(state: State) -> Iterator[tuple[str, State]]:
    """Every legal step as text with the plates after it, by trying all that can be written."""
    for source, count, target, flip in product(range(4), range(1, 21), range(4), (False, True)):
        if count > len(state[source]) or (source == target and not flip):
            continue
        after = moved(state, source, count, target, flip=flip)
        if after != state:
            where = f"{source + 1}" if source == target else f"{source + 1}-{target + 1}"
            yield f"{'f' if flip else 'm'}{count}:{where}", after


def perft(state: State, depth: int) -> int:
    """The number of sequences of ``depth`` legal steps."""
    if depth == 0:
        return 1
    return sum(perft(after, depth - 1) for _, after in all_steps(state))


def is_complete(state: State, burger: str, variant: Variant) -> bool:
    wanted = tuple(burger)
    if variant is Variant.BEGINNER:
        return any(
            plate[start : start + len(wanted)] == wanted
            for plate in state
            for start in range(len(plate))
        )
    return wanted in state


def all_solutions(plates: Plates, burger: str, variant: Variant) -> list[tuple[str, ...]]:
    """All shortest solutions, by breadth-first search over sequences of steps on numbered plates."""
    layer: list[tuple[tuple[str, ...], State]] = [((), state_of(plates))]
    while True:
        done = [steps for steps, state in layer if is_complete(state, burger, variant)]
        if done:
            return done
        layer = [
            ((*steps, step), after) for steps, state in layer for step, after in all_steps(state)
        ]


def distances(plates: Plates, burger: str, variant: Variant) -> dict[State, int]:
    """The fewest steps to the order from every state that can be reached.

    Steps can be undone by steps, so it is enough to search from the completed states.
    """
    start = state_of(plates)
    reached = {start}
    queue = deque([start])
    while queue:
        for _, after in all_steps(queue.popleft()):
            if after not in reached:
                reached.add(after)
                queue.append(after)
    found = {state: 0 for state in reached if is_complete(state, burger, variant)}
    queue = deque(found)
    while queue:
        state = queue.popleft()
        for _, before in all_steps(state):
            if before not in found:
                found[before] = found[state] + 1
                queue.append(before)
    return found


def state_of(plates: Plates) -> State:
    return tuple(map(tuple, plates.stacks))


def plates_of(state: State) -> Plates:
    a, b, c, d = ("".join(plate) for plate in state)
    return Plates((a, b, c, d))


def literal_bound(plates: Plates, burger: str, variant: Variant) -> int:
    """The formula of ``solver.master.bound`` over every choice, without any early exit."""
    cost = _beginner_cost if variant is Variant.BEGINNER else _standard_cost
    return min(cost(plates, choice) for choice in choices(plates, burger))


def choices(plates: Plates, burger: str) -> Iterator[tuple[Place, ...]]:
    """Yield every way to pick distinct physical ingredients for the burger's letters."""
    places = [(plate, height) for plate in range(4) for height in range(len(plates.stacks[plate]))]

    def extend(chosen: tuple[Place, ...]) -> Iterator[tuple[Place, ...]]:
        if len(chosen) == len(burger):
            yield chosen
            return
        for plate, height in places:
            if (
                plates.stacks[plate][height] == burger[len(chosen)]
                and (plate, height) not in chosen
            ):
                yield from extend((*chosen, (plate, height)))

    return extend(())


def edges_at(plates: Plates, place: Place) -> set[Edge]:
    """Return the existing edges at an ingredient, each as (lower, upper)."""
    plate, height = place
    edges = {((plate, height - 1), place)}
    if height + 1 < len(plates.stacks[plate]):
        edges.add((place, (plate, height + 1)))
    return edges


def _burger_edges(choice: tuple[Place, ...]) -> list[Edge]:
    """Return the burger's inner edges, written as an existing edge would be."""
    return [(min(a, b), max(a, b)) for a, b in pairwise(choice)]


def _standard_cost(plates: Plates, choice: tuple[Place, ...]) -> int:
    existing = set().union(*(edges_at(plates, place) for place in choice))
    plate, height = choice[0]
    on_surface = height == 0
    kept = {edge for edge in _burger_edges(choice) if edge in existing}
    if on_surface:
        kept.add(((plate, -1), choice[0]))
    cuts = existing - kept
    joins = len(choice) - len(kept)
    empty_plate = "" in plates.stacks
    frees_surface = any(lower[1] == -1 for lower, _ in cuts)
    extra = 0 if on_surface or empty_plate or frees_surface else 1
    return max(len(cuts) + extra, joins)


def _beginner_cost(plates: Plates, choice: tuple[Place, ...]) -> int:
    wanted = _burger_edges(choice)
    existing = set().union(*(edges_at(plates, place) for place in choice))
    kept = {edge for edge in wanted if edge in existing}
    cuts = set().union(*(edges_at(plates, place) for place in choice[1:-1])) - kept
    crowded = []
    for end, edge in ((choice[0], wanted[:1]), (choice[-1], wanted[-1:])):
        edges = edges_at(plates, end)
        if edge and edge[0] not in kept and len(edges) == 2 and not edges & cuts:
            crowded.append(edges)
    if len(crowded) == 2 and crowded[0] & crowded[1]:
        crowded.pop()
    return max(len(cuts) + len(crowded), len(wanted) - len(kept))
