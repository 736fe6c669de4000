"""Compiling plain Python functions, and the few small kernels that all games share.

A *kernel* is a Python function over NumPy records that allocates nothing, raises nothing and touches no Python object:
the caller passes in all memory. That is why one source can run interpreted, compiled for the CPU, inside a GPU kernel
and in the browser.

With ``NUMBA_DISABLE_JIT=1`` in the environment, every kernel runs as plain Python; ``interpreted`` lets them do so
until they are compiled.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import struct
import threading
import time
import types
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
import platformdirs

from piazzetta.interpreted import INTERPRETED as INTERPRETED
from piazzetta.interpreted import is_interpreting, until_compiled

_config: Any = numba.config  # its settings come from the environment, which type checkers cannot see

#: What ``mover`` returns when it is nobody's move.
CHANCE = -1
OVER = -2

_PACKAGE = Path(__file__).parent
_KERNEL_FOLDERS = ("games", "match", "batch", "bots")
#: More folders with kernels. A cache names the types of their arguments, so it must not outlive a renamed type.
_MORE_KERNEL_FOLDERS = ("envs/kernels", "train/search")
#: Old caches are removed, but never one that a running program may still use: it was begun less than a day ago.
_KEPT_CACHES, _KEPT_SECONDS = 4, 86_400


def sources_digest(*more: str) -> str:
    """A digest of the sources of all kernels and of the ``more`` folders of the package."""
    sources = [Path(__file__)]
    for folder in (*_KERNEL_FOLDERS, *more):
        sources += sorted((_PACKAGE / folder).rglob("*.py"))
    return _digest(sources)


def _digest(sources: list[Path]) -> str:
    digest = hashlib.sha256()
    for source in sources:
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


@cache
def foreign_digest(source: str) -> str:
    """A digest of all sources of the other package that a file is in; "" for files of this package."""
    folder = Path(source).resolve().parent
    if _PACKAGE in (folder, *folder.parents):
        return ""
    if not (folder / "__init__.py").exists():  # a script
        return _digest(sorted(folder.glob("*.py")))
    while (folder.parent / "__init__.py").exists():  # a game's rules may be in a folder of their own
        folder = folder.parent
    return _digest(sorted(folder.rglob("*.py")))


@cache
def cache_folder() -> Path:
    """The folder for compiled kernels: a separate one for each state of the kernels' sources.

    Numba checks only the file that defines a function, not the files of the functions it calls, so a changed rule would
    leave stale callers behind. Naming the folder after all sources prevents that.
    """
    root = Path(os.environ.get("PIAZZETTA_CACHE") or platformdirs.user_cache_path("piazzetta"))
    folder_now = root / f"kernels-{sources_digest(*_MORE_KERNEL_FOLDERS)}"
    with contextlib.suppress(OSError):  # if the home folder is read-only, Numba picks its own place
        folder_now.mkdir(parents=True, exist_ok=True)
        os.utime(folder_now)
        used = sorted((folder.stat().st_mtime, folder) for folder in root.glob("kernels-*"))
        for last_begun, old in used[:-_KEPT_CACHES]:
            if last_begun < time.time() - _KEPT_SECONDS:
                shutil.rmtree(old, ignore_errors=True)
    return folder_now


#: Two threads may bind two games at once, and the setting below is global.
_decorating = threading.RLock()


@contextlib.contextmanager
def _own_cache(function: Callable[..., Any]) -> Iterator[None]:
    """Set our cache folder while Numba decorates a function, which is when it reads it; other packages keep theirs.

    Kernels of a game from another package get their own folder, named after that game's sources.
    """
    with _decorating:
        before = _config.CACHE_DIR
        folder = cache_folder() / foreign_digest(function.__code__.co_filename)
        with contextlib.suppress(OSError):
            folder.mkdir(exist_ok=True)
        if os.access(folder, os.W_OK):
            _config.CACHE_DIR = str(folder)
        try:
            yield
        finally:
            _config.CACHE_DIR = before


#: Nobody calls a kernel from C: the wrapper that Numba makes for that takes a fifth of the compiler's time.
_OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}


def compiled(function: Callable[..., Any]) -> Any:
    """The function as a kernel: compiled at its first call, cached on disk, running without the GIL."""
    with _own_cache(function):
        return until_compiled(numba.njit(**_OPTIONS)(function))


def inlined(function: Callable[..., Any]) -> Any:
    """The same, as part of its callers: for frequent calls with a large tuple, which would be passed word by word.

    It also suits a large function with a single caller: by itself it would be optimized with all it calls, and then
    all of that again in its caller.
    """
    with _own_cache(function):
        return until_compiled(numba.njit(**_OPTIONS, inline="always")(function))


def rebound(function: Callable[..., Any], name: str, **bound: Any) -> Callable[..., Any]:
    """The same code over other globals: this turns one generic algorithm into a function of each game.

    Numba can cache such a function on disk, unlike a closure over other kernels.
    """
    scope = {**function.__globals__, **bound}
    copy = types.FunctionType(function.__code__, scope, f"{function.__name__}_{name}", function.__defaults__)
    copy.__qualname__ = copy.__name__
    copy.__module__ = function.__module__
    return copy


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def borrowed(arrays):
    """A tuple of arrays without their reference counts, valid as long as the caller holds the arrays.

    Counting is atomic: threads that take rows of the same arrays would wait for each other at every row.
    """
    return arrays


def _without_counts(_typing, arrays):
    def build(context, builder, signature, args):
        parts = []
        for index, kind in enumerate(arrays):
            array = context.make_array(kind)(context, builder, builder.extract_value(args[0], index))
            array.meminfo = array.meminfo.type(None)
            parts.append(array._getvalue())
        return context.make_tuple(builder, arrays, parts)

    return arrays(arrays), build


_uncounted: Any = numba.extending.intrinsic(_without_counts)  # takes one argument fewer than checkers think


@numba.extending.overload(borrowed)
def _borrowed(arrays):
    return lambda arrays: _uncounted(arrays)


def records(dtype: np.dtype[Any], size: int) -> np.ndarray[Any, Any]:
    """``size`` records, all zero, in the form that kernels handle fastest.

    Compiled kernels want plain structured arrays (a call takes a quarter of the time it takes with
    ``np.recarray``); interpreted ones need the attributes of ``np.recarray``.
    """
    array = np.zeros(size, dtype)
    return array.view(np.recarray) if is_interpreting() else array


class Record(np.void):  # type: ignore[misc]  # NumPy calls it final, and derives numpy.record from it
    """A record with its fields as attributes, over the memory of its array.

    Kernels take it in a tenth of the time of NumPy's own records. Numba asks a record for its ``data``, for which NumPy
    spells out the whole format, field by field; an array of bytes says the same.
    """

    _kept: Plain | None = None  # the same for reading, if nobody is going to change the record

    @property
    def data(self) -> Any:
        return np.frombuffer(self, np.uint8)

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except ValueError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value

    def copy(self, order: Any = None) -> Record:
        """The same, elsewhere: all bytes, those between the fields too."""
        found: Record = np.frombuffer(bytearray(self.data), self.dtype)[0]
        return found

    def keep(self) -> Record:
        """Let all who read it share what they read: it stays as it is."""
        self.__dict__["_kept"] = _plain_class(self.dtype)(self)
        return self


@cache
def _with_attributes(dtype: np.dtype[Any]) -> np.dtype[Any]:
    return np.dtype((Record, dtype))


def as_records(array: Any) -> Any:
    """The same array, with a ``Record`` at each place."""
    plain_array = array.view(np.ndarray)  # an ``np.recarray`` would insist on NumPy's own records
    return plain_array.view(_with_attributes(array.dtype))


class Plain:
    """A record's fields as Python numbers and lists, which are a hundred times faster to read. Each is converted when
    it is first asked for; later changes of the record do not show."""

    def __init__(self, record: Any) -> None:
        self._bytes: bytes = record.tobytes()

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    if TYPE_CHECKING:  # its fields, which only the classes made for each kind of record know

        def __getattr__(self, name: str) -> Any: ...


@cache
def _plain_class(dtype: np.dtype[Any]) -> type[Plain]:
    """The ``Plain`` of a kind of record, with an attribute for each field."""
    fields: Mapping[str, Any] = dtype.fields or {}
    kinds = {0: _Number, 1: _Numbers, 2: _Rows}
    made = {name: kinds.get(len(of[0].shape), _Nested)(name, of[0], of[1]) for name, of in fields.items()}
    return type("Plain", (Plain,), made)


class _Number:
    """A field that is one number. What it was first read as stands in its place from then on, as an attribute of the
    record's own: that is found first."""

    def __init__(self, name: str, dtype: np.dtype[Any], offset: int) -> None:
        self.name, self.shape, self.offset = name, dtype.shape, offset
        numbers = struct.Struct(f"={prod(dtype.shape)}{dtype.base.char}")
        assert numbers.size == dtype.itemsize
        self.unpack, self.end = numbers.unpack_from, offset + numbers.size
        self.rows = struct.Struct(f"={dtype.shape[-1]}{dtype.base.char}").iter_unpack if dtype.shape else None

    def __get__(self, at: Plain, owner: type[Plain]) -> Any:
        (value,) = self.unpack(at._bytes, self.offset)
        at.__dict__[self.name] = value
        return value


class _Numbers(_Number):
    """A field of several numbers."""

    def __get__(self, at: Plain, owner: type[Plain]) -> Any:
        value = at.__dict__[self.name] = list(self.unpack(at._bytes, self.offset))
        return value


class _Rows(_Number):
    """A field of rows of numbers."""

    def __get__(self, at: Plain, owner: type[Plain]) -> Any:
        assert self.rows is not None
        value = at.__dict__[self.name] = [list(row) for row in self.rows(at._bytes[self.offset : self.end])]
        return value


class _Nested(_Rows):
    """A field of more dimensions."""

    def __get__(self, at: Plain, owner: type[Plain]) -> Any:
        value = super().__get__(at, owner)
        for size in self.shape[-2:0:-1]:
            value = [value[begin : begin + size] for begin in range(0, len(value), size)]
        at.__dict__[self.name] = value
        return value


def plain(record: Any) -> Plain:
    """A position for reading field by field."""
    return getattr(record, "_kept", None) or _plain_class(record.dtype)(record)


# --- random numbers -------------------------------------------------------------------------------
# Philox 2x32-7 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011; seven rounds pass BigCrush) is
# counter based: number i of a stream depends only on the stream's key and i. So the same seed gives the same games on
# every machine, for any number of threads and any batch size. Products are computed in 64 bits and masked to words,
# which gives the same result interpreted and compiled.

RNG_DTYPE = np.int64
RNG_SIZE = 4  # key (seed), stream (game), words drawn so far, the word saved for the next draw


def random_stream(seed: int, stream: int = 0) -> np.ndarray[Any, np.dtype[np.int64]]:
    """A generator for ``below``: the same seed and stream always give the same numbers."""
    if not 0 <= seed < 2**32:
        digest = hashlib.sha256(str(seed).encode()).digest()
        seed = int.from_bytes(digest[:4], "big")
    return np.array([seed, stream, 0, 0], RNG_DTYPE)


@compiled
def start_stream(rng, seed, stream, block):
    """Set a generator to the start of a stream, or to one of its blocks of two words."""
    rng[0] = seed
    rng[1] = stream
    rng[2] = 2 * block
    rng[3] = 0


@compiled
def next_word(rng):
    """The next 32 random bits of a stream. A Philox block has two words, so every other draw is free."""
    drawn = int(rng[2])
    rng[2] = drawn + 1
    if drawn & 1:
        return int(rng[3])
    key = int(rng[0])
    left = int(rng[1]) & 0xFFFFFFFF
    right = (drawn >> 1) & 0xFFFFFFFF
    for _ in range(7):
        product = left * 0xD256D193
        left = ((product >> 32) & 0xFFFFFFFF) ^ key ^ right
        right = product & 0xFFFFFFFF
        key = (key + 0x9E3779B9) & 0xFFFFFFFF
    rng[3] = right
    return left


@compiled
def below(rng, bound):
    """An integer from 0 to ``bound`` − 1, all equally likely (Lemire's unbiased method)."""
    product = next_word(rng) * bound
    low = product & 0xFFFFFFFF
    if low < bound:
        threshold = (0x100000000 - bound) % bound
        while low < threshold:
            product = next_word(rng) * bound
            low = product & 0xFFFFFFFF
    return product >> 32


@compiled
def pick(rng, weight, count):
    """A random index below ``count``, weighted by ``weight`` (integers)."""
    total = 0
    for i in range(count):
        total += int(weight[i])
    rest = below(rng, total)
    for i in range(count):
        rest -= int(weight[i])
        if rest < 0:
            return i
    return count - 1
