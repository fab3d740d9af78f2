"""The two gears: cold, warm and damaged caches, no place for one, no Numba, two processes at once."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli.service.examples import EXAMPLES
from solver import gears
from solver.batch import answer_line
from solver.draft import kernel

#: Answers a question in a process of its own; says the points and states, and whether Numba was there.
ASK = """
import random, sys
{before}
from solver.draft.deck import built_in
from solver.draft.search import best_board
from solver.gears import Gear
cards = built_in()[1]
pool = random.Random(1).sample(cards.pairs, 16)
best = best_board(cards, pool, 8, gear=Gear.{gear})
print(best.points, best.bound, best.nodes, sys.modules.get("numba") is not None)
"""

#: What cannot be installed in a browser.
HEAVY = ("numba", "llvmlite", "numpy", "orjson", "ortools")
HIDDEN = f"import sys; sys.modules.update(dict.fromkeys({HEAVY}))"


class Site:
    """A copy of the packages without any cache, as after a fresh install, and a cache folder."""

    def __init__(self, folder: Path) -> None:
        self.package, self.cache = folder / "site", folder / "cache"
        for name in ("solver", "data"):
            source = Path(gears.__file__).parents[1] / name
            shutil.copytree(
                source, self.package / name, ignore=shutil.ignore_patterns("__pycache__")
            )

    def start(self, gear: str, before: str = "") -> subprocess.Popen[str]:
        """Ask, by a program of its own."""
        folders = {"BURGER_CACHE_DIR": str(self.cache), "XDG_CACHE_HOME": str(self.cache / "user")}
        return subprocess.Popen(
            [sys.executable, "-c", ASK.format(gear=gear, before=before)],
            env={**os.environ, **folders, "PYTHONPATH": str(self.package)},
            cwd=self.package,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def ask(self, gear: str, before: str = "") -> str:
        """Return the answer."""
        out, err = self.start(gear, before).communicate(timeout=120)
        assert not err
        return out.strip()

    def kept(self) -> list[Path]:
        """Return the folders of compiled code."""
        return [seal.parent for seal in self.cache.glob(f"*/{gears.SEAL}")]


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path)


def test_two_at_once_then_warm_then_damaged(site: Site) -> None:
    both = [site.start("COMPILED") for _ in range(2)]
    cold, other = (process.communicate(timeout=120) for process in both)
    assert cold == other
    assert not cold[1]
    (folder,) = site.kept()
    assert list(site.cache.iterdir()) == [folder]
    files = {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}
    assert site.ask("COMPILED") == cold[0].strip()
    assert files == {path: path.stat().st_mtime_ns for path in files}

    code = max(files, key=lambda path: path.stat().st_size)
    code.write_bytes(code.read_bytes()[:-100])
    assert site.ask("COMPILED") == cold[0].strip()
    assert site.kept() == list(site.cache.iterdir()) == [folder]
    assert gears.is_whole(folder)


def test_plain_python_says_the_same_without_numba(site: Site) -> None:
    before = f"{HIDDEN}; import solver.gears; solver.gears.MOMENT = solver.gears.PATIENCE = 0"
    plain = site.ask("BOTH", before)
    assert plain == site.ask("PLAIN")
    assert plain.endswith("False")
    assert not site.cache.exists()


def test_compiling_goes_on_in_another_process_and_serves_the_next(site: Site) -> None:
    before = "import solver.gears; solver.gears.MOMENT = solver.gears.PATIENCE = 0"
    points = site.ask("BOTH", before).split()[:2]
    until = time.monotonic() + 60
    while not site.kept() and time.monotonic() < until:
        time.sleep(0.1)
    warm = site.ask("BOTH", before).split()
    assert (warm[:2], warm[-1]) == (points, "True")


@pytest.mark.parametrize("setting", ["NUMBA_DISABLE_JIT=1", "NUMBA_OPT=much"])
def test_settings_of_numba_in_the_environment_do_no_harm(
    site: Site, setting: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(*setting.split("="))
    assert site.ask("COMPILED").split()[:3] == site.ask("PLAIN").split()[:3]


def test_others_may_read_what_was_compiled(site: Site) -> None:
    site.ask("COMPILED")
    (folder,) = site.kept()
    assert folder.stat().st_mode & 0o777 == 0o755
    assert all(
        path.stat().st_mode & 0o777 == (0o755 if path.is_dir() else 0o644)
        for path in folder.rglob("*")
    )


def test_a_folder_that_cannot_be_written_is_passed_over(site: Site) -> None:
    site.cache.write_text("a file where the folder would be")
    assert site.ask("COMPILED").endswith("True")
    beside = site.package / "solver" / "draft" / "__pycache__"
    assert list(beside.glob(f"*/{gears.SEAL}"))


def test_where_no_folder_can_be_written_it_is_compiled_anew(site: Site) -> None:
    before = """
from pathlib import Path
from solver.gears import Kernel
Kernel._folders = lambda self: iter([Path("/dev/null/folder")])
"""
    assert site.ask("COMPILED", before).endswith("True")


NAMES = [
    *("master.solve", "master.verify", "draft.score", "draft.choose", "draft.maximise"),
    *("slam.check", "slam.calls", "slam.first", "slam.matrix"),
    *("super.plays", "super.flies", "battle.win-now", "battle.turns"),
]

#: Request documents that are answered in a browser too.
IN_A_BROWSER = [
    *({"question": name, **EXAMPLES[name]} for name in NAMES),
    {"question": "master.solve", "plates": "BLTBL/BPPCCT/B/BLPTC", "card": "base-11", "all": True},
    {"question": "master.solve", "plates": "BLTBL/BPPCCT/B/BLPTC", "card": "base-99"},
    {"question": "draft.score", "board": "bun,beef:3,cheddar,chili,s13,s14,s07"},
    {"question": "draft.choose", "board": "bun,beef:3,cheddar,chili", "pool": "all"},
    {"question": "draft.maximise", "pool": "all", "cards": 6},
    {"question": "draft.score", "board": "bun,beef:99"},
]


def test_answers_in_an_interpreter_like_that_of_a_browser() -> None:
    program = f"""
import json
{HIDDEN}
from solver.batch import answer_line
for line in {[json.dumps(one).encode() for one in IN_A_BROWSER]}:
    print(json.dumps(answer_line(1, line)))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=60)
    assert not done.stderr
    for line, request in zip(done.stdout.splitlines(), IN_A_BROWSER, strict=True):
        there = json.loads(line)
        here = json.loads(json.dumps(answer_line(1, json.dumps(request).encode())))
        assert there.pop("work", {}).get("nodes") == here.pop("work", {}).get("nodes")
        assert there == here


def test_a_number_that_comes_from_elsewhere_is_part_of_what_was_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = gears.fingerprint(kernel.run, kernel.Board)
    gears.fingerprint.cache_clear()
    assert gears.fingerprint(kernel.run, kernel.Board) == before
    gears.fingerprint.cache_clear()
    monkeypatch.setattr(kernel, "MOST_SCORING", 5)
    assert gears.fingerprint(kernel.run, kernel.Board) != before
    gears.fingerprint.cache_clear()
