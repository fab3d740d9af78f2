"""Two gears for a search: plain Python at once, machine code by Numba where that pays.

A kernel is a module of plain functions over whole numbers and one *record*: a dataclass whose
fields are numbers, and tables of numbers made with :func:`table`. The same functions run
interpreted, on the dataclass with lists, and compiled, on a NumPy record with the same fields.
Its entry takes the record, and returns 1 when the search is over, 0 where ``record.stop`` ended
it; called again it goes on with what the record knows.

:meth:`Kernel.run` starts in plain Python. Once that has taken more than a moment it goes on
compiled if the compiled code lies in the cache; otherwise another process compiles meanwhile,
and whichever is first ends the search. Without Numba the plain run goes on to the end. What a
search knows belongs to its record, so threads may run searches at once, each on its own.

A function that calls itself must not be given a literal number anywhere, and two functions must
not call each other: Numba's cache of them would crash the process that loads it (its issue 6061).

Compiled code is kept in the first of these folders that can be written: ``BURGER_CACHE_DIR``,
``__pycache__`` beside the kernel, the user's cache folder. Each version of a kernel, of Python
and of Numba has a folder there, which appears by rename and says what it must hold: one that is
not whole is made anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import logging
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import threading
import types
import warnings
from collections.abc import Callable, Iterator, MutableSequence, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import field, fields
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

from solver.watch import Watch

logger = logging.getLogger(__name__)

Row = MutableSequence[int]
Table = Sequence[Row]

#: Seconds of plain search that are nothing to speak of: importing Numba takes as long.
MOMENT = 0.2

#: Seconds of plain search after which compiling begins.
PATIENCE = 1.0

#: Plain states between two looks at the clock.
STATES = 64

#: Seconds between two looks at the clock while compiled code runs: at most, and near a limit.
TICK = 0.05
SHORT_TICK = 0.001

#: States that compiled code searches unwatched, in some 10 ms, before a thread is taken for it.
FEW_STATES = 1_000

#: Numba's settings and compiler are one for all.
_COMPILING = threading.RLock()

#: Searches of a process that may run at once.
MOST_THREADS = 64

#: What a folder of compiled code says of itself: the hash of its other files.
SEAL = "whole"


class Gear(Enum):
    """How a search runs: as it pays, or in one gear to the end."""

    BOTH = "both"
    PLAIN = "plain"
    COMPILED = "compiled"


class Question:
    """Whether to stop, asked of the clock now and then; once yes, always yes."""

    def __init__(self, ask: Callable[[], bool]) -> None:
        self._ask, self._asked, self._yes = ask, 0, False

    def __bool__(self) -> bool:
        """Return the answer, a new one every ``STATES`` times."""
        self._asked += 1
        if not self._yes and self._asked % STATES == 0:
            self._yes = self._ask()
        return self._yes


#: A record's ``stop``: compiled a number that another thread sets, interpreted also a question.
Stop = int | Question


def table(*shape: int) -> Any:
    """Return a dataclass field: a table of numbers, with room for so many in each direction."""
    return field(metadata={"shape": shape})


def scratch(*shape: int) -> Any:
    """Return such a field whose values are nothing that a search must keep to go on later."""
    return field(metadata={"shape": shape, "scratch": True})


class Kernel:
    """A search in two gears.

    entry: a function of a record, in a module in which ``KERNEL`` is this kernel.
    record: its dataclass; title: what the kernel is called while it compiles. reused: the memory
    of one search serves the next; what is ``scratch`` is then as an earlier one left it.
    """

    def __init__(self, entry: Any, record: Any, title: str, *, reused: bool = False) -> None:
        self._plain, self._title, self._record = entry, title, record
        kept = [one for one in fields(record) if "scratch" not in one.metadata]
        self._tables = [one.name for one in kept if "shape" in one.metadata]
        self._numbers = [one.name for one in kept if "shape" not in one.metadata]
        self._reused = reused
        self._spare: list[Any] = []
        self._compiled: Callable[[Any], int] | None = None
        self._useless = False
        self._plain_seconds = 0.0
        self._compiler: subprocess.Popen[bytes] | None = None

    def run(
        self,
        record: Any,
        watch: Watch,
        tick: Callable[[Any], bool],
        gear: Gear = Gear.BOTH,
        *,
        brief: bool = False,
    ) -> bool:
        """Search until it is over or ``tick`` says to stop; return whether it is over.

        The record then holds what is known.

        tick: called with the record, or what has its fields, now and then; returns whether to
        stop, and may tell how far it is. brief: it cannot take long compiled, and so need not be
        watched.
        """
        stopped = shifts = False

        def ask() -> bool:
            nonlocal stopped, shifts
            stopped, self._plain_seconds = tick(record), before + watch.seconds()
            shifts = not stopped and gear is Gear.BOTH and self._can_shift()
            return stopped or shifts

        while True:
            shifted = gear is Gear.COMPILED or (gear is Gear.BOTH and self._compiled is not None)
            if shifted and (compiled := self.load()) is not None:
                return self._run_compiled(compiled, record, watch, tick, brief)
            before = self._plain_seconds - watch.seconds()
            record.stop = Question(ask)
            over = bool(self._plain(record))
            record.stop = 0
            if over or not shifts:
                return over
            self.load()

    def _run_compiled(
        self,
        compiled: Callable[[Any], int],
        record: Any,
        watch: Watch,
        tick: Callable[[Any], bool],
        brief: bool,
    ) -> bool:
        """Do so in the second gear."""
        memory, numbers, tables = parts = self._packed(record)
        over = compiled(memory) if brief else self._run_shortly(compiled, memory, watch)
        if not (over or brief):
            running = _threads(os.getpid()).submit(compiled, memory)
            try:
                while True:
                    left = watch.left()
                    with contextlib.suppress(TimeoutError):
                        tick_length = TICK if left is None else min(TICK, max(SHORT_TICK, left))
                        over = running.result(tick_length)
                        break
                    memory.stop = int(tick(memory))
            finally:
                memory.stop = 1
        for name, number in zip(self._numbers, numbers, strict=True):
            setattr(record, name, number.item())
        for name, values in zip(self._tables, tables, strict=True):
            setattr(record, name, values.tolist())
        record.stop = 0
        if self._reused:
            self._spare.append(parts)
        return bool(over)

    def _run_shortly(self, compiled: Callable[[Any], int], memory: Any, watch: Watch) -> int:
        """Search a few states in the caller's own thread, where the record counts them."""
        left = watch.left()
        if "enough" not in self._numbers or (left is not None and left < TICK):
            return 0
        memory["enough"], enough = memory["nodes"] + FEW_STATES, int(memory["enough"])
        over = compiled(memory)
        memory["enough"] = enough
        return over

    def load(self) -> Callable[[Any], int] | None:
        """Return the compiled entry, from the cache or compiled now; None where nothing can be compiled."""
        with _COMPILING:
            if self._compiled is None and not self._useless:
                try:
                    kept = next(filter(is_whole, self._folders()), None)
                    self._compiled = self._jitted(kept) if kept else self._compile()
                except Exception as error:  # Numba is there, but not as it should be
                    self._useless = True
                    logger.info("the %s runs as plain Python: %s", self._title, error)
            return self._compiled

    def _can_shift(self) -> bool:
        """Return whether to go on compiled; have it compiled where the plain run takes long."""
        if self._compiled is not None:
            return True
        if self._useless or self._plain_seconds < MOMENT or not _is_there("numba", "llvmlite"):
            return False
        if self._compiler is not None:
            result = self._compiler.poll()
            self._useless = result not in (None, 0)
            return result == 0
        if any(map(is_whole, self._folders())):
            return True
        if self._plain_seconds > PATIENCE:
            logger.info("compiling the %s, once, in another process ...", self._title)
            call = f"from {self._plain.__module__} import KERNEL; exit(KERNEL.load() is None)"
            nowhere = subprocess.DEVNULL
            self._compiler = subprocess.Popen(
                [sys.executable, "-P", "-c", call],
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(os.path.isabs, sys.path))},
                stdin=nowhere, stdout=nowhere, stderr=nowhere, start_new_session=True,
            )  # fmt: skip
        return False

    def _packed(self, record: Any) -> tuple[Any, list[Any], list[Any]]:
        """Return a NumPy record with a record's values, and views of its numbers and of its tables."""
        try:
            memory, numbers, tables = self._spare.pop()
        except IndexError:
            import numpy as np

            array = np.zeros(1, _layout(self._record)).view(np.recarray)
            memory, plain = array[0], array.view(np.ndarray)
            numbers = [plain[name].reshape(()) for name in self._numbers]
            tables = [plain[name][0] for name in self._tables]
        for name, number in zip(self._numbers, numbers, strict=True):
            number[()] = getattr(record, name)
        for name, room in zip(self._tables, tables, strict=True):
            values = getattr(record, name)
            for part, row in zip(room, values, strict=False) if room.ndim > 1 else [(room, values)]:
                part[: len(row)] = row
        return memory, numbers, tables

    def _compile(self) -> Callable[[Any], int]:
        """Compile, and keep the code for the next process in the first folder that can be written."""
        logger.info("compiling the %s, once ...", self._title)
        for folder in self._folders():
            with contextlib.suppress(OSError):
                folder.parent.mkdir(parents=True, exist_ok=True)
                made = Path(tempfile.mkdtemp(prefix=folder.name, dir=folder.parent))
                compiled = self._jitted(made)
                (made / SEAL).write_text(contents_hash(made))
                for path in (made, *made.rglob("*")):  # by others, too
                    path.chmod(0o755 if path.is_dir() else 0o644)
                if not is_whole(folder):
                    shutil.rmtree(folder, ignore_errors=True)
                try:
                    made.rename(folder)
                except OSError:
                    # Another process was first.
                    shutil.rmtree(made, ignore_errors=True)
                return compiled
        logger.info("no folder for compiled code can be written: BURGER_CACHE_DIR may name one")
        return self._jitted(None)

    def _jitted(self, folder: Path | None) -> Callable[[Any], int]:
        """Return the entry compiled by Numba, which keeps its code in the folder, or finds it there."""
        numba = _numba()
        settings: Any = numba.config
        elsewhere, settings.CACHE_DIR = settings.CACHE_DIR, str(folder or "")
        functions = reached(self._plain)
        spaces = {function.__module__: dict(function.__globals__) for function in functions}
        compiled: dict[Any, Any] = {}
        for function in functions:
            keep = function is self._plain and folder is not None
            jit: Any = numba.njit(nogil=True, error_model="numpy", cache=keep)
            code, space = function.__code__, spaces[function.__module__]
            compiled[function] = jit(types.FunctionType(code, space, function.__name__))
        for space in spaces.values():
            called = {
                name: one for name, one in space.items() if isinstance(one, types.FunctionType)
            }
            space.update((name, compiled[one]) for name, one in called.items() if one in compiled)
        entry = compiled[self._plain]
        try:
            entry.compile((numba.from_dtype(_layout(self._record)),))
        finally:
            settings.CACHE_DIR = elsewhere
        return entry  # type: ignore[no-any-return]

    def _folders(self) -> Iterator[Path]:
        """Yield the folders in which the compiled code may be kept, first choice first."""
        source = Path(self._plain.__code__.co_filename)
        name = f"{source.parent.name}-{source.stem}-{fingerprint(self._plain, self._record)}"
        if chosen := os.environ.get("BURGER_CACHE_DIR"):
            yield Path(chosen) / name
        yield source.parent / "__pycache__" / name
        user = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
        with contextlib.suppress(RuntimeError):
            yield (Path(user) if user else Path.home() / ".cache") / "burger-solver" / name


def _is_there(*packages: str) -> bool:
    return all(importlib.util.find_spec(package) is not None for package in packages)


@cache
def _layout(record: Any) -> Any:
    """Return the NumPy type with a record's fields."""
    import numpy as np

    found = [(one.name, np.int64, one.metadata.get("shape", ())) for one in fields(record)]
    return np.dtype(found, align=True)


@cache
def _threads(process: int) -> ThreadPoolExecutor:
    """Return the threads of a process in which compiled code runs: its caller sees the clock and Ctrl-C."""
    return ThreadPoolExecutor(MOST_THREADS)


@cache
def _numba() -> Any:
    """Return Numba, which can then compile ``bit_count`` and ``bit_length`` of a number from 0 on.

    Raises RuntimeError where it is told not to compile.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # settings in the environment that it cannot read
        import numba
        from numba.extending import intrinsic, overload_method

    settings: Any = numba.config
    if settings.DISABLE_JIT:
        raise RuntimeError("NUMBA_DISABLE_JIT is set")
    types_of: Any = numba.types

    def one(name: str, build: Callable[[Any, Any], Any]) -> None:
        def typed(typing_context: Any, bits: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                return build(builder, arguments[0])

            return types_of.int64(types_of.int64), generate

        instruction: Any = intrinsic(typed)
        overload_method(types_of.Integer, name)(lambda bits: lambda bits: instruction(bits))

    def up_to_the_highest(builder: Any, bits: Any) -> Any:
        never_undefined = bits.type.__class__(1)(0)
        return builder.sub(bits.type(64), builder.ctlz(bits, never_undefined))

    one("bit_count", lambda builder, bits: builder.ctpop(bits))
    one("bit_length", up_to_the_highest)
    return numba


def reached(entry: types.FunctionType) -> list[types.FunctionType]:
    """Return a function and all functions that it calls by their names, and so on."""
    found = [entry]
    for function in found:
        for name in function.__code__.co_names:
            called = function.__globals__.get(name)
            if isinstance(called, types.FunctionType) and called not in found:
                found.append(called)
    return found


@cache
def fingerprint(entry: types.FunctionType, record: Any) -> str:
    """Return what a function's compiled code depends on, hashed to 24 digits."""
    import llvmlite.binding as llvm

    numba = importlib.util.find_spec("numba")
    version = Path(str(numba and numba.origin)).parent / "_version.py"
    features = sorted(llvm.get_host_cpu_features().items())
    machine = (sys.version, platform.machine(), llvm.get_host_cpu_name(), features)
    functions = reached(entry)
    sources = sorted({Path(function.__code__.co_filename) for function in functions})
    numbers = [
        (name, number)
        for function in functions
        for name in function.__code__.co_names
        if isinstance(number := function.__globals__.get(name), int)
    ]
    room = [(one.name, one.metadata.get("shape")) for one in fields(record)]
    parts = [path.read_bytes() for path in (*sources, Path(__file__), version)]
    # Numba asks for the time of the source too.
    times = [path.stat().st_mtime_ns for path in sources]
    parts.append(repr((machine, numbers, room, times)).encode())
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:24]


def contents_hash(folder: Path) -> str:
    """Return a hash of all files in a folder but its seal."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != SEAL)
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in files)).hexdigest()


def is_whole(folder: Path) -> bool:
    """Return whether a folder holds what its seal says."""
    with contextlib.suppress(OSError):
        return (folder / SEAL).read_text() == contents_hash(folder)
    return False
