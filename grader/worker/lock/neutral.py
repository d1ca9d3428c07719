"""What a worker tells of the machine it runs on: the same everywhere.

What student code prints can reach a page that is handed out. So it is told no host name, no user,
no process number and no folder of the grader's machine. This hides them from ordinary Python; the
lock refuses what asks the kernel for the host name. Standard library only.
"""

from __future__ import annotations

import os
import posix
import sys
from collections.abc import Mapping
from typing import Any

_REAL = os.uname()  # before the lock refuses it
HOST = "localhost"
PREFIX = "/usr"
NUMBERS: Mapping[str, int] = {
    "getpid": 1, "getppid": 0, "getuid": 65534, "geteuid": 65534, "getgid": 65534, "getegid": 65534,
}  # fmt: skip


def hide_machine(keep_paths: bool) -> None:
    """Call it in the locked child, before student code. keep_paths: modules are read from there."""
    uname = os.uname_result((_REAL.sysname, HOST, "", "", _REAL.machine))
    answers: dict[str, Any] = {name: _always(number) for name, number in NUMBERS.items()}
    for module in (os, posix):
        for name, answer in {**answers, "uname": _always(uname)}.items():
            setattr(module, name, answer)
    for name in ("_uname_cache", "_platform_cache"):
        kept = getattr(sys.modules.get("platform"), name, None)
        if kept is not None:  # asked by a module that is loaded already
            setattr(sys.modules["platform"], name, {} if isinstance(kept, dict) else None)
    for name in ("socket", "_socket"):
        if name in sys.modules:
            sys.modules[name].gethostname = _always(HOST)  # type: ignore[attr-defined]
    if not keep_paths:
        _hide_paths()


def _always(answer: Any) -> Any:
    return lambda: answer


def _hide_paths() -> None:
    """No file can be opened: nothing needs to know where modules were read from."""
    library = f"{PREFIX}/lib/python{sys.version_info[0]}.{sys.version_info[1]}"
    ours = os.path.dirname(os.__file__)
    for module in list(sys.modules.values()):
        spec = getattr(module, "__spec__", None)
        places = (module, "__file__"), (module, "__cached__"), (spec, "origin"), (spec, "cached")
        for holder, name in places:
            path = getattr(holder, name, None)
            if isinstance(path, str) and path.startswith("/"):
                inside = path.startswith(ours)
                setattr(holder, name, library + path[len(ours) :] if inside else "")
    sys.path[:] = [library]
    sys.argv[:] = [""]
    sys.executable = f"{PREFIX}/bin/python3"
    sys.orig_argv[:] = ["python3"]
    for name in ("prefix", "base_prefix", "exec_prefix", "base_exec_prefix"):
        setattr(sys, name, PREFIX)
    for name in ("_base_executable", "_stdlib_dir", "_framework"):
        if hasattr(sys, name):
            setattr(sys, name, "")
