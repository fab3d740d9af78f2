"""Compile plain integer Python to machine code once, and load it quickly ever after.

A kernel is a module of plain functions over 64-bit integers and flat integer
arrays. The same source runs in two ways: interpreted, with lists (slow, for
tests), and compiled by Numba, with ctypes arrays. Its functions are marked
with :func:`kernel`; the entry points are called through :class:`Native`.

Why not ``numba.njit(cache=True)``: importing Numba and reading its cache takes
over a second, more than most answers. So the object code that Numba makes is
kept in a file of our own and linked by llvmlite, which takes a tenth of that.
Numba itself is imported only to compile.

The cache file's name holds a fingerprint of the kernel's source, the versions
of Python, Numba and llvmlite, and the processor with its features; a file that
is not whole, or of another fingerprint, is never loaded. Files appear by
rename, so two processes that compile at once do no harm. The folder is the
first of these that can be written: ``BURGER_CACHE_DIR``, ``__pycache__`` beside
the kernel, the user's cache folder. If none can, the kernel is compiled anew
in each process.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import hashlib
import importlib.util
import logging
import mmap
import os
import platform
import sys
import tempfile
import threading
import types
from collections.abc import Callable, Iterator, MutableSequence
from pathlib import Path
from typing import Any, TypeVar

import llvmlite
import llvmlite.binding as llvm

from solver.default_numba import default_numba

logger = logging.getLogger(__name__)

Function = TypeVar("Function", bound=Callable[..., Any])
Made = TypeVar("Made")

#: What a kernel works on: a list of integers interpreted, a ctypes array compiled.
Array = MutableSequence[int]

#: One compiler or linker at a time: LLVM is not made for more.
_LOADING = threading.RLock()

#: The mode of a cache file.
READABLE = 0o644

#: First bytes of a cache file, before the SHA-256 of the rest.
_MAGIC = b"burger-kernel-1\n"


def kernel(function: Function) -> Function:
    """Mark a function as part of its module's kernel; it stays plain Python."""
    function.__kernel__ = True  # type: ignore[attr-defined]
    return function


def popcount(bits: int) -> int:
    """Return the number of one bits; compiled, one processor instruction.

    >>> popcount(0b1011)
    3
    """
    return bits.bit_count()


def bit_length(bits: int) -> int:
    """Return the number of bits up to the highest one; the number is not negative.

    >>> bit_length(0), bit_length(0b100)
    (0, 3)
    """
    return bits.bit_length()


def trailing_zeros(bits: int) -> int:
    """Return the number of zeros below the lowest one bit; there is one.

    >>> trailing_zeros(0b1000)
    3
    """
    return (bits & -bits).bit_length() - 1


def per_thread(make: Callable[[], Made]) -> Callable[[], Made]:
    """Return a function that makes something once for each thread that calls it.

    What a compiled search remembers belongs to the thread that runs it: compiled code runs beside
    other threads.
    """
    made = threading.local()

    @functools.wraps(make)
    def own() -> Made:
        if not hasattr(made, "value"):
            made.value = make()
        found: Made = made.value
        return found

    return own


def array(length: int) -> Any:
    """Return a zeroed array of 64-bit integers that compiled and interpreted code can share.

    The memory comes from an anonymous map, so a large array costs only what is
    touched; it is private, so a forked process has its own.
    """
    private = (
        {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
    )
    return (ctypes.c_int64 * length).from_buffer(mmap.mmap(-1, 8 * length, **private))


class Native:
    """The compiled entry points of a kernel module.

    module: the kernel's module.
    title: what it is called while it compiles, such as "search kernel".
    entries: name -> its parameters in order, ``"array"`` or ``"int"`` each; all return an int.
    """

    def __init__(
        self, module: types.ModuleType, entries: dict[str, tuple[str, ...]], title: str
    ) -> None:
        self._title = title
        self._module = module
        self._entries = entries
        self._engines: list[Any] = []
        self._keep: list[Any] = []
        with _LOADING:
            addresses = self._load() or self._compile()
        for name, address in addresses.items():
            setattr(self, name, _callable(address, entries[name]))

    def _load(self) -> dict[str, int] | None:
        """Link the object code from the first cache folder that has it."""
        for path in self._cache_files():
            with contextlib.suppress(OSError):
                content = _unpack(path.read_bytes())
                if content:
                    symbols, objects = content
                    return self._link(symbols, objects)
        return None

    def _compile(self) -> dict[str, int]:
        """Compile with Numba, keep the object code for the next process, return the addresses."""
        logger.info("compiling the %s, once ...", self._title)
        symbols, objects, addresses, keep = compile_module(self._module, self._entries)
        self._keep.append(keep)
        content = _pack(symbols, objects)
        for path in self._cache_files():
            try:
                _write_by_rename(path, content)
                break
            except OSError as error:
                logger.debug("cannot keep the compiled kernel in %s: %s", path.parent, error)
        else:
            logger.info("nowhere to keep it: set BURGER_CACHE_DIR to a folder that can be written")
        return addresses

    def _link(self, symbols: dict[str, str], objects: list[bytes]) -> dict[str, int]:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        target = llvm.Target.from_default_triple()
        machine = target.create_target_machine(codemodel="jitdefault", jit=True)
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        for code in objects:
            engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        engine.finalize_object()
        self._engines.append(engine)
        return {name: engine.get_function_address(symbol) for name, symbol in symbols.items()}

    def _cache_files(self) -> Iterator[Path]:
        name = f"{self._module.__name__.rpartition('.')[2]}-{fingerprint(self._module)}.native"
        for folder in cache_folders(self._module):
            yield folder / name


def cache_folders(module: types.ModuleType) -> Iterator[Path]:
    """Yield the folders in which a compiled kernel may be kept, first choice first."""
    if chosen := os.environ.get("BURGER_CACHE_DIR"):
        yield Path(chosen)
    if module.__file__:
        yield Path(module.__file__).parent / "__pycache__"
    user = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    with contextlib.suppress(RuntimeError):
        yield (Path(user) if user else Path.home() / ".cache") / "burger-solver"


def fingerprint(module: types.ModuleType) -> str:
    """Return what the object code of ``module`` depends on, hashed to 24 hex digits."""
    sources = b"\0".join(path.read_bytes() for path in _sources(module))
    features = ",".join(
        f"{name}{value}" for name, value in sorted(llvm.get_host_cpu_features().items())
    )
    parts = [
        sources,
        Path(__file__).read_bytes(),
        sys.version.encode(),
        numba_version(),
        llvmlite.__version__.encode(),
        f"{sys.platform} {platform.machine()}".encode(),
        llvm.get_host_cpu_name().encode(),
        features.encode(),
    ]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:24]


def numba_version() -> bytes:
    """Return the file in which the installed Numba keeps its version.

    Importing Numba, or asking the package metadata for it, takes longer than most answers.
    """
    found = importlib.util.find_spec("numba")
    if found is None or found.origin is None:
        return b""
    return (Path(found.origin).parent / "_version.py").read_bytes()


def compile_module(
    module: types.ModuleType, entries: dict[str, tuple[str, ...]]
) -> tuple[dict[str, str], list[bytes], dict[str, int], Any]:
    """Compile a kernel module with Numba.

    Returns the entries' symbol names, the object code, their addresses in this
    process, and what must be kept alive as long as the addresses are used.
    """
    with default_numba() as numba:
        from numba.core.compiler_lock import global_compiler_lock

        jitted = _jitted(module)
        types_of: Any = numba.types
        kinds = {"array": types_of.CPointer(types_of.int64), "int": types_of.int64}
        symbols, objects, addresses = {}, [], {}
        with global_compiler_lock:
            for name, parameters in entries.items():
                signature = types_of.int64(*(kinds[kind] for kind in parameters))
                dispatcher = jitted[name]
                dispatcher.compile(signature)
                compiled = dispatcher.overloads[signature.args]
                symbols[name] = compiled.fndesc.llvm_func_name
                objects.append(compiled.library._get_compiled_object())
                addresses[name] = compiled.library.get_pointer_to_function(symbols[name])
        return symbols, objects, addresses, jitted


def _kernel_modules(module: types.ModuleType) -> list[types.ModuleType]:
    """Return the modules whose kernel functions ``module`` uses, those they use too, by name."""
    found = {module.__name__}
    waiting = [module]
    while waiting:
        for value in vars(waiting.pop()).values():
            if getattr(value, "__kernel__", False) and value.__module__ not in found:
                found.add(value.__module__)
                waiting.append(sys.modules[value.__module__])
    return [sys.modules[name] for name in sorted(found)]


def _sources(module: types.ModuleType) -> list[Path]:
    return [Path(str(found.__file__)) for found in _kernel_modules(module)]


def _jitted(module: types.ModuleType) -> dict[str, Any]:
    """Return the kernel functions of ``module``, and those it imports, ready to be compiled.

    Each sees its own module's constants, with the kernel functions in their place.
    """
    import numba

    njit: Any = numba.njit
    # Without the wrappers for calls from Python, which nobody makes, it compiles a quarter faster.
    jit = njit(error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)
    instructions = _instructions()
    namespaces = {found.__name__: dict(vars(found)) for found in _kernel_modules(module)}
    done: dict[Any, Any] = {}
    for namespace in namespaces.values():
        namespace.update(instructions)
        for name, value in list(namespace.items()):
            if getattr(value, "__kernel__", False):
                if value not in done:
                    done[value] = jit(
                        types.FunctionType(value.__code__, namespaces[value.__module__], name)
                    )
                namespace[name] = done[value]
    return namespaces[module.__name__]


def _instructions() -> dict[str, Any]:
    """Return the functions of this module that are one processor instruction when compiled."""
    import numba
    from numba.extending import intrinsic

    def one(build: Callable[[Any, Any], Any]) -> Any:
        def typed(typing_context: Any, bits: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                return build(builder, arguments[0])

            return numba.types.int64(numba.types.int64), generate

        return intrinsic(typed)

    def bits_below_leading_zeros(builder: Any, bits: Any) -> Any:
        never_undefined = bits.type.__class__(1)(0)
        return builder.sub(bits.type(64), builder.ctlz(bits, never_undefined))

    return {
        "popcount": one(lambda builder, bits: builder.ctpop(bits)),
        "bit_length": one(bits_below_leading_zeros),
        "trailing_zeros": one(lambda builder, bits: builder.cttz(bits, bits.type.__class__(1)(0))),
    }


def _callable(address: int, parameters: tuple[str, ...]) -> Callable[..., int]:
    """Return a Python function that calls compiled code by Numba's calling convention.

    The result goes through the first pointer, an exception through the second;
    the kernels raise none.
    """
    kinds = {"array": ctypes.c_void_p, "int": ctypes.c_int64}
    prototype = ctypes.CFUNCTYPE(
        ctypes.c_int32,
        ctypes.POINTER(ctypes.c_int64),
        ctypes.POINTER(ctypes.c_void_p),
        *(kinds[kind] for kind in parameters),
    )
    function = prototype(address)
    arrays = [index for index, kind in enumerate(parameters) if kind == "array"]

    def call(*arguments: Any) -> int:
        result = ctypes.c_int64()
        raised = ctypes.c_void_p()
        passed = list(arguments)
        for index in arrays:
            passed[index] = ctypes.addressof(passed[index])
        if function(ctypes.byref(result), ctypes.byref(raised), *passed):
            raise RuntimeError("the compiled kernel failed")
        return result.value

    return call


def _pack(symbols: dict[str, str], objects: list[bytes]) -> bytes:
    import msgspec

    body = msgspec.msgpack.encode((symbols, objects))
    return _MAGIC + hashlib.sha256(body).digest() + body


def _unpack(content: bytes) -> tuple[dict[str, str], list[bytes]] | None:
    """Return what :func:`_pack` packed, or None if the file is not whole."""
    import msgspec

    start = len(_MAGIC) + hashlib.sha256().digest_size
    body = content[start:]
    if content[:start] != _MAGIC + hashlib.sha256(body).digest():
        return None
    unpacked: tuple[dict[str, str], list[bytes]] = msgspec.msgpack.decode(
        body, type=tuple[dict[str, str], list[bytes]]
    )
    return unpacked


def _write_by_rename(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=path.name, dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(temporary, READABLE)  # by others, too: one may install what all use
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
