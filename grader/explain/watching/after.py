"""Find after which other program one goes wrong that comes out right when it runs alone.

The programs of a check run one after the other on one execution of the student's module, so an
engine may keep something from one graph to the next. What the module keeps is put back to what it
was, one name after the other: with the one that decides, the program comes out right again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.checks.orders import Judge
from grader.explain.ranking import ALONE
from grader.explain.watching.looked_up import padded
from grader.explain.watching.record import (
    Line,
    Unbelievable,
    items_of,
    line_of,
    mapping,
    number_of,
    whole,
)
from grader.explain.watching.sampling import WATCHED, Failing, is_watched
from grader.explain.watching.source import SourceText
from grader.explain.watching.unheld import is_right_alone, unheld
from grader.judging.finding import Finding
from grader.judging.verdict import is_right
from grader.programs.compare import same_answer
from grader.programs.graph import MAKES
from grader.programs.interpreter import Answer
from grader.programs.interpreter import run as run_on
from grader.programs.program import Program, walk
from grader.programs.reference import ReferenceEngine
from grader.programs.tracing import renamed
from grader.text import listed
from grader.worker.observation import Item, program_observation

if TYPE_CHECKING:
    from grader.judging.exercise import ExerciseRun

MOST_CHECKS = 3
MOST_ASKED = 12
"""Checks of which it is looked for what is left behind."""
MOST_BEFORE = 256
MOST_OPERATIONS = 400
"""A larger program is not asked once more."""
MOST_NUMBERS, MOST_KEPT, MOST_RUNS = 400, 12, 2
KEEPING = frozenset({*MAKES, "alias"})
"""Steps that make nodes, and give them names."""
CALLS = frozenset({"topo", "backward", "zero"})
LONGEST_NAME = 60
BY_ITSELF = (
    "Run by itself, the program of this check comes out right, and after another one it does not."
)
GENERAL = "A program that is right by itself goes wrong after another one."
ASKED = "What does your code keep from one graph to the next?"
ANEW = "What should begin anew with each call?"
PADDED = (
    "The marked line writes a number as text with a fixed number of digits. Where does a longer "
    "one come, if such texts are put in order?"
)
RAISED = "What is left there by an operator that raises an exception?"


@dataclass(frozen=True, slots=True)
class Left:
    """After which earlier program, None if it takes several, one goes wrong; whether an earlier one
    raised an exception; and the only name with which it comes out right again if what that had held
    is put back, with the line that changed this last. Of several that have to be put back together
    the names are joined by commas."""

    first: Program | None
    raises: bool
    name: str = ""
    line: Line | None = None

    def told(self, source: SourceText) -> tuple[str, str, Line | None]:
        """A sentence about the name, "" if there is none, the question, and the line to mark."""
        asked = RAISED if self.raises and self.name else ASKED
        line = None if self.line is None or self.line in source.given else self.line
        if not self.name or line is None:
            return "", ASKED, None
        default = source.default(line)
        earlier = "an earlier" if self.first is None else "the earlier"
        name, *others = (f"`{each}`" for each in self.name.split(","))
        back = f"that and {listed(others)} as they were" if others else "that as it was"
        said = (
            f"In {earlier} one line {line[1]} changes what {name} holds: with {back} before, this "
            "one comes out right."
        )
        return said, asked, default or line


def left_behind(
    run: ExerciseRun, programs: Mapping[str, Program], source: SourceText
) -> dict[str, Left]:
    """By check after what its program goes wrong, and what that leaves behind."""
    asked = {check: (_before(run, check, each), each) for check, each in programs.items()}
    asked = {check: each for check, each in [*asked.items()][:MOST_ASKED] if each[0]}
    items = [
        {"task": "between", "before": [e.steps for e in earlier], "steps": each.steps}
        for earlier, each in asked.values()
    ]
    found = {}
    for (check, (earlier, each)), answer in zip(
        asked.items(), run.ask_aside(items) if items else (), strict=False
    ):
        try:
            left = _left_in(answer.value, earlier, run_on(each, ReferenceEngine()), source)
        except (Unbelievable, KeyError, IndexError, TypeError, ValueError):
            continue
        if left is not None:
            found[check] = left
    return found


def _left_in(
    raw: object, earlier: Sequence[Program], right: Answer, source: SourceText
) -> Left | None:
    said = mapping(raw)
    if said["found"] is None or not _is_right(said["alone"], right):
        return None
    found = mapping(said["found"])
    first = None if found["first"] is None else earlier[whole(found["first"])]
    if _is_right(found["answer"], right):
        return None
    name, at = _only(found["kept"], lambda answer: _is_right(answer, right), source) or ("", None)
    return Left(first, found["raises"] is True, name, at)


def _only(
    raw: object, is_right: Callable[[object], bool], source: SourceText
) -> tuple[str, Line | None] | None:
    """The only name with which the right answer comes out, and the line that changed what it held;
    None if there are several, or none."""
    kept = {}
    for each in items_of(raw, MOST_KEPT):
        name, line, answer = items_of(each, 3)
        if not isinstance(name, str) or len(name) > LONGEST_NAME or not is_right(answer):
            continue
        if all(part.isidentifier() for part in re.split("[.,]", name.removeprefix("."))):
            kept[name.removeprefix(".")] = None if line == 0 else line_of(line, source.lengths)
    alone = {name: line for name, line in kept.items() if "," not in name} or kept
    return alone.popitem() if len(alone) == 1 else None


def left_by_calls(
    run: ExerciseRun, checks: Iterable[str], source: SourceText
) -> dict[str, tuple[str, Line, Program]]:
    """By check what earlier calls leave behind for later ones, where lists of nodes are wrong: a
    sentence, the line, and the program that shows it."""
    asked = {check: each for check in checks if (each := _several(run, check)) is not None}
    items = [{"task": "within", "steps": each.steps} for each, _ in asked.values()]
    found = {}
    answers = run.ask_aside(items) if items else ()
    for (check, (program, judge)), answer in zip(asked.items(), answers, strict=False):

        def is_right(raw: object, program: Program = program, judge: Judge = judge) -> bool:
            seen = program_observation(program, raw)
            return seen.answer is not None and judge(seen) is None

        try:
            runs = [mapping(each) for each in items_of(answer.value, MOST_RUNS)]
            wrong = [each for each in runs if not is_right(each["answer"])]
            only = next(filter(None, (_only(e["kept"], is_right, source) for e in wrong)), None)
        except (Unbelievable, KeyError, ValueError):
            continue
        name, line = only or ("", None)
        if line is not None and line not in source.given:
            told = (
                f"In the example, line {line[1]} changes what `{name}` holds. If that is put back "
                "after each call, all lists come out right."
            )
            found[check] = told, source.default(line) or line, program
    return found


def _several(run: ExerciseRun, check: str) -> tuple[Program, Judge] | None:
    """The smallest program that makes several calls and is answered wrongly, if lists of nodes are
    all that it reads; and its judge."""
    wrong = [item for item, is_wrong in _asked_publicly(run, check) if is_wrong]
    small = [each for each in wrong if isinstance(each, Program) and each.size <= MOST_OPERATIONS]
    for each in sorted(small, key=lambda each: each.size):
        kinds = [step[0] for step in each.steps if step[0] not in KEEPING]
        judges = (q.judge for q in run.failed_publicly[check][0].plan.questions if q.item == each)
        judge = next(judges, None)
        if len(kinds) > 1 and "topo" in kinds and {*kinds} <= CALLS and judge is not None:
            return each, judge
    return None


def _is_right(raw: object, right: Answer) -> bool:
    return raw is not None and same_answer([*map(number_of, items_of(raw, MOST_NUMBERS))], right)


def _before(run: ExerciseRun, check: str, program: Program) -> list[Program]:
    """The small programs that a check asks before the one that it fails by."""
    found: list[Program] = []
    for item, is_wrong in _asked_publicly(run, check):
        if item == program and is_wrong:
            return found[-MOST_BEFORE:]
        if isinstance(item, Program) and is_watched(item):
            found.append(item)
    return []


def _asked_publicly(run: ExerciseRun, check: str) -> Iterator[tuple[Item, bool]]:
    """What a check asks that may be shown, in order, and whether it is answered wrongly."""
    if check in run.failed_publicly:
        prepared, observations = run.failed_publicly[check]
        for number, observed in zip(prepared.numbers, observations, strict=True):
            question = prepared.plan.questions[number]
            yield question.item, not is_right(question, prepared.expected[number], observed)


def joined(left: Left, second: Program) -> Failing | None:
    """The earlier program and the one after it as one, with other names in the second; the answer
    is not known yet."""
    if left.first is None or left.raises or not is_watched(second):
        return None
    slots = [step[1] for step in walk(second.steps) if step[0] in _NAMING]
    names = {slot: f"{slot}_2" for slot in slots}
    steps: Sequence[tuple[object, ...]] = [renamed(step, names) for step in second.steps]
    right = [run_on(each, ReferenceEngine()) for each in (left.first, second)]
    return Failing(Program((*left.first.steps, *steps)), (), (*right[0], *right[1]))


def is_of_others(finding: Finding) -> bool:
    """Whether a finding is about a program that comes out right when it runs by itself."""
    return finding.explanation.startswith(BY_ITSELF)


def right_alone(lefts: Mapping[str, Left | None], source: SourceText) -> list[Finding]:
    """What is said of checks whose programs come out right when each of them runs by itself."""
    same: dict[tuple[str, str, Line | None], list[str]] = {}
    for check, left in lefts.items():
        told = ("", ASKED, None) if left is None else left.told(source)
        if not told[0] and (line := padded(source)) is not None:
            told = ("", PADDED, line)
        same.setdefault(told, []).append(check)
    return [
        Finding(
            id="left" if said else ALONE, misconception=None, explained=len(checks), of=0,
            kind="seen", part="state", explanation=" ".join(filter(None, (BY_ITSELF, said, asked))),
            checks=tuple(checks), general=GENERAL,
            where=None if line is None else source.where(line),
        )
        for (said, asked, line), checks in same.items()
    ]  # fmt: skip


def unwatched_alone(run: ExerciseRun, checks: Iterable[str], source: SourceText) -> list[Finding]:
    """The same of programs that cannot be watched: each is asked once more, of a fresh module. What
    is wrong then, too, may hang on nodes that go away."""
    checks = [*checks]
    found = {}
    programs = {check: each for check in checks if (each := _program(run, check)) is not None}
    for check, program in [*programs.items()][:MOST_CHECKS]:
        if is_right_alone(run, program):
            found[check] = program
    lefts = left_behind(run, found, source)
    told = right_alone({check: lefts.get(check) for check in found}, source)
    return [*told, *unheld(run, [each for each in checks if each not in found], source)]


def answered_otherwise_alone(run: ExerciseRun, checks: Iterable[str]) -> set[str]:
    """Those of these checks whose program comes to other numbers when a fresh module is asked
    nothing else, right or wrong."""
    shown = [(check, *run.wrong[check][:2]) for check in checks if check in run.wrong]
    small = [each for each in shown if each[1].size <= MOST_OPERATIONS][:MOST_CHECKS]
    found = [(check, run.ask_aside([program]), answer) for check, program, answer in small]
    return {
        check for check, alone, answer in found
        if alone and alone[0].answer is not None and not same_answer(alone[0].answer, answer)
    }  # fmt: skip


def _program(run: ExerciseRun, check: str) -> Program | None:
    """What a check fails by, if it is not large, and cannot be watched."""
    wrong, raised = run.wrong.get(check), run.raised.get(check)
    program = wrong[0] if wrong else raised[0] if raised else None
    if program is None or program.size > MOST_OPERATIONS:
        return None
    is_plain = all(step[0] in WATCHED for step in walk(program.steps))
    return program if is_plain and not (wrong and is_watched(program)) else None


_NAMING = frozenset({"leaf", "apply", "inplace", "alias"})
