"""Put back what student code changed in an interpreter that it shares with the grader.

Elsewhere a process ends and takes everything with it. Here the grader goes on in the same one: with
its own builtins, streams, modules and limits.
"""

from __future__ import annotations

import builtins
import gc
import io
import math
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from typing import Any, TextIO

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
        _restore(sys.modules, modules, keep=_is_of_python)


def _restore(
    table: dict[str, Any], before: Mapping[str, Any], keep: Callable[[object], bool] | None = None
) -> None:
    for name in [*table]:
        if name not in before and not (keep is not None and keep(table[name])):
            del table[name]
    table.update(before)


def _is_of_python(module: object) -> bool:
    """Whether a module came from Python's own library: importing it again would only cost time."""
    spec = getattr(module, "__spec__", None)
    if not isinstance(spec, ModuleSpec):
        return False
    origin = spec.origin or ""
    return origin in ("built-in", "frozen") or origin.startswith(sys.prefix + "/lib/python")
