"""Pictures: the SVG is well-formed and says what it shows, the GIF has a frame a state."""

from __future__ import annotations

import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from hypothesis import given, settings
from PIL import Image

from cli.render import LAYERS
from solver.errors import InvalidInput
from solver.master import gif
from solver.master.pictures import COLOURS, WIDTH, Solved, plates_drawing, solution_drawing
from solver.master.proof.search import plan
from solver.master.rules import INGREDIENTS, Plates, Variant
from solver.master.svg import svg_text
from tests.conftest import Command, assert_bad_input
from tests.master.positions import orders, plates

PLATES = "BPCL/BTT/B/BOO"
ORDER = ("master", "solve", "--plates", PLATES, "--card", "base-07")
SVG = "{http://www.w3.org/2000/svg}"

#: Smallest letters that are read on a phone without effort, in pixels of a page 360 wide.
SMALLEST = 12


def checked(text: str) -> ElementTree.Element:
    """The root of an SVG that keeps what all of them must."""
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    title, desc = root[0], root[1]
    assert (title.tag, desc.tag) == (f"{SVG}title", f"{SVG}desc")
    assert root.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"
    assert title.text
    assert desc.text
    left, top, width, height = map(float, (root.get("viewBox") or "").split())
    assert (left, top, width, root.get("width")) == (0, 0, WIDTH, "360")
    assert str(root.get("height")) == f"{height:g}"
    ids = {element.get("id") for element in root.iter() if element.get("id")}
    for use in root.iter(f"{SVG}use"):
        assert (use.get("href") or "")[1:] in ids
    for words in root.iter(f"{SVG}text"):
        assert float(words.get("font-size") or 0) >= SMALLEST
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text), "nothing from elsewhere"
    _assert_inside(root, height)
    return root


def _assert_inside(root: ElementTree.Element, height: float) -> None:
    for group in root.findall(f"{SVG}g"):
        down = float((group.get("transform") or "").split()[1].rstrip(")"))
        for shape in group:
            xs, ys = _corners(shape)
            assert min(xs) >= 0
            assert max(xs) <= WIDTH
            assert min(ys) + down >= 0
            assert max(ys) + down <= height


def _corners(shape: ElementTree.Element) -> tuple[list[float], list[float]]:
    if shape.get("points"):
        pairs = [pair.split(",") for pair in (shape.get("points") or "").split()]
        return [float(x) for x, _ in pairs], [float(y) for _, y in pairs]
    x, y = float(shape.get("x") or 0), float(shape.get("y") or 0)
    if shape.tag == f"{SVG}use":
        return [x, x + 78], [y, y + 20]
    # Wide letters of a common font are 0.6 of their size on average.
    long = 0.6 * float(shape.get("font-size") or 0) * len(shape.text or "")
    start = x - long / 2 if shape.get("text-anchor") else x
    return [start, start + long], [y]


def layers(root: ElementTree.Element) -> str:
    return "".join(sorted((use.get("href") or "")[1] for use in root.iter(f"{SVG}use")))


@settings(max_examples=40)
@given(plates())
def test_any_plates_are_drawn_and_told(found: Plates) -> None:
    root = checked(svg_text(plates_drawing(found)))
    assert layers(root) == "".join(sorted("".join(found.stacks)))
    assert str(found) in (root[0].text or "")
    assert (root[1].text or "").count("Plate ") == 4
    assert (root[1].text or "").count("empty") == found.stacks.count("")


@settings(max_examples=15)
@given(orders(most=14))
def test_any_solution_is_drawn_step_by_step(order: tuple[Plates, str]) -> None:
    found, burger = order
    steps = tuple(plan(found, burger))
    solved = Solved(found, None, burger, Variant.STANDARD, steps, f"{len(steps)} steps")
    drawing = solution_drawing(solved)
    assert len(drawing.panels) == len(steps) + 1
    root = checked(svg_text(drawing))
    drawn = len(burger) + len("".join(found.stacks)) * (len(steps) + 1)
    assert len(layers(root)) == drawn
    for number in range(1, len(steps) + 1):
        assert f" {number}. " in (root[1].text or "")


def test_a_page_may_hold_several_pictures() -> None:
    texts = [
        svg_text(plates_drawing(Plates(stacks)))
        for stacks in (("B", "", "", ""), ("", "B", "", ""))
    ]
    first, second = (
        {element.get("id") for element in ElementTree.fromstring(text).iter() if element.get("id")}
        for text in texts
    )
    assert not first & second


def test_colours_are_those_of_the_terminal_and_names_stand_out() -> None:
    assert set(COLOURS) == set(INGREDIENTS)
    for letter, (fill, ink) in COLOURS.items():
        assert LAYERS[letter][1].endswith(fill)
        lighter, darker = sorted((_luminance(fill), _luminance(ink)), reverse=True)
        # WCAG 2.1, 1.4.3: at least 4.5 to 1.
        assert (lighter + 0.05) / (darker + 0.05) >= 4.5


def _luminance(colour: str) -> float:
    """Relative luminance, as WCAG 2.1 defines it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_show_prints_or_writes_the_picture(burger: Command, here: Command, tmp_path: Path) -> None:
    printed = burger("master", "show", "--plates", " bpcl/btt / b/-")
    root = checked(printed.out)
    assert root[0].text == "Plates BPCL/BTT/B/-"
    assert "Plate 2: bun, tomato, tomato." in (root[1].text or "")
    written = here("master", "show", "--plates", "BPCL/BTT/B/-", "-o", "plates.svg")
    assert (written.code, written.out) == (0, "")
    assert (tmp_path / "plates.svg").read_text() == printed.out
    answer = here("master", "show", "--plates", "BPCL/BTT/B/-", "--json").document
    assert (answer["value"], answer["svg"]) == ("BPCL/BTT/B/-", printed.out)
    assert here("master", "show", "--plates", "BPCL/BTT/B/-", "-o", "-").out == printed.out


def test_solve_draws_svg_and_gif(burger: Command, tmp_path: Path) -> None:
    answer = burger(*ORDER, "--svg", "steps.svg", "--gif", "steps.GIF", "--json").document
    root = checked((tmp_path / "steps.svg").read_text())
    assert root[0].text == "Order base-07: BPTTB, 2 steps, proved the fewest"
    assert "1. MOVE the top 2 of plate 1 onto plate 3. Plate 1: bun, patty." in str(root[1].text)
    assert "".join(root.itertext()).count("The order is complete.") == 2

    with Image.open(tmp_path / "steps.GIF") as moving:
        assert moving.n_frames == answer["value"] + 1  # type: ignore[attr-defined]
        assert moving.width == 2 * WIDTH
        assert moving.info["loop"] == 0
        assert moving.info["comment"].decode().startswith(str(root[0].text))
        frames = []
        for number in range(answer["value"] + 1):
            moving.seek(number)
            assert moving.info["duration"] >= 1500
            frames.append(moving.convert("RGB").tobytes())
    assert len(set(frames)) == len(frames)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["steps.GIF", "steps.svg"]


def test_a_plan_at_the_limit_says_what_is_proved(here: Command, tmp_path: Path) -> None:
    hard = ("--plates", "COTLPCCBBPLOOTBLBTBP/-/-/-", "--burger", "POTTTBBBBBOCLCLPPCLO")
    run = here("master", "solve", *hard, "--limit", "0", "--svg", "plan.svg", "--json")
    assert run.code == 3
    title = checked((tmp_path / "plan.svg").read_text())[0].text or ""
    assert f"{run.document['value']} steps; at least {run.document['bound']}" in title


def test_nothing_to_do_is_one_picture(here: Command, tmp_path: Path) -> None:
    done = ("--plates", "BPB/-/-/-", "--burger", "BPB", "--svg", "done.svg", "--gif", "done.gif")
    assert here("master", "solve", *done).code == 0
    assert "0 steps" in str(checked((tmp_path / "done.svg").read_text())[0].text)
    with Image.open(tmp_path / "done.gif") as still:
        assert getattr(still, "n_frames", 1) == 1


def test_no_solution_no_picture(here: Command, tmp_path: Path) -> None:
    run = here("master", "solve", "--plates", "B/B/-/-", "--burger", "BPB", "--svg", "a.svg")
    assert run.code == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([*ORDER, "--svg", "a.png"], [".svg", "a.png"]),
        ([*ORDER, "--gif", "a.svg"], [".gif", "a.svg"]),
        ([*ORDER, "--svg", "nowhere/a.svg"], ["cannot write", "nowhere"]),
        (["master", "show"], ["missing --plates"]),
        (["master", "show", "--plates", "B/B"], ["2 plates"]),
        (["master", "show", "--plates", PLATES, "-o", "plates.jpg"], [".svg", "plates.jpg"]),
    ],
)
def test_bad_input_is_one_clear_line(
    here: Command, tmp_path: Path, arguments: list[str], says: list[str]
) -> None:
    assert_bad_input(here(*arguments), *says)
    assert list(tmp_path.iterdir()) == []


def test_a_gif_without_pillow_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(InvalidInput, match=r"burger-solver\[pictures\]"):
        gif.require_pillow()


def test_where_one_picture_cannot_be_written_neither_is(here: Command, tmp_path: Path) -> None:
    order = ("--plates", "BPCL/BTT/B/BOO", "--card", "base-07")
    run = here("master", "solve", *order, "--svg", "new.svg", "--gif", "missing/new.gif")
    assert_bad_input(run, "missing/new.gif")
    assert not list(tmp_path.iterdir())


def test_standard_output_is_one_thing(here: Command) -> None:
    plates = ("--plates", "BPCL/BTT/B/BOO")
    assert here("master", "show", *plates, "-o", "-").out == here("master", "show", *plates).out
    assert_bad_input(here("master", "show", *plates, "-o", "-", "--json"), "standard output")
