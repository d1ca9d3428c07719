"""What an `import` of student code finds: the hand-in's other files, or a stand-in.

Stand-ins are for modules that the worker does not have: torch, numpy, matplotlib, graphviz.

A student's file may import them, and it may even fall back when they are missing; using one raises
`ModuleUnavailable`. Runs on the untrusted side.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from typing import Any

from grader.worker.inside import modules

NO_FILES = "no file, process or network is available while grading"
NO_LIMITS = "the limits of the process (resource.setrlimit) cannot be raised while grading"
LIMIT_ERRORS = frozenset(
    {"not allowed to raise maximum limit", "current limit exceeds maximum limit"}
)
"""Of resource.setrlimit, in Python's own words."""


IMPORTED = "importing it is fine, using it is an error"


class ModuleUnavailable(Exception):
    """The student's code used a module that the worker does not have."""


def not_there(error: BaseException) -> str:
    """What the worker has not got and this error asked for; nothing if it is another error."""
    if isinstance(error, ModuleUnavailable):
        return str(error)
    if type(error) is ValueError and error.args in {(text,) for text in LIMIT_ERRORS}:
        return NO_LIMITS
    return NO_FILES if isinstance(error, OSError) else ""


def unavailable(name: str) -> str:
    """The sentence about a module that the worker does not have."""
    return f"`{name[:60]}` is not available while grading: {modules.why_not(name)}"


def no_debugger(*_: object, **__: object) -> None:
    """What `breakpoint()` does here. Raises `ModuleUnavailable`."""
    raise ModuleUnavailable(
        "`breakpoint()` waits for somebody at a keyboard, and nobody is there while your code is "
        "checked: take it out, or run the file yourself"
    )


def stand_in(message: str) -> object:
    """Something that may be passed around; using it raises `ModuleUnavailable(message)`."""
    return _StandIn(message)


class StandIns:
    """Comes last: gives a stand-in for a module that nothing else has found.

    `is_guarded` says whether the import that is being run is prepared to fail (it stands in a `try`
    with an `except ImportError`): then it does fail, and the student's own fallback is taken.
    """

    def __init__(self, notices: list[str], is_guarded: Callable[[], bool]) -> None:
        self.notices = notices
        self.is_guarded = is_guarded
        self.made: set[str] = set()

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if self.is_guarded():
            return None
        return ModuleSpec(fullname, self, is_package=True)  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> types.ModuleType:
        return _StandInModule(spec.name)

    def exec_module(self, module: types.ModuleType) -> None:
        self.made.add(module.__name__)
        if "." not in module.__name__:
            self.notices.append(f"{unavailable(module.__name__)}; {IMPORTED}")


class _StandInModule(types.ModuleType):
    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return _StandIn(unavailable(self.__name__))


class _StandIn:
    """A name that is not there: of a module, of a line left out. May be passed, not used."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        if len(arguments) != 1 or keywords:  # a class statement with a stand-in as its base
            raise ModuleUnavailable(getattr(arguments[1][0], "_message", "?"))
        self._message = arguments[0]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return _StandIn(self._message)

    def _used(self, *_arguments: Any, **_keywords: Any) -> Any:
        raise ModuleUnavailable(self._message)

    __call__ = __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _used
    __truediv__ = __rtruediv__ = __pow__ = __neg__ = __float__ = __int__ = __bool__ = _used

    def __instancecheck__(self, _instance: object) -> bool:
        return False  # nothing is made of a class that is not there

    def __or__(self, _other: Any) -> _StandIn:
        return self  # `np.ndarray | float` in an annotation

    __ror__ = __or__
    __getitem__ = __setitem__ = __iter__ = __len__ = __enter__ = __exit__ = _used


class Siblings:
    """Imports the other .py files of the hand-in, from memory."""

    def __init__(self, files: dict[str, str]) -> None:
        self.files = files
        self.names = {_module_name(file): file for file in files}

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if fullname in self.names:
            package = self.names[fullname].endswith("__init__.py")
            return ModuleSpec(fullname, self, is_package=package)  # type: ignore[arg-type]
        if any(name.startswith(fullname + ".") for name in self.names):
            return ModuleSpec(fullname, None, is_package=True)
        return None

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: types.ModuleType) -> None:
        file = self.names[module.__name__]
        exec(compile(self.files[file], file, "exec", dont_inherit=True), module.__dict__)


def _module_name(file: str) -> str:
    name = file.removesuffix(".py").replace("/", ".")
    return name.removesuffix(".__init__")
