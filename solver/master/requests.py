"""What each question about Burger Master asks.

A field is at once a command-line option (``--plates``) and a key of a request
document (``"plates"``); its description is the option's help.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from solver.master.notation import parse_plates
from solver.master.numbering import Numbering
from solver.master.rules import Variant
from solver.requests import Mark, Request, Restore, Searching, Seed

Numbered = TypeVar("Numbered", "Solve", "Verify", "Solo")

PlatesText = Annotated[
    str,
    Meta(description="the four plates, bottom to top, / between, - for an empty one: BPCL/BTT/B/-"),
]
CardName = Annotated[str | None, Meta(description="a menu card, such as base-07 or gourmet-12")]
BurgerText = Annotated[str | None, Meta(description="a burger, bottom to top, such as BPCTB")]
VariantName = Annotated[
    Variant, Meta(description="beginner: other ingredients may lie below or above the burger")
]
OWN_MENU = {Mark.DOCUMENT: True}
MenuName = Annotated[
    str, Meta(description="base, gourmet, all, or a file with your own cards", extra=OWN_MENU)
]
Strict = Annotated[bool, Meta(description="accept only plates that are a set-up by the rules")]
Kinds = Literal["base", "gourmet", "all"]


def _with_sorted_plates(request: Numbered, plates: str) -> tuple[Numbered, Restore]:
    """Return the request with its plates sorted, and what puts each plate back where it was."""
    given = parse_plates(plates)
    numbering = Numbering.of(given)

    def restore(document: dict[str, Any]) -> dict[str, Any]:
        found = {**document, "plates": str(given)}
        if "steps" in found:
            found["steps"] = numbering.step_texts(found["steps"])
        if "states" in found:
            found["states"] = numbering.plate_texts(found["states"])
        return found

    return msgspec.structs.replace(request, plates=str(numbering.canonical)), restore


class Order(Searching, kw_only=True):
    """Plates and what is ordered from them: exactly one of card and burger."""

    plates: PlatesText
    card: CardName = None
    burger: BurgerText = None
    variant: VariantName = Variant.STANDARD
    menu: MenuName = "all"
    strict: Strict = False


class Deal(Request, kw_only=True):
    """``master.deal``: a set-up by the rules."""

    menu: Annotated[
        Kinds, Meta(description="the menu played with; all is the competent variant")
    ] = "base"
    seed: Seed | None = None


class Menu(Request, kw_only=True):
    """``master.menu``: the cards of a menu."""

    menu: MenuName = "all"


class Solve(Order, kw_only=True):
    """``master.solve``: the fewest steps, proved."""

    all: Annotated[bool, Meta(description="count and list all shortest solutions")] = False
    cap: Annotated[
        int, Meta(ge=1, le=100_000, description="list at most so many solutions with --all")
    ] = 100
    method: Annotated[
        Literal["kernel", "astar", "bfs"],
        Meta(description="which search answers; bfs and astar are plain Python, to compare with"),
    ] = "kernel"

    def canonical(self) -> tuple[Request, Restore]:
        """Return the request with sorted plates; a list of all solutions keeps its own order."""
        if self.all or self.method != "kernel":
            return self, dict
        return _with_sorted_plates(self, self.plates)


class Verify(Order, kw_only=True):
    """``master.verify``: is a declaration right, and do the steps keep it?"""

    declare: Annotated[int, Meta(ge=0, le=1000, description="the number of steps declared")]
    steps: Annotated[str | None, Meta(description='the steps taken, such as "m1:1-3 f2:2"')] = None

    def canonical(self) -> tuple[Request, Restore]:
        """Return the request with sorted plates, unless steps name plates by their numbers."""
        return (self, dict) if self.steps is not None else _with_sorted_plates(self, self.plates)


class Play(Searching, kw_only=True):
    """``master.play``: a whole game between simulated challengers."""

    players: Annotated[int, Meta(description="how many play, 2 to 6")] = 4
    seed: Annotated[
        Seed | None, Meta(description="the same seed gives the same game; drawn if not given")
    ] = None
    skill: Annotated[
        str,
        Meta(description="steps that a challenger sees ahead: one number for all, or 2,3,4,5"),
    ] = "4"
    menu: Annotated[
        str | None,
        Meta(
            description="base, gourmet, all, or a file; base, or all if competent", extra=OWN_MENU
        ),
    ] = None
    variant: Annotated[
        Variant,
        Meta(description="beginner: others may lie below or above; competent: all 40 cards"),
    ] = Variant.STANDARD
    hourglass: Annotated[
        float, Meta(gt=0, le=86_400, description="seconds that the hourglass runs")
    ] = 60.0


class VerifyLog(Request, kw_only=True):
    """``master.verify-log``: does a log keep the rules?"""

    log: Annotated[
        str,
        Meta(
            description="a file that burger master play -o wrote, or one like it, or the log itself as JSON",
            extra={Mark.ARGUMENT: True, Mark.DOCUMENT: True},
        ),
    ]


class Show(Request, kw_only=True):
    """``master.show``: the plates as a picture."""

    plates: PlatesText


class Table(Searching, kw_only=True):
    """``master.table``: the fewest steps for every card, for one or many set-ups."""

    plates: Annotated[str | None, Meta(description="one set-up; or --setups for many")] = None
    setups: Annotated[int, Meta(ge=1, le=10_000_000, description="draw so many set-ups")] | None = (
        None
    )
    seed: Seed = 1
    menu: MenuName = "all"
    variant: VariantName = Variant.STANDARD


class Graph(Order, kw_only=True):
    """``master.graph``: the graph of all shortest solutions."""

    most: Annotated[int, Meta(ge=1, le=1_000_000, description="give up beyond so many states")] = (
        20_000
    )


class Solo(Searching, kw_only=True):
    """``master.solo``: the fewest steps for orders that follow each other, proved."""

    plates: Annotated[str | None, Meta(description="the four plates; or --seed to draw a game")] = (
        None
    )
    cards: Annotated[
        str | None, Meta(description="the orders in sequence, with commas: base-03,base-11,…")
    ] = None
    seed: Annotated[
        Seed | None, Meta(description="draw a solo game: a set-up and five cards of the menu")
    ] = None
    menu: MenuName = "base"

    def canonical(self) -> tuple[Request, Restore]:
        """Return the request with sorted plates; a game that is drawn stays as it is."""
        return (self, dict) if self.plates is None else _with_sorted_plates(self, self.plates)


class Grade(Request, kw_only=True):
    """``master.grade``: the grade for the steps of five solo orders."""

    steps: Annotated[
        int,
        Meta(
            ge=0, le=1_000_000, description="steps for all five orders", extra={Mark.ARGUMENT: True}
        ),
    ]


Folder = Annotated[
    str,
    Meta(
        description="the database's folder; [.] this one",
        extra={Mark.ARGUMENT: True, Mark.FOLDER: True},
    ),
]
ShareText = Annotated[
    str, Meta(description="only this part of the database, such as 1/24: every 24th chunk")
]


#: The variant where it decides which set-ups there are.
SetupsVariant = Annotated[
    Variant,
    Meta(
        description="beginner: other ingredients may lie below or above the burger; "
        "competent: the set-ups and cards of both menus together"
    ),
]


class DatabaseBuild(Searching, kw_only=True):
    """``burger master database build``: no question to a service, for it writes a folder."""

    menu: Annotated[
        str | None,
        Meta(
            description="base, gourmet, all, or a file; base, or all if competent", extra=OWN_MENU
        ),
    ] = None
    variant: SetupsVariant = Variant.STANDARD
    share: ShareText = "1/1"


class DatabaseVerify(Searching, kw_only=True):
    """``master.database.verify``: is every set-up there exactly once, and right?"""

    dir: Folder = "."
    share: ShareText = "1/1"
    sample: Annotated[
        int,
        Meta(ge=0, le=1_000_000, description="solve so many random answers again, by plain A*"),
    ] = 20
    seed: Seed = 1


class DatabaseStats(Request, kw_only=True):
    """``master.database.stats``: steps by card over all set-ups: mean, distribution, hardest."""

    dir: Folder = "."


class DatabaseLookup(Request, kw_only=True):
    """``master.database.lookup``: the fewest steps for a card, looked up and not searched."""

    dir: Folder = "."
    plates: PlatesText
    card: Annotated[str, Meta(description="a card of the database, such as base-07")]


class DatabaseSample(Searching, kw_only=True):
    """``master.database.sample``: steps by card over set-ups drawn uniformly, with intervals."""

    menu: Annotated[
        str | None,
        Meta(
            description="base, gourmet, all, or a file; gourmet, or all if competent",
            extra=OWN_MENU,
        ),
    ] = None
    variant: SetupsVariant = Variant.STANDARD
    setups: Annotated[int, Meta(ge=2, le=1_000_000, description="draw so many set-ups")] = 1000
    seed: Seed = 1


class Hardest(Searching, kw_only=True):
    """``master.hardest``: the hardest set-up for a card that a local search finds."""

    card: Annotated[str, Meta(description="a menu card, such as gourmet-12")]
    menu: MenuName = "all"
    variant: Annotated[
        Variant,
        Meta(
            description="beginner: other ingredients may lie below or above the burger; competent: "
            "from the set-ups of both menus together, with onions, for a card of base too"
        ),
    ] = Variant.STANDARD
    seed: Seed = 1
    setups: Annotated[
        int, Meta(ge=1, le=100_000_000, description="solve at most about so many set-ups")
    ] = 10_000
