"""Watch a student's engine on a counterexample, and put the picture into its finding.

`with_pictures(run, results)` is called when all checks of an exercise have been judged. It reads
a record as explanations do, and nothing in it changes an outcome: if the engine cannot be watched,
or answers otherwise than when it was judged, the picture lacks what is not known. A fault of ours
costs one picture.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from grader.explain.guard import Guard
from grader.explain.pictures.picture import Notes, picture_of
from grader.explain.pictures.sketch import Sketch, sketch_of
from grader.explain.watching.graph import Graph
from grader.explain.watching.record import Call, Record, RuleRun, methods, record_in
from grader.explain.watching.source import SourceText
from grader.judging.finding import Counterexample
from grader.judging.picture import Picture
from grader.judging.report import CheckResult
from grader.programs.compare import same_number

if TYPE_CHECKING:
    from grader.judging.exercise import ExerciseRun

RUNS = 3
"""Executions, at other addresses each, that must agree for an engine's numbers to be shown."""
MOST_STEPS = 200

Numbers = tuple["float | None", ...]


def with_pictures(
    run: ExerciseRun,
    results: Sequence[CheckResult],
    example: Counterexample | None,
    guarded: Guard,
) -> list[CheckResult]:
    """The results, with a picture in the counterexample and in the first failed check's finding."""
    nothing: Picture | None = None
    findings = [result.counterexample for result in results if result.counterexample is not None]
    wanted = [finding for finding in (example, *findings[:1]) if finding is not None]
    drawn = []
    for result in results:
        finding = result.counterexample
        if finding is not None and any(finding is each for each in wanted):
            finding = replace(finding, picture=guarded(partial(_picture, run, result.id), nothing))
            result = replace(result, counterexample=finding)
        drawn.append(result)
    return drawn


def _picture(run: ExerciseRun, check: str) -> Picture | None:
    program, answer, right = run.wrong.get(check, (None, None, None))
    if program is None or answer is None or not right:
        return None
    sketch = sketch_of(program, answer, right)
    return None if sketch is None else picture_of(sketch, _notes(run, sketch))


def _notes(run: ExerciseRun, sketch: Sketch) -> Notes | None:
    """What the engine did, as far as it does the same every time; None if it could not be had."""
    names = [*methods().values()]
    task = {"task": "watch", "steps": sketch.program.steps, "methods": names}
    lengths = SourceText(run.name, run.cells).lengths
    found = []
    for shake in range(RUNS):
        answers = run.ask_aside([task], shake, stir=True)
        record = record_in(answers[0].value, sketch.program, lengths) if answers else None
        notes = None if record is None else notes_of(record, sketch)
        if notes is None:  # a run that comes to no end is not waited for again
            return None
        found.append(notes)
    return _agreed(found)


def notes_of(record: Record, sketch: Sketch) -> Notes | None:
    """What a record says of the nodes of a sketch in the last call of `backward`."""
    nodes = [record.made[place] for place in sketch.shown if place < len(record.made)]
    call = record.calls[-1] if record.calls else None
    if record.error[0] or call is None or call.is_zero or len(nodes) < len(sketch.shown):
        return None
    # An operator in place may have made no new object: then it cannot be told which is meant.
    known = [node if nodes.count(node) == 1 else None for node in nodes]
    graph = Graph(record)

    def state(when: int) -> Numbers:
        """Every gradient at a moment of the call."""
        return tuple(
            None if node is None or node >= len(call.before) else graph.grad(node, call, when)
            for node in known
        )

    place = {node: number for number, node in enumerate(known) if node is not None}
    rules = [run for run in record.rules if call.begins < run.begins < call.ends]
    runs = [run for run in rules if run.node in place and sketch.nodes[place[run.node]].inputs]
    moments = [run.begins for run in runs] + [call.ends]
    states = [state(when) for when in moments]
    grads = tuple(
        None if node is None or node >= len(call.after) else graph.value(call.after[node])
        for node in known
    )
    data = tuple(None if node is None else graph.data(node, call.begins) for node in known)
    is_seen = None not in known and 0 < len(runs) <= MOST_STEPS and _alike(states[-1], grads)
    if not is_seen or _writes_others(graph, call, runs):
        return Notes(data, grads)  # it was not seen how they came to be
    steps = [(place[run.node], after) for run, after in zip(runs, states[1:], strict=True)]
    return Notes(data, grads, states[0], tuple(steps))


def _writes_others(graph: Graph, call: Call, runs: Sequence[RuleRun]) -> bool:
    """Whether something else than the rule that began last changes a gradient: then that rule would
    be said to have done it.

    A rule of an operator may have helpers: nodes that were made while the operator was called.
    """
    begins = [run.begins for run in runs]
    for node in range(len(call.before)):
        for entry in graph.written(node, begins[0], call.ends):
            when = graph.numbers[entry].when
            last, by = runs[bisect(begins, when) - 1].node, graph.whose_rule(when)
            if by is None:
                # A loop may clear what was passed on, or add up what a rule gave back.
                is_its = node == last or last in graph.sources(entry) <= {last, node}
            else:
                is_its = by == last or _is_inside(graph, by, last)
            if not is_its and not same_number(
                graph.numbers[entry].value, graph.grad(node, call, when) or 0.0
            ):
                return True
    return False


def _is_inside(graph: Graph, node: int, outer: int) -> bool:
    """Whether a node was made while the operator of another one was called."""
    operation = graph.own.get(outer)
    made = graph.record.nodes[node].when
    calls = [e.call for e in graph.operations if e.call.result == outer]
    calls += [operation.call] if operation is not None else []
    return any(call.begins < made < call.ends for call in calls)


def _agreed(notes: Sequence[Notes]) -> Notes:
    """What notes of several runs have in common."""
    first, *others = notes
    how = first.steps, first.start or ()
    steady = all(_alike(how, (other.steps, other.start or ())) for other in others)
    return Notes(
        data=_common([each.data for each in notes]),
        grads=_common([each.grads for each in notes]),
        start=first.start if steady else None,
        steps=first.steps if steady else None,
    )


def _common(runs: Sequence[Numbers]) -> Numbers:
    first, *others = runs
    return tuple(
        number if all(_alike(number, other[place]) for other in others) else None
        for place, number in enumerate(first)
    )


def _alike(one: object, other: object) -> bool:
    """Whether numbers, and tuples of them, are the same; what is not known is so in both."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_alike, one, other))
    return one == other or (isinstance(other, float) and same_number(one, other))
