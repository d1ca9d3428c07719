"""No function and no class of the student's kit, as it stands, earns a point.

Each is asked what every check asks first, by a real worker: in one process, one candidate after the
other under the name that the exercise wants. Who answers none of these as is right passes no check;
whoever does is graded. A kit with solutions in it shows that they are found.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.authoring.release.student_kit import kit_files
from grader.checks import Check
from grader.checks.plan import Question
from grader.course.course import Course, Exercise
from grader.judging.context import GradingContext
from grader.judging.exercise import ExerciseRun
from grader.judging.limits import Budget
from grader.judging.verdict import is_right
from grader.programs.interpreter import Answer
from grader.programs.operators import all_forms
from grader.programs.program import Program
from grader.submissions.sources.collected import Source
from grader.worker.exchange import BatchLimits, encode_batch
from grader.worker.observation import Item, observe
from tests.support import hand_ins
from tests.support.kit import Candidate, candidates_of, hand_in, modules_of, standard_of

Checks = Mapping[str, tuple[Check, ...]]
TURN = 1_000_000.0
"""A leaf with this number and more names the candidate whose turn it is."""
LIMITS = BatchLimits(cpu=20.0, wall=60.0)
CLASSES_AT_ONCE = 20
BEFORE_ANEW = 200
"""Items after which a worker would execute a hand-in afresh, and calls be counted from 0."""
CLASSES = ("Value", "Node")
ARGUMENTS = {
    "zero_grad": 1,
    "build_topo": 3,
    "toposort": 1,
    "exposing_expression": 2,
    "check_grad": 2,
    "train": 3,
}
CONSTANT = {"check_grad": ("True", "False")}
"""What some checks take for right whatever is asked: it is no part of the kit."""
LARGE = 1000
"""How many arguments the grader gives to each function that an exercise asks for."""
LATER = ("SHOWCASE", "P1_", "P2_", "SECOND_CALL")  # constants: no function is asked for


@dataclass(frozen=True, slots=True)
class Asked:
    """The first question of a check, and the names that it needs."""

    exercise: str
    check: str
    question: Question
    expected: Answer | None
    need: tuple[str, ...]


def first_questions(exercise: Exercise, checks: Checks, context: GradingContext) -> Iterator[Asked]:
    """What each check asks first of a name that a function or a class can have."""
    for check in checks[exercise.id]:
        prepared = context.public(exercise.id, check, all_forms())
        need = tuple(prepared.plan.need)
        if exercise.id == "zero-grad" and need == ("Value",):
            need = ("Value", "zero_grad")  # the class is given
        if prepared.plan.questions and not need[0].startswith(LATER):
            first, right = prepared.plan.questions[0], prepared.expected[0]
            if not isinstance(first.item, Program) or _is_small(first.item):
                yield Asked(exercise.id, check.id, first, right, need)


def _is_small(program: Program) -> bool:
    """Whether it is soon answered, with one call of a function at most."""
    return program.size <= LARGE and sum(step[0] == "zero" for step in program.steps) < 2


ASKED = """
_NAMES = {names!r}
_TURN, _state = {turn!r}, [0, 0]
_loaded = {{}}

def _candidate(number):
    module, name = _NAMES[number]
    if (module, name) not in _loaded:
        _loaded[module, name] = getattr(importlib.import_module(module), name)
    return _loaded[module, name]
"""
AS_CLASS = """
def {name}(*given, **named):
    if given and type(given[0]) in (int, float) and given[0] >= _TURN:
        _state[0] = int(given[0] - _TURN)
    return _candidate(_state[0])(*given, **named)
"""
AS_FUNCTION = """
def {name}(*given, **named):
    number, _state[1] = _state[1] // {count}, _state[1] + 1
    return _candidate(number)(*given, **named)
"""


def right_answers(
    asked: Sequence[Asked],
    candidates: Sequence[Candidate],
    context: GradingContext,
    exercise: Exercise,
    start: str,
) -> Iterator[Candidate]:
    """The candidates that answer one of these questions, which need the same names, as is right.

    One that ends the process is left out from there on, and the next ones are asked in a new one.
    """
    name = asked[0].need[-1]
    as_class = name in CLASSES
    each_has = len(asked) * (2 if as_class else 1)  # a class is told before each whose turn it is
    at_once = CLASSES_AT_ONCE if as_class else max(1, BEFORE_ANEW // each_has)
    left = list(candidates)
    while left:
        some = left[:at_once]
        text = start + ASKED.format(names=[(c.module, c.name) for c in some], turn=TURN)
        text += (AS_CLASS if as_class else AS_FUNCTION).format(name=name, count=len(asked))
        source = Source("answer.py", (text,), False)
        items = list(_items(asked, len(some), as_class))
        steps = [each.steps if isinstance(each, Program) else each for each in items]
        with ExerciseRun(context, exercise, source, "kit", "0" * 64, Budget(seconds=600.0)) as run:
            reply = run.exchange((0, False), encode_batch(steps, list(asked[0].need)), LIMITS)
        found = observe(items, reply)[: len(reply.answers)]
        assert found or reply.failure, "nothing was asked"
        for number, candidate in enumerate(some):
            mine = found[number * each_has : (number + 1) * each_has]
            answers = mine[1::2] if as_class else mine
            pairs = zip(asked, answers, strict=False)
            if any(is_right(one.question, one.expected, answer) for one, answer in pairs):
                yield candidate
        done = len(found) // each_has
        left = left[done + (reply.failure is not None) :]


def _items(asked: Sequence[Asked], count: int, as_class: bool) -> Iterator[Item]:
    for number in range(count):
        for each in asked:
            if as_class:
                yield Program((("leaf", "a", TURN + number),))
            yield each.question.item


def earned(
    answer: str, exercise: Exercise, checks: Checks, context: GradingContext, start: str
) -> frozenset[str]:
    """The checks that give points to a hand-in."""
    source = Source("answer.py", (f"{start}\n{answer}\n",), False)
    with ExerciseRun(context, exercise, source, "kit", "0" * 64, Budget()) as run:
        return frozenset(check.id for check in checks[exercise.id] if run.result(check).points)


def earning(
    files: Mapping[str, bytes], course: Course, checks: Checks, context: GradingContext
) -> set[tuple[str, str]]:
    """Exercise and candidate, for each that earns points."""
    modules = modules_of(files)
    candidates = candidates_of(modules)
    assert len(candidates) > 1000
    standard = standard_of(modules)
    found: set[tuple[str, str]] = set()
    for exercise in (course.exercise(name) for name in ASKING):
        start = standard + (course.stubs_dir / exercise.file_name).read_text()
        start += hand_in(modules)
        groups: dict[tuple[str, ...], list[Asked]] = defaultdict(list)
        for each in first_questions(exercise, checks, context):
            groups[each.need].append(each)
        for need, asked in groups.items():
            name = need[-1]
            fits = [each for each in candidates if _fits(each, name)]
            always: set[str] = set()
            for constant in CONSTANT.get(name, ()):
                answer = f"def {name}(*given): return {constant}"
                always |= earned(answer, exercise, checks, context, start)
            for right in right_answers(asked, fits, context, exercise, start):
                answer = f"{name} = importlib.import_module({right.module!r}).{right.name}"
                if earned(answer, exercise, checks, context, start) - always:
                    found.add((exercise.id, f"{right.module}.{right.name}"))
    return found


def _fits(candidate: Candidate, name: str) -> bool:
    if name in CLASSES:
        return candidate.takes is None
    return candidate.takes is not None and ARGUMENTS[name] in candidate.takes


PLANTED = {
    "engine": "local-rules build-topo backward operators functions zero-grad double-backward "
    "toposort-iterative engine",
    "accumulate": "accumulate",
    "check-grad": "check-grad",
    "consumer-counts": "consumer-counts",
}
"""Solutions, and in which exercises each is found. (Exercise 1 asks for constants.)"""
ASKING = tuple(" ".join(PLANTED.values()).split())
USES_THE_KIT = "from grader.checks import families, plan\nfrom grader.programs import interpreter\n"
"""In a planted module: where modules of the kit could not be loaded, it would not be found."""


def test_no_function_or_class_of_the_kit_earns_a_point(
    course: Course, checks: Checks, context: GradingContext
) -> None:
    files = kit_files(course)
    for name in PLANTED:
        text = USES_THE_KIT + hand_ins.solution(name, course)
        files[f"grader/planted_{name.replace('-', '_')}.py"] = text.encode()
    found = earning(files, course, checks, context)
    assert {each for each in found if "kit.planted" not in each[1]} == set()
    assert {exercise for exercise, _ in found} == {*ASKING}
