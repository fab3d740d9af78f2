"""The README and the manuals: one page, and every example prints what the page says."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.manual import MANUALS
from tests.conftest import Command
from tests.examples import PAGES, ROOT, examples, without_times

#: A page is read in one go.
MOST_LINES = 150


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_examples_print_what_the_page_says(page: Path, tmp_path: Path) -> None:
    for example in examples(page.read_text("utf-8")):
        prints = without_times(example.prints(tmp_path)).strip()
        assert prints == without_times(example.says).strip(), example.command


def test_most_pages_have_examples() -> None:
    with_examples = [page for page in PAGES if list(examples(page.read_text("utf-8")))]
    assert len(with_examples) >= 6


def test_the_readme_is_one_page() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= MOST_LINES


@pytest.mark.parametrize("name", MANUALS)
def test_a_manual_is_printed(here: Command, name: str) -> None:
    run = here("manual", name)
    assert run.code == 0
    assert len(run.out.splitlines()) > 20


def test_the_manuals_are_listed(here: Command) -> None:
    assert [line.split()[0] for line in here("manual").out.splitlines()] == list(MANUALS)
