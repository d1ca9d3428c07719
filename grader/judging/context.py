"""What one process needs to grade any number of hand-ins: the oracle, the zygote, the secret.

A check is *prepared* before it is asked: planned, encoded for the worker, its right answers looked
up. What is the same for every student is prepared once.
"""

from __future__ import annotations

import gc
import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from grader.checks.contexts import CannotBeJudged, sharers
from grader.checks.declare import Check
from grader.checks.families import hangs_on_chance, shares_nodes
from grader.checks.hidden_inputs import Draw, draw_key
from grader.checks.plan import Grades, Plan, Question
from grader.judging.verdict import Verdict, judge, same_observations
from grader.programs.interpreter import Answer
from grader.programs.operators import all_forms, ranked
from grader.programs.program import Program
from grader.programs.pytorch import Oracle
from grader.text import fingerprint
from grader.worker.exchange import with_shared_parts
from grader.worker.forkserver import ForkServer
from grader.worker.observation import Item, Observation, batch_of

FLIPS = 8
"""How often at least, in one run, a batch must give an order of inputs the chance to go wrong.

Which input of a node comes first in a `set` is like a coin. A wrong engine must not pass by luck,
nor pass today and fail tomorrow: three runs with eight tosses each leave it 1 in 16 million.
"""
MOST_FOR_ORDER = 64
"""Batches with more programs than this have tosses enough."""
ENOUGH_TO_REPEAT = 700
"""How many programs show whether a wrong engine's answers repeat. They are the first ones, because
an engine may keep something from one program to the next; 64 of the first 700 small graphs have an
inner node with two consumers."""

NOTHING: frozenset[str] = frozenset()
MOST_VARIANTS = 400
"""Plans that are kept for engines with wrong operators: the same mistakes come again."""
FOR_GOOD = sys.maxsize
LONG = 10_000
"""Operations in a loop of a program whose nodes take longer to put away than a process to start."""


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """A plan with its bytes for the worker and the right answers, ready to be asked.

    Compared by identity: much is known about one that is kept.
    """

    plan: Plan
    batch: bytes
    expected: tuple[Answer | None, ...]
    by_order: bool
    copies: int
    hidden: bool
    start: Prepared | None = None
    """The first `ENOUGH_TO_REPEAT` questions of a longer plan: what further runs ask after a wrong
    answer."""
    long: bool = False
    """Whether a program makes so many nodes that a process is better not used again."""
    again: tuple[int, ...] = ()
    """The numbers of the questions of which one batch has copies, `copies` in all."""
    later: Prepared | None = None
    """What further runs ask while all answers are right, if that is less."""

    @property
    def items(self) -> list[Item]:
        """What is sent, in order: the plan's items, then those that hang on an order, again."""
        return _repeated(self.plan.items, self.again, self.copies)

    @property
    def numbers(self) -> list[int]:
        """For each item that is sent, the number of its question: copies have the same one."""
        return [*range(len(self.plan.questions)), *self.again * (self.copies - 1)]

    def with_later(
        self, observations: Sequence[Observation], later: Sequence[Observation]
    ) -> list[Observation]:
        """What one process answered, with what another one answered where it was asked too."""
        answers = iter(later)
        return [
            next(answers) if _is_asked_later(self.plan.questions[number]) else one
            for number, one in zip(self.numbers, observations, strict=True)
        ]

    def with_shared_parts(self) -> Prepared:
        """The same, with bytes that it takes long to make and a worker less to read."""
        start, later = (each and each.with_shared_parts() for each in (self.start, self.later))
        return replace(self, batch=with_shared_parts(self.batch), start=start, later=later)

    def judge(self, observations: Sequence[Observation]) -> Verdict:
        """The verdict on the first copy that was answered wrongly, if any was."""
        questions, expected = self.plan.questions, self.expected
        whole, *others = self._copies(observations)
        verdict = judge(questions, expected, whole)
        again = self.again
        for copy in others:
            if verdict.outcome != "passed":
                break
            found = judge([questions[n] for n in again], [expected[n] for n in again], copy)
            if found.first is not None:
                verdict = replace(found, total=len(questions), first=again[found.first])
        return verdict

    def repeats_itself(self, observations: Sequence[Observation]) -> bool:
        """Whether every copy was answered like the first."""
        whole, *others = self._copies(observations)
        first = [whole[number] for number in self.again]
        asked = [self.plan.questions[number] for number in self.again]
        return all(same_observations(first, other, asked) for other in others)

    def _copies(self, observations: Sequence[Observation]) -> list[Sequence[Observation]]:
        """The answers to the whole plan, then those to each copy of what hangs on an order."""
        size, step = len(self.plan.questions), len(self.again)
        starts = range(size, size + step * (self.copies - 1), step) if step else ()
        return [observations[:size], *(observations[start : start + step] for start in starts)]


Ask: TypeAlias = Callable[[Sequence[Item]], Sequence[Observation]]
"""Runs public programs and tasks on the student's code, beside what is judged; no answers if it
cannot."""


class GradingContext:
    """What one process needs to grade any number of hand-ins: oracle, zygote, secret.

    Plans of public checks, their bytes and the right answers are made once.
    """

    def __init__(
        self,
        secret: bytes,
        server: ForkServer,
        oracle: Oracle | None = None,
    ) -> None:
        self.secret = secret
        self.server = server
        self.oracle = oracle or Oracle()
        self._whole: dict[tuple[str, str], tuple[Prepared, frozenset[str], int]] = {}
        self._variants: dict[tuple[object, ...], Prepared] = {}
        self._served = 0
        self._collects = False

    def serve(self) -> None:
        """Begin with the next hand-in, in a process that has little else to do.

        The garbage collector runs here, between hand-ins, when next to nothing of the last one is
        left to go through, and not in the middle of one: that would cost a fifth of the grader's
        own time. What all hand-ins share (PyTorch, plans, answers) is taken out of its sight at
        the start and whenever their number has doubled.
        """
        if not self._served:
            self._collects = gc.isenabled()
            gc.disable()
            gc.freeze()
        elif self._served & (self._served - 1) == 0:
            gc.collect()
            gc.freeze()
        else:
            gc.collect(0)
        self._served += 1

    def close(self) -> None:
        """Let the garbage collector see everything again, whenever it likes."""
        if self._served:
            gc.unfreeze()
        if self._collects:
            gc.enable()

    @property
    def fingerprint(self) -> str:
        """The first 8 hex digits of the secret's SHA-256: names it without giving it away."""
        return fingerprint(self.secret)

    def public(
        self,
        exercise: str,
        check: Check,
        forms: frozenset[str],
        failed: frozenset[str] = NOTHING,
        own_numbers: tuple[float, ...] = (),
    ) -> Prepared:
        """A public check, or the visible counterpart of a trap: the same for every student whose
        engine has these forms right and failed these checks before it, and whose code names these
        numbers."""
        draw = f"visible {exercise} {check.id}".encode()
        if (exercise, check.id) not in self._whole:
            whole = self.prepare(check, Draw(draw), all_forms())
            used = sharers().union(*map(_forms_of, whole.plan.questions))
            self._whole[exercise, check.id] = whole, used, self._served
        whole, used, since = self._whole[exercise, check.id]
        if since < self._served:  # a second hand-in: there will be more
            whole = whole.with_shared_parts()
            self._whole[exercise, check.id] = whole, used, FOR_GOOD
        failed &= frozenset().union(*whole.plan.leans_on)
        own_numbers = own_numbers if whole.plan.asks_own else ()
        everything = check.about is None or used <= forms
        if everything and not failed and not own_numbers:
            return whole
        may_use = forms & used.union(ranked("scales"))  # what a plan may fall back on
        key = exercise, check.id, may_use, failed, own_numbers
        forms = all_forms() if everything else forms
        known = self._variants.pop(key, None) or self.prepare(
            check, Draw(draw), forms, failed, own_numbers, keep=not own_numbers
        )
        self._variants[key] = known  # the last one used is kept longest
        if len(self._variants) > MOST_VARIANTS:
            del self._variants[next(iter(self._variants))]
        return known

    def hidden(
        self,
        exercise: str,
        check: Check,
        forms: frozenset[str],
        student: str,
        sha256: str,
        failed: frozenset[str] = NOTHING,
        own_numbers: tuple[float, ...] = (),
    ) -> Prepared:
        """A trap, its inputs drawn for this hand-in."""
        key = draw_key(self.secret, student, sha256, exercise, check.id)
        return self.prepare(check, Draw(key), forms, failed, own_numbers, keep=False, hidden=True)

    def prepare(
        self,
        check: Check,
        draw: Draw,
        forms: frozenset[str],
        failed: frozenset[str] = NOTHING,
        own_numbers: tuple[float, ...] = (),
        keep: bool = True,
        hidden: bool = False,
    ) -> Prepared:
        """Plan a check and look up the right answers. keep: those to what is not fixed, too."""
        grades = Grades(draw, forms, check.about, failed, own_numbers)
        try:
            check.function(grades)
            plan = self._answered(grades.plan())
        except CannotBeJudged:
            plan = Plan((), ())
        expected = self._expected(plan.questions, keep)
        sensitive = _sensitive(plan)
        copies = math.ceil(FLIPS / len(sensitive)) if sensitive else 1
        again = sensitive if copies > 1 else ()
        whole = Prepared(
            plan, _batch(plan, again, copies), expected, check.by_order or bool(sensitive), copies,
            hidden=hidden, long=any(map(_is_long, plan.questions)), again=again,
        )  # fmt: skip
        if whole.by_order:
            whole = replace(whole, later=_later(whole))
        if len(plan.questions) <= ENOUGH_TO_REPEAT:
            return whole
        first = replace(plan, questions=plan.questions[:ENOUGH_TO_REPEAT])
        start = replace(
            whole, plan=first, batch=_batch(first), expected=expected[:ENOUGH_TO_REPEAT]
        )
        return replace(whole, start=start)

    def _expected(self, questions: Sequence[Question], keep: bool) -> tuple[Answer | None, ...]:
        """The right answer to each, where no judge looks at it."""
        asked = [None if q.judge else q.like or _program(q.item) for q in questions]
        drawn = [each and not (keep or q.fixed) for q, each in zip(questions, asked, strict=True)]
        once = iter(
            self.oracle.answers_once([p for p, new in zip(asked, drawn, strict=True) if p and new])
        )
        return tuple(
            None if program is None else next(once) if new else self.oracle.answer(program)
            for program, new in zip(asked, drawn, strict=True)
        )

    def _answered(self, plan: Plan) -> Plan:
        """The plan, with a judge for calls and for what a pack asks."""
        if all(each.reference is None and each.of_pack is None for each in plan.questions):
            return plan
        return replace(plan, questions=tuple(map(self._with_judge, plan.questions)))

    def _with_judge(self, question: Question) -> Question:
        if question.of_pack is not None:
            return replace(question, judge=question.of_pack.judge(self.oracle.live))
        if question.reference is not None and not isinstance(question.item, Program):
            return question.judged_by(self.oracle.called(question.item, question.reference))
        return question


def _forms_of(question: Question) -> frozenset[str]:
    return question.item.forms if isinstance(question.item, Program) else frozenset()


def _batch(plan: Plan, again: Sequence[int] = (), copies: int = 1) -> bytes:
    return batch_of(_repeated(plan.items, again, copies), plan.need)


def _repeated(items: list[Item], again: Sequence[int], copies: int) -> list[Item]:
    return items + [items[number] for number in again] * (copies - 1)


def _sensitive(plan: Plan) -> tuple[int, ...]:
    """The questions, by number, whose answers may hang on the order of a node's inputs, if these
    are few."""
    if len(plan.questions) > MOST_FOR_ORDER:
        return ()
    return tuple(number for number, each in enumerate(plan.questions) if _is_sensitive(each))


def _later(whole: Prepared) -> Prepared | None:
    """What is asked of a process after the first one, unless that is the whole, or nothing."""
    asked = [n for n, each in enumerate(whole.plan.questions) if _is_asked_later(each)]
    if len(asked) in (0, len(whole.plan.questions)):
        return None
    plan = replace(whole.plan, questions=tuple(whole.plan.questions[n] for n in asked))
    again = tuple(asked.index(n) for n in whole.again)
    return replace(
        whole, plan=plan, batch=_batch(plan, again, whole.copies), again=again, long=False,
        expected=tuple(whole.expected[n] for n in asked),
    )  # fmt: skip


def _is_asked_later(question: Question) -> bool:
    return not isinstance(question.item, Program) or hangs_on_chance(question.item)


def _is_long(question: Question) -> bool:
    steps = question.item.steps if isinstance(question.item, Program) else ()
    return any(step[0] == "repeat" and step[1] * len(step[2]) > LONG for step in steps)


def _is_sensitive(question: Question) -> bool:
    return isinstance(question.item, Program) and shares_nodes(question.item)


def _program(item: Item) -> Program:
    assert isinstance(item, Program)
    return item
