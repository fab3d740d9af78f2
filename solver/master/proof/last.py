"""The last step of a solution, in closed form."""

from __future__ import annotations

from solver.master.proof.plates import (
    Lift,
    Order,
    Stacks,
    first,
    height,
    height_of,
    stack,
    step_code,
)


def last_step(stacks: Stacks, order: Order) -> int:
    """Return the code of a step that completes the order, or -1 if there is none; it is not complete.

    In the standard variant: lift off what lies on the burger; or a stack's top part, or its reverse,
    is what a beginning of the burger on another plate still needs; or the top part of a plate of
    the right height only lies the wrong way up.
    """
    if order.beginner:
        return last_beginner_step(stacks, order)
    for plate in range(4):
        count, word = height(stacks, plate), stack(stacks, plate)
        if count > order.size and first(word, order.size) == order.burger:
            return step_code(Lift(plate, count - order.size), 1 if plate == 0 else 0, 0)
        if count == order.size:
            for lifted in range(2, count + 1):
                rest = count - lifted
                if first(word, rest) == first(order.burger, rest) and word >> 3 * rest == first(
                    order.backwards, lifted
                ):
                    return step_code(Lift(plate, lifted), plate, 1)
        elif count < order.size and word == first(order.burger, count):
            code = last_lay(stacks, order, plate)
            if code >= 0:
                return code
    return -1


def last_lay(stacks: Stacks, order: Order, target: int) -> int:
    """Return the code of a step that lays all that a beginning of the burger on a plate needs, or -1."""
    begun = height(stacks, target)
    lifted = order.size - begun
    for source in range(4):
        rest = height(stacks, source) - lifted
        if source != target and rest >= 0:
            top = stack(stacks, source) >> 3 * rest
            if top == order.burger >> 3 * begun:
                return step_code(Lift(source, lifted), target, 0)
            if top == first(order.backwards, lifted):
                return step_code(Lift(source, lifted), target, 1)
    return -1


def last_beginner_step(stacks: Stacks, order: Order) -> int:
    """Return the code of a step that completes the order in the beginner variant, or -1.

    The burger lies upside down somewhere: FLIP from there up. Or a stack's upper part is laid on
    a beginning of the burger, and begins, or upside down ends, with what it still needs.
    """
    for source in range(4):
        above = height_of(stack(stacks, source), order.backwards, order.size)
        if above >= 0:
            return step_code(Lift(source, height(stacks, source) - above), source, 1)
    for lifted in range(1, order.size):
        for source in range(4):
            code = last_beginner_lay(stacks, order, source, lifted)
            if code >= 0:
                return code
    return -1


def last_beginner_lay(stacks: Stacks, order: Order, source: int, lifted: int) -> int:
    """Return the code of a step by which a plate gives the burger its last so many, or -1."""
    built = order.size - lifted
    needed, begun = order.burger >> 3 * built, first(order.burger, built)
    count, word = height(stacks, source), stack(stacks, source)
    above = height_of(word, needed, lifted)
    flips = count >= lifted and word >> 3 * (count - lifted) == first(order.backwards, lifted)
    if above < 0 and not flips:
        return -1
    for target in range(4):
        under = height(stacks, target) - built
        if target == source or under < 0 or stack(stacks, target) >> 3 * under != begun:
            continue
        if above >= 0:
            return step_code(Lift(source, count - above), target, 0)
        return step_code(Lift(source, lifted), target, 1)
    if flips:
        above = height_of(first(word, count - lifted), begun, built)
        if above >= 0:
            return step_code(Lift(source, count - above - built), source, 1)
    return -1
