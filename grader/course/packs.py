"""Packs: what a kind of engine needs of the rooms that know none, by name.

A course says `pack = "tensor"`; "scalar" is the usual one. Modules are named and not imported: they
are loaded where they are used, beside student code or once something is wrong.

Packages beside the standard library are imported before a worker is locked, once for all hand-ins,
so everything of them that loads late is named here. Only those are listed whose import runs nothing
that a hand-in chooses.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
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


@dataclass(frozen=True, slots=True)
class Pack:
    """One kind of engine.

    packages: what its courses need, as if `packages` of course.toml named them. inside: by task,
    the module that runs it beside student code, in a function of the task's name.
    explained_by: the module whose `diagnosis_of` says what is behind wrong answers, and whose
    `with_pictures` draws them; "" for those of `grading.explaining` and `explain`.
    """

    name: str
    explained_by: str = ""
    packages: tuple[str, ...] = ()
    inside: Mapping[str, str] = field(default_factory=dict)


SCALAR = Pack("scalar")
TENSOR = Pack(
    "tensor",
    explained_by="grader.packs.tensor.told",
    packages=("numpy",),
    inside={
        "tensor": "grader.packs.tensor.inside",
        "remember": "grader.packs.tensor.remembering",
    },
)
PACKS = {pack.name: pack for pack in (SCALAR, TENSOR)}


def read_pack(top: Place) -> Pack:
    """The `pack` of a course.toml. Raises `CourseError` for none that there is, or can be used."""
    name = top.choice("pack", PACKS, SCALAR.name)
    for package in PACKS[name].packages:
        checked_package(top, package)
    return PACKS[name]
