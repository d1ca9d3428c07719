"""What a student's code keeps as a node's rule, told when it runs.

A function is told by itself; an object of a student's class, `node._backward.send(node)`, by each
of its methods, and it can be asked for all else that it has.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable
from typing import Any

_FUNCTIONS = types.FunctionType, types.MethodType, types.BuiltinFunctionType, functools.partial
_BUILT_IN = tuple, list, dict, str, int, float
Runs = Callable[[Callable[..., Any]], Callable[..., Any]]


def as_rule(kept: Any, runs: Runs) -> Any:
    """What is kept in the place of a rule. runs: gives a function that tells when it is called."""
    # Of an object that is built in as well, Python takes the parts without asking for a name.
    if isinstance(kept, _FUNCTIONS) or (isinstance(kept, _BUILT_IN) and callable(kept)):
        return runs(kept)
    return _KeptObject(kept, runs)


class _KeptObject:
    """Stands in for an object: when it is called, or a method of it is, the rule runs."""

    def __init__(self, thing: Any, runs: Runs) -> None:
        self.__dict__.update(_thing=thing, _runs=runs)

    def __call__(self, *arguments: Any, **more: Any) -> Any:
        return self._runs(self._thing)(*arguments, **more)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._thing, name)
        return self._runs(found) if isinstance(found, types.MethodType) else found

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._thing, name, value)

    @property  # type: ignore[misc]
    def __class__(self) -> Any:  # for whoever asks what kind of rule it is
        return type(self._thing)
