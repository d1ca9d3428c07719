"""In which way a walk back goes wrong is read from gradients, without a list of traversals."""

from __future__ import annotations

import pytest

from grader.explain.diagnosis.predictions import predicted
from grader.explain.diagnosis.readings.calls.walk import facts_of, finding, graph_of, walk_probes
from grader.explain.misconceptions import by_id, combined
from grader.explain.misconceptions.base import CommonEngine, EngineClass
from grader.judging.finding import Finding
from grader.programs.compare import same_answer
from grader.worker.observation import NamedError, Observation


def read(engine: EngineClass) -> Finding | None:
    given, first = [], {}
    for program in walk_probes():
        said = predicted(engine(), program)
        if isinstance(said, tuple):
            given.append((program, Observation(answer=said)))
            if facts_of(program, said):
                first.setdefault("small", (program, said))
        else:
            given.append((program, Observation(error=NamedError("exception"))))
    return finding(given, first)


def test_a_right_walk_is_right() -> None:
    for program in walk_probes():
        graph = graph_of(program)
        said = predicted(CommonEngine(), program)
        assert graph is not None
        assert isinstance(said, tuple)
        assert same_answer(said, graph.gradients(graph.inner[::-1]))
        assert not facts_of(program, said)
    assert read(CommonEngine) is None


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("bfs-order", "walk/early"),
        ("preorder", "walk/early"),
        ("forward-not-reversed", "walk/early"),
        ("kahn-first-arrival", "walk/early"),
        ("recursive-no-topo", "walk/again"),
        ("no-visited-set", "walk/again"),
        ("skips-root", "walk/idle"),
    ],
)
def test_what_is_wrong_with_a_walk_is_read(name: str, id: str) -> None:
    found = read(combined(by_id(name).engines[0], style=0))
    assert found is not None
    assert found.id == id
    assert found.checks == ("small",)
    assert found.explained <= found.of
    assert found.example is not None
    assert found.example.found != found.example.expected


@pytest.mark.parametrize("name", ["no-seed", "seed-with-value", "nothing-reset"])
def test_another_mistake_is_not_taken_for_a_walk(name: str) -> None:
    assert read(combined(by_id(name).engines[0], style=0)) is None


def test_numbers_that_no_walk_gives_tell_nothing() -> None:
    program = walk_probes()[1]
    assert not facts_of(program, (1.5, 2.5, 3.5, 4.5, 5.5, 6.5))
