"""Ask the probes, and read the parts of an engine: its rules, how it adds up, what calls leave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grader.checks.plan import Plan, Question
from grader.explain.described import EngineClass
from grader.explain.diagnosis.evidence import (
    Batch,
    Memo,
    asked,
    forgets,
    reads_inner,
)
from grader.explain.diagnosis.readings import examples
from grader.explain.diagnosis.readings.adding import AddingReading, own_of, read_adding
from grader.explain.diagnosis.readings.algebra.rows import RuleReading
from grader.explain.diagnosis.readings.composite import engine_of
from grader.explain.diagnosis.readings.everywhere import (
    EverywhereReading,
    everywhere_engine,
    read_everywhere,
)
from grader.explain.diagnosis.readings.known import AnyPart
from grader.explain.diagnosis.readings.rules import Readings
from grader.explain.diagnosis.readings.state.choices import (
    StateReading,
    engine_with,
    read_state,
    whole,
)
from grader.explain.diagnosis.readings.state.probes import StateProbe, state_probes
from grader.judging.context import Prepared
from grader.judging.processes import Ask
from grader.worker.observation import Observation

CHECK = "probes"
"""Stands for a check's id in the evidence, as `questions.CHECK` does."""


@dataclass(frozen=True, slots=True)
class Read:
    """What was read of an engine: wrong rules, contributions that get lost, and what is left.

    batch: the answers to the probes. calls: those about what is left, once more.
    """

    readings: Readings
    rules: tuple[RuleReading, ...]
    adding: tuple[AddingReading, ...]
    state: tuple[StateReading, ...]
    everywhere: tuple[EverywhereReading, ...]
    batch: Batch
    calls: tuple[tuple[StateProbe, Observation], ...] = ()

    @property
    def parts(self) -> tuple[AnyPart, ...]:
        """All that is wrong, one by one."""
        return (*self.everywhere, *self.rules, *own_of(self.adding), *self.state)

    @property
    def overwrites_everywhere(self) -> bool:
        """Whether every operator that was asked loses contributions."""
        given = self.readings.answers
        asked = {p.operator for p, said in given if p.kind == "twice" and said.answer is not None}
        lost = {part.operator for part in self.adding if part.kept == "one"}
        return bool(asked) and asked <= lost


def read(ask: Ask, forms: frozenset[str], memo: Memo, again: bool) -> Read | None:
    """Ask the probes and read the parts; None if they cannot be asked.

    again: whether what a second call leaves has been taught.
    """
    suited = examples.chosen(forms)
    calls = [probe for probe in state_probes() if again and probe.program.forms <= forms]
    programs = [*(p.program for p in suited), *(p.program for p in calls)]
    right = [*(p.right for p in suited), *(p.right for p in calls)]
    answers = ask(programs)
    if len(answers) != len(programs):
        return None
    readings = examples.readings_of(suited, answers[: len(suited)])
    given = [*zip(calls, answers[len(suited) :], strict=True)]
    forgotten = forgets(programs, answers)
    if forgotten:
        given = [(probe, said) for probe, said in given if not reads_inner(probe.program)]
    rules = tuple(readings.readings)
    shared = None if rules else read_everywhere(readings.answers)
    adding = () if shared is not None else tuple(read_adding(readings))
    beside = [engine_of(rules, adding, *forms_of(readings))] if rules or adding else []
    everywhere = () if shared is None else (shared,)
    beside += [everywhere_engine(part) for part in everywhere]
    state = read_state(given, beside)
    prepared = memo.get((CHECK, forms, again))
    if prepared is None:
        prepared = memo[CHECK, forms, again] = Prepared(
            plan=Plan(tuple(map(Question, programs)), ("Value",)),
            batch=b"",
            expected=tuple(right),
            by_order=False,
            copies=1,
            hidden=False,
        )
    leave_out = reads_inner if forgotten else None
    batch = Batch(CHECK, asked(prepared, memo), answers, kept=True, leave_out=leave_out)
    return Read(readings, rules, adding, state, everywhere, batch, tuple(given))


def forms_of(readings: Readings) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """The forms that are right by themselves, those with their operands turned round, and those
    whose rule is right for a wrong value."""
    return readings.right_forms, frozenset(readings.turned), frozenset(readings.follows)


def engines_of(
    parts: Sequence[AnyPart],
    right_forms: frozenset[str],
    turned: frozenset[str],
    following: frozenset[str],
) -> tuple[EngineClass, ...]:
    """What was read as engines, to be combined: what is left behind, and the rules."""
    rules = [part for part in parts if isinstance(part, RuleReading)]
    adding = [part for part in parts if isinstance(part, AddingReading)]
    state = [part for part in parts if isinstance(part, StateReading)]
    left = [engine_with(whole(state))] if state else []
    left += [everywhere_engine(part) for part in parts if isinstance(part, EverywhereReading)]
    if rules or adding or not left:
        left.append(engine_of(rules, adding, right_forms, turned, following))
    return tuple(left)
