"""What each question about Burger Battle asks.

A field is at once a command-line option and a key of a request document; its
description is the option's help.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from solver.requests import DeckFile, Mark, Request, Searching, Seed

StateText = Annotated[
    str,
    Meta(
        description="what you know, such as burger:classic have:BM hand:CLT+dig grave:TO",
        extra={Mark.ARGUMENT: True},
    ),
]


class Cards(Request, kw_only=True):
    """``battle.deck``: the cards of the box."""

    deck: DeckFile = None


class WinNow(Searching, kw_only=True):
    """``battle.win-now``: the exact chance to finish the burger in this turn."""

    state: StateText
    deck: DeckFile = None


class Turns(Searching, kw_only=True):
    """``battle.turns``: the distribution of the turn in which the burger is done."""

    state: StateText
    most: Annotated[int, Meta(ge=1, le=10_000, description="look so many turns ahead")] = 200
    deck: DeckFile = None


class Best(Searching, kw_only=True):
    """``battle.best``: every legal end of this turn, ranked."""

    state: StateText
    rollouts: (
        Annotated[
            int,
            Meta(ge=2, le=1_000_000, description="play so many games for each end, not the race"),
        ]
        | None
    ) = None
    seed: Seed = 1
    deck: DeckFile = None


class Check(Request, kw_only=True):
    """``battle.check``: referee a log."""

    log: Annotated[
        str,
        Meta(
            description="a file with a log, - for standard input, or the log itself as JSON",
            extra={Mark.ARGUMENT: True, Mark.DOCUMENT: True},
        ),
    ]
    deck: DeckFile = None


class Play(Request, kw_only=True):
    """``battle.play``: one whole game."""

    players: Annotated[int, Meta(ge=2, le=6, description="players, 2 to 6")] = 4
    seed: Seed = 1
    policy: Annotated[
        str, Meta(description="one policy for all, or one a player: random,builder,hunter,greedy")
    ] = "greedy"
    mild: Annotated[bool, Meta(description="leave the Burgerpocalypse out")] = False
    deck: DeckFile = None


class Tournament(Searching, kw_only=True):
    """``battle.tournament``: win rates of policies against each other."""

    policies: Annotated[
        str, Meta(description="one a seat, 2 to 6: random, builder, hunter, greedy")
    ]
    games: Annotated[int, Meta(ge=1, le=10_000_000, description="games to play")] = 1000
    seed: Seed = 1
    mild: Annotated[bool, Meta(description="leave the Burgerpocalypse out")] = False
    jobs: Annotated[
        int, Meta(ge=1, le=256, description="worker processes", extra={Mark.PROCESSES: True})
    ] = 1
    deck: DeckFile = None
