"""What is told of a tensor engine's wrong answers: the law at its first broken place, and the line.

Programs that fail are run once more, and what every tensor holds at the end is looked at (`law`).
What was found is told with the smallest program that shows it, and of how many it holds.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from grader.checks.declare import Check
from grader.course.course import Exercise
from grader.judging import check_messages as messages
from grader.judging.exercise import ExerciseRun
from grader.judging.finding import Counterexample, Finding, Where, how_often
from grader.judging.report import CheckResult
from grader.packs.tensor.calls import FUNCTIONS, SIGNS
from grader.packs.tensor.judged import Asked
from grader.packs.tensor.law import Broken, Seen, broken_in, seen_in, stages
from grader.packs.tensor.misconceptions import ANY
from grader.packs.tensor.operators import OPERATORS
from grader.packs.tensor.pictures import with_pictures
from grader.packs.tensor.program import Program, shape_of
from grader.packs.tensor.reading import Reader, Reading
from grader.packs.tensor.remembered import Line, memory_in
from grader.packs.tensor.words import in_words
from grader.syntax import nodes_of, parse

__all__ = ["diagnosis_of", "with_pictures"]
MOST_LOOKED_AT = 60
"""Failing programs, the smallest of each check first."""
MOST_FINDINGS = 3
MOST_LINES = 6
_SHAPE = r"(\([\d, ]*\))"
_REFUSED = re.compile(
    rf"output operand with shape {_SHAPE} doesn't match the broadcast shape {_SHAPE}"
    rf"|could not be broadcast together with shapes {_SHAPE} {_SHAPE} \3 "
)
"""What NumPy says of `grad += ...` where the shapes do not fit."""
_WHOLE = re.compile(r"output from dtype\('float64'\) to dtype\('(int\d+)'\)")
"""What it says where fractions are added to an array of whole numbers."""

_ADDS_A_NAME = re.compile(r"\+=? *\w+ *(#.*)?$")
"""A line that only adds what was worked out above it."""


@dataclass
class _Group:
    """Failing programs in which the same is broken."""

    broken: Broken
    found: list[tuple[str, Program, Broken]]

    @property
    def checks(self) -> tuple[str, ...]:
        """The checks that ask them."""
        return tuple(dict.fromkeys(check for check, _, _ in self.found))


def diagnosis_of(
    exercise: Exercise,
    run: ExerciseRun,
    results: Sequence[CheckResult],
    checks: Sequence[Check],
) -> tuple[Finding, ...]:
    """What is known about the mistake behind wrong answers."""
    failing = list(_failing(exercise, run, results, checks))
    places = [broken_in(found) for found in _looked_at([p for _, p in failing], run)]
    often = Counter((each[1].name, why) for each in places if each for why in each[1].also)
    groups: dict[tuple[str, ...], _Group] = {}
    for (check, _), place in zip(failing, places, strict=True):
        if place is None:
            continue
        program, broken = place
        if broken.also:  # of what sends the same, what most programs show
            count = {why: often[broken.name, why] for why in broken.also}
            broken = replace(broken, why=max(broken.also, key=count.__getitem__))
        group = groups.setdefault(broken.key, _Group(broken, []))
        group.found.append((check, program, broken))
    kept = _without_echoes([*groups.values()], run.cells)
    readings = _readings(kept, run, results)
    told = [
        _finding(group, len(failing), run, results, reading)
        for group, reading in zip(kept, readings, strict=True)
    ]
    known = {check for each in told for check in each.checks or ()}
    told += [each for each in _refused(results) if not known.intersection(each.checks or ())]
    found = _of_function([program for _, program in failing], results, run)
    if found is not None:
        with_it = [each for each in told if each.operator in _USES_IT]
        checks_of = [check for each in (found, *with_it) for check in each.checks or ()]
        whole = replace(found, checks=(*dict.fromkeys(checks_of),))
        told = [replace(whole, points=_points(checks_of, results)),
                *(each for each in told if each not in with_it)]  # fmt: skip
    told.sort(key=lambda each: (-each.points, -each.explained))
    return tuple(told[:MOST_FINDINGS])


def _lines_named(names: Sequence[str], cells: Sequence[str], lone: bool = False) -> set[Line]:
    """The lines of the functions of these names. lone: without rules called `backward`, which take
    a gradient."""
    return {
        (number - 1, line)
        for number, function, _ in _functions(names, cells)
        for line in _lines_of(function)
        if not (lone and function.name == "backward" and len(function.args.args) > 1)
    }


def _looked_at(
    programs: Sequence[Program], run: ExerciseRun
) -> Iterator[list[tuple[Program, Seen]]]:
    """What an engine holds after each stage of each program, as far as it was seen."""
    asked = [stages(program) for program in programs]
    tasks = [{**stage.task, "look": True} for each in asked for stage in each]
    answers = iter(run.ask_aside(tasks) if tasks else ())
    for each in asked:
        found = [(stage, next(answers, None)) for stage in each]
        pairs = [
            (stage, None if answer is None or answer.error else seen_in(stage, answer.value))
            for stage, answer in found
        ]
        yield [(stage, seen) for stage, seen in pairs if seen is not None]


def _readings(
    groups: Sequence[_Group], run: ExerciseRun, results: Sequence[CheckResult]
) -> list[Reading]:
    """What a run on arrays that remember says of the smallest program of each group."""
    tasks = [{**group.found[0][1].task, "task": "remember"} for group in groups]
    asked = run.ask_aside(tasks) if tasks else []
    lengths = [len(cell.split("\n")) for cell in run.cells]
    shared = ["backward"] + ([] if _failed(FUNCTIONS[1], results) else [FUNCTIONS[1]])
    generic = _lines_named(shared, run.cells, lone=True)
    found = []
    for number, group in enumerate(groups):
        said = asked[number] if number < len(asked) else None
        _, program, broken = group.found[0]
        value = None if said is None or said.error else said.value
        memory = memory_in(value, program, lengths)
        own, foreign = (
            _lines_named(
                [each for row in OPERATORS.values() if (row.name == broken.name) is mine
                 for each in (row.name, *row.methods)],
                run.cells,
            )
            for mine in (True, False)
        )  # fmt: skip
        reader = None if memory is None else Reader(memory, generic, own, foreign - own)
        found.append(Reading() if reader is None else reader.reading(broken, _is_reflected(group)))
    return found


def _without_echoes(groups: list[_Group], cells: Sequence[str]) -> list[_Group]:
    """The groups without those that another one explains; the largest first."""
    if any(group.broken.kind == "stuck" for group in groups):  # a walk that ends at once
        groups = [each for each in groups if each.broken.kind not in ("kept", "restart")]
    groups = [each for each in groups if not any(_is_made_of(each, other) for other in groups)]
    groups = [each for each in groups if not _has_no_rule(each, groups, cells)]
    if any(each.broken.name == "log_softmax" for each in groups):  # which it is made of
        groups = [each for each in groups if each.broken.name != "cross_entropy"]
    groups.sort(key=lambda group: -len(group.found))
    for kind, some in (("early", 1), ("again", 1), ("sets", 2)):
        same = [group for group in groups if group.broken.kind == kind]
        least = sum(len(group.found) for group in same) / 8
        names = {group.broken.name for group in same if len(group.found) > least}
        if len(names - {""}) > some or (
            some == 1 and _is_everywhere(same)
        ):  # not one rule, but all
            whole = _Group(replace(same[0].broken, name=""), [f for g in same for f in g.found])
            others = [g for g in groups if g.broken.kind in ("shared", "value", "changed")]
            return [whole, *others]
    if any(group.broken.kind in ("shared", "sets") for group in groups):
        groups = [group for group in groups if group.broken.kind != "adding"]
    kept: list[_Group] = []
    for group in groups:
        if any(_explains(other, group, cells) for other in kept):
            continue
        few = len(group.found) * 5 < sum(len(each.found) for each in kept)
        if not (few and group.broken.why in ("", *_VAGUE)):
            kept.append(group)
    return kept


def _is_everywhere(groups: Sequence[_Group]) -> bool:
    """Whether the same is seen where the operator that shows it most has no part."""
    top = groups[0].broken.name if groups else ""
    without = [
        program
        for group in groups[1:]
        if top not in _MADE_OF.get(group.broken.name, ())
        for _, program, _ in group.found
        if all(step[2] != top for step in program.steps if step[0] == "apply")
    ]
    return len(without) > 1


_MADE_OF = {
    "cross_entropy": ("log_softmax", "neg", "mean", "sum", "mul", "truediv", "getitem"),
    "log_softmax": ("sub", "exp", "log", "sum"),
    "mean": ("sum", "mul", "truediv"),
    "truediv": ("pow", "mul"),
    "sub": ("neg", "add", "mul"),
    "neg": ("mul",),
    "T": ("transpose",),
}
"""What engines make of other operators."""


def _is_made_of(one: _Group, other: _Group) -> bool:
    """Whether a group is about an operator that may be made of another one that does the same."""
    a, b = one.broken, other.broken
    same = a.kind == b.kind == "rule" and a.why == b.why != ""
    return same and b.name in _MADE_OF.get(a.name, ())


def _has_no_rule(one: _Group, groups: Sequence[_Group], cells: Sequence[str]) -> bool:
    """Whether a group is about an operator without a rule, made of one whose rule is wrong."""
    made_of = _MADE_OF.get(one.broken.name, ())
    wrong = any(each.broken.kind == "rule" and each.broken.name in made_of for each in groups)
    if one.broken.kind != "rule" or not wrong:
        return False
    function = next(_functions(OPERATORS[one.broken.name].methods, cells), None)
    return function is not None and not _has_rule(*function[1:])


_VAGUE = (ANY["passed"], ANY["sign"], ANY["averaged"], ANY["one-row"], ANY["transposed"])


def _explains(one: _Group, other: _Group, cells: Sequence[str]) -> bool:
    """Whether the other group shows nothing new: its operator is made of that of the first."""
    a, b = one.broken, other.broken
    if a.kind == b.kind == "rule" and a.shapes and b.shapes and (not b.name or a.why == b.why):
        return True
    if a.kind == b.kind == "rule" and a.name == b.name and len(other.found) * 8 < len(one.found):
        return True  # by chance: another wrong rule gives the same for a few programs
    function = next(_functions(OPERATORS[b.name].methods, cells), None) if b.name else None
    return function is not None and a.kind == b.kind and not _has_rule(*function[1:])


_USES_IT = ("", *SIGNS)


def _of_function(
    failing: Sequence[Program], results: Sequence[CheckResult], run: ExerciseRun
) -> Finding | None:
    """What is wrong with `unbroadcast` itself, which rules use."""
    alone = [program for program in failing if program.needs == FUNCTIONS[1]]
    shown = {program.shown for program in alone}
    for each in results:
        example = each.counterexample
        if example is None or example.program.partition("\n# yours")[0] not in shown:
            continue
        array, call = next(step for step in alone[0].steps if step[0] == "array"), alone[0].steps[1]
        keeps = not example.what.startswith(array[1])
        said = (
            messages.difference(example) if keeps else "It changes the gradient that it is given."
        )
        return Finding(
            misconception=None,
            explained=len(alone),
            of=len(alone),
            explanation=(
                f"Your `{FUNCTIONS[1]}` is wrong: of a gradient of shape {shape_of(array[2])} for "
                f"shape {tuple(call[4]['shape'])}. {said} "
                "Rules that use it are wrong with it."
            ),
            kind="task",
            id=f"tensor/{FUNCTIONS[1]}",
            part="rule",
            checks=(each.id,),
            example=example,
            where=_marked_where((FUNCTIONS[1],), Broken("value", "", ""), run.cells, run.name),
        )
    return None


def _refused(results: Sequence[CheckResult]) -> Iterator[Finding]:
    """Gradients whose shapes NumPy refused to add."""
    wrong = [
        (each, told) for each in results if each.outcome == "error" and not each.hidden
        and (told := _REFUSED.search(each.message) or _WHOLE.search(each.message))
    ]  # fmt: skip
    if not wrong:
        return
    first, told = wrong[0]
    if told.re is _WHOLE:
        said = (
            f"NumPy refuses to add numbers with fractions to an array of {told[1]}, which holds "
            "whole numbers only. Data and gradients are arrays of float64, whatever numbers a "
            "tensor is made of."
        )
    else:
        mine, other = (_spaced(each) for each in told.groups() if each)
        said = (
            f"NumPy refuses to add something of shape {other} to a gradient of shape {mine}. "
            "What a rule sends to a tensor must have the shape of its data. Which axes are too "
            "many there, or in another order?"
        )
    yield Finding(
        misconception=None,
        explained=len(wrong),
        of=len(wrong),
        explanation=said,
        kind="task",
        id="tensor/refused",
        part="rule",
        checks=tuple(each.id for each, _ in wrong),
        points=_points([each.id for each, _ in wrong], results),
        example=first.counterexample,
    )


def _failing(
    exercise: Exercise, run: ExerciseRun, results: Sequence[CheckResult], checks: Sequence[Check]
) -> Iterator[tuple[str, Program]]:
    """Public programs that are answered wrongly, by the check that asks them, smallest first."""
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
            if isinstance(question.asked, Asked) and question.judge
            and (found.error or question.judge(found) is not None)
        ]  # fmt: skip
        yield from ((check.id, program) for program in wrong[: MOST_LOOKED_AT // len(failed) + 1])


def _is_wrong(check: Check, results: Sequence[CheckResult]) -> bool:
    return any(each.id == check.id and each.outcome in ("failed", "error") for each in results)


def _points(checks: Collection[str], results: Sequence[CheckResult]) -> float:
    return sum(each.max_points for each in results if each.id in checks)


def _short(why: str) -> str:
    """A key made of a sentence: its last words."""
    return "-".join(re.findall(r"[a-z]+", why.lower())[-3:])


def _is_reflected(group: _Group) -> bool:
    """Whether a plain number or array stands on the left of a sign in every program."""
    if group.broken.name not in SIGNS:
        return False
    return all(
        broken.step is not None
        and (
            not isinstance(broken.step[3][0], str)
            or any(step[:2] == ["array", broken.step[3][0]] for step in program.steps)
        )
        for _, program, broken in group.found
    )


def _spaced(shape: str) -> str:
    """(2,3) as Python writes it: (2, 3)."""
    return re.sub(r",(?=\d)", ", ", shape)


def _finding(
    group: _Group, of: int, run: ExerciseRun, results: Sequence[CheckResult], reading: Reading
) -> Finding:
    check, program, broken = group.found[0]
    broken = replace(broken, name=group.broken.name)
    sentence = in_words(program, broken, reading.text)
    if of > 1:
        sentence += f" {how_often(len(group.found), of, 'looked at')}"
    example = next(
        (each.counterexample for each in results if each.id == check and each.counterexample), None
    )
    return Finding(
        misconception=None,
        explained=len(group.found),
        of=of,
        explanation=sentence,
        kind="task",
        id="/".join(["tensor", broken.kind, *filter(None, (broken.name, _short(broken.why)))]),
        part=broken.kind,
        operator=broken.name,
        side=("left", "right")[broken.place],
        checks=group.checks,
        points=_points(group.checks, results),
        example=example or Counterexample(program.shown, "", "another gradient", ""),
        where=_where(reading.line, run)
        or place_of(broken, run.cells, run.name, results, _is_reflected(group))
        or _where(reading.weak, run),
    )


def _where(line: Line | None, run: ExerciseRun) -> Where | None:
    """A line of the student's, with those around it in its function."""
    if line is None:
        return None
    cell, marked = line
    text = run.cells[cell]
    lines, tree = text.split("\n"), parse(text)
    around = [
        each
        for each in ([] if tree is None else nodes_of(tree))
        if isinstance(each, ast.FunctionDef) and marked in _lines_of(each)
    ]
    inner = max(around, key=lambda each: each.lineno, default=None)
    first, last = (inner.lineno, inner.end_lineno or marked) if inner else (marked, marked)
    if last - first >= MOST_LINES:
        first = max(first, min(marked - MOST_LINES // 2, last - MOST_LINES + 1))
        last = first + MOST_LINES - 1
    number = cell + 1 if len(run.cells) > 1 else 0
    return Where(run.name, number, first, marked, tuple(lines[first - 1 : last]))


# ---- Where to look

_BY_KIND = {"restart": ("backward",), "seed": ("backward",), "kept": ("zero_grad",)}
"""The functions that something is about which is no operator's."""


def place_of(
    broken: Broken,
    cells: Sequence[str],
    file: str,
    results: Sequence[CheckResult],
    reflected: bool = False,
) -> Where | None:
    """The student's own lines that hold what is wrong; None where the text does not say.

    reflected: whether a plain number or array stands on the left wherever it shows.
    """
    if not broken.name and broken.kind not in _BY_KIND:
        return None
    names = _BY_KIND.get(broken.kind) or OPERATORS[broken.name].methods
    if reflected:
        names = names[::-1]
    shapes = broken.shapes is not None or "broadcasting" in broken.why
    if shapes and broken.name in SIGNS and _failed("unbroadcast", results):
        names = (FUNCTIONS[1],)
    return _marked_where(names, broken, cells, file)


def _marked_where(
    names: Sequence[str], broken: Broken, cells: Sequence[str], file: str
) -> Where | None:
    for number, function, lines in _functions(names, cells):
        first, last = function.lineno, function.end_lineno or function.lineno
        marked = _marked(function, broken, lines)
        if last - first >= MOST_LINES:
            first = max(first, min(marked - MOST_LINES // 2, last - MOST_LINES + 1))
            last = first + MOST_LINES - 1
        cell = number if len(cells) > 1 else 0
        return Where(file, cell, first, marked, tuple(lines[first - 1 : last]))
    return None


def _functions(
    names: Sequence[str], cells: Sequence[str]
) -> Iterator[tuple[int, ast.FunctionDef, list[str]]]:
    """The functions of these names: cell, tree and all lines of the cell."""
    for number, text in enumerate(cells, start=1):
        tree = parse(text)
        found = [] if tree is None else nodes_of(tree)
        functions = [each for each in found if isinstance(each, ast.FunctionDef)]
        for name in names:
            for each in functions:
                if each.name == name:
                    yield number, each, text.split("\n")


def _failed(check: str, results: Sequence[CheckResult]) -> bool:
    return any(each.id.startswith(check) and each.outcome == "failed" for each in results)


def _lines_of(function: ast.FunctionDef) -> range:
    return range(function.lineno, (function.end_lineno or function.lineno) + 1)


def _has_rule(function: ast.FunctionDef, lines: Sequence[str]) -> bool:
    """Whether a method holds a rule of its own, and is not made of other operators."""
    return any("grad" in lines[n - 1] or "lambda" in lines[n - 1] for n in _lines_of(function))


def _seeded(numbers: range, lines: Sequence[str]) -> int:
    """The line of `backward` that first sets a gradient."""
    return next((n for n in numbers if "grad" in lines[n - 1]), numbers[0])


def _marked(function: ast.FunctionDef, broken: Broken, lines: Sequence[str]) -> int:
    """The line where this operand's gradient is worked out, or the value."""
    numbers = _lines_of(function)
    if broken.kind in _BY_KIND or not broken.name:
        return _seeded(numbers, lines) if broken.kind in _BY_KIND else function.lineno
    if broken.kind == "value":
        made = [n for n in numbers if "Tensor(" in lines[n - 1]]
        made = [n for n in made if "isinstance" not in lines[n - 1]] or made
        made = made or [n for n in numbers if "return" in lines[n - 1]]
        return made[-1] if made else function.lineno
    sent = [n for n in numbers if "grad" in lines[n - 1] and "=" in lines[n - 1]]
    mine = [n for n in sent if lines[n - 1].strip().startswith(("self.", "other.")[broken.place])]
    if mine and broken.kind == "rule" and _ADDS_A_NAME.search(lines[mine[-1] - 1]):
        mine = [n for n in sent if "out.grad" in lines[n - 1]] or mine
    if mine:
        return mine[-1]
    if sent:
        return sent[min(broken.place, len(sent) - 1)]
    rest = [n for n in numbers if "lambda" in lines[n - 1]]
    rest = rest or [n for n in numbers if "return" in lines[n - 1]]
    return rest[-1] if rest else function.lineno
