"""What a worker tells of the machine it runs on: the same everywhere.

What student code prints can reach a page that is handed out. So it is told no host name, no user,
no process number and no folder of the grader's machine. This hides them from ordinary Python; the
lock answers 0 to what asks the kernel who the process is, and refuses what asks for the host name.
Standard library only.
"""

from __future__ import annotations

import _imp
import gc
import os
import posix
import sys
import threading
import types
from collections.abc import Iterator, Mapping
from typing import Any

_REAL = os.uname()  # before the lock refuses it
HOST = "localhost"
PREFIX = "/usr"
NOBODY = 65534
NUMBERS: Mapping[str, int] = {"getpid": 1, "getppid": 0} | dict.fromkeys(
    ("getuid", "geteuid", "getgid", "getegid"), NOBODY
)
LIBRARY = os.path.dirname(os.__file__)
NAMED = f"{PREFIX}/lib/python{sys.version_info[0]}.{sys.version_info[1]}"
_NAMES = {"executable": f"{PREFIX}/bin/python3"} | dict.fromkeys(
    ("prefix", "base_prefix", "exec_prefix", "base_exec_prefix"), PREFIX
)
_real_names = {
    name: getattr(sys, name)
    for name in (*_NAMES, "_base_executable", "_stdlib_dir", "_framework")
    if hasattr(sys, name)
}
_real_path: list[str] = []
_kept: list[Any] = []
"""What is replaced. Freed, it would leave holes among a student's objects (`address_shuffle`)."""
_everybodys: set[str] = set()
"""Modules that were here before any worker was started."""
_places: list[tuple[list[str], list[str], list[str]]] = []
"""Where packages look for their modules, really and as it is told to student code."""
PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def prepare(keep_library: bool) -> None:
    """Do for all workers what can be done before they are started, while modules can be imported.

    What a worker itself moves in its memory would change the addresses of a student's objects
    (`inside.address_shuffle`). `keep_library`: modules of the library are read when they are
    imported, so its files keep their names. Call it before the garbage collector is frozen.
    """
    folders = _folders(keep_library)
    _name_code(folders)
    for module in [*sys.modules.values()]:
        if isinstance(module, types.ModuleType):
            _name_module(vars(module), folders)
            places = _search_places(module)
            _places.extend(
                (each, [*each], [_neutral(one, folders) for one in each]) for each in places
            )
    _everybodys.update(sys.modules)
    _real_path.extend(sys.path)
    _hide(keep_library)


def _name_code(folders: Mapping[str, str]) -> None:
    """Give code of Python's library and of this package the file names that it has everywhere."""
    functions = [item for item in gc.get_objects() if type(item) is types.FunctionType]
    codes = [*(function.__code__ for function in functions), *_running()]
    names = {path: _neutral(path, folders) for path in {code.co_filename for code in codes}}
    for code in codes:
        if names.get(code.co_filename, code.co_filename) != code.co_filename:
            # As the import system does with a module that was compiled elsewhere.
            _imp._fix_co_filename(code, names[code.co_filename])  # type: ignore[attr-defined]
    spaces = {id(one.__globals__): one.__globals__ for one in functions}
    for space in spaces.values():
        _name_module(space, {PACKAGE: folders[PACKAGE]})  # ours cannot be found in sys.modules
    _kept.append((functions, codes, names, spaces))


def _search_places(module: types.ModuleType) -> list[list[str]]:
    found = (
        vars(module).get("__path__"),
        getattr(module.__spec__, "submodule_search_locations", 0),
    )
    return [each for each in found if isinstance(each, list)]


def _folders(keep_library: bool) -> dict[str, str]:
    """Each folder of this machine that a file name may tell, and what it is called instead."""
    return {PACKAGE: "topograde"} | ({} if keep_library else {LIBRARY: NAMED})


def _running() -> Iterator[types.CodeType]:
    frame: types.FrameType | None = sys._getframe(1)
    while frame is not None:
        yield frame.f_code
        frame = frame.f_back


def _neutral(path: str, folders: Mapping[str, str]) -> str:
    for folder, name in folders.items():
        if path.startswith(folder + os.sep) or path == folder:
            return name + path[len(folder) :]
    hidden = LIBRARY in folders and path.startswith("/") and not path.startswith(NAMED)
    return os.path.basename(path) if hidden else path


def _name_module(space: dict[str, Any], folders: Mapping[str, str]) -> None:
    """The names of its files that a module's namespace holds."""
    spec, loader = space.get("__spec__"), space.get("__loader__")
    for name in ("__file__", "__cached__"):
        path = space.get(name)
        if isinstance(path, str):
            _kept.append(path)
            space[name] = _neutral(path, folders)
    for holder, name in (spec, "origin"), (spec, "_cached"), (loader, "path"):
        path = getattr(holder, name, None)
        if isinstance(path, str):
            _kept.append(path)
            setattr(holder, name, _neutral(path, folders))


def show_paths() -> None:
    """Tell where modules are, until `hide_machine` is called: in a child that imports some."""
    for places, real, _ in _places:
        places[:] = real
    sys.path[:] = _real_path
    for name, value in _real_names.items():
        setattr(sys, name, value)


def hide_machine(keep_paths: bool, imported: bool = False) -> None:
    """Call it in the locked child, before student code. keep_paths: modules are read from there.
    imported: some were, in this child."""
    if imported:
        own = [module for name, module in sys.modules.items() if name not in _everybodys]
        folders = _folders(keep_paths)
        _name_code(folders)
        for module in own:
            if isinstance(module, types.ModuleType):
                _name_module(vars(module), folders)
                for places in _search_places(module):
                    places[:] = [_neutral(place, folders) for place in places]
        _hide(keep_paths)
    vars(os).update(_ANSWERS)
    vars(posix).update(_ANSWERS)
    threading.main_thread()._native_id = 0  # type: ignore[attr-defined]


def _always(answer: Any) -> Any:
    return lambda: answer


_ANSWERS = {name: _always(number) for name, number in NUMBERS.items()}
_ANSWERS["uname"] = _always(os.uname_result((_REAL.sysname, HOST, "", "", _REAL.machine)))


def _hide(keep_paths: bool) -> None:
    """What can be hidden before a worker knows who it is."""
    for places, _, named in _places:
        places[:] = named
    for name in ("_uname_cache", "_platform_cache"):
        kept = getattr(sys.modules.get("platform"), name, None)
        if kept is not None:  # asked by a module that is loaded already
            setattr(sys.modules["platform"], name, {} if isinstance(kept, dict) else None)
    for name in ("socket", "_socket"):
        if name in sys.modules:
            sys.modules[name].gethostname = _always(HOST)  # type: ignore[attr-defined]
    if not keep_paths:
        _hide_paths()


def _hide_paths() -> None:
    """No file can be opened: nothing needs to know where modules were read from."""
    sys.path[:] = [NAMED]
    for path, finder in sys.path_importer_cache.items():
        _kept.append((path, finder))
        if finder is not None and hasattr(finder, "path"):
            finder.path = NAMED
    sys.path_importer_cache.clear()
    sys.argv[:] = [""]
    sys.orig_argv[:] = ["python3"]
    for name, value in _real_names.items():
        _kept.append(value)
        setattr(sys, name, _NAMES.get(name, ""))
