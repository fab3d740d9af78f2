"""Slow and obvious versions: whole cards, all choices, nothing lumped, no rules of the solver's.

A burger is a tuple of letters that its own list still needs, and one that battle
cards beside it still need. ``others`` are pairs (protected, ingredients).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

Cards = tuple[str, ...]


def less(cards: Cards, card: str) -> Cards:
    """Return sorted cards without one of them."""
    rest = list(cards)
    rest.remove(card)
    return tuple(sorted(rest))


def more(cards: Cards, card: str) -> Cards:
    return tuple(sorted((*cards, card)))


class WinNow:
    """Expectimax over everything that can be done in one turn."""

    def __init__(self, others: list[tuple[bool, Cards]]) -> None:
        self.others = others

    @cache  # noqa: B019 - an oracle lives as long as its test
    def start(
        self, own: Cards, added: Cards, hand: Cards, pool: Cards, left: int, grave: Cards, top: str
    ) -> Fraction:
        """The turn from its first draw; ``top`` lies on the other cards of the Graveyard."""
        whole = more(grave, top) if top else grave
        best = self.draw(own, added, hand, pool, left, whole)
        if top and top[0] != "+":
            best = max(best, self.act(own, added, more(hand, top), pool, left, grave))
        return best

    @cache  # noqa: B019
    def draw(
        self, own: Cards, added: Cards, hand: Cards, pool: Cards, left: int, grave: Cards
    ) -> Fraction:
        """One card from the deck, each with the same chance."""
        if left == 0:
            if len(grave) <= 1:
                return self.act(own, added, hand, pool, left, grave)
            ways = [
                self.draw(own, added, hand, less(grave, up), len(grave) - 1, (up,)) for up in grave
            ]
            return sum(ways, Fraction(0)) / len(ways)
        ways = [
            self.act(own, added, more(hand, card), less(pool, card), left - 1, grave)
            for card in pool
        ]
        return sum(ways, Fraction(0)) / len(ways)

    @cache  # noqa: B019
    def act(
        self, own: Cards, added: Cards, hand: Cards, pool: Cards, left: int, grave: Cards
    ) -> Fraction:
        """Play anything that fits, anywhere it fits, or end the turn in any way."""
        best = Fraction(self.ends(own, added, hand, grave))
        for card in set(hand):
            for rest in self.places(own, added, card):
                if rest == ((), ()):
                    return Fraction(1)
                best = max(best, self.draw(*rest, less(hand, card), pool, left, grave))
        return best

    @staticmethod
    def places(own: Cards, added: Cards, card: str) -> Iterator[tuple[Cards, Cards]]:
        if card in own:
            yield less(own, card), added
        if card in added:
            yield own, less(added, card)

    def ends(self, own: Cards, added: Cards, hand: Cards, grave: Cards) -> bool:
        """Whether some battle card in hand finishes the burger."""
        gains: list[str] = []
        if "+dig" in hand:
            gains += grave
        if "+eat" in hand:
            gains += [card for protected, has in self.others if not protected for card in has]
        for card in gains:
            if ((), ()) in self.places(own, added, card):
                return True
        return "+destroy" in hand and not own and len(added) == 1


def win_by_orders(
    own: Cards, added: Cards, hand: Cards, pool: Cards, grave: Cards, others: list
) -> Fraction:
    """The first draw from the deck, over every order of the draw pile, playing what can be played."""
    wins = total = 0
    for order in itertools.permutations(pool):
        total += 1
        wins += plays_out(own, added, hand, list(order), grave, others)
    return Fraction(wins, total)


def plays_out(
    own: Cards, added: Cards, hand: Cards, pile: list, grave: Cards, others: list
) -> bool:
    """Whether playing whatever can be played wins with this pile, its next card last."""
    own_left, added_left, held = list(own), list(added), list(hand)
    held += [pile.pop()] if pile else []
    while True:
        for needed in (own_left, added_left):
            playable = [card for card in held if card in needed]
            if playable:
                needed.remove(playable[0])
                held.remove(playable[0])
                break
        else:
            return WinNow(others).ends(tuple(own_left), tuple(added_left), tuple(held), grave)
        if not own_left and not added_left:
            return True
        held += [pile.pop()] if pile else []


class Alone:
    """The best chance to be done within a number of turns, over all policies without battle cards."""

    @cache  # noqa: B019
    def turn(
        self, need: Cards, hand: Cards, pool: Cards, left: int, grave: Cards, top: str, turns: int
    ) -> Fraction:
        """The chance within so many turns, from the first draw of one."""
        if turns == 0:
            return Fraction(0)
        best = self.draw(need, hand, pool, left, grave, top, turns)
        if top and top[0] != "+":
            # What lies below is known as a set only: nobody can reach it before it is turned over.
            best = max(best, self.act(need, more(hand, top), pool, left, grave, "", turns))
        return best

    @cache  # noqa: B019
    def draw(
        self, need: Cards, hand: Cards, pool: Cards, left: int, grave: Cards, top: str, turns: int
    ) -> Fraction:
        if left == 0:
            whole = more(grave, top) if top else grave
            if len(whole) <= 1:
                return self.act(need, hand, pool, left, grave, top, turns)
            ways = [
                self.draw(need, hand, less(whole, up), len(whole) - 1, (), up, turns)
                for up in whole
            ]
            return sum(ways, Fraction(0)) / len(ways)
        ways = [
            self.act(need, more(hand, card), less(pool, card), left - 1, grave, top, turns)
            for card in pool
        ]
        return sum(ways, Fraction(0)) / len(ways)

    @cache  # noqa: B019
    def act(
        self, need: Cards, hand: Cards, pool: Cards, left: int, grave: Cards, top: str, turns: int
    ) -> Fraction:
        best = Fraction(0)
        for card in set(hand) & set(need):
            rest = less(need, card)
            if not rest:
                return Fraction(1)
            best = max(best, self.draw(rest, less(hand, card), pool, left, grave, top, turns))
        below = more(grave, top) if top else grave
        for card in set(hand):
            ended = self.turn(need, less(hand, card), pool, left, below, card, turns - 1)
            best = max(best, ended)
        if not hand:
            best = max(best, self.turn(need, hand, pool, left, grave, top, turns - 1))
        return best
