"""What a check asks: a list of questions, each an item for the worker and what is right.

`Grades` is what a check function is given; calling it adds questions. Planning needs neither the
student's code nor PyTorch: right answers are looked up when the plan is judged.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol

from grader.checks import looks
from grader.checks.bounds import well_behaved
from grader.checks.calls import (
    NOT_GIVEN,
    EngineFactory,
    EnginesUnderTest,
    Lacking,
    Reading,
    Reference,
    call_judge,
    call_task,
    engines_judge,
    of_wrong,
)
from grader.checks.contexts import CannotBeJudged, in_context, sharers, stays
from grader.checks.families import reading_gradients
from grader.checks.hidden_inputs import Draw, DrawnLeaf, LeafValue, random_graph
from grader.checks.orders import Judge, ending_in_topo, order_judge
from grader.programs.call_texts import CallShown, call_shown
from grader.programs.interpreter import run
from grader.programs.operators import JOIN, SCALE, all_forms
from grader.programs.plain import as_plain
from grader.programs.program import Program
from grader.programs.reference import ReferenceEngine
from grader.programs.tracing import trace
from grader.worker.observation import Item, needed_names


class Asked(Protocol):
    """A program of a pack's own (`grader.packs`): it knows what is right."""

    @property
    def shown(self) -> str:
        """The program, for messages."""

    @property
    def size(self) -> int:
        """Number of operations."""

    def judge(self, live: bool) -> Judge:
        """The judge of its answers. live: by PyTorch; otherwise as the pack answers itself."""

    def same(self, one: object, other: object) -> bool:
        """Whether two answers are the same but for the last digits."""


@dataclass(frozen=True, slots=True)
class Question:
    """An item for the worker, and one of four ways to say what is right.

    `judge` looks at the answer; `reference` is the course's own function, which answers a call;
    `of_pack` is a pack's program, which knows its judge. Without any of them it is what the oracle
    answers to `like`, or to the item itself.
    `about` names the question for messages, where the item is not a program that can be shown.
    `fixed`: the same for every hand-in, also in a trap. `engines`: those that a hand-in's tests are
    about; the item is asked once for each, and `judge` looks at how all of them ended. `draws`:
    what a page draws of the answer, "graph" or "plane" (`explain.pictures.answers`). `call`: how a
    call is shown. `reading`: what a wrong answer to a call shows, in a sentence. `left_open`:
    whatever it answers or raises is right; it is asked for what it leaves behind.
    """

    item: Item
    like: Program | None = None
    judge: Judge | None = None
    about: str = ""
    reference: Reference | None = None
    fixed: bool = False
    engines: EnginesUnderTest | None = None
    draws: str = ""
    call: CallShown | None = None
    reading: Reading | None = None
    of_pack: Asked | None = None
    left_open: bool = False

    def judged_by(self, expected: Any) -> Question:
        """The same call, with what its reference answered."""
        assert self.call is not None
        asked = self.item["arguments"] if isinstance(self.item, Mapping) else ()
        judge = call_judge(self.call, expected, asked, self.reading)
        return replace(self, judge=judge, reference=None)


@dataclass(frozen=True, slots=True)
class Plan:
    """The questions of one check, and the top-level names that they need."""

    questions: tuple[Question, ...]
    need: tuple[str, ...]
    leans_on: frozenset[frozenset[str]] = frozenset()
    """Checks without which some of it would not be asked, as they are asked for together: see
    `Grades.passed`."""
    asks_own: bool = False
    """Whether it is another one for a hand-in whose code names numbers: see `Grades.at_own`."""

    @property
    def items(self) -> list[Item]:
        """What is sent to the worker, in order."""
        return [question.item for question in self.questions]


class Grades:
    """Collects the questions of one check."""

    def __init__(
        self,
        draw: Draw,
        forms: frozenset[str] | None = None,
        about: Collection[str] | None = None,
        failed: frozenset[str] = frozenset(),
        own_numbers: Sequence[float] = (),
    ) -> None:
        """forms: those that are right on this engine, None for all. about: the operators that the
        check is about, which stay in its programs, right or wrong. None: all of them do. failed:
        the checks before this one that were not passed. own_numbers: those that the hand-in's code
        names."""
        self.draw = draw
        self.forms = all_forms() if forms is None else forms
        self.about = about
        self.failed = failed
        self.leans_on: set[frozenset[str]] = set()
        self._own_numbers = own_numbers
        self.asks_own = False
        self.drew = False
        self.questions: list[Question] = []

    def __call__(
        self, function: Callable[..., Any], /, *, apart: bool = True, **leaves: LeafValue
    ) -> None:
        """Ask for a traced function's numbers. `DRAWN` leaves are drawn until well behaved.

        With `apart=False` the drawn values may coincide with others in the graph.
        """
        self.program(self.traced(function, apart=apart, **leaves))

    def traced(
        self, function: Callable[..., Any], /, *, apart: bool = True, **leaves: LeafValue
    ) -> Program:
        """The program of a function, with values for its drawn leaves."""
        rewritten = False

        def make() -> Program:
            nonlocal rewritten
            values = {
                name: self.draw.value(value.sign) if isinstance(value, DrawnLeaf) else value
                for name, value in leaves.items()
            }
            traced = trace(function, **values)
            made = self._in_context(traced)
            rewritten = made is not traced
            return made

        if not any(isinstance(value, DrawnLeaf) for value in leaves.values()):
            return make()
        self.drew = True

        def accept(program: Program) -> bool:
            # Of one operator alone, values often coincide: a*b + c and b*c + a become one product.
            return well_behaved(program, apart and not rewritten)

        try:
            return self.draw.until(make, accept)
        except RuntimeError as error:
            if self.about is None or self.forms == all_forms():
                raise
            raise CannotBeJudged(str(error)) from error  # no such graph of what is right

    def _in_context(self, program: Program) -> Program:
        return program if self.about is None else in_context(program, self.forms, self.about)

    def passed(self, *checks: Callable[[Grades], None]) -> bool:
        """Whether these checks, which come before this one, were passed.

        A program that needs two properties is asked by the check of one of them, and only where
        that of the other, which is worth no less, has passed: so a mistake costs the property that
        it breaks and no other. Where the other has not passed, more may be asked, too.
        """
        ids = frozenset(each.__name__.removeprefix("test_") for each in checks)
        self.leans_on.add(ids)
        return ids.isdisjoint(self.failed)

    def gradients(self, program: Program) -> dict[str, float]:
        """The right gradients of a program's nodes, by slot, for what a check asks or judges."""
        asked = reading_gradients(program)
        return dict(zip(asked.steps[-1][2], run(asked, ReferenceEngine()), strict=True))

    def drawn_value(self, sign: int = 0) -> float:
        """A drawn number, for what `DRAWN` cannot say (two leaves with one value)."""
        self.drew = True
        return self.draw.value(sign)

    def program(self, program: Program, like: Program | None = None, about: str = "") -> None:
        """Ask for a program's numbers; PyTorch's for it, or for `like`, are right."""
        self.questions.append(Question(self._in_context(program), like, None, about))

    def judged(self, program: Program, judge: Judge, about: str) -> None:
        """Ask for a program whose answer `judge` looks at, where more than one is right."""
        self.questions.append(Question(program, None, judge, about))

    def fixed(self, programs: Iterable[Program]) -> None:
        """Ask for programs that are the same for every hand-in; those that need a wrong operator
        which the check is not about are left out."""
        for program in programs:
            if self.about is None or stays(program, self.forms, self.about):
                self.questions.append(Question(program, fixed=True))

    @property
    def own_numbers(self) -> Sequence[float]:
        """The numbers that the hand-in's code names."""
        self.asks_own = True
        return self._own_numbers

    def at_own(self, make: Callable[[float], Iterable[Program]]) -> None:
        """Ask for what `make` gives for each number that the hand-in's code names."""
        for number in self.own_numbers:
            self.of_own(make(number))

    def of_own(self, programs: Iterable[Program]) -> None:
        """Ask for programs that are made for this hand-in, as `fixed` does for those of all."""
        for program in programs:
            if self.about is None or stays(program, self.forms, self.about):
                self.questions.append(Question(program))

    def left_open(self, program: Program) -> None:
        """Run a program of which nothing is judged: what is asked next must be right all the
        same."""
        judge: Judge = lambda _: None  # noqa: E731
        self.questions.append(Question(program, None, judge, fixed=True, left_open=True))

    def programs(self, programs: Iterable[Program]) -> None:
        """Ask for many programs' numbers; those that need a wrong operator are left out."""
        if not self.forms & sharers():
            raise CannotBeJudged("nothing that could be shared")
        for program in programs:
            if program.forms <= self.forms:
                self.questions.append(Question(program))

    def random_graphs(self, count: int, most: int = 12) -> None:
        """Ask for drawn graphs, made of the operators that are right; none without + and *."""
        self.drew = True
        if not self.forms & {JOIN, SCALE}:
            raise CannotBeJudged("neither + nor * is right")
        for _ in range(count):
            self.questions.append(Question(random_graph(self.draw, self.forms, most)))

    def order(
        self,
        function: Callable[..., Any] | Program,
        /,
        *,
        numbers: int | None = None,
        **leaves: LeafValue,
    ) -> None:
        """Ask for `build_topo`'s order of a graph: once each, inputs first, nothing foreign.

        A program may ask several times, for one root or several. numbers: how many plain
        numbers are among its operands, where each must be in the list as a node.
        """
        if isinstance(function, Program):
            program = function
        else:
            program = ending_in_topo(self.traced(function, apart=False, **leaves))
        self.questions.append(Question(program, None, order_judge(program, numbers), ""))

    def left_alone(
        self,
        programs: Iterable[Program],
        *held: str,
        exactly: bool = True,
        cleared: bool = False,
    ) -> None:
        """Ask what nodes hold before and after what a program does: the same (`looks`)."""
        for program in programs:
            judge = looks.judge_of(program, held, exactly, cleared)
            if self.about is None or stays(program, self.forms, self.about):
                self.questions.append(Question(program, None, judge, fixed=True))

    def task(self, task: Mapping[str, Any], judge: Judge, about: str) -> None:
        """Ask for a task; `judge` looks at the observation's value."""
        self.questions.append(Question(task, None, judge, about))

    def call(
        self,
        function: str,
        /,
        *arguments: Any,
        gives: Any = NOT_GIVEN,
        like: Reference | None = None,
        draws: Literal["", "graph", "plane"] = "",
        parts: Sequence[str] = (),
        given: str = "",
        reading: Reading | None = None,
        wrong: Sequence[Reference] = (),
    ) -> None:
        """Ask what a function of the student's returns for these arguments, which are plain values.

        Right is the answer that is given, or what `like` returns: the course's own reference. In
        the arguments `DRAWN`, `POSITIVE` and `NEGATIVE` are drawn numbers; `drawn` makes other
        things. A page draws the answer as `draws` says, if the check is public: see `Question`.
        parts: what each item of the answer is ("The losses"), for messages. given: lines of Python
        that a student can paste to have long arguments, under the names that `like` has for them.
        reading: gives a sentence for a wrong answer, from the arguments and the right one. wrong:
        instead of it, wrong functions; who gives the answer of one is told its docstring.
        Raises `ValueError` if not exactly one of `gives` and `like` is there.
        """
        reading = reading or (of_wrong(wrong) if wrong else None)
        task = call_task(function, [self._filled(each) for each in arguments])
        if (like is None) is (gives is NOT_GIVEN):
            raise ValueError(f"call of {function}: say what is right, by gives=... or by like=...")
        call = call_shown(task, like, parts, given)
        plain = task["arguments"]
        judge = None if like else call_judge(call, as_plain(gives), plain, reading)
        self.questions.append(
            Question(task, None, judge, call.program, like, draws=draws, call=call, reading=reading)
        )

    def engines(
        self,
        right: Mapping[str, EngineFactory],
        wrong: Mapping[str, EngineFactory],
        lacking: Callable[[str], Lacking | None],
    ) -> None:
        """Ask the student's `tests(Value)` about engines, by name: what is right is no alarm on a
        right one, of which the usual comes first, and an alarm on every wrong one.

        A right engine is named by a clause ("adds from the other side").
        """
        engines = EnginesUnderTest(right, wrong)
        task = {"task": "tests", "function": "tests"}
        judge = engines_judge(engines, lacking)
        self.questions.append(Question(task, None, judge, "tests(Value)", engines=engines))

    def drawn(self, make: Callable[[random.Random], Any]) -> Any:
        """Anything drawn afresh for each hand-in: `grades.drawn(lambda rng: rng.randint(1, 6))`."""
        self.drew = True
        return make(self.draw.rng)

    def _filled(self, argument: Any) -> Any:
        if isinstance(argument, DrawnLeaf):
            return self.drawn_value(argument.sign)
        if isinstance(argument, (list, tuple)):
            return [self._filled(each) for each in argument]
        if isinstance(argument, dict):
            return {key: self._filled(value) for key, value in argument.items()}
        return argument

    def plan(self) -> Plan:
        """What was asked. Raises ValueError if nothing was."""
        needed: dict[str, None] = {}
        for question in self.questions:
            needed.update(dict.fromkeys(needed_names(question.item)))
        return Plan(tuple(self.questions), tuple(needed), frozenset(self.leans_on), self.asks_own)
