"""Logs of whole games: what a game starts from, and its way into a log and back.

A log made here is a ``solver.game.Log``: the menu, the players and the seed give
the set-up and the order of the cards. For a game that was played with real
cards, the options ``"plates"`` (the set-up) and ``"cards"`` (the cards in the
order they were turned up) take the place of the seed. Reading files and judging
is left to ``play_answers``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import msgspec

from solver.carried import carried, deck_in
from solver.documents import explained
from solver.errors import InvalidInput, quote
from solver.game import Log
from solver.master.actions import MILLISECONDS
from solver.master.game import HOURGLASS, MasterGame, Setting, first_state
from solver.master.menu import cards_of, find_card
from solver.master.notation import parse_plates
from solver.master.rules import Plates, Variant

#: Longest hourglass, in seconds: a day.
MOST_SECONDS = 86_400


class Options(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The options of a log.

    hourglass: seconds. plates, cards: of a real game, see above.
    """

    variant: Variant = Variant.STANDARD
    hourglass: Annotated[float, msgspec.Meta(gt=0, le=MOST_SECONDS)] = HOURGLASS
    plates: str | None = None
    cards: Annotated[list[str], msgspec.Meta(max_length=10_000)] = []


@dataclass(frozen=True, slots=True)
class SetUp:
    """A game that is readable; whether the rules allow it, ``begin`` says."""

    menu: str
    players: int
    setting: Setting
    plates: Plates | None

    def begin(self) -> MasterGame:
        """Return the first state; raises InvalidInput for what the rules do not allow."""
        return first_state(self.setting, self.menu, self.players, self.plates)


def set_up(menu: str | None, players: int, seed: int, options: Options) -> SetUp:
    """Return what a game starts from.

    menu: base, gourmet, all or a file; None for base, or all in the competent variant.

    Raises InvalidInput for a menu, card or plates that cannot be read, or an hourglass of no time.
    """
    menu = menu or default_menu(options.variant)
    hourglass = round(options.hourglass * MILLISECONDS)
    if hourglass < 1:
        raise InvalidInput(f"an hourglass of {options.hourglass} s", "hourglass", "0.001 or more")
    setting = Setting(
        cards=cards_of(menu),
        seed=seed,
        variant=options.variant,
        hourglass=hourglass,
        listed=tuple(find_card(card, menu)[0] for card in options.cards),
    )
    plates = None if options.plates is None else parse_plates(options.plates)
    return SetUp(menu, players, setting, plates)


def default_menu(variant: Variant) -> str:
    """Return the menu that is played where none is named."""
    return "all" if variant is Variant.COMPETENT else "base"


def new_game(
    menu: str | None, players: int, seed: int, options: Options | None = None
) -> MasterGame:
    """Return a game as it begins; see :func:`set_up` and ``game.first_state``.

    >>> game = new_game("base", 4, seed=1)
    >>> game.phase.value, game.scores(), len(game.deck)
    ('declaring', [0, 0, 0, 0], 19)
    """
    return set_up(menu, players, seed, options or Options()).begin()


def set_up_of(log: Log) -> SetUp:
    """Return what the game of a log starts from.

    Raises InvalidInput for another game's log, unknown options, or what :func:`set_up` refuses.
    """
    if log.game != "master":
        raise InvalidInput(f"a log of the game {quote(log.game)}", "log, game", '"master"')
    try:
        options = msgspec.convert(log.options, Options)
    except msgspec.ValidationError as error:
        what, key, wanted = explained(str(error))
        where = f"log, options.{key}" if key else "log, options"
        known = ", ".join(field.name for field in msgspec.structs.fields(Options))
        raise InvalidInput(what, where, wanted or f"at most {known}") from None
    try:
        return set_up(deck_in("master", log.deck), log.players, log.seed, options)
    except InvalidInput as error:
        raise error.at("log, options") from None


def log_of(start: SetUp, options: Options, actions: list[str], scores: list[int]) -> Log:
    """Return the log of a game."""
    return Log(
        game="master",
        players=start.players,
        seed=start.setting.seed,
        deck=carried("master", start.menu),
        options=msgspec.to_builtins(options),
        actions=actions,
        scores=scores,
    )
