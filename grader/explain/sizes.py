"""The smallest size at which an engine stops working: of a chain, or of a ladder of doublings.

A check that needs size fails at 900 or 20,000 operations, and a student can do little with such a
graph. Where its numbers are wrong in a few rounds of its loop too, these are shown. Recursion stops
at the same depth every time, so that depth is looked for and told. How many doublings come out in
time is a matter of the machine: of these only a few, far apart, are tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from grader.checks.declare import Check
from grader.explain.watching.record import Line, methods, record_in
from grader.explain.watching.sampling import is_watched
from grader.explain.watching.source import SourceText
from grader.judging.check_results import with_example
from grader.judging.exercise import ExerciseRun
from grader.judging.finding import Counterexample, Finding
from grader.judging.probes import AskPrograms
from grader.judging.report import CheckResult
from grader.judging.verdict import mismatch_of
from grader.programs.compare import same_answer
from grader.programs.graph import unrolled
from grader.programs.interpreter import Answer
from grader.programs.interpreter import run as run_on
from grader.programs.listing import listing
from grader.programs.program import Program
from grader.programs.reference import ReferenceEngine
from grader.text import counted

LEAST = 30
"""Blocks repeated less often are no matter of size."""
GRADERS_CALLS = 20
"""At most so many calls of the grader's own are around the student's: none when it is pasted."""
BETWEEN = 5
"""Into so many parts a batch cuts what is left: more cost more graphs, fewer more batches."""
DEEP = 1024
"""Recursion as Python limits it does not get further: larger sizes are tried only if it did."""
ROUNDS, OFTEN, TIMES = (4, 6), 60, 3
"""Rounds of a ladder that are watched; how often a line runs at least with more of them, and how
many times as often as with fewer: it is 4 where the work doubles, and 1.5 where it does not."""
MOST_SLOW = 4
"""Checks of which that is looked for."""
DOUBLINGS = (4, 8, 12)
"""Far enough below any limit that they come out on every machine."""


FEW = (1, 2, 3, 5)
"""So many rounds of a loop are tried where the numbers of a large graph are wrong."""
FEWER = "this is the first, made shorter."


def with_few_rounds(run: ExerciseRun, results: Sequence[CheckResult]) -> list[CheckResult]:
    """The results; those whose program is large, and goes wrong in a few rounds of its loop too,
    with that small program in the place of the large one, in what explains them as well."""
    found = []
    for result in results:
        program = run.wrong[result.id][0] if result.id in run.wrong else None
        small = None if program is None else _small(program, run)
        if small is not None and result.counterexample is not None:
            run.wrong[result.id] = small
            wrong = mismatch_of(*small)
            example = replace(
                result.counterexample, program=listing(small[0]),
                what=wrong.what, found=wrong.found, expected=wrong.expected,
            )  # fmt: skip
            result = with_example(result, example, FEWER)
        found.append(result)
    return found


def _small(program: Program, run: ExerciseRun) -> tuple[Program, Answer, Answer] | None:
    """The program with the fewest rounds that is wrong, with both answers; None if none is, or
    another answer comes the next time."""
    few = [_with_count(program, count) for count in FEW]
    asked = [Program(tuple(unrolled(each.steps))) for each in few]
    if _count(program) < LEAST or not is_watched(asked[0]):
        return None
    first, again = ([found.answer for found in run.ask_aside(asked, each)] for each in range(2))
    for each, answer, second in zip(asked, first, again, strict=False):
        right = run_on(each, ReferenceEngine())
        if answer and second and not same_answer(answer, right):
            return (each, answer, right) if same_answer(answer, second) else None
    return None


@dataclass(frozen=True, slots=True)
class Size:
    """Where it stops: the smallest size that fails, None if only some that work are known."""

    works: int
    fails: int | None
    program: Program | None = None


def with_sizes(
    run: ExerciseRun, results: Sequence[CheckResult], checks: Sequence[Check]
) -> list[CheckResult]:
    """The results, those that failed for their size with the size at which it starts."""
    known: dict[object, Size | None] = {}
    declared = {check.id: check for check in checks}
    found = []
    for result in results:
        kind = _error_kind(run, result)
        sized = kind in ("recursion", "timeout")
        program = _sized(run, declared[result.id], kind) if sized else None
        if program is None or kind is None:
            found.append(result)
            continue
        key = kind, _with_count(program, 0, plain=True)
        if key not in known:
            known[key] = size_of(program, kind, run.ask_aside)
        found.append(_with_size(result, program, known[key]))
    return found


def doubling(
    run: ExerciseRun, results: Sequence[CheckResult], checks: Sequence[Check], source: SourceText
) -> Finding | None:
    """The line that runs many times as often with a few rounds of a ladder more, in each check that
    has no time for all rounds."""
    declared = {check.id: check for check in checks}
    slow = [r.id for r in results if _error_kind(run, r) == "timeout" and r.outcome != "failed"]
    found: dict[Line, dict[str, str]] = {}
    for check in slow[:MOST_SLOW]:
        program = _sized(run, declared[check], "timeout")
        if program is not None and _doubles(program):
            runs = _runs_of_a_line(program, run, source)
            if runs is not None:
                line, few, many = runs
                found.setdefault(line, {})[check] = (
                    f"With {ROUNDS[0]} rounds of the example's loop line {line[1]} runs {few:,} "
                    f"times, and with {ROUNDS[1]} rounds {many:,} times. "
                    "What brings it to the same node again?"
                )
    if not found:
        return None
    line, own = next(iter(found.items()))
    return Finding(
        id="doubling", misconception=None, explained=len(own), of=0, kind="seen", part="size",
        explanation=next(iter(own.values())), checks=tuple(own), own=own, where=source.where(line),
        general="The work grows with each round of a ladder many times over.",
    )  # fmt: skip


def _runs_of_a_line(
    program: Program, run: ExerciseRun, source: SourceText
) -> tuple[Line, int, int] | None:
    """The line that runs most often in a few rounds of a ladder, and how often in fewer and in more
    rounds; None if it runs hardly more often than there are nodes."""
    few = [Program(tuple(unrolled(_with_count(program, count).steps))) for count in ROUNDS]
    items = [{"task": "watch", "steps": each.steps, "methods": [*methods().values()]}
             for each in few if is_watched(each)]  # fmt: skip
    replies = zip(run.ask_aside(items), few, strict=False)
    records = [record_in(found.value, each, source.lengths) for found, each in replies]
    seen = [dict(zip(e.lines, e.times, strict=False)) for e in records if e is not None]
    if len(seen) < len(ROUNDS):
        return None
    line = max(seen[1], key=lambda each: seen[1][each], default=None)
    if line is None or seen[1][line] < max(OFTEN, TIMES * seen[0].get(line, 0)):
        return None
    return line, seen[0].get(line, 0), seen[1][line]


def size_of(program: Program, kind: str, ask: AskPrograms) -> Size | None:
    """Where an engine stops that fails at a program's own size; None if it cannot be found out."""
    count = _count(program)
    if kind == "recursion":
        return _bisected(program, count, ask)
    if not _doubles(program):
        return None
    answers = ask([_with_count(program, size) for size in DOUBLINGS])
    works = [n for n, found in zip(DOUBLINGS, answers, strict=False) if found.error is None]
    return Size(max(works), None) if works else None


def _bisected(program: Program, count: int, ask: AskPrograms) -> Size | None:
    """The smallest count that raises RecursionError: some sizes in one batch, then those between.

    Nothing is said if the answers do not agree with one another: some size works, a larger one
    fails, a still larger one works.
    """
    low, high = 0, count
    powers = [2**power for power in range(1, 20) if 2**power < count]
    sizes = [size for size in powers if size <= DEEP]
    while sizes:
        answers = ask([_with_count(program, size) for size in sizes])
        if len(answers) < len(sizes):
            return None
        outcomes = [found.error.kind if found.error else "" for found in answers]
        if any(outcome not in ("", "recursion") for outcome in outcomes):
            return None
        works = [size for size, outcome in zip(sizes, outcomes, strict=True) if not outcome]
        fails = [size for size, outcome in zip(sizes, outcomes, strict=True) if outcome]
        low, high = max(works, default=low), min(fails, default=high)
        if low > high:
            return None
        sizes = [size for size in powers if size > low and not fails and high == count]
        if not sizes:
            step = max(1, -(-(high - low) // BETWEEN))
            sizes = list(range(low + step, high, step))
    return Size(low, high, _with_count(program, high))


def _error_kind(run: ExerciseRun, result: CheckResult) -> str | None:
    if result.outcome not in ("failed", "error", "timeout") or result.id not in run.observed:
        return None
    if result.hidden and result.outcome == "failed":
        return None  # how it failed with hidden inputs is not told
    errors = [found.error for found in run.observed[result.id][1] if found.error is not None]
    return errors[0].kind if errors and errors[0].get("phase") != "loading" else None


def _sized(run: ExerciseRun, check: Check, kind: str | None) -> Program | None:
    """The first public program of a check that repeats a block often and ended so."""
    prepared = run.context.public(run.exercise.id, check, run.probed_forms(check))
    observed = run.observed[check.id][1]
    for question, found in zip(prepared.plan.questions, observed, strict=False):
        ended = found.error is not None and found.error.kind == kind
        if ended and isinstance(question.item, Program) and _count(question.item) >= LEAST:
            return question.item
    return None


def _count(program: Program) -> int:
    return max((step[1] for step in program.steps if step[0] == "repeat"), default=0)


def _with_count(program: Program, count: int, plain: bool = False) -> Program:
    """The program with another number of repetitions; `plain`: and all leaves alike."""
    steps = []
    for step in program.steps:
        if step[0] == "repeat":
            step = ("repeat", count, step[2])
        elif step[0] == "leaf" and plain:
            step = ("leaf", step[1], 0.0)
        steps.append(step)
    return Program(tuple(steps))


def _doubles(program: Program) -> bool:
    """Whether the number of routes doubles with every repetition: a round uses a node of the round
    before twice."""
    for block in (step[2] for step in program.steps if step[0] == "repeat"):
        routes = {step[1]: 1 for step in block}
        for step in block:
            routes[step[1]] = sum(routes.get(item, 0) for item in step[3:])
        if any(count > 1 for count in routes.values()):
            return True
    return False


def _with_size(result: CheckResult, program: Program, size: Size | None) -> CheckResult:
    if size is None:
        return result
    if size.fails is None:
        works = f"{size.works} rounds of its loop end at once, and {_count(program)} do not."
        example = Counterexample(listing(program), "", "", None)
        example = replace(result.counterexample or example, program=listing(program))
        message = f"{result.message} With the example, {works}"
        return replace(result, message=message, counterexample=example)
    operations = counted(_with_count(program, size.fails).size, "operation")
    pasted = _with_count(program, min(size.fails + GRADERS_CALLS, _count(program)))
    more = (
        ""
        if pasted.size <= _with_count(program, size.fails).size
        else (f"Run by itself it gets a few further, so the program shown has {pasted.size:,}. ")
    )
    sentence = (
        f"Your engine stops working at a chain of {operations} (RecursionError): Python limits "
        "how many calls may be inside one another. "
        f"{more}A loop with a stack of its own has no such limit."
    )
    shown = listing(pasted)
    hidden = "With hidden inputs: recursion too deep. " if result.hidden else ""
    finding = Counterexample(shown, "", sentence, None)
    return replace(result, message=hidden + sentence, counterexample=finding)
