"""Slow and obvious versions of what the solver computes, to compare it with."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import combinations, pairwise, product

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
    """The formula of ``solver.master.proof.bound`` over every choice, without any early exit."""
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
    """Burger edges that do not exist, against the smallest set of edges that is enough to remove."""
    if len(choice) == 1:
        return 0
    first, last = choice[0], choice[-1]
    everything = {
        edge
        for plate, stack in enumerate(plates.stacks)
        for height in range(len(stack))
        for edge in edges_at(plates, (plate, height))
    }
    kept = {edge for edge in _burger_edges(choice) if edge in everything}
    plate, height = first
    grounded = not any((plate, lower) in choice for lower in range(height))
    joins = len(choice) - 1 - len(kept) + (not grounded)

    def is_enough(removed: set[Edge]) -> bool:
        rest = everything - removed
        if any(place in edge for edge in rest - kept for place in choice[1:-1]):
            return False
        if any({first, last} == set(edge) for edge in rest - kept):
            return False
        for end, inner in ((first, choice[1]), (last, choice[-2])):
            joined = any({end, inner} == set(edge) for edge in kept)
            if not joined and sum(end in edge for edge in rest) > 1:
                return False
        plate, height = last
        below = {((plate, lower - 1), (plate, lower)) for lower in range(height + 1)}
        return choice[-2] == (plate, height - 1) or not below <= rest

    forced = {
        edge
        for edge in everything - kept
        if set(edge) & set(choice[1:-1]) or {first, last} == set(edge)
    }
    cuts = next(
        number + len(forced)
        for number in range(3)
        if any(is_enough(forced | set(more)) for more in combinations(everything, number))
    )
    return max(cuts, joins)


class GameOracle:
    """The whole game once more, changed in place and written straight from the rulebook.

    It believes that every action is legal, and only keeps account.
    """

    def __init__(
        self, stacks: list[str], players: int, cards: dict[str, str], *, beginner: bool
    ) -> None:
        self.stacks = stacks
        self.fries = [0] * players
        self.winner: int | None = None
        self._cards = cards
        self._beginner = beginner
        self._alive: set[int] | None = None  # in sudden death only
        self._challenger: int | None = None
        self._declared = 0
        self._cooking = False
        self._taken = 0

    def act(self, action: str, card: str) -> None:
        """Take an action in the round of a card."""
        action = action.partition("@")[0]
        if action == "pass":
            return
        if action == "time" and self._cooking:
            self._lose()
        elif action == "time":
            self._cooking, self._taken = True, 0
            self._look(card)
        elif action[0] in "mf":
            self._lay(action)
            self._taken += 1
            self._look(card)
        else:
            player, number = action.split(":")
            self._challenger, self._declared = int(player) - 1, int(number)

    def _lay(self, action: str) -> None:
        count, places = action[1:].split(":")
        source, _, target = places.partition("-")
        place = int(source) - 1
        cut = len(self.stacks[place]) - int(count)
        lifted = self.stacks[place][cut:]
        self.stacks[place] = self.stacks[place][:cut]
        if action[0] == "f":
            lifted = "".join(reversed(lifted))
        self.stacks[int(target or source) - 1] += lifted

    def _look(self, card: str) -> None:
        burger = self._cards[card]
        if any(burger == stack or (self._beginner and burger in stack) for stack in self.stacks):
            self._win()
        elif self._taken == self._declared:
            self._lose()

    def _win(self) -> None:
        assert self._challenger is not None
        if self._alive is not None:
            self.winner = self._challenger
        else:
            self.fries[self._challenger] += 1
            self._count()
        self._cooking = False

    def _lose(self) -> None:
        assert self._challenger is not None
        if self._alive is not None:
            self._alive.remove(self._challenger)
            if len(self._alive) == 1:
                (self.winner,) = self._alive
        else:
            for player in range(len(self.fries)):
                if player != self._challenger:
                    self.fries[player] += 1
            self._count()
        self._cooking = False

    def _count(self) -> None:
        done = {player for player, fries in enumerate(self.fries) if fries == 5}
        if len(done) == 1:
            (self.winner,) = done
        elif done:
            self._alive = done
