"""Put into words what calls of `backward` and `zero_grad` leave behind; never the code."""

from __future__ import annotations

from grader.explain.diagnosis.readings.state.choices import StateReading
from grader.judging.finding import Counterexample, Finding
from grader.programs.listing import listing

_TOLD = {
    ("inner", "kept"): "Your `backward()` lets inner nodes keep what an earlier call left on them, "
    "and passes it on again. What should an inner node hold when a new call begins?",
    ("root", "adds"): "Your `backward()` adds 1 to what the root holds from an earlier call. "
    "If the result grows by 1, by how much does the result grow, whatever was called before?",
    ("root", "unchanged"): "Your `backward()` does not set the root's gradient where an earlier "
    "call has left one. What should the root hold when a new call begins?",
    ("leaf_root", "set"): "Your `backward()` on a leaf sets its gradient to 1, and forgets what "
    "was there. Leaves add from call to call: what should two calls leave on `x`?",
    ("leaf_root", "unchanged"): "Your `backward()` on a leaf leaves its gradient as it is. "
    "If `x` itself is the root, how does the root change when `x` grows by a little?",
    ("leaves", "cleared"): "Your `backward()` clears the leaves, so what earlier calls left there "
    "is lost. Which nodes add from call to call, and which begin again?",
    ("beside", "inner cleared"): "Your `backward()` clears inner nodes that cannot be reached from "
    "its root. Which nodes does a call have to do with?",
    ("beside", "cleared"): "Your `backward()` clears nodes that cannot be reached from its root. "
    "Which nodes does a call have to do with?",
    ("zero_grad", "leaves"): "Your `zero_grad` clears the leaves only. Which other nodes below the "
    "root hold a gradient?",
    ("zero_grad", "inner"): "Your `zero_grad` leaves the leaves as they are. Which nodes add from "
    "call to call until somebody clears them?",
    ("zero_grad", "root"): "Your `zero_grad` clears the root only. Which other nodes hold sums "
    "that must begin again?",
    ("zero_grad", "nothing"): "Your `zero_grad` leaves every gradient as it is. On which object "
    "is the zero written?",
    ("zero_grad", "ones"): "Your `zero_grad` leaves a gradient of 1 on every node. What has a node "
    "received before any rule has run?",
    ("zero_grad", "beside"): "Your `zero_grad` clears nodes that cannot be reached from its root. "
    "Which nodes is it about?",
}  # fmt: skip


def told(part: StateReading) -> str:
    """What was read, and what to ask oneself."""
    if part.operators:
        names = " and ".join(f"`{name}`" for name in part.operators)
        return (
            f"Where {names} made a node, that node keeps what an earlier `backward()` left on it; "
            "other inner nodes begin again. What tells your engine which nodes are leaves?"
        )
    return _TOLD[part.clause, part.choice]


def id_of(part: StateReading) -> str:
    """A stable id: state/inner/kept, state/leaf_root/unchanged."""
    return "/".join(("state", part.clause, part.choice.replace(" ", "-"), *part.operators))


def finding(
    part: StateReading, misconception: str | None, explained: int, of: int, checks: tuple[str, ...]
) -> Finding:
    """The record of a report, with the program that shows it."""
    shown = Counterexample(listing(part.program), part.name, part.found, part.right)
    return Finding(
        id=id_of(part),
        misconception=misconception,
        explained=explained,
        of=of,
        explanation=told(part),
        kind="read",
        operator=part.operators[0] if len(part.operators) == 1 else "",
        part="zero_grad" if part.clause == "zero_grad" else "state",
        checks=checks,
        example=shown,
    )
