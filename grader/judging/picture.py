"""The records of what is drawn: a counterexample's graph, and what a student's answers draw.

A `Picture` is made by `explain.pictures.picture`, a `Drawing` by `explain.pictures.answers`; both
are drawn by `explain.pictures.drawn`. They are data of a report and say nothing of colours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, cast

from grader.judging.as_json import list_in, object_in, unspelled

Grads: TypeAlias = "tuple[float | None, ...]"
"""A gradient for each node, None where it is not known."""


@dataclass(frozen=True, slots=True)
class PictureNode:
    """A node: `name` is its slot, `label` what it was computed as, `inputs` its operands in order.

    yours, expected: the student's gradient and PyTorch's. mark: "first_wrong", "consequence" or
    "wrong"; None where nothing is wrong.
    """

    name: str
    op: str
    label: str
    inputs: tuple[int, ...]
    data: float | None
    yours: float | None
    expected: float | None
    mark: str | None = None


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
    known. calls: how often `backward` was called.
    """

    nodes: tuple[PictureNode, ...]
    root: int
    calls: int = 1
    yours: tuple[PictureStep, ...] | None = None
    right: tuple[PictureStep, ...] | None = None
    start: PictureStart | None = None

    @staticmethod
    def from_json(item: object) -> Picture:
        """The picture that `spelled` wrote. Raises KeyError or TypeError.

        Names stay texts, also that of a node called "inf".
        """
        data = object_in(item)
        start = data.get("start")
        return Picture(
            nodes=tuple(_node(object_in(each)) for each in list_in(data["nodes"])),
            root=cast(int, data["root"]),
            calls=cast(int, data.get("calls", 1)),
            yours=_steps(data.get("yours")),
            right=_steps(data.get("right")),
            start=None if start is None else _start(object_in(start)),
        )


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


def drawing_from_json(item: object) -> Drawing:
    """The drawing that `spelled` wrote. Raises KeyError or TypeError."""
    data = object_in(item)
    if data["kind"] == "graph":
        boxes, arrows = _tuples(data["boxes"]), _tuples(data["arrows"])
        return GraphDrawing(
            "graph",
            cast("tuple[tuple[str, str, str], ...]", boxes),
            cast("tuple[tuple[int, int], ...]", arrows),
        )
    rows = cast("tuple[str, ...]", tuple(list_in(data["rows"])))
    points = cast("tuple[tuple[int, int, int], ...]", _tuples(data["points"]))
    return PlaneDrawing("plane", rows, points)


def _tuples(item: object) -> tuple[tuple[object, ...], ...]:
    return tuple(tuple(list_in(each)) for each in list_in(item))


def _node(data: Mapping[str, object]) -> PictureNode:
    return PictureNode(
        name=cast(str, data["name"]),
        op=cast(str, data.get("op", "")),
        label=cast(str, data.get("label", "")),
        inputs=cast("tuple[int, ...]", tuple(list_in(data["inputs"]))),
        data=_number(data.get("data")),
        yours=_number(data.get("yours")),
        expected=_number(data.get("expected")),
        mark=cast("str | None", data.get("mark")),
    )


def _number(item: object) -> float | None:
    return cast("float | None", unspelled(item))


def _grads(item: object) -> Grads | None:
    return None if item is None else tuple(_number(each) for each in list_in(item))


def _steps(item: object) -> tuple[PictureStep, ...] | None:
    if item is None:
        return None
    steps = [object_in(each) for each in list_in(item)]
    return tuple(
        PictureStep(cast(int, each["node"]), _grads(each["grads"]) or ()) for each in steps
    )


def _start(data: Mapping[str, object]) -> PictureStart:
    return PictureStart(_grads(data.get("yours")), _grads(data.get("right")))
