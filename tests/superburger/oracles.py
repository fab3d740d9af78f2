"""Slow and obvious versions, to compare with."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from solver.superburger.actions import apply, legal_actions
from solver.superburger.cards import Card
from solver.superburger.state import Phase, State


def shares_colour(card: Card, other: Card) -> bool:
    """Written anew from the rulings: own colour and second colour, letter by letter."""
    first = {card[0]} | ({card[4]} if len(card) == 5 else set())
    second = {other[0]} | ({other[4]} if len(other) == 5 else set())
    return bool(first & second)


def lies_on(card: Card, other: Card) -> bool:
    return shares_colour(card, other) or card[1:3] == other[1:3]


def biggest_by_subsets(cards: Sequence[Card], open_colour: str | None = None) -> int | None:
    """Dynamic programming over (set of fillings laid, last filling), for every pair of buns."""
    fillings = [card for card in cards if card[1:3] not in ("BN", "FL", "BX")]
    buns = [card for card in cards if card[1:3] == "BN"]
    pairs = (
        [(f"{open_colour}BN", top) for top in set(buns)]
        if open_colour
        else [(a, b) for i, a in enumerate(buns) for j, b in enumerate(buns) if i != j]
    )
    best: int | None = None
    for bottom, top in set(pairs):
        if bottom == top:
            best = max(best or 0, 0)
        found = _longest(fillings, bottom, top)
        if found is not None:
            best = max(best or 0, found)
    return best


def _longest(fillings: list[Card], bottom: Card, top: Card) -> int | None:
    size = len(fillings)
    ends = [0] * (1 << size)  # for a set of fillings laid: the fillings that can lie on top
    for i, card in enumerate(fillings):
        if shares_colour(card, bottom):
            ends[1 << i] |= 1 << i
    next_to = [
        sum(1 << j for j, other in enumerate(fillings) if j != i and lies_on(other, card))
        for i, card in enumerate(fillings)
    ]
    closes = sum(1 << i for i, card in enumerate(fillings) if shares_colour(top, card))
    best = None
    for laid in range(1, 1 << size):
        here = ends[laid]
        if not here:
            continue
        if here & closes:
            count = laid.bit_count()
            best = count if best is None else max(best, count)
        for j in range(size):
            if not laid >> j & 1 and next_to[j] & here:
                ends[laid | 1 << j] |= 1 << j
    return best


def rounds_literally(
    burger: Sequence[Card], flies: int, count: int, boxes: Sequence[int], skips: Sequence[int]
) -> list[tuple[list[Card], int]]:
    """Cards and flies after each round, by moving one card after another."""
    left, hungry = list(burger), flies
    history = []
    for number in range(count + 1):
        if number not in skips and number > 0:
            still_to_eat = hungry
            while still_to_eat > 0 and len(left) > 0:
                top = left[len(left) - 1]
                del left[len(left) - 1]
                still_to_eat -= 1
                if top[1] == "P" and top[2] == "E":
                    hungry -= 1
        for box in boxes:
            if box == number and hungry > 0 and len(left) > 0:
                hungry -= 1
        if len(left) == 0:
            hungry = 0
        history.append((list(left), hungry))
    return history


def minimax(state: State, player: int) -> int:
    """The value of a state by plain minimax: no window, no table, no order."""
    if state.phase is Phase.OVER:
        scores = state.scores()
        return scores[player] - max(s for i, s in enumerate(scores) if i != player)
    values = [minimax(apply(state, action), player) for action in legal_actions(state)]
    return max(values) if state.actor == player else min(values)


def minimax_kept(state: State, player: int, kept: dict[State, int]) -> int:
    """Plain minimax that keeps the value of each state, whole but for its discard: no window."""
    known = state._replace(discard=())
    if known not in kept:
        if state.phase is Phase.OVER:
            kept[known] = minimax(state, player)
        else:
            values = [
                minimax_kept(apply(state, action), player, kept) for action in legal_actions(state)
            ]
            kept[known] = max(values) if state.actor == player else min(values)
    return kept[known]


def expectimax(states: list[State], player: int) -> Fraction:
    """The value where the states are equally likely and differ in their decks' order alone."""
    first = states[0]
    if first.phase is Phase.OVER:
        scores = first.scores()
        return Fraction(scores[player] - max(s for i, s in enumerate(scores) if i != player))
    values = []
    for action in legal_actions(first):
        groups: dict[State, list[State]] = {}
        for state in states:
            after = apply(state, action)
            seen = after._replace(deck=("?",) * len(after.deck))
            groups.setdefault(seen, []).append(after)
        values.append(
            sum(
                (
                    Fraction(len(group), len(states)) * expectimax(group, player)
                    for group in groups.values()
                ),
                Fraction(0),
            )
        )
    return max(values) if first.actor == player else min(values)
