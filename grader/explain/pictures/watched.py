"""Note what a student's engine does on a counterexample, and put the picture into its finding.

`with_pictures(run, results)` is called when all checks of an exercise have been judged. It asks a
public worker once more, and nothing that comes back changes an outcome: if the engine cannot be
watched, or answers otherwise than when it was judged, the picture lacks what is not known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from grader.checks.families import shares_nodes
from grader.explain.pictures.picture import Notes, Steps, picture_of
from grader.explain.pictures.sketch import Sketch, sketch_of
from grader.judging.context import FLIPS
from grader.judging.finding import Counterexample
from grader.judging.picture import Picture
from grader.judging.report import CheckResult
from grader.programs.compare import same_number
from grader.text import FLOAT_WORDS
from grader.worker.observation import Observation

if TYPE_CHECKING:
    from grader.judging.exercise import ExerciseRun

RUNS = 3
"""Executions, at other addresses each, that must agree for an engine's numbers to be shown."""


Numbers = tuple["float | None", ...]


def with_pictures(
    run: ExerciseRun, results: Sequence[CheckResult], example: Counterexample | None
) -> list[CheckResult]:
    """The results, with a picture in the counterexample and in the first failed check's finding."""
    findings = [result.counterexample for result in results if result.counterexample is not None]
    wanted = [finding for finding in (example, *findings[:1]) if finding is not None]
    drawn = []
    for result in results:
        finding = result.counterexample
        if finding is not None and any(finding is each for each in wanted):
            finding = replace(finding, picture=_picture(run, result.id))
            result = replace(result, counterexample=finding)
        drawn.append(result)
    return drawn


def _picture(run: ExerciseRun, check: str) -> Picture | None:
    program, answer, right = run.wrong.get(check, (None, None, None))
    if program is None or answer is None or not right:
        return None
    try:
        sketch = sketch_of(program, answer, right)
        if sketch is None:
            return None
        return picture_of(sketch, run.context.oracle, _notes(run, sketch))
    except Exception:  # a bug of ours costs the picture; the grade stands without it
        return None


def _notes(run: ExerciseRun, sketch: Sketch) -> Notes | None:
    """What the engine did, as far as it does the same every time; None if it could not be had."""
    program = sketch.program.to_json()
    task = {"task": "notes", "before": program[:-1], "root": sketch.root_slot}
    rules = [place for place, node in enumerate(sketch.nodes) if node.inputs]
    task |= {"shown": list(sketch.shown), "rules": rules}
    copies = FLIPS if shares_nodes(sketch.program) else 1
    items = [{**task, "watch": False}] * copies + [{**task, "watch": True}]
    plain: list[Notes | None] = []
    watched: list[Notes | None] = []
    for shake in range(RUNS):
        found = run.ask_aside(items, shake, stir=True)
        notes = [notes_in(observation, len(sketch.nodes)) for observation in found]
        if not notes or notes[0] is None:
            return None
        plain += notes[:copies]
        watched += notes[copies:]
        if notes[-1] is None:  # watched, it came to no end: that is not waited for again
            items = items[:copies]
    settled = agreed(plain)
    seen = agreed(watched)
    if settled is None or seen is None or not _same(settled.grads, seen.grads):
        return settled
    return replace(settled, start=seen.start, steps=seen.steps)


def agreed(several: Sequence[Notes | None]) -> Notes | None:
    """What notes of several runs have in common; None if a run has none."""
    notes = [each for each in several if each is not None]
    if len(notes) < len(several) or not notes:
        return None
    first, *others = notes
    steady = all(_same_steps(first.steps, other.steps) for other in others)
    steady = steady and all(_same(first.start or (), other.start or ()) for other in others)
    return Notes(
        data=_common([each.data for each in notes]),
        grads=_common([each.grads for each in notes]),
        start=first.start if steady else None,
        steps=first.steps if steady else None,
    )


def _common(runs: Sequence[Numbers]) -> Numbers:
    first, *others = runs
    return tuple(
        number if all(_equal(number, other[place]) for other in others) else None
        for place, number in enumerate(first)
    )


def _same_steps(one: Steps | None, other: Steps | None) -> bool:
    if one is None or other is None:
        return one is other
    return len(one) == len(other) and all(
        a[0] == b[0] and _same(a[1], b[1]) for a, b in zip(one, other, strict=True)
    )


def _same(one: Numbers, other: Numbers) -> bool:
    return len(one) == len(other) and all(map(_equal, one, other))


def _equal(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return same_number(one, other)


def notes_in(observation: Observation, count: int) -> Notes | None:
    """The notes in an answer that nobody trusts; None for anything that does not look like it."""
    raw = observation.value
    if not isinstance(raw, dict) or raw.keys() != {"data", "grads", "start", "steps"}:
        return None
    data, grads = _numbers(raw["data"], count), _numbers(raw["grads"], count)
    if data is None or grads is None:
        return None
    start, steps = _numbers(raw["start"], count), _steps(raw["steps"], count)
    if start is None or steps is None:
        return Notes(data, grads)
    return Notes(data, grads, start, steps)


def _steps(raw: object, count: int) -> Steps | None:
    if not isinstance(raw, list):
        return None
    steps = []
    for item in raw:
        if not isinstance(item, list) or len(item) != 2:
            return None
        node, grads = item[0], _numbers(item[1], count)
        if type(node) is not int or not 0 <= node < count or grads is None:
            return None
        steps.append((node, grads))
    return tuple(steps)


def _numbers(raw: object, count: int) -> Numbers | None:
    if not isinstance(raw, list) or len(raw) != count:
        return None
    numbers: list[float | None] = []
    for item in raw:
        if item is None or type(item) is float:
            numbers.append(item)
        elif type(item) is int and abs(item) < 1 << 53:
            numbers.append(float(item))
        elif isinstance(item, str) and item in FLOAT_WORDS:
            numbers.append(FLOAT_WORDS[item])
        else:
            return None
    return tuple(numbers)
