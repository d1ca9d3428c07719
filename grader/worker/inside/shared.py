"""Student code and the grader in one interpreter: in a browser, where there is no lock.

`take_away` removes the modules that lead from Python to JavaScript, and what of `asyncio` needs
them. `student_code` is a context in which an audit hook refuses what a locked worker refuses, with
the error that it would get there. This keeps accidents away. It is not a lock: code in the same
interpreter can undo it. `put_back` puts back what student code changed: elsewhere a process ends
and takes everything with it, here the grader goes on with its own builtins, streams and modules.
"""

from __future__ import annotations

import builtins
import errno
import gc
import io
import math
import os
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from typing import Any, TextIO

from grader.worker.inside import modules

JAVASCRIPT = frozenset("js pyodide pyodide_js _pyodide _pyodide_core micropip".split())
"""Modules through which Python reaches the page."""
REFUSED = ("socket.", "subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.fork")

_asked: list[bool] = []


def take_away() -> None:
    """Remove what leads to JavaScript, and set up the hook. Call it once, before student code."""
    for name in [name for name in sys.modules if _leads_out(name)]:
        del sys.modules[name]
    sys.meta_path[:] = [each for each in sys.meta_path if not _leads_out(type(each).__module__)]
    _give_back_loops()
    sys.addaudithook(_hook)


def _give_back_loops() -> None:
    """Event loops of `asyncio` as they are elsewhere: the browser's own needs JavaScript."""
    import asyncio

    modules.let_loops_run()
    run = getattr(asyncio.run, "__wrapped__", asyncio.run)
    asyncio.run = asyncio.runners.run = run
    asyncio.events._set_running_loop(None)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # policies are on their way out, and are there still
        asyncio.set_event_loop_policy(None)


@contextmanager
def student_code() -> Iterator[None]:
    """What happens inside is done by student code, or for it."""
    _asked.append(True)
    try:
        yield
    finally:
        _asked.clear()


def _leads_out(module: str) -> bool:
    return module.partition(".")[0] in JAVASCRIPT


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if not _asked:
        return
    if event == "open":
        if not _is_of_python(arguments[0]):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(arguments[0]))
    elif event == "import":
        if _leads_out(str(arguments[0])):
            raise ModuleNotFoundError(f"No module named {arguments[0]!r}", name=str(arguments[0]))
    elif event.startswith(REFUSED):
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))


def _is_of_python(path: object) -> bool:
    """Whether a file belongs to Python itself: a module may be imported at any time."""
    if isinstance(path, bytes):
        path = os.fsdecode(path)
    return isinstance(path, str) and path.startswith((sys.prefix + "/lib/python", os.__file__[:-6]))


OPEN_TO_CHANGE = (builtins, math)
"""Modules that student code does change: by a name that shadows, or to count calls."""


@contextmanager
def put_back(held: list[object], printed: TextIO) -> Iterator[None]:
    """While student code runs, what it prints goes to `printed`; afterwards all is as it was.

    held: gets the student's module, so that what lives in it does not die all at once.
    """
    names = [dict(vars(module)) for module in OPEN_TO_CHANGE]
    modules, finders, path = dict(sys.modules), list(sys.meta_path), list(sys.path)
    streams, depth = (sys.stdin, sys.stdout, sys.stderr), sys.getrecursionlimit()
    set_limit = sys.setrecursionlimit
    sys.stdin, sys.stdout, sys.stderr = io.StringIO(), printed, printed
    try:
        yield
    finally:
        sys.settrace(None)
        sys.setprofile(None)
        gc.enable()
        for module, before in zip(OPEN_TO_CHANGE, names, strict=True):
            _restore(vars(module), before)
        held += [sys.modules.get("submission"), sys.modules.get("__main__")]
        sys.stdin, sys.stdout, sys.stderr = streams
        sys.setrecursionlimit = set_limit
        set_limit(depth)
        sys.meta_path[:], sys.path[:] = finders, path
        _restore(sys.modules, modules, keep=_is_module_of_python)


def _restore(
    table: dict[str, Any], before: Mapping[str, Any], keep: Callable[[object], bool] | None = None
) -> None:
    for name in [*table]:
        if name not in before and not (keep is not None and keep(table[name])):
            del table[name]
    table.update(before)


def _is_module_of_python(module: object) -> bool:
    """Whether a module came from Python's own library: importing it again would only cost time."""
    spec = getattr(module, "__spec__", None)
    if not isinstance(spec, ModuleSpec):
        return False
    origin = spec.origin or ""
    return origin in ("built-in", "frozen") or origin.startswith(sys.prefix + "/lib/python")
