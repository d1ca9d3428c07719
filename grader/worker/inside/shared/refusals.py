"""Refuse files, processes and JavaScript to student code where no lock can: in a browser.

`take_away` removes the modules that lead from Python to JavaScript, and what of `asyncio` needs
them. `student_code` is a context in which an audit hook refuses what a locked worker refuses, with
the error that it would get there. This keeps accidents away. It is not a lock: code in the same
interpreter can undo it.
"""

from __future__ import annotations

import errno
import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

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
