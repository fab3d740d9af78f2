"""Plates and solutions as flat drawings: where every shape and word goes.

A :class:`Drawing` is made of panels, each a list of shapes on a page as wide
as a phone; it says what it shows in words as well. What becomes of it, SVG or
GIF, is left to ``svg`` and ``gif``, which draw the same shapes. Layers differ
by colour, by outline and by their written names, so that no colour is needed.

Lengths are in pixels of a page 360 wide, y downwards.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from solver.master.notation import in_words, plates_in_words, stack_in_words
from solver.master.rules import INGREDIENTS, PLATES, Kind, Plates, Step, Variant, apply

Point = tuple[float, float]

#: A phone's width.
WIDTH = 360.0
MARGIN = 8.0

#: Space for a plate, and the layers and the plate in it.
COLUMN = (WIDTH - 2 * MARGIN) / PLATES
LAYER_WIDTH = 78.0
LAYER_HEIGHT = 20.0
GAP = 1.0
PLATE_HEIGHT = 7.0

#: Heights of a line of text and the air below it, of the plates' numbers, and of the arrow.
LINE = 20.0
AIR = 4.0
NUMBERS = 20.0
ARROW = 22.0

#: Sizes of letters.
CAPTION, NAME = 13.0, 13.0

#: How far letters reach down from the middle of a line.
BASELINE = 0.36

INK = "#2b2320"
PAPER = "#fffaf0"
PLATE = "#b9b2a8"

#: Each ingredient's colour and that of its name on it: those of the drawings on a terminal.
COLOURS = {
    "B": ("#dca54c", "#000000"),
    "P": ("#6b3f22", "#ffffff"),
    "C": ("#ffd447", "#000000"),
    "L": ("#86c95a", "#000000"),
    "T": ("#c93a34", "#ffffff"),
    "O": ("#d8b4f0", "#000000"),
}


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed shape, filled, outlined (``width`` of the line), or both."""

    points: tuple[Point, ...]
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Path:
    """An open line."""

    points: tuple[Point, ...]
    stroke: str
    width: float


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text; x is its start or its middle, y its baseline."""

    x: float
    y: float
    text: str
    size: float = CAPTION
    fill: str = INK
    centred: bool = False


@dataclass(frozen=True, slots=True)
class Layer:
    """An ingredient with its name; x, y: the upper left corner."""

    letter: str
    x: float
    y: float


Shape = Polygon | Path | Words | Layer


@dataclass(frozen=True, slots=True)
class Panel:
    """One picture of a drawing."""

    height: float
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """Panels that belong together: a head, which may be empty, and one for each state.

    title, description: what they show, in words.
    """

    title: str
    description: str
    head: Panel
    panels: tuple[Panel, ...]


@dataclass(frozen=True, slots=True)
class Solved:
    """An order with the steps that complete it.

    claim: what is known of their number, such as "2 steps, proved the fewest".
    """

    plates: Plates
    card: str | None
    burger: str
    variant: Variant
    steps: tuple[Step, ...]
    claim: str


def plates_drawing(plates: Plates) -> Drawing:
    """Return a drawing of the plates."""
    room = max(map(len, plates.stacks))
    panel = _panel("", plates, None, "", room)
    return Drawing(f"Plates {plates}", plates_in_words(plates), Panel(0, ()), (panel,))


def solution_drawing(solved: Solved) -> Drawing:
    """Return a drawing of a solution: the start, then the plates after each step."""
    states = [solved.plates]
    for step in solved.steps:
        states.append(apply(states[-1], step))
    room = max(len(stack) for state in states for stack in state.stacks)
    captions = ["Start"]
    captions += [f"{number}. {in_words(step)}" for number, step in enumerate(solved.steps, 1)]
    last = len(solved.steps)
    panels = tuple(
        _panel(
            captions[number],
            state,
            solved.steps[number - 1] if number else None,
            "The order is complete." if number == last else "",
            room,
        )
        for number, state in enumerate(states)
    )
    order = f"Order {solved.card}" if solved.card else "Order"
    described = [
        f"{order}, bottom to top: {stack_in_words(solved.burger)}.",
        f"{solved.claim}.",
        *(
            f"{caption}. {plates_in_words(state)}"
            for caption, state in zip(captions, states, strict=True)
        ),
        "The order is complete.",
    ]
    return Drawing(
        f"{order}: {solved.burger}, {solved.claim}",
        " ".join(described),
        _head(order, solved),
        panels,
    )


def _head(order: str, solved: Solved) -> Panel:
    """Return the order: the burger drawn, with what is said of it beside."""
    variant = "" if solved.variant is Variant.STANDARD else f"{solved.variant.value} variant"
    lines = [order, solved.burger, "(bottom to top)", solved.claim, variant]
    height = MARGIN + max(len(lines) * LINE, len(solved.burger) * LAYER_HEIGHT) + MARGIN
    x = 2 * MARGIN + COLUMN
    words = [
        Words(x, MARGIN + LINE * (index + 0.5) + CAPTION * BASELINE, line)
        for index, line in enumerate(filter(None, lines))
    ]
    return Panel(height, (*_stack(solved.burger, MARGIN, height - MARGIN), *words))


def _panel(caption: str, plates: Plates, step: Step | None, footer: str, room: int) -> Panel:
    """Return the plates after a step, what it lifted outlined; with room for so many layers."""
    top = LINE + AIR if caption else 0.0
    ground = MARGIN + top + max(room, 1) * LAYER_HEIGHT
    below = (ARROW if step else 0.0) + (LINE if footer else 0.0) + MARGIN
    height = ground + PLATE_HEIGHT + NUMBERS + below
    shapes: list[Shape] = []
    if caption:
        shapes.append(Words(MARGIN, MARGIN + LINE / 2 + CAPTION * BASELINE, caption))
    for index, stack in enumerate(plates.stacks):
        left = MARGIN + index * COLUMN
        shapes += [*_stack(stack, left, ground), *_plate(index + 1, left, ground)]
    if step:
        left = MARGIN + (step.target - 1) * COLUMN
        built = len(plates.stacks[step.target - 1])
        shapes.append(_outline(left, ground, built - step.count, built))
        shapes += _arrow(step, ground + PLATE_HEIGHT + NUMBERS)
    if footer:
        shapes.append(Words(MARGIN, height - MARGIN - LINE / 2 + CAPTION * BASELINE, footer))
    return Panel(height, tuple(shapes))


def _stack(stack: str, left: float, ground: float) -> list[Shape]:
    x = left + (COLUMN - LAYER_WIDTH) / 2
    return [
        Layer(letter, x, ground - (height + 1) * LAYER_HEIGHT)
        for height, letter in enumerate(stack)
    ]


def _plate(number: int, left: float, ground: float) -> list[Shape]:
    rim, foot = 1.0, 14.0
    shape = (
        (left + rim, ground),
        (left + COLUMN - rim, ground),
        (left + COLUMN - foot, ground + PLATE_HEIGHT),
        (left + foot, ground + PLATE_HEIGHT),
    )
    middle = ground + PLATE_HEIGHT + NUMBERS / 2
    words = Words(left + COLUMN / 2, middle + CAPTION * BASELINE, str(number), centred=True)
    return [Polygon(shape, PLATE), words]


def _outline(left: float, ground: float, below: int, built: int) -> Polygon:
    """Return the frame round the layers that a step has laid down."""
    reach = 1.0
    x = left + (COLUMN - LAYER_WIDTH) / 2 - reach
    y = ground - built * LAYER_HEIGHT - reach
    size = (built - below) * LAYER_HEIGHT - GAP + 2 * reach
    return Polygon(rounded(x, y, LAYER_WIDTH + 2 * reach, size, 6), None, INK, 2.5)


def _arrow(step: Step, top: float) -> list[Shape]:
    """Return the arrow from the plate a stack came from; a FLIP's makes a loop."""
    centre = [MARGIN + (plate - 0.5) * COLUMN for plate in (step.source, step.target)]
    start, end = centre
    y, bend, thick = top + 5, 12.0, 2.0
    if start == end:
        start, end = start - bend, end + bend
    forth = 1 if end > start else -1
    if step.kind is Kind.MOVE:
        line: tuple[Point, ...] = ((start, y), (end, y))
        head = ((end, y), (end - 8 * forth, y - 5), (end - 8 * forth, y + 5))
    else:
        # Down, along, and up again: turned over on the way.
        line = tuple(
            (start + (end - start) * share / 16, y + bend * math.sin(math.pi * share / 16))
            for share in range(16)
        )
        head = ((end, y - 3), (end - 6, y + 7), (end + 6, y + 7))
    return [Path(line, INK, thick), Polygon(head, INK)]


def rounded(x: float, y: float, width: float, height: float, radius: float) -> tuple[Point, ...]:
    """Return a rectangle with round corners."""
    radius = min(radius, width / 2, height / 2)
    pieces = 5
    corners = (
        (x + width - radius, y + radius, -90),
        (x + width - radius, y + height - radius, 0),
        (x + radius, y + height - radius, 90),
        (x + radius, y + radius, 180),
    )
    return tuple(
        (
            middle_x + radius * math.cos(math.radians(begin + 90 * piece / pieces)),
            middle_y + radius * math.sin(math.radians(begin + 90 * piece / pieces)),
        )
        for middle_x, middle_y, begin in corners
        for piece in range(pieces + 1)
    )


def _chamfered(inset: float, cut: float) -> tuple[Point, ...]:
    """Return a layer with its corners cut off; with ``cut`` half its height it ends in points."""
    width, height = LAYER_WIDTH - inset, LAYER_HEIGHT - GAP
    cut_y = min(cut, height / 2)
    return (
        (inset + cut, 0),
        (width - cut, 0),
        (width, cut_y),
        (width, height - cut_y),
        (width - cut, height),
        (inset + cut, height),
        (inset, height - cut_y),
        (inset, cut_y),
    )


def _wavy() -> tuple[Point, ...]:
    """Return a layer whose upper and lower edges are waves."""
    waves, pieces, depth = 5, 8, 1.5
    height = LAYER_HEIGHT - GAP
    upper = [
        (
            LAYER_WIDTH * number / (waves * pieces),
            depth - depth * math.cos(2 * math.pi * number / pieces),
        )
        for number in range(waves * pieces + 1)
    ]
    return (*upper, *((x, height - y) for x, y in reversed(upper)))


#: The outline of each ingredient, seen from its upper left corner.
OUTLINES = {
    "B": rounded(0, 0, LAYER_WIDTH, LAYER_HEIGHT - GAP, 9),
    "P": rounded(1, 0, LAYER_WIDTH - 2, LAYER_HEIGHT - GAP, 2),
    "C": _chamfered(0, LAYER_HEIGHT / 2),
    "L": _wavy(),
    "T": rounded(5, 0, LAYER_WIDTH - 10, LAYER_HEIGHT - GAP, 5),
    "O": _chamfered(2, 5),
}


def layer_shapes(letter: str) -> tuple[Polygon, Words]:
    """Return an ingredient's shape and its name, seen from its upper left corner."""
    fill, ink = COLOURS[letter]
    middle = (LAYER_HEIGHT - GAP) / 2
    name = Words(
        LAYER_WIDTH / 2, middle + NAME * BASELINE, INGREDIENTS[letter], NAME, ink, centred=True
    )
    return Polygon(OUTLINES[letter], fill), name
