"""What happens at a table, as text and back: the actions of a whole game.

- ``2:4`` player 2 declares 4 steps; ``2:4@17.5`` does so when the hourglass has
  run for 17.5 seconds. Players count from 1.
- ``m3:1-2`` the challenger takes a step (see ``notation``); ``m3:1-2@8`` with
  the hourglass's seconds.
- ``time`` the hourglass runs out.
- ``pass`` nobody declares: the card is laid aside.

Without ``@`` no time has passed since the last action. When which action is
legal is left to ``game``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from solver.errors import InvalidInput, quote
from solver.master.notation import parse_step
from solver.master.rules import Step

#: Milliseconds in a second: the hourglass is read to a thousandth, kept as a whole number.
MILLISECONDS = 1000

#: What an action looks like, for errors.
PATTERN = "such as 2:4 or 2:4@17.5 (player 2 declares 4), m3:1-2@8 (a step), time or pass"

_TIMED = re.compile(r"(?P<what>[^@]+)(@(?P<whole>\d{1,6})(\.(?P<part>\d{1,3}))?)?")
_DECLARED = re.compile(r"(?P<player>\d{1,3}):(?P<steps>\d{1,4})")


class Signal(StrEnum):
    """An action that is nobody's."""

    TIME = "time"
    """The hourglass runs out."""
    PASS = "pass"
    """Nobody declares."""


@dataclass(frozen=True, slots=True)
class Declare:
    """A player, from 1, declares a number of steps. at: the hourglass's milliseconds, or None."""

    player: int
    steps: int
    at: int | None = None

    def __str__(self) -> str:
        """Return the action in the notation."""
        return f"{self.player}:{self.steps}{_suffix(self.at)}"


@dataclass(frozen=True, slots=True)
class Cook:
    """The challenger takes a step. at: the hourglass's milliseconds, or None."""

    step: Step
    at: int | None = None

    def __str__(self) -> str:
        """Return the action in the notation."""
        return f"{self.step}{_suffix(self.at)}"


Action = Declare | Cook | Signal


def parse_action(text: str) -> Action:
    """Return the action that ``text`` shows; white space and upper case are accepted.

    Raises InvalidInput for a text that is none.

    >>> print(parse_action(" 2:4 @ 17.50 "), parse_action("M3:1-2"), parse_action("time"))
    2:4@17.5 m3:1-2 time
    """
    plain = re.sub(r"\s+", "", text).lower()
    if plain in (Signal.TIME, Signal.PASS):
        return Signal(plain)
    found = _TIMED.fullmatch(plain)
    if not found:
        raise InvalidInput(f"{quote(text)} is no action", "", PATTERN)
    at = None
    if found["whole"]:
        at = int(found["whole"]) * MILLISECONDS + int((found["part"] or "").ljust(3, "0"))
    if declared := _DECLARED.fullmatch(found["what"]):
        return Declare(int(declared["player"]), int(declared["steps"]), at)
    try:
        return Cook(parse_step(found["what"]), at)
    except InvalidInput:
        raise InvalidInput(f"{quote(text)} is no action", "", PATTERN) from None


def format_seconds(milliseconds: int) -> str:
    """Return milliseconds as seconds, without needless zeros.

    >>> format_seconds(17500), format_seconds(60_000), format_seconds(5)
    ('17.5', '60', '0.005')
    """
    whole, part = divmod(milliseconds, MILLISECONDS)
    return f"{whole}.{part:03d}".rstrip("0") if part else str(whole)


def _suffix(at: int | None) -> str:
    return "" if at is None else f"@{format_seconds(at)}"
