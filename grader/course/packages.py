"""Packages beside the standard library that a course may let student code import.

They are imported before a worker is locked, once for all hand-ins, so everything of them that loads
late is named here. Only packages whose import runs nothing that a hand-in chooses are in the list.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping, Sequence
from pathlib import Path

from grader.course.table import Place

PACKAGES: Mapping[str, tuple[str, ...]] = {
    "numpy": (
        *("numpy", "numpy.fft", "numpy.linalg", "numpy.ma", "numpy.polynomial", "numpy.random"),
        "numpy.testing",
    ),
}
"""By package: the modules that are loaded."""


def read_packages(top: Place) -> tuple[str, ...]:
    """The `packages` of a course.toml. Raises `CourseError` for one not allowed or not there."""
    found = top.strings("packages", default=())
    for name in found:
        checked_package(top, name)
    return tuple(found)


def checked_package(top: Place, name: str) -> None:
    """Raise `CourseError` for a package that is not allowed or not there."""
    if name not in PACKAGES:
        allowed = ", ".join(PACKAGES)
        raise top.error(f"packages may name {allowed}, found {name!r}")
    if importlib.util.find_spec(name) is None:
        raise top.error(
            f"this course needs the package {name}, and it is not installed: pip install {name}"
        )


def places_of(packages: Sequence[str]) -> dict[str, tuple[str, tuple[str, ...]]]:
    """By package: the folder that it is found in, and the modules to load."""
    found = {}
    for name in packages:
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.origin is not None:
            found[name] = str(Path(spec.origin).parents[1]), PACKAGES[name]
    return found
