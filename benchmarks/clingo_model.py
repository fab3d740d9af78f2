"""Burger Master as an answer-set program for clingo: what one would write without this project.

Ingredients are told apart; ``on(X, Y, T)`` says that X lies directly on Y, an
ingredient or a plate, after T steps. The number of steps grows until the
program has a solution, which is then shortest.
"""

from __future__ import annotations

import time

from solver.master.rules import Plates

PROGRAM = """
step(1..t).
1 { lift(I,T) : item(I) } 1 :- step(T).
1 { dest(P,T) : plate(P) } 1 :- step(T).
{ flip(T) } :- step(T).

above(I,J,T) :- on(I,J,T), item(J).
above(I,K,T) :- above(I,J,T), on(J,K,T), item(K).
stands(I,P,T) :- on(I,P,T), plate(P).
stands(I,P,T) :- on(I,J,T), stands(J,P,T).
covered(X,T) :- on(_,X,T).
top(P,P,T) :- plate(P), not covered(P,T), T = 0..t.
top(P,I,T) :- stands(I,P,T), not covered(I,T).

lifted(I,T) :- lift(I,T).
lifted(J,T) :- lift(I,T), above(J,I,T-1).
home(T) :- lift(I,T), dest(P,T), stands(I,P,T-1).
:- home(T), not flip(T).
base(X,T) :- dest(P,T), not home(T), top(P,X,T-1).
base(X,T) :- home(T), lift(I,T), on(I,X,T-1).

on(J,X,T) :- on(J,X,T-1), step(T), not lifted(J,T).
on(J,K,T) :- on(J,K,T-1), lifted(J,T), not lift(J,T), not flip(T).
on(I,X,T) :- lift(I,T), not flip(T), base(X,T).
on(K,J,T) :- on(J,K,T-1), lifted(J,T), lifted(K,T), flip(T).
on(U,X,T) :- flip(T), lifted(U,T), not covered(U,T-1), base(X,T).

1 { pick(K,I) : letter(I,L) } 1 :- want(K,L).
:- pick(K,I), pick(M,I), K < M.
:- pick(0,I), not stands_alone(I).
stands_alone(I) :- on(I,P,t), plate(P).
:- pick(K,I), pick(K+1,J), not on(J,I,t).
:- pick(m-1,I), covered(I,t).
"""


def facts(plates: Plates, burger: str) -> str:
    lines = [f"plate(p({number}))." for number in range(4)]
    for number, stack in enumerate(plates.stacks):
        below = f"p({number})"
        for height, letter in enumerate(stack):
            item = f"i({number},{height})"
            lines.append(f'item({item}). letter({item},"{letter}"). on({item},{below},0).')
            below = item
    lines += [f'want({index},"{letter}").' for index, letter in enumerate(burger)]
    return "\n".join(lines)


def solve(plates: Plates, burger: str, limit: float) -> int | None:
    """The fewest steps by clingo, or None at the limit (seconds)."""
    import clingo

    end = time.perf_counter() + limit
    for steps in range(100):
        control = clingo.Control(["-c", f"t={steps}", "-c", f"m={len(burger)}"])
        control.add("base", [], PROGRAM + facts(plates, burger))
        control.ground([("base", [])])
        with control.solve(async_=True) as handle:
            if not handle.wait(max(0.0, end - time.perf_counter())):
                handle.cancel()
                return None
            if handle.get().satisfiable:
                return steps
    return None
