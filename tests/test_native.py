"""The compiled kernels: cold and warm, in folders that cannot be written, with caches that are not right."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from solver import native
from solver.master import count_kernel, kernel

#: Solves one order in a process of its own and says whether it had to import Numba, to compile.
PROBE = """
import sys
from solver.master.notation import parse_plates
from solver.master.search import solve
print(solve(parse_plates("BPCL/BTT/B/BOO"), "BPTTB").bound, "numba" in sys.modules)
"""

COMPILED = "2 True"
LOADED = "2 False"


def probe(package: Path, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", PROBE],
        cwd=package,
        env={
            **os.environ,
            "PYTHONPATH": str(package),
            "PYTHONDONTWRITEBYTECODE": "1",
            **environment,
        },
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the packages without any cache, as after a fresh install."""
    root = Path(native.__file__).parents[1]
    for name in ("solver", "data"):
        shutil.copytree(
            root / name, tmp_path / "site" / name, ignore=shutil.ignore_patterns("__pycache__")
        )
    return tmp_path / "site"


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """An environment whose user cache folder is empty."""
    return {"XDG_CACHE_HOME": str(tmp_path / "cache"), "HOME": str(tmp_path)}


def caches(folder: Path) -> list[Path]:
    return sorted(folder.rglob("kernel-*.native"))


def test_cold_then_warm_then_damaged_then_of_another_processor(
    package: Path, home: dict[str, str]
) -> None:
    assert probe(package, **home) == COMPILED
    (cache,) = caches(package)
    assert cache.parent == package / "solver" / "master" / "__pycache__"
    assert probe(package, **home) == LOADED

    # A file that is not whole is not loaded, and is made anew.
    whole = cache.read_bytes()
    cache.write_bytes(whole[:-100])
    assert probe(package, **home) == COMPILED
    assert cache.read_bytes()[:16] == whole[:16]

    # A file made for other source, another version or processor has another name: left alone.
    other = cache.rename(cache.with_name("kernel-0123456789abcdef01234567.native"))
    assert probe(package, **home) == COMPILED
    assert caches(package) == sorted([other, cache])


def test_an_install_folder_that_cannot_be_written(package: Path, home: dict[str, str]) -> None:
    # A file where the folder should be refuses root too, whom permissions do not stop.
    (package / "solver" / "master" / "__pycache__").write_text("")
    assert probe(package, **home) == COMPILED
    (cache,) = caches(Path(home["XDG_CACHE_HOME"]))
    assert cache.parent.name == "burger-solver"
    assert probe(package, **home) == LOADED


def test_no_folder_that_can_be_written(package: Path, home: dict[str, str]) -> None:
    (package / "solver" / "master" / "__pycache__").write_text("")
    Path(home["XDG_CACHE_HOME"]).write_text("")
    assert probe(package, **home) == COMPILED
    assert caches(package.parent) == []


def test_two_processes_that_compile_at_once(package: Path, home: dict[str, str]) -> None:
    command = [sys.executable, "-c", PROBE]
    environment = {**os.environ, "PYTHONPATH": str(package), **home}
    both = [
        subprocess.Popen(command, cwd=package, env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    assert [one.communicate(timeout=120)[0].strip() for one in both] == [COMPILED, COMPILED]
    assert len(caches(package)) == 1
    assert probe(package, **home) == LOADED


def test_the_fingerprint_tells_versions_and_processors_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = native.fingerprint(kernel)
    assert own == native.fingerprint(kernel)
    assert own != native.fingerprint(count_kernel)
    monkeypatch.setattr(native.llvm, "get_host_cpu_name", lambda: "another")
    other_processor = native.fingerprint(kernel)
    monkeypatch.undo()
    monkeypatch.setattr(native, "numba_version", lambda: b"0.0.0")
    other_version = native.fingerprint(kernel)
    assert len({own, other_processor, other_version}) == 3


def test_the_first_call_says_what_it_waits_for(package: Path, home: dict[str, str]) -> None:
    (package / "solver" / "master" / "__pycache__").write_text("")
    shutil.copytree(Path(native.__file__).parents[1] / "cli", package / "cli")
    command = [sys.executable, "-m", "cli.main", "master", "solve", "--json"]
    command += ["--plates", "BPCL/BTT/B/BOO", "--card", "base-07"]
    environment = {**os.environ, "PYTHONPATH": str(package), **home}
    said = [
        subprocess.run(command, cwd=package, env=environment, capture_output=True, text=True).stderr
        for _ in range(2)
    ]
    assert said[0].startswith("compiling the search kernel, once")
    assert said[0].count("\n") == 1
    assert said[1] == ""


@pytest.mark.parametrize(
    "variable", ["NUMBA_DISABLE_JIT", "NUMBA_NUM_THREADS", "NUMBA_DUMP_IR", "NUMBA_OPT", "file"]
)
def test_settings_of_others_change_nothing(
    package: Path, home: dict[str, str], variable: str, tmp_path: Path
) -> None:
    """Numba's variables, and a file of its settings in the current folder, read where yaml is."""
    value = {"NUMBA_NUM_THREADS": "0", "NUMBA_OPT": "x"}.get(variable, "1")
    if variable == "file":
        (package / ".numba_config.yaml").write_text("disable_jit: 1\n")
        (package / "yaml.py").write_text("def safe_load(file): return {'disable_jit': 1}\n")
        assert probe(package, **home) == COMPILED
    else:
        assert probe(package, **home, **{variable: value}) == COMPILED
