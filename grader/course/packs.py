"""Packs: what a kind of engine needs of the rooms that know none, by name.

A course says `pack = "tensor"`; "scalar" is the usual one. Modules are named and not imported: they
are loaded where they are used, beside student code or once something is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from grader.course.packages import checked_package
from grader.course.table import Place


@dataclass(frozen=True, slots=True)
class Pack:
    """One kind of engine.

    packages: what its courses need, as if `packages` of course.toml named them. inside: by task,
    the module that runs it beside student code, in a function of the task's name. told: the
    module whose `diagnosis_of` says what is behind wrong answers; "" for `explain`.
    """

    name: str
    told: str = ""
    packages: tuple[str, ...] = ()
    inside: Mapping[str, str] = field(default_factory=dict)


SCALAR = Pack("scalar")
TENSOR = Pack(
    "tensor",
    told="grader.packs.tensor.told",
    packages=("numpy",),
    inside={"tensor": "grader.packs.tensor.inside"},
)
PACKS = {pack.name: pack for pack in (SCALAR, TENSOR)}


def read_pack(top: Place) -> Pack:
    """The `pack` of a course.toml. Raises `CourseError` for none that there is, or can be used."""
    name = top.string("pack", default=SCALAR.name)
    if name not in PACKS:
        raise top.error(f"pack must be {' or '.join(map(repr, PACKS))}, found {name!r}")
    for package in PACKS[name].packages:
        checked_package(top, package)
    return PACKS[name]
