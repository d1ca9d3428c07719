"""Which modules a hand-in can import: one list for both sides of the lock.

A locked process opens no file, so a module must be loaded before the lock is on. The zygote
loads `PREIMPORTED` once for everybody. What else a hand-in's import statements name is loaded in
its own processes, before they are locked, if `is_importable`: the whole standard library but
`LOCKED`.
"""

from __future__ import annotations

import codecs
import importlib
import os
import sys
import warnings
from collections.abc import Iterable, Mapping, Sequence

PREIMPORTED = """
    __future__ abc argparse array bisect builtins calendar cmath codecs collections.abc collections
    contextlib copy csv dataclasses datetime decimal doctest enum errno fractions functools
    graphlib hashlib heapq importlib inspect io itertools json keyword linecache locale logging
    math numbers operator os.path pathlib pprint queue random re reprlib secrets shutil statistics
    string struct subprocess sys tempfile textwrap threading time timeit traceback types typing
    unicodedata unittest uuid warnings weakref zlib
""".split()
"""Standard modules that every child has from the start."""

LOCKED = {
    "antigravity": "it opens a browser",
    "ensurepip": "it installs packages",
    "idlelib": "it opens windows",
    "test": "it holds Python's own tests",
    "tkinter": "it opens windows",
    "turtle": "it opens windows",
    "turtledemo": "it opens windows",
    "venv": "it installs packages",
}
"""Standard modules that cannot be imported while grading, and what they are for."""

PROGRAMS = {
    "__main__": "it is a program, which runs when it is imported",
    "idle_test": "it holds Python's own tests",
    "test": "it holds Python's own tests",
    "tests": "it holds Python's own tests",
}
"""Parts of a module's name that no hand-in may import. All this is loaded before the lock is on."""


def is_importable(name: str) -> bool:
    """Whether this (dotted) name belongs to a standard module that a hand-in may import."""
    top, *parts = name.split(".")
    known = top in sys.stdlib_module_names and top not in LOCKED
    return known and name.isascii() and PROGRAMS.keys().isdisjoint(parts)


def why_not(name: str) -> str:
    """Why the module of this name is not available, to end a sentence with."""
    top, *parts = name.split(".")
    if top in LOCKED:
        return f"{LOCKED[top]}, and that is locked"
    if top in sys.stdlib_module_names and (found := PROGRAMS.keys() & parts):
        return f"{PROGRAMS[min(found)]}, and that is locked"
    if top in sys.stdlib_module_names:
        return "no import statement of your file names it, or this Python lacks it"
    if top in _packages:
        return f"of the package {top} only a part is there"
    if _packages:
        allowed = " and of ".join(sorted(_packages))
        return f"it is not part of Python's standard library, nor of {allowed}"
    return "it is not part of Python's standard library"


def load(names: Iterable[str]) -> None:
    """Import what can be imported of these names; each is a module, or a name in a module."""
    names = [name for name in names if is_importable(name)]
    if not names:  # to look at all modules, a new process has to copy the memory they lie in
        return
    before = frozenset(sys.modules)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a deprecated module is the student's own affair
        for name in names:
            _load(name)
    loaded = sys.modules.keys() - before
    if "zipfile" in loaded:
        codecs.lookup("cp437")  # the names in an archive are in this one, which is a module
    if "asyncio" in loaded:
        let_loops_run()


def load_packages(places: Mapping[str, tuple[str, Sequence[str]]]) -> None:
    """Import what a course lets student code use: by package, its folder and its modules.

    Raises what the import raises.
    """
    _packages.update(places)
    for folder, names in places.values():
        sys.path.append(folder)
        os.environ |= dict.fromkeys(_THREADS, "1")  # a process with threads is not to be forked
        try:
            for name in names:
                importlib.import_module(name)
        finally:
            sys.path.remove(folder)
            for variable in _THREADS:
                os.environ.pop(variable, None)


_packages: set[str] = set()
_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


def let_loops_run() -> None:
    """Make event loops that need no socket: nobody outside can wake them while grading."""
    import selectors
    from asyncio.selector_events import BaseSelectorEventLoop

    for place, name, instead in (
        (selectors, "DefaultSelector", selectors.SelectSelector),
        (BaseSelectorEventLoop, "_make_self_pipe", lambda loop: setattr(loop, "_csock", None)),
        (BaseSelectorEventLoop, "_close_self_pipe", lambda _loop: None),
    ):
        setattr(place, name, instead)


def _load(name: str) -> None:
    package, _, last = name.rpartition(".")
    module = sys.modules.get(package)
    # Some packages load a part when it is asked for: concurrent.futures.ThreadPoolExecutor.
    if module is not None and hasattr(module, last):
        return
    try:
        importlib.import_module(name)
    except BaseException:  # this Python was built without it, or it is a program that wants to end:
        return  # the hand-in is told when it imports it
