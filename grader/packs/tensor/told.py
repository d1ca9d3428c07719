"""What is told of a tensor engine's wrong answers: the law at its first broken place, and the line.

Programs that fail are run once more, and what every tensor holds at the end is looked at (`law`).
What was found is told with the smallest program that shows it, and of how many it holds.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from grader.checks.declare import Check
from grader.course.course import Exercise
from grader.judging.exercise import ExerciseRun
from grader.judging.finding import Counterexample, Finding, Where
from grader.judging.report import CheckResult
from grader.packs.tensor.calls import ATOM, FUNCTIONS, SIGNS, written
from grader.packs.tensor.judged import Asked
from grader.packs.tensor.law import Broken, broken_in, seen_in
from grader.packs.tensor.operators import OPERATORS
from grader.packs.tensor.program import Program
from grader.syntax import nodes_of, parse

MOST_LOOKED_AT = 60
"""Failing programs, the smallest of each check first."""
MOST_FINDINGS = 3
MOST_LINES = 6


def diagnosis_of(
    exercise: Exercise,
    run: ExerciseRun,
    results: Sequence[CheckResult],
    checks: Sequence[Check],
) -> tuple[Finding, ...]:
    """What is known about the mistake behind wrong answers."""
    failing = list(_failing(exercise, run, results, checks))
    if not failing:
        return ()
    tasks = [{**program.task, "look": True} for _, program in failing]
    found: dict[tuple[object, ...], list[tuple[str, Program, Broken]]] = {}
    for (check, program), each in zip(failing, run.ask_aside(tasks), strict=False):
        seen = None if each.error else seen_in(program, each.value)
        broken = None if seen is None else broken_in(program, seen)
        if broken is not None:
            found.setdefault(broken.key, []).append((check, program, broken))
    told = [_finding(group, len(failing), run, results) for group in found.values()]
    told.sort(key=lambda each: (-each.points, -each.explained))
    return tuple(told[:MOST_FINDINGS])


def _failing(
    exercise: Exercise, run: ExerciseRun, results: Sequence[CheckResult], checks: Sequence[Check]
) -> Iterator[tuple[str, Program]]:
    """Public programs that are answered wrongly, by the check that asks them."""
    failed = [check for check in checks if _is_wrong(check, results)]
    for check in failed:
        known = run.observed.get(check.id)
        if known is not None and not check.hidden:
            questions, observations = known[0].plan.questions, known[1]
        else:
            questions = run.context.public(exercise.id, check, run.known_forms).plan.questions
            observations = run.ask_aside([each.item for each in questions])
        wrong = [
            question.asked.program
            for question, found in zip(questions, observations, strict=False)
            if isinstance(question.asked, Asked) and question.judge and not found.error
            and question.judge(found) is not None
        ]  # fmt: skip
        wrong.sort(key=lambda program: len(program.key))
        yield from ((check.id, program) for program in wrong[: MOST_LOOKED_AT // len(failed) + 1])


def _is_wrong(check: Check, results: Sequence[CheckResult]) -> bool:
    return any(each.id == check.id and each.outcome == "failed" for each in results)


def _finding(
    group: Sequence[tuple[str, Program, Broken]],
    of: int,
    run: ExerciseRun,
    results: Sequence[CheckResult],
) -> Finding:
    check, program, broken = min(group, key=lambda each: len(each[1].key))
    checks = tuple(dict.fromkeys(check for check, _, _ in group))
    sentence = in_words(program, broken)
    if of > 1:
        sentence += f" So it is in {len(group)} of the {of} failing programs looked at."
    example = next(
        (each.counterexample for each in results if each.id == check and each.counterexample), None
    )
    return Finding(
        misconception=None,
        explained=len(group),
        of=of,
        explanation=sentence,
        kind="task",
        id="tensor/" + "/".join(str(part) for part in broken.key[:3]),
        part=broken.kind,
        operator=broken.name,
        side=("left", "right")[broken.place],
        checks=checks,
        points=sum(each.max_points for each in results if each.id in checks),
        example=example or Counterexample(program.shown, "", "another gradient", ""),
        where=place_of(broken, run.cells, run.name, results),
    )


def in_words(program: Program, broken: Broken) -> str:
    """The sentence about a broken place."""
    names = program.names
    tensor = f"`{names.get(broken.slot, broken.slot)}`"
    made = _expression(program, broken)
    if broken.kind == "value":
        if broken.shapes:
            return (
                f"{made} has shape {broken.shapes[0]} in your engine. Right is {broken.shapes[1]}."
            )
        return f"The value of {made} is wrong, so its gradient is not looked at yet."
    if broken.kind == "shared":
        other = names.get(broken.other, broken.other)
        return (
            f"The gradients of {tensor} and `{other}` are one and the same array: what is added to "
            "one is in the other too. Does a rule store `out.grad` itself, where it should add?"
        )
    if broken.kind == "adding":
        if broken.why:
            return (
                f"{tensor} has several consumers, and its gradient is not the sum of what they owe."
            )
        return (
            f"{tensor} is used more than once, and only one contribution is left in its gradient. "
            "Does a rule set it, where it should add?"
        )
    if broken.shapes:
        found, right = broken.shapes
        by = f" from the rule of {made}" if broken.name else ""
        why = f" Then {broken.why}." if broken.why else ""
        return f"{tensor} has shape {right}, and its gradient{by} has shape {found}.{why}"
    owes = f"What the rule of {made} sends to {tensor} is wrong"
    return f"{owes}: {broken.why}." if broken.why else f"{owes}, and its shape is right."


def _expression(program: Program, broken: Broken) -> str:
    """How the operator is written that is spoken of: `a * b`."""
    if broken.step is None:
        return ""
    parts = [
        (program.names.get(each, each) if isinstance(each, str) else repr(each), ATOM)
        for each in broken.step[3]
    ]
    return f"`{written(broken.step[2], parts, broken.step[4])[0]}`"


# ---- Where to look


def place_of(
    broken: Broken, cells: Sequence[str], file: str, results: Sequence[CheckResult]
) -> Where | None:
    """The student's own lines that hold what is wrong; None where the text does not say."""
    names: tuple[str, ...] = ()
    if broken.name:
        names = OPERATORS[broken.name].methods
        shapes = broken.shapes is not None or "broadcasting" in broken.why
        if shapes and broken.name in SIGNS and _failed("unbroadcast", results):
            names = (FUNCTIONS[1],)
    elif broken.kind == "seed":
        names = ("backward",)
    for number, text in enumerate(cells, start=1):
        tree = parse(text)
        if tree is None:
            continue
        for name in names:
            for node in nodes_of(tree):
                if isinstance(node, ast.FunctionDef) and node.name == name:
                    return _where(node, broken, text.splitlines(), file,
                                  number if len(cells) > 1 else 0)  # fmt: skip
    return None


def _failed(check: str, results: Sequence[CheckResult]) -> bool:
    return any(each.id.startswith(check) and each.outcome == "failed" for each in results)


def _where(
    function: ast.FunctionDef, broken: Broken, lines: Sequence[str], file: str, cell: int
) -> Where:
    """The function's lines, one marked: where the gradient of this operand is worked out."""
    first, last = function.lineno, function.end_lineno or function.lineno
    marked = _marked(function, broken, lines)
    if last - first >= MOST_LINES:
        first = max(first, min(marked - MOST_LINES // 2, last - MOST_LINES + 1))
        last = first + MOST_LINES - 1
    return Where(file, cell, first, marked, tuple(lines[first - 1 : last]))


def _marked(function: ast.FunctionDef, broken: Broken, lines: Sequence[str]) -> int:
    numbers = range(function.lineno, (function.end_lineno or function.lineno) + 1)
    if broken.kind == "value":
        made = [n for n in numbers if ".data" in lines[n - 1] and "grad" not in lines[n - 1]]
        return made[-1] if made else function.lineno
    sent = [n for n in numbers if "grad" in lines[n - 1] and "=" in lines[n - 1]]
    mine = ("other", "self") if broken.place else ("self", "other")
    for target in (mine[0],):
        on_target = [n for n in sent if lines[n - 1].strip().startswith(f"{target}.")]
        if on_target:
            return on_target[-1]
    if sent:
        return sent[min(broken.place, len(sent) - 1)]
    rules = [n for n in numbers if "lambda" in lines[n - 1]]
    return rules[-1] if rules else function.lineno
