"""No function and no class of the student's kit, as it stands, earns a point in six exercises.

Each is asked what every check asks first, by a real worker: in one process, one candidate after the
other under the name that the exercise wants. Who answers none of these as is right passes no check;
whoever does is graded. A kit with solutions in it shows that they are found.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.authoring.release.student_kit import kit_files
from grader.checks import Check
from grader.checks.plan import ALL_FORMS, Question
from grader.course.course import Course, Exercise
from grader.judging.context import GradingContext
from grader.judging.exercise import ExerciseRun
from grader.judging.limits import Budget
from grader.judging.verdict import is_right
from grader.programs.interpreter import Answer
from grader.programs.program import Program
from grader.submissions.sources.collected import Source
from grader.worker.exchange import BatchLimits, encode_batch
from grader.worker.observation import Item, observe
from tests.support import hand_ins

Checks = Mapping[str, tuple[Check, ...]]
TURN = 1_000_000.0
"""A leaf with this number and more names the candidate whose turn it is."""
LIMITS = BatchLimits(cpu=20.0, wall=60.0)
CALLED = frozenset(
    "backward tanh exp relu __add__ __radd__ __sub__ __rsub__ __mul__ __rmul__ __truediv__ "
    "__rtruediv__ __pow__ __neg__ __getattr__ __getattribute__".split()
)
HARMLESS = frozenset("Protocol Exception ValueError TypedDict NamedTuple IntEnum IntFlag".split())
"""Classes without an operator."""
CLASSES_AT_ONCE = 20
BEFORE_ANEW = 200
"""Items after which a worker would execute a hand-in afresh, and calls be counted from 0."""
CLASSES = ("Value", "Node")
ARGUMENTS = {"build_topo": 3, "toposort": 1, "exposing_expression": 2, "check_grad": 2, "train": 3}
"""How many arguments the grader gives to each function that an exercise asks for."""
LATER = ("SHOWCASE", "P1_", "P2_", "SECOND_CALL")  # constants: no function is asked for


@dataclass(frozen=True, slots=True)
class Candidate:
    """A function or a class, by the module of the kit that it is in.

    takes: how many arguments a function takes; None for a class.
    """

    module: str
    name: str
    takes: range | None


@dataclass(frozen=True, slots=True)
class Asked:
    """The first question of a check, and the names that it needs."""

    exercise: str
    check: str
    question: Question
    expected: Answer | None
    need: tuple[str, ...]


def modules_of(files: Mapping[str, bytes]) -> dict[str, str]:
    """The kit's modules by their files, in a package that is not the grader's own.

    Not the stubs: later ones give what earlier ones ask for, and everybody has them.
    """
    return {
        name.replace("grader/", "kit/", 1): data.decode().replace("grader.", "kit.")
        for name, data in files.items()
        if name.endswith(".py") and name.startswith("grader/") and "/exercises/" not in name
    }


def candidates_of(modules: Mapping[str, str]) -> list[Candidate]:
    """Every function at the top of the modules, and every class that may be an engine."""
    return [
        Candidate(module_name(path), node.name, _takes(node))
        for path, text in modules.items()
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef)
        or (isinstance(node, ast.ClassDef) and _may_compute(node))
    ]


def standard_of(modules: Mapping[str, str]) -> str:
    """Imports of what the modules need of the standard library, which is then loaded before a
    process is locked."""
    named: set[str] = set()
    for text in modules.values():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Import):
                named |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                named.add(node.module)
    wanted = {name for name in named if name.partition(".")[0] in sys.stdlib_module_names}
    wanted -= {"__future__", "msvcrt", "winreg", "readline"}
    return "".join(f"import {name}\n" for name in sorted(wanted))


def _may_compute(node: ast.ClassDef) -> bool:
    """Whether a class has an operator, or `backward`, or inherits from something that may.

    A program that is asked applies an operator or calls `backward`: no other class can answer.
    """
    own = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
    bases = {ast.unparse(base).partition("[")[0] for base in node.bases}
    return bool(own & CALLED) or bool(bases - HARMLESS)


def module_name(path: str) -> str:
    """`kit/course/__init__.py` is the module `kit.course`."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _takes(node: ast.FunctionDef | ast.ClassDef) -> range | None:
    """How many arguments a function takes; None for a class."""
    if isinstance(node, ast.ClassDef):
        return None
    given = len(node.args.posonlyargs) + len(node.args.args)
    most = 99 if node.args.vararg else given
    return range(given - len(node.args.defaults), most + 1)


def first_questions(exercise: Exercise, checks: Checks, context: GradingContext) -> Iterator[Asked]:
    """What each check asks first of a name that a function or a class can have."""
    for check in checks[exercise.id]:
        prepared = context.public(exercise.id, check, ALL_FORMS)
        need = tuple(prepared.plan.need)
        if prepared.plan.questions and not need[0].startswith(LATER):
            first, right = prepared.plan.questions[0], prepared.expected[0]
            yield Asked(exercise.id, check.id, first, right, need)


HAND_IN = """
import importlib, importlib.util, sys
_TEXTS = {texts!r}

class _Kit:
    def find_spec(self, name, path=None, target=None):
        for file in (name.replace(".", "/") + "/__init__.py", name.replace(".", "/") + ".py"):
            if file in _TEXTS or (file == "kit/__init__.py" and name == "kit"):
                inside = file.endswith("__init__.py")
                return importlib.util.spec_from_loader(name, self, is_package=inside, origin=file)

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        file = module.__spec__.origin
        module.__file__ = "/nowhere/" + file
        exec(compile(_TEXTS.get(file, ""), file, "exec"), module.__dict__)

sys.meta_path.insert(0, _Kit())
"""
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
        with ExerciseRun(context, exercise, source, "kit", "0" * 64, Budget(cpu=600.0)) as run:
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


def earns(
    candidate: Candidate,
    name: str,
    exercise: Exercise,
    checks: Checks,
    context: GradingContext,
    start: str,
) -> bool:
    """Whether a candidate earns a point as a hand-in, under the name that the exercise wants."""
    text = f"{start}\n{name} = importlib.import_module({candidate.module!r}).{candidate.name}\n"
    source = Source("answer.py", (text,), False)
    with ExerciseRun(context, exercise, source, "kit", "0" * 64, Budget()) as run:
        return any(run.result(check).points for check in checks[exercise.id])


def earning(
    files: Mapping[str, bytes], course: Course, checks: Checks, context: GradingContext
) -> set[tuple[str, str]]:
    """Exercise and candidate, for each that earns points."""
    modules = modules_of(files)
    candidates = candidates_of(modules)
    assert len(candidates) > 1000
    standard = standard_of(modules)
    found: set[tuple[str, str]] = set()
    for exercise in (course.exercise(name) for name in RULES):
        start = standard + (course.stubs_dir / exercise.file_name).read_text()
        start += HAND_IN.format(texts=modules)
        groups: dict[tuple[str, ...], list[Asked]] = defaultdict(list)
        for each in first_questions(exercise, checks, context):
            groups[each.need].append(each)
        for need, asked in groups.items():
            fits = [each for each in candidates if _fits(each, need[-1])]
            for right in right_answers(asked, fits, context, exercise, start):
                if earns(right, need[-1], exercise, checks, context, start):
                    found.add((exercise.id, f"{right.module}.{right.name}"))
    return found


def _fits(candidate: Candidate, name: str) -> bool:
    if name in CLASSES:
        return candidate.takes is None
    return candidate.takes is not None and ARGUMENTS[name] in candidate.takes


RULES = ("local-rules", "build-topo", "backward", "operators", "functions", "double-backward")
"""The exercises that ask for rules and for an order."""
USES_THE_KIT = "from grader.checks import families, plan\nfrom grader.programs import interpreter\n"
"""In a planted module: where modules of the kit could not be loaded, it would not be found."""


def test_no_function_or_class_of_the_kit_earns_a_point(
    course: Course, checks: Checks, context: GradingContext
) -> None:
    planted = USES_THE_KIT + hand_ins.solution("engine", course)
    files = {**kit_files(course), "grader/planted.py": planted.encode()}
    found = earning(files, course, checks, context)
    assert {each for each in found if "kit.planted" not in each[1]} == set()
    assert {exercise for exercise, _ in found} == set(RULES)
