"""The page's files: all of them are sent, nothing comes from elsewhere, none is hard to read."""

from __future__ import annotations

import re

import pytest

from cli.service.pages import FOLDER, modules, page_files

FILES = {file.name: file.read_text() for file in FOLDER.iterdir()}

#: Most lines of a file.
MOST_LINES = 400


def test_every_file_of_the_page_is_sent() -> None:
    sent = {"page.html" if path == "/" else path[1:] for path in page_files()}
    assert sent == set(FILES)


def test_every_module_and_style_that_is_named_is_there() -> None:
    sent = page_files()
    for text in FILES.values():
        for path in re.findall(r'(?:from "\.|href="|src=")(/[\w.]+)"', text):
            assert path in sent or path == "/docs"


def test_every_module_is_named_by_the_page_itself() -> None:
    assert sorted(modules()) == sorted(name for name in FILES if name.endswith(".js"))
    page = page_files()["/"][0].decode()
    named = re.findall(r'<link rel="modulepreload" href="/([\w.]+)">', page)
    assert named == modules()


@pytest.mark.parametrize("name", FILES)
def test_a_file_says_what_it_is_for_and_is_short(name: str) -> None:
    text = FILES[name]
    assert len(text.splitlines()) <= MOST_LINES
    starts = {"js": "// ", "css": "/* ", "html": "<!doctype html>\n<!-- ", "svg": "<svg"}
    assert text.startswith(starts[name.rpartition(".")[2]])


def test_nothing_comes_from_elsewhere_or_stands_inline() -> None:
    for name, text in FILES.items():
        hosts = set(re.findall(r"https?://[\w.]+", text))
        assert hosts <= {"http://www.w3.org"}, name
        assert "innerHTML" not in text
    page = FILES["page.html"]
    assert not re.search(r"\sstyle=|\son\w+=|<style|<script>|javascript:", page)
