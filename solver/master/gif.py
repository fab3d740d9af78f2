"""Drawings as GIF: a frame a panel, the head above each. Needs Pillow (the extra ``pictures``)."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, Any

from solver.errors import InvalidInput
from solver.master.pictures import (
    PAPER,
    WIDTH,
    Drawing,
    Layer,
    Panel,
    Point,
    Shape,
    Words,
    layer_shapes,
)

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

#: Pixels of the GIF for each of the drawing, for the sharper screens of phones.
SCALE = 2

#: How much larger it is painted than it becomes: Pillow's edges are smooth only after shrinking.
FINER = 2

#: Milliseconds that a step is shown, and the end.
STEP_TIME, END_TIME = 1_800, 4_000

#: Colours of a frame: some shades for each edge of each layer.
PALETTE = 96


def require_pillow() -> None:
    """Raise InvalidInput, saying how to install it, where Pillow is missing."""
    try:
        import PIL.Image  # noqa: F401
    except ImportError:
        raise InvalidInput(
            "a GIF needs Pillow", ".gif", "pip install 'burger-solver[pictures]', or an SVG"
        ) from None


def write_gif(drawing: Drawing, out: IO[bytes]) -> None:
    """Write a drawing as a GIF that repeats; its description is in the file as a comment."""
    require_pillow()
    from PIL import Image

    painter = _Painter()
    height = drawing.head.height + max(panel.height for panel in drawing.panels)
    frames = [painter.frame(drawing.head, panel, height) for panel in drawing.panels]
    # One palette for all, from the frames side by side: colours do not flicker.
    together = Image.new("RGB", (frames[0].width, sum(frame.height for frame in frames)))
    for index, frame in enumerate(frames):
        together.paste(frame, (0, index * frame.height))
    palette = together.quantize(PALETTE, dither=Image.Dither.NONE)
    first, *rest = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    first.save(
        out,
        format="GIF",
        save_all=True,
        append_images=rest,
        duration=[STEP_TIME] * len(rest) + [END_TIME],
        loop=0,
        disposal=1,
        comment=f"{drawing.title}. {drawing.description}".encode(),
    )


class _Painter:
    """Paints shapes with Pillow."""

    def __init__(self) -> None:
        self._pixels = SCALE * FINER
        self._fonts: dict[float, Any] = {}

    def frame(self, head: Panel, panel: Panel, height: float) -> Image.Image:
        """Return the head with a panel below it, so high."""
        from PIL import Image, ImageDraw

        pixels = round(height * SCALE)
        size = (round(WIDTH) * self._pixels, pixels * FINER)
        image = Image.new("RGB", size, PAPER)
        brush = ImageDraw.Draw(image)
        for shape in head.shapes:
            self._paint(brush, shape, 0, 0)
        for shape in panel.shapes:
            self._paint(brush, shape, 0, head.height)
        return image.resize((round(WIDTH) * SCALE, pixels), Image.Resampling.LANCZOS)

    def _paint(self, brush: ImageDraw.ImageDraw, shape: Shape, x: float, y: float) -> None:
        if isinstance(shape, Layer):
            for part in layer_shapes(shape.letter):
                self._paint(brush, part, x + shape.x, y + shape.y)
            return
        if isinstance(shape, Words):
            place = self._place((shape.x, shape.y), x, y)
            anchor = "ms" if shape.centred else "ls"
            brush.text(place, shape.text, shape.fill, self._font(shape.size), anchor=anchor)
            return
        points = [self._place(point, x, y) for point in shape.points]
        fill = getattr(shape, "fill", None)
        if fill:
            brush.polygon(points, fill)
        if shape.stroke:
            ends = [*points, *points[:2]] if hasattr(shape, "fill") else points
            brush.line(ends, shape.stroke, round(shape.width * self._pixels), joint="curve")

    def _place(self, point: Point, x: float, y: float) -> Point:
        return ((point[0] + x) * self._pixels, (point[1] + y) * self._pixels)

    def _font(self, size: float) -> Any:
        from PIL import ImageFont

        if size not in self._fonts:
            self._fonts[size] = ImageFont.load_default(size * self._pixels)
        return self._fonts[size]
