"""What goes wrong at one node is read from any failing program, and is arithmetic that holds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from grader.explain.described import CommonEngine, EngineClass
from grader.explain.diagnosis.distinguishing import programs, repeated_programs
from grader.explain.diagnosis.predictions import predicted
from grader.explain.diagnosis.readings.calls.nodes import Odd, odd_one
from grader.explain.diagnosis.readings.calls.telling import Wrong, read_nodes, told
from grader.explain.diagnosis.readings.calls.walk import walk_probes
from grader.explain.diagnosis.readings.calls.watching import watched, written_out
from grader.explain.diagnosis.readings.state.probes import state_probes
from grader.explain.misconceptions import ALL, by_id, combined
from grader.programs.compare import same_answer, same_number
from grader.programs.program import Program
from grader.worker.observation import Observation
from tests.support.right_engines import RIGHT_ENGINES

DESCRIBED = [each for each in RIGHT_ENGINES.values() if issubclass(each, CommonEngine)]
PROGRAMS = (
    *walk_probes(),
    *(probe.program for probe in state_probes()),
    *programs(),
    *repeated_programs(),
)


def answer(engine: EngineClass, program: Program) -> tuple[float, ...] | None:
    said = predicted(combined(engine, style=0)(), program)
    return said if isinstance(said, tuple) else None


def odd_ones(engine: EngineClass) -> Iterator[tuple[Program, Odd | None]]:
    """What is read from each program that an engine answers wrongly."""
    for program in PROGRAMS:
        said, right = answer(engine, program), predicted(combined()(), program)
        asked = watched(program)
        is_right = isinstance(right, tuple) and said is not None and same_answer(said, right)
        if said is None or asked is None or is_right:
            continue
        whole = answer(engine, asked)
        if whole is not None:
            yield program, odd_one(program, said, whole)


@pytest.mark.parametrize("engine", [combined(), *DESCRIBED])
def test_nothing_is_odd_about_a_right_engine(engine: EngineClass) -> None:
    asked = 0
    for program in PROGRAMS:
        seen = watched(program)
        said, whole = predicted(engine(), program), seen and predicted(engine(), seen)
        if isinstance(said, tuple) and isinstance(whole, tuple):
            asked += 1
            assert odd_one(program, said, whole) is None
    assert asked > 50


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("seed-accumulates", "kept"),
        ("seed-overwrites-leaf", "lost"),
        ("seed-with-value", "seed"),
        ("bfs-order", "early"),
        ("naive-stack-dfs", "early"),
        ("no-visited-set", "again"),
        ("skips-root", "missing"),
        ("kahn-multi-edge", "missing"),
        ("backward-zeroes-leaves", "lost"),
        ("zero-only-leaves", "zero_grad"),
        ("rtruediv-flipped", "value"),
        ("relu-open-gate", "share"),
    ],
)
def test_what_is_odd_is_read(name: str, kind: str) -> None:
    found = [odd for _, odd in odd_ones(by_id(name).engines[0])]
    assert kind in {odd.kind for odd in found if odd is not None}


@pytest.mark.parametrize("name", [belief.id for belief in ALL])
def test_what_is_told_is_so(name: str) -> None:
    """What is right and the amount make what was found, and no name is missing."""
    for engine in by_id(name).engines:
        for program, odd in odd_ones(engine):
            if odd is None:
                continue
            assert not same_number(odd.found, odd.right)
            assert not odd.amount or same_number(odd.found, odd.right + odd.amount)
            assert "{" not in told(program, odd)


def test_a_finding_has_the_checks_that_show_it() -> None:
    engine = by_id("zero-only-leaves").engines[0]
    right, shown = combined()(), []
    for program, odd in odd_ones(engine):
        said, wanted = answer(engine, program), predicted(right, program)
        if odd is not None and said is not None:
            shown.append(Wrong("check", program, said, wanted if type(wanted) is tuple else None))

    def ask(items: object) -> list[Observation]:
        assert isinstance(items, list)
        return [Observation(answer=answer(engine, item)) for item in items]

    (found,) = read_nodes(shown, ask)
    assert found.id == "node/zero_grad"
    assert found.checks == ("check",)
    assert found.explained == found.of == len(shown)
    assert found.example is not None
    assert found.example.found != found.example.expected


def test_nothing_is_told_where_the_code_cannot_be_asked() -> None:
    assert read_nodes([Wrong("check", PROGRAMS[0], (1.0,), None)], lambda items: []) == []
    assert read_nodes([], lambda items: []) == []


def test_a_watched_program_reads_what_the_program_reads() -> None:
    for program in PROGRAMS:
        seen = watched(program)
        if seen is not None:
            kept = [step for step in seen.steps if step[0] != "read"]
            assert kept == [step for step in written_out(program).steps if step[0] != "read"]


def test_an_answer_that_fits_no_program_tells_nothing() -> None:
    for program in PROGRAMS[:5]:
        assert odd_one(program, (1.0,), (1.0, 2.0)) is None
        seen = watched(program)
        assert seen is not None
        assert odd_one(program, (7.0,), (0.5,) * seen.answer_length) is None
