"""Stand-ins for modules that the worker does not have: torch, numpy, matplotlib, graphviz.

A student's file may import them, and it may even fall back when they are missing; using one raises
`ModuleUnavailable`. Runs on the untrusted side.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import types
from collections.abc import Callable
from typing import Any


class ModuleUnavailable(Exception):
    """The student's code used a module that the worker does not have."""


class StandIns(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Comes last: gives a stand-in for a module that nothing else has found.

    `is_guarded` says whether the import that is being run is prepared to fail (it stands in a `try`
    with an `except ImportError`): then it does fail, and the student's own fallback is taken.
    """

    def __init__(self, notices: list[str], is_guarded: Callable[[], bool]) -> None:
        self.notices = notices
        self.is_guarded = is_guarded
        self.made: set[str] = set()

    def find_spec(
        self, fullname: str, path: Any, target: Any = None
    ) -> importlib.machinery.ModuleSpec | None:
        if self.is_guarded():
            return None
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        return _StandInModule(spec.name)

    def exec_module(self, module: types.ModuleType) -> None:
        self.made.add(module.__name__)
        if "." not in module.__name__:
            self.notices.append(
                f"`{module.__name__[:60]}` is not available while grading; "
                "importing it is fine, using it is an error"
            )


class _StandInModule(types.ModuleType):
    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return _StandIn(self.__name__)


class _StandIn:
    """A name from a module that is not there. It may be passed around, not used."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        if len(arguments) != 1 or keywords:  # a class statement with a stand-in as its base
            raise _unavailable(getattr(arguments[1][0], "_module", "?"))
        self._module = arguments[0]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return _StandIn(self._module)

    def _used(self, *_arguments: Any, **_keywords: Any) -> Any:
        raise _unavailable(self._module)

    __call__ = __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _used
    __truediv__ = __rtruediv__ = __pow__ = __neg__ = __float__ = __int__ = __bool__ = _used

    def __instancecheck__(self, _instance: object) -> bool:
        return False  # nothing is made of a class that is not there

    def __or__(self, _other: Any) -> _StandIn:
        return self  # `np.ndarray | float` in an annotation

    __ror__ = __or__
    __getitem__ = __setitem__ = __iter__ = __len__ = __enter__ = __exit__ = _used


def _unavailable(module: str) -> ModuleUnavailable:
    return ModuleUnavailable(f"`{module}` is not available while grading")
