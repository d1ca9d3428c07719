"""What calls of `backward` and `zero_grad` leave behind is read off the numbers alone."""

from __future__ import annotations

import pytest

from grader.explain.diagnosis.predictions import predicted
from grader.explain.diagnosis.readings.known import known_as
from grader.explain.diagnosis.readings.state.choices import StateReading, read_state
from grader.explain.diagnosis.readings.state.probes import state_probes
from grader.explain.diagnosis.readings.state.telling import finding, id_of
from grader.explain.misconceptions import by_id, combined
from grader.explain.misconceptions.base import CommonEngine, EngineClass, Node, reachable
from grader.programs.compare import same_answer
from grader.worker.observation import NamedError, Observation


class NoLeafRoot(CommonEngine):
    def seed(self, root: Node, order: object) -> None:
        root.grad += 1.0 if root.listed else 0.0


class ExpIsKept(CommonEngine):
    def reset(self, root: Node, order: object) -> None:
        for node in [*order]:  # type: ignore[call-overload]
            if node.listed and (node is root or node.operator != "exp"):
                node.grad = 0.0


class ZeroIsOne(CommonEngine):
    def zero(self, root: Node) -> None:
        for node in reachable(root):
            node.grad = 1.0


def read(engine: EngineClass) -> tuple[StateReading, ...]:
    given = []
    for probe in state_probes():
        said = predicted(combined(engine, style=0)(), probe.program)
        stopped = Observation(error=NamedError("exception"))
        found = Observation(answer=said) if isinstance(said, tuple) else stopped
        given.append((probe, found))
    return read_state(given, ())


def test_right_answers_are_right() -> None:
    for probe in state_probes():
        said = predicted(CommonEngine(), probe.program)
        assert isinstance(said, tuple)
        assert same_answer(said, probe.right)


def test_nothing_is_read_of_a_right_engine() -> None:
    assert read(CommonEngine) == ()


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("nothing-reset", ["state/inner/kept", "state/leaf_root/set"]),
        ("seed-accumulates", ["state/inner/kept", "state/root/adds"]),
        ("seed-overwrites-leaf", ["state/leaf_root/set"]),
        ("backward-zeroes-all", ["state/leaves/cleared"]),
        ("zero-only-leaves", ["state/zero_grad/leaves"]),
        ("zero-only-root", ["state/zero_grad/root"]),
        ("zero-grad-does-nothing", ["state/zero_grad/nothing"]),
    ],
)
def test_beliefs_about_calls_are_read_and_known(name: str, ids: list[str]) -> None:
    found = read(by_id(name).engines[0])
    assert [id_of(part) for part in found] == ids
    assert set(known_as(found).values()) == {name}


@pytest.mark.parametrize(
    ("engine", "id"),
    [
        (NoLeafRoot, "state/leaf_root/unchanged"),
        (ExpIsKept, "state/inner/kept/exp"),
        (ZeroIsOne, "state/zero_grad/ones"),
    ],
)
def test_what_nobody_foresaw_is_read_too(engine: EngineClass, id: str) -> None:
    (part,) = read(engine)
    assert id_of(part) == id
    assert known_as([part]) == {}
    example = finding(part, None, 1, 1, ()).example
    assert example is not None
    assert example.found != example.expected


@pytest.mark.parametrize("name", ["skips-root", "no-seed", "forward-not-reversed"])
def test_another_mistake_is_not_taken_for_one_of_calls(name: str) -> None:
    assert read(by_id(name).engines[0]) == ()
