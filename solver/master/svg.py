"""Drawings as SVG: one picture, its panels below each other, with its description as text."""

from __future__ import annotations

import zlib
from xml.sax.saxutils import escape

from solver.master.pictures import (
    INK,
    PAPER,
    WIDTH,
    Drawing,
    Layer,
    Path,
    Point,
    Polygon,
    Shape,
    Words,
    layer_shapes,
)

#: Letters of the reader's system: nothing is loaded from elsewhere.
FONTS = "system-ui, -apple-system, Roboto, 'Segoe UI', 'DejaVu Sans', sans-serif"


def svg_text(drawing: Drawing) -> str:
    """Return a drawing as an SVG document.

    A reader who cannot see it is told its ``<title>`` and ``<desc>``.
    """
    # Several pictures may come to stand in one page, where a name can be used only once.
    mark = f"{zlib.crc32(drawing.description.encode()):08x}"
    panels = [panel for panel in (drawing.head, *drawing.panels) if panel.height]
    height = sum(panel.height for panel in panels)
    letters = sorted(
        {shape.letter for panel in panels for shape in panel.shapes if isinstance(shape, Layer)}
    )
    start = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_number(WIDTH)} {_number(height)}"'
        f' width="{_number(WIDTH)}" height="{_number(height)}" role="img"'
        f' aria-labelledby="title-{mark} desc-{mark}" font-family="{FONTS}" fill="{INK}">'
    )
    lines = [
        start,
        f'<title id="title-{mark}">{escape(drawing.title)}</title>',
        f'<desc id="desc-{mark}">{escape(drawing.description)}</desc>',
        "<defs>",
        *(_definition(letter, mark) for letter in letters),
        "</defs>",
        f'<rect width="{_number(WIDTH)}" height="{_number(height)}" fill="{PAPER}"/>',
    ]
    y = 0.0
    for panel in panels:
        lines += [
            f'<g transform="translate(0 {_number(y)})">',
            *(_element(shape, mark) for shape in panel.shapes),
            "</g>",
        ]
        y += panel.height
    return "\n".join([*lines, "</svg>", ""])


def _definition(letter: str, mark: str) -> str:
    shape, name = layer_shapes(letter)
    return f'<g id="{letter}-{mark}">{_element(shape, mark)}{_element(name, mark)}</g>'


def _element(shape: Shape, mark: str) -> str:
    if isinstance(shape, Layer):
        return f'<use href="#{shape.letter}-{mark}" x="{_number(shape.x)}" y="{_number(shape.y)}"/>'
    if isinstance(shape, Words):
        anchor = ' text-anchor="middle"' if shape.centred else ""
        place = f'x="{_number(shape.x)}" y="{_number(shape.y)}" font-size="{_number(shape.size)}"'
        return f'<text {place}{anchor} fill="{shape.fill}">{escape(shape.text)}</text>'
    stroke = f' stroke="{shape.stroke}" stroke-width="{_number(shape.width)}"'
    if isinstance(shape, Path):
        return f'<polyline points="{_points(shape.points)}" fill="none"{stroke}/>'
    assert isinstance(shape, Polygon)
    fill = shape.fill or "none"
    return (
        f'<polygon points="{_points(shape.points)}" fill="{fill}"{stroke if shape.stroke else ""}/>'
    )


def _points(points: tuple[Point, ...]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _number(value: float) -> str:
    """Return a length with at most two decimals.

    >>> _number(78.0), _number(4.25), _number(1 / 3)
    ('78', '4.25', '0.33')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")
