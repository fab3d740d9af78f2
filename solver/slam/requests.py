"""What each question about Burger Slam asks.

A field is at once a command-line option (``--call``) and a key of a request
document (``"call"``); its description is the option's help.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from solver.requests import DeckFile, Mark, Request, Searching, Seed
from solver.slam.notation import MOST_CARDS
from solver.slam.rules import Call

PileText = Annotated[
    str,
    Meta(
        description="the cards in the order played, such as PPP CTL+r P+y",
        extra={Mark.ARGUMENT: True},
    ),
]
PartialText = Annotated[
    str,
    Meta(
        description="the cards in the order played, ? for a forgotten one",
        extra={Mark.ARGUMENT: True},
    ),
]
CallName = Annotated[Call, Meta(description="what is called: standard, big or kids")]
WildName = Annotated[str | None, Meta(description="the topping named for an active wild: C P T L")]
GoldNames = Annotated[str | None, Meta(description="gold cards open: chili, sauce or chili,sauce")]
SilverName = Annotated[
    str | None,
    Meta(
        description="the silver card active: extra:P, burnt:T, wild, kids, big-combo, "
        "standard-combo or spatula"
    ),
]
Strict = Annotated[bool, Meta(description="accept only a pile that the deck can give")]


SeenCards = Annotated[
    str | None, Meta(description="cards known to lie elsewhere, which cannot come any more")
]


class Situated(Request, kw_only=True):
    """The special cards that are open."""

    gold: GoldNames = None
    silver: SilverName = None


class Piled(Situated, kw_only=True):
    """A pile of known cards."""

    pile: PileText
    strict: Strict = False
    deck: DeckFile = None


class Check(Piled, kw_only=True):
    """``slam.check``: is a call on a pile right?"""

    call: CallName
    wild: WildName = None


class Calls(Piled, kw_only=True):
    """``slam.calls``: every call that is right now."""


class First(Piled, kw_only=True):
    """``slam.first``: when each call became right, and when it stopped being so."""


class Matrix(Request, kw_only=True):
    """``slam.matrix``: every call in every situation of the special cards."""

    pile: PileText
    strict: Strict = False
    deck: DeckFile = None


class SituatedSearch(Searching, kw_only=True):
    """The special cards that are open, for a question that searches."""

    gold: GoldNames = None
    silver: SilverName = None


class Order(SituatedSearch, kw_only=True):
    """``slam.order``: is a call right in every order of these cards, in some, in none?"""

    cards: Annotated[
        str, Meta(description="the cards of the pile in any order", extra={Mark.ARGUMENT: True})
    ]
    call: CallName
    wild: WildName = None
    strict: Strict = False
    deck: DeckFile = None


class Finish(SituatedSearch, kw_only=True):
    """``slam.finish``: the fewest further cards that make a call right."""

    pile: PileText
    call: CallName
    wild: WildName = None
    within: Annotated[
        Annotated[int, Meta(ge=0, le=MOST_CARDS)] | None,
        Meta(description="at most so many further cards"),
    ] = None
    seen: SeenCards = None
    deck: DeckFile = None


class Fewest(Searching, kw_only=True):
    """``slam.fewest``: the smallest pile from the deck that makes a call right."""

    call: CallName
    gold: Annotated[
        str | None, Meta(description="gold cards open: chili, sauce or chili,sauce; any: the best")
    ] = None
    silver: Annotated[
        str | None, Meta(description="the silver card active, such as extra:P; any: the best")
    ] = None
    wild: WildName = None
    seen: SeenCards = None
    deck: DeckFile = None


class Longest(SituatedSearch, kw_only=True):
    """``slam.longest``: the longest pile from the deck at no prefix of which any call is right."""

    # The Kid's Menu is refused: more toppings can make its call wrong again (``longest``).
    silver: Annotated[
        str | None,
        Meta(
            description="the silver card active, any but kids: extra:P, burnt:T, wild, big-combo, "
            "standard-combo or spatula"
        ),
    ] = None

    seen: SeenCards = None
    deck: DeckFile = None


class Odds(SituatedSearch, kw_only=True):
    """``slam.odds``: the exact chance that a call is right where cards are forgotten."""

    pile: PartialText
    call: CallName
    wild: WildName = None
    seen: SeenCards = None
    deck: DeckFile = None


class Advise(SituatedSearch, kw_only=True):
    """``slam.advise``: believe or doubt a call; or, without one, whether to call."""

    pile: PartialText
    call: Annotated[
        Call | None, Meta(description="what somebody else called; without it: should you call?")
    ] = None
    wild: WildName = None
    mine: Annotated[
        Annotated[int, Meta(ge=0, le=MOST_CARDS)] | None,
        Meta(description="cards in your deck, where they may be too few for a penalty"),
    ] = None
    theirs: Annotated[
        Annotated[int, Meta(ge=0, le=MOST_CARDS)] | None,
        Meta(description="cards in the deck of the other: the caller, or who will doubt you"),
    ] = None
    seen: SeenCards = None
    deck: DeckFile = None


class Play(Searching, kw_only=True):
    """``slam.play``: whole games by the rules, with simple players."""

    players: Annotated[int, Meta(ge=2, le=5, description="players, 2 to 5")] = 3
    seed: Seed = 1
    level: Annotated[
        float, Meta(ge=0, le=1, description="the chance that a player remembers a card, 0 to 1")
    ] = 0.8
    games: Annotated[
        int, Meta(ge=1, le=1000, description="play so many games and add the cards up")
    ] = 1
    pro: Annotated[bool, Meta(description="the Pro Variant, with the special cards")] = False
    counters: Annotated[
        bool, Meta(description="the special cards as counters: 16 burgers at most")
    ] = False
    deck: DeckFile = None


class Referee(Request, kw_only=True):
    """``slam.referee``: does a log keep the rules, and end as it says?"""

    log: Annotated[
        str,
        Meta(
            description="the file of a log, as play -o writes it, or the log itself as JSON",
            extra={Mark.ARGUMENT: True, Mark.DOCUMENT: True},
        ),
    ]
