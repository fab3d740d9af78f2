"""The record table of BurgerDraft as a picture: an SVG, written by hand."""

from __future__ import annotations

from html import escape

from solver.draft.best import RecordAnswer, RecordRow

#: Width of a column of the chart, and of the margin left of it, in pixels.
COLUMN = 34
LEFT = 70
RIGHT = 20

#: Height of the chart, and of what lies above and below it.
CHART = 320
TOP = 70
BELOW = 96

#: Steps between two lines of the scale that are tried, so that there are at most MOST_LINES.
SCALES = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)
MOST_LINES = 10

INK = "#3b2f2a"
SCORING = "#c93a34"
INGREDIENTS = "#86c95a"
OPEN = "#d8c9b0"


def record_picture(answer: RecordAnswer) -> str:
    """Return the picture: a bar for each number of cards, and below it what lies on the board.

    A bar that is not proved has a pale one behind it, up to the bound.
    """
    most = max(1, *(row.bound for row in answer.rows))
    width = max(440, LEFT + RIGHT + COLUMN * len(answer.rows))
    height = TOP + CHART + BELOW
    size = f'width="{width}" height="{height}"'
    style = f'font-family="sans-serif" font-size="12" fill="{INK}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {width} {height}" {style}>',
        f'<rect width="{width}" height="{height}" fill="#fffaf0"/>',
        text(LEFT, 28, "BurgerDraft: the most points for every number of cards", size=16),
        text(LEFT, 48, f"deck {answer.name} ({answer.provenance}); {claim(answer)}"),
        *scale(most, width),
    ]
    for index, row in enumerate(answer.rows):
        parts += column(row, LEFT + COLUMN * index + COLUMN / 2, most)
    base = TOP + CHART
    for line, (label, colour) in enumerate(
        (("cards", INK), ("ingredients", INGREDIENTS), ("scoring", SCORING))
    ):
        y = base + 22 + 22 * line
        parts.append(text(LEFT - 6, y, label, anchor="end", colour=colour if line else INK))
    return "\n".join([*parts, "</svg>", ""])


def claim(answer: RecordAnswer) -> str:
    """Return what the picture claims."""
    if all(row.bound == row.points for row in answer.rows):
        return "every record proved"
    return "pale bars: not proved beyond"


def scale(most: int, width: int) -> list[str]:
    """Return the lines of the scale with their numbers."""
    step = next((one for one in SCALES if most / one <= MOST_LINES), SCALES[-1])
    lines = []
    for points in range(0, most + 1, step):
        y = height_of(points, most)
        lines.append(
            f'<line x1="{LEFT}" x2="{width - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#e6dccb"/>'
        )
        lines.append(text(LEFT - 6, y + 4, str(points), anchor="end"))
    return lines


def height_of(points: int, most: int) -> float:
    """Return where so many points are in the picture."""
    return TOP + CHART * (1 - points / most)


def column(row: RecordRow, middle: float, most: int) -> list[str]:
    """Return a number of cards: its bar, and below it what lies on the board."""
    scoring = row.scoring_cards
    title = f"{row.cards} cards, {row.points} points: {row.board}"
    parts = []
    if row.bound > row.points:
        parts.append(bar(middle, row.bound, most, OPEN, f"at most {row.bound}"))
    parts.append(bar(middle, row.points, most, "#dca54c", title))
    parts.append(text(middle, height_of(row.points, most) - 4, str(row.points), anchor="middle"))
    base = TOP + CHART
    for line, number in enumerate((row.cards, row.cards - scoring, scoring)):
        parts.append(text(middle, base + 22 + 22 * line, str(number), anchor="middle"))
    return parts


def bar(middle: float, points: int, most: int, colour: str, title: str) -> str:
    """Return a bar with the text that a browser shows over it."""
    top = height_of(points, most)
    return (
        f'<rect x="{middle - COLUMN * 0.36:.1f}" y="{top:.1f}" width="{COLUMN * 0.72:.1f}" '
        f'height="{TOP + CHART - top:.1f}" fill="{colour}"><title>{escape(title)}</title></rect>'
    )


def text(
    x: float, y: float, content: str, *, anchor: str = "start", size: int = 12, colour: str = INK
) -> str:
    """Return a line of text."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" '
        f'fill="{colour}">{escape(content)}</text>'
    )
