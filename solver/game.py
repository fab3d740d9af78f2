"""A whole game as states and actions: the protocol that all five games keep.

A state is never changed; ``apply`` returns a new one. So one simulator, one
referee and one set of property tests serve every game. A :class:`Log` is
everything needed to play a game again: how it was set up, and its actions as
text in the order they happened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, Self

import msgspec

from solver.errors import InvalidInput


class Game(Protocol):
    """A state of a game.

    An action is text in the game's notation; it names its player where several could act.
    """

    def legal_actions(self) -> list[str]:
        """Return every legal action; empty only when the game is over."""

    def apply(self, action: str) -> Self:
        """Return the state after an action; raise InvalidInput, naming the rule, if it is not legal."""

    def is_over(self) -> bool:
        """Return whether the game has ended."""

    def scores(self) -> list[int]:
        """Return each player's score, as it stands."""

    def observation(self, player: int) -> Any:
        """Return what a player (from 0) can see, as plain JSON values."""


class Log(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A game that can be played again.

    options: what else ``new_game`` was given, such as variants; deck: see ``carried``.
    scores: the final scores that the log claims. ended: false for a game that was given up, because
    it goes on without end or longer than anybody plays; then they are the scores at that moment.
    """

    game: str
    players: int
    seed: int
    deck: str | dict[str, Any] | None = None
    options: dict[str, Any] = {}
    actions: list[str]
    scores: list[int]
    ended: bool = True


#: Chooses an action from a player's point of view: the state is there for its observation only.
Policy = Callable[[Any, list[str]], str]

#: Actions after which a game that has not ended is given up as endless.
MOST_ACTIONS = 100_000


def play_out(state: Any, choose: Policy, most: int = MOST_ACTIONS) -> tuple[Any, list[str]]:
    """Play a game to its end; return the last state and the actions.

    Raises InvalidInput if it has not ended after ``most`` actions.
    """
    actions: list[str] = []
    while not state.is_over():
        if len(actions) >= most:
            raise InvalidInput(f"the game has not ended after {most:,} actions")
        action = choose(state, state.legal_actions())
        state = state.apply(action)
        actions.append(action)
    return state, actions


class Verdict(msgspec.Struct, frozen=True):
    """What a referee says of a log: right, or the first violation.

    action: the number of the offending action, counted from 1; None if the log is right, or
    if only its end is wrong. why: which rule it breaks.
    """

    right: bool
    action: int | None = None
    why: str = ""


def referee(log: Log, new_game: Callable[[Log], Any]) -> Verdict:
    """Play a log again, action by action, and return the first violation, if any."""
    state = new_game(log)
    for number, action in enumerate(log.actions, start=1):
        if state.is_over():
            return Verdict(False, number, "the game is over already")
        try:
            state = state.apply(action)
        except InvalidInput as error:
            return Verdict(False, number, str(error))
    if log.ended and not state.is_over():
        return Verdict(False, None, "the log ends before the game does")
    if not log.ended and state.is_over():
        return Verdict(False, None, "the log says that the game did not end, but it did")
    if list(state.scores()) != log.scores:
        return Verdict(False, None, f"the scores are {state.scores()}, not {log.scores}")
    return Verdict(True)


def winners(scores: Mapping[int, int]) -> list[int]:
    """Return the players with the highest score; several share the victory.

    >>> winners({0: 3, 1: 5, 2: 5})
    [1, 2]
    """
    best = max(scores.values())
    return [player for player, score in scores.items() if score == best]
