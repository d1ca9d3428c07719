"""Compare what an engine answered with what is right. Data in, data out: no sentence is made here.

The only words are names for what a program reads: "b.grad (2nd reading)". Points and what may be
shown are `check_results`' affair.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from grader.checks.orders import Mismatch
from grader.checks.plan import Question
from grader.judging.report import Outcome
from grader.programs.compare import same_answer, same_number
from grader.programs.graph import unrolled
from grader.programs.interpreter import Answer
from grader.programs.listing import shown
from grader.programs.program import Program, answer_items
from grader.worker.observation import NamedError, Observation

FAILURES = frozenset(
    "missing operator signature none type attribute toolong protocol reply".split()
)
"""Kinds of named errors that are wrong answers; the others are things that the code did."""


LIMITS = frozenset({"timeout", "memory", "output", "reply"})
"""Errors of which a limit of ours has a part: another run may be a little luckier."""
ENDED = frozenset({"timeout", "crash", "memory", "exit", "output", "reply"})
"""Kinds of named errors that end a process or use up a limit: not to be suffered twice."""

SHALLOW = 100
"""Operations: in a graph of so few no route is long enough to make recursion too deep."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a batch was answered: how many questions wrongly, and the first of these.

    `first` is its number; exactly one of `mismatch` and `error` says what was wrong with it.
    `ended`: some question, the first or a later one, ended the process or used up a limit.
    """

    total: int
    wrong: int = 0
    first: int | None = None
    mismatch: Mismatch | None = None
    error: NamedError | None = None
    ended: bool = False

    @property
    def outcome(self) -> Outcome:
        """The outcome of a check with this verdict."""
        if self.first is None:
            return "passed"
        if self.error is None or self.error.kind in FAILURES:
            return "failed"
        return "timeout" if self.error.kind == "timeout" else "error"


def judge(
    questions: Sequence[Question],
    expected: Sequence[Answer | None],
    observations: Sequence[Observation],
) -> Verdict:
    """The verdict on a batch; the three sequences belong together item by item."""
    wrong, first = 0, None
    for number, (question, right, found) in enumerate(
        zip(questions, expected, observations, strict=True)
    ):
        if found.error is None and found.answer is not None and found.answer == right:
            continue
        if is_right(question, right, found):
            continue
        wrong += 1
        if first is None:
            first = number
    if first is None:
        return Verdict(len(questions))
    found = observations[first]
    mismatch = None if found.error else _mismatch(questions[first], expected[first], found)
    ended = any(each.error is not None and each.error.kind in ENDED for each in observations)
    error = found.error and _with_size(questions[first], found.error)
    return Verdict(len(questions), wrong, first, mismatch, error, ended)


def _with_size(question: Question, error: NamedError) -> NamedError:
    """The error, with the size of the graph on which a recursion was too deep, if it is small."""
    item = question.item
    asked = item if isinstance(item, Program) else question.of_pack
    if error.kind != "recursion" or asked is None or asked.size > SHALLOW:
        return error
    if error.get("phase") == "loading":  # no graph was there yet
        return error
    return replace(error, details={**error.details, "operations": asked.size})


def is_right(question: Question, right: Answer | None, found: Observation) -> bool:
    """Whether one observation is right."""
    if question.left_open:
        return True
    if found.error is not None:
        return False
    if question.judge is not None:
        return question.judge(found) is None
    assert right is not None
    return found.answer is not None and same_answer(found.answer, right)


def same_observations(
    one: Sequence[Observation], other: Sequence[Observation], questions: Sequence[Question]
) -> bool:
    """Whether an engine answered the same twice, within the tolerance.

    A right engine may add contributions in another order the next time, or list its nodes in
    another one that is right, too: that is not what makes answers change. questions: what was
    asked, one for each observation; where more are, the first ones.
    """
    return len(one) == len(other) and all(
        _same_observation(a, b, question)
        for a, b, question in zip(one, other, questions[: len(one)], strict=True)
    )


def _same_observation(one: Observation, other: Observation, question: Question) -> bool:
    if one.error != other.error:
        return False
    if (one.answer, one.value) == (other.answer, other.value):
        return True  # and what was wrong both times was wrong in the same way
    if one.error is None and question.judge is not None and question.judge(one) is None:
        return question.judge(other) is None
    same_value = one.value == other.value or (
        question.of_pack is not None and question.of_pack.same(one.value, other.value)
    )
    return same_value and _same_answer(one.answer, other.answer)


def _same_answer(one: tuple[object, ...] | None, other: tuple[object, ...] | None) -> bool:
    if one is None or other is None or one == other:
        return one == other
    return len(one) == len(other) and all(
        a == b or (type(b) is float and same_number(a, b)) for a, b in zip(one, other, strict=True)
    )


def _mismatch(question: Question, right: Answer | None, found: Observation) -> Mismatch:
    if question.judge is not None:
        mismatch = question.judge(found)
        assert mismatch is not None
        return mismatch
    assert right is not None
    assert found.answer is not None
    assert isinstance(question.item, Program)
    return mismatch_of(question.item, found.answer, right)


def mismatch_of(program: Program, answer: Answer, right: Answer) -> Mismatch:
    """The first wrong number of an answer that has one."""
    names = reading_names(program)
    for name, number, expected in zip(names, answer, right, strict=True):
        if not same_number(number, expected):
            return Mismatch(name, number, expected)
    raise AssertionError("a wrong answer has a wrong number in it")


def reading_names(program: Program) -> list[str]:
    """A name for each item of the program's answer: "a.grad", "b.grad (2nd reading)"."""
    return numbered([*_readings(program)])


def numbered(names: Sequence[str]) -> list[str]:
    """The names of what is read, with the number of the reading where one is read again."""
    total, seen = Counter(names), Counter[str]()
    named = []
    for name in names:
        seen[name] += 1
        named.append(f"{name} ({_ordinal(seen[name])} reading)" if total[name] > 1 else name)
    return named


def _readings(program: Program) -> Iterator[str]:
    for step in unrolled(filter(answer_items, program.steps)):
        if step[0] == "read":
            yield from (f"{shown(slot)}.{step[1]}" for slot in step[2])
        elif step[0] == "look":
            yield from map(shown, step[1])
        elif step[0] in ("topo", "toposort"):
            yield "the order"


def _ordinal(number: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(number, f"{number}th")
