"""The records of what is drawn: a counterexample's graph, and what a student's answers draw.

A `Picture` is made by `explain.pictures.picture`, a `Drawing` by `explain.pictures.answers`; both
are drawn by `explain.pictures.drawn`. They are data of a report and say nothing of colours.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Grads: TypeAlias = tuple[float | None, ...]
"""A gradient for each node, None where it is not known."""


@dataclass(frozen=True, slots=True)
class PictureNode:
    """A node: `name` is its slot, `label` what it was computed as, `inputs` its operands in order.

    yours, expected: the student's gradient and PyTorch's. mark: "first_wrong", "consequence" or
    "wrong"; None where nothing is wrong. shown: data and both gradients as texts, where they are
    no numbers.
    """

    name: str
    op: str
    label: str
    inputs: tuple[int, ...]
    data: float | None
    yours: float | None
    expected: float | None
    mark: str | None = None
    shown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PictureStep:
    """The rule of `node` ran; `grads` are all gradients after it."""

    node: int
    grads: Grads


@dataclass(frozen=True, slots=True)
class PictureStart:
    """All gradients before the first rule ran: the student's and the right ones."""

    yours: Grads | None = None
    right: Grads | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """A graph with both engines' gradients, and one step for each rule that ran.

    Nodes are in order of creation. yours: what the student's engine did, None where that is not
    known. calls: how often `backward` was called, 0 if its rules were called one by one.
    """

    nodes: tuple[PictureNode, ...]
    root: int
    calls: int = 1
    yours: tuple[PictureStep, ...] | None = None
    right: tuple[PictureStep, ...] | None = None
    start: PictureStart | None = None


@dataclass(frozen=True, slots=True)
class GraphDrawing:
    """The graph that a student's code described: boxes of name, data and gradient, and arrows."""

    kind: Literal["graph"]
    boxes: tuple[tuple[str, str, str], ...]
    arrows: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class PlaneDrawing:
    """Where what was trained is above 0. `points` are column, row and label, in thousandths."""

    kind: Literal["plane"]
    rows: tuple[str, ...]
    points: tuple[tuple[int, int, int], ...]


Drawing: TypeAlias = GraphDrawing | PlaneDrawing
