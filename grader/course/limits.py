"""What one check may use: `[limits]` of a course, and of an exercise."""

from dataclasses import dataclass, replace

from grader.course.table import Place

LIMIT_KEYS = ("cpu", "wall", "memory", "output")


@dataclass(frozen=True, slots=True)
class Limits:
    """What one check may use: CPU and wall seconds, bytes of memory and of output."""

    cpu: float = 2.0
    wall: float = 4.0
    memory: int = 1 << 30
    output: int = 64 << 20


def read_limits(place: Place, base: Limits) -> Limits:
    """`base` with what the [limits] sub-table of this place says instead."""
    table = place.table.get("limits", {})
    if not isinstance(table, dict):
        raise place.error(f"limits must be a table, found {table!r}")
    inner = Place(f"{place.label}, limits", table)
    inner.only(LIMIT_KEYS)
    return replace(
        base,
        cpu=inner.seconds("cpu", base.cpu),
        wall=inner.seconds("wall", base.wall),
        memory=inner.size("memory", base.memory),
        output=inner.size("output", base.output),
    )
