"""Ask the probes, read the parts of an engine, put them together and prove it.

What was read becomes one engine (`composite`), which answers what was judged. If it gives every
number it is proved; if a belief of the catalogue about order or state is missing for that, both are
told; if it gives most numbers, it is told with the count. Otherwise nothing that was read is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from grader.explain.described import EngineClass
from grader.explain.diagnosis.beliefs import Candidate
from grader.explain.diagnosis.evidence import (
    Asked,
    Batch,
    Evidence,
    Sheet,
    aside,
    forgets,
    reads_inner,
)
from grader.explain.diagnosis.predictions import Answers, Memo
from grader.explain.diagnosis.readings import examples
from grader.explain.diagnosis.readings.adding import AddingReading, own_of, read_adding
from grader.explain.diagnosis.readings.algebra.rows import RuleReading
from grader.explain.diagnosis.readings.composite import engine_of
from grader.explain.diagnosis.readings.everywhere import (
    EverywhereReading,
    everywhere_engine,
    read_everywhere,
)
from grader.explain.diagnosis.readings.known import RULES, AnyPart
from grader.explain.diagnosis.readings.rules import Readings
from grader.explain.diagnosis.readings.state.choices import (
    StateReading,
    engine_with,
    read_state,
    whole,
)
from grader.explain.diagnosis.readings.state.probes import StateProbe, state_probes
from grader.explain.diagnosis.search import Fit, Search
from grader.explain.misconceptions import by_id
from grader.judging.context import Ask
from grader.programs.operators import OPERATORS
from grader.programs.program import Program, walk

CHECK = "probes"
"""Stands for a check's id in the evidence, as `questions.CHECK` does."""
LARGE_BATCH = 150
"""Of a larger batch a sample of about this size is compared, the first wrong answers among it."""
MOST_WRONG = 40
MOST_OF_WRONG = 0.5
"""What was read must give at least this share of the wrong answers, and"""
MOST_BESIDE = 0.05
"""be wrong on at most this share of the right ones, or on this one"""
MOST_BESIDE_ALL = 0.15
"""if it gives every wrong answer: how an engine makes `a - 2` of other operators is a guess."""
FAR_OUT = 300.0


@dataclass(frozen=True, slots=True)
class Read:
    """What was read of an engine: wrong rules, contributions that get lost, and what is left."""

    readings: Readings
    rules: tuple[RuleReading, ...]
    adding: tuple[AddingReading, ...]
    state: tuple[StateReading, ...]
    everywhere: tuple[EverywhereReading, ...]
    batch: Batch

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


@dataclass(frozen=True, slots=True)
class Proved:
    """Parts whose engine gives the student's numbers: `explained` of `of` that were compared.

    belief: a belief of the catalogue that is needed beside them. style: how operators are made.
    is_whole: nothing contradicts it, edge cases included.
    """

    parts: tuple[AnyPart, ...]
    belief: str
    style: int
    fit: Fit
    search: Search = field(compare=False)
    is_whole: bool = False


@cache
def _probes(forms: frozenset[str], again: bool) -> tuple[tuple[StateProbe, ...], Asked]:
    """The probes that suit an engine with these operators: those of state, and all."""
    suited = examples.chosen(forms)
    calls = tuple(probe for probe in state_probes() if again and probe.program.forms <= forms)
    programs = [*(p.program for p in suited), *(p.program for p in calls)]
    return calls, aside(programs, [*(p.right for p in suited), *(p.right for p in calls)])


def read(ask: Ask, forms: frozenset[str], again: bool) -> Read | None:
    """Ask the probes and read the parts; None if they cannot be asked.

    again: whether what a second call leaves has been taught.
    """
    suited = examples.chosen(forms)
    calls, asked = _probes(forms, again)
    programs = asked.programs
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
    leave_out = reads_inner if forgotten else None
    batch = Batch(CHECK, asked, answers, kept=True, leave_out=leave_out)
    return Read(readings, rules, adding, state, everywhere, batch)


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


class Proof:
    """The parts as one engine, compared with what was judged: alone, then with a belief beside."""

    def __init__(self, sheet: Sheet, found: Read, exercise: str, memo: Memo) -> None:
        self.sheet, self.found = sheet, found
        self.sample = sampled(sheet)
        parts: list[AnyPart] = [*found.everywhere, *found.rules, *found.adding, *found.state]
        engines = engines_of(parts, *forms_of(found.readings))
        known = memo.of_read((exercise, engines))
        self.search = Search(self.sample, Answers(known), exercise)
        self.read = Candidate(("read",), engines, bool(found.adding))

    def alone(self) -> Proved | None:
        """The parts by themselves, if nothing contradicts them."""
        if not self.found.parts or not self.sample.wrong:
            return None
        fit = self.search.fit(self.read)
        return self._whole("", self.read, fit) if fit is not None and fit.wrong_explained else None

    def with_belief(self) -> Proved | None:
        """With a belief about order or state beside them; else alone, if that gives most."""
        if not self.found.parts or not self.sample.wrong:
            return None
        fits = self.search.best(self._beside())
        if fits:
            return self._whole(fits[0].candidate.ids[1], fits[0].candidate, fits[0])
        search, parts = self.search, self.found.parts
        style = search.style_of(self.read)
        fit = search.count(self.read, style)
        wrong = len({e.question for e in self.sample.wrong})
        right = max(1, self.sample.total - wrong)
        unread = any(isinstance(part, RuleReading) and part.formula is None for part in parts)
        few_left = unread and fit.of - fit.explained <= MOST_BESIDE * wrong
        share = MOST_BESIDE_ALL if fit.wrong_explained == wrong else MOST_BESIDE
        most = fit.wrong_explained >= MOST_OF_WRONG * wrong and fit.beside <= share * right
        return Proved(parts, "", style, fit, search) if few_left or most else None

    def _beside(self) -> Iterator[Candidate]:
        """The parts with each belief that gives the first answer which they do not give."""
        search, read = self.search, self.read
        left = [e for e in self.sample.wrong if e.error is None and not search.explains(read, e)]
        for each in search.candidates:
            if is_about_rules(each):
                continue
            by_order = each.by_order or read.by_order
            both = Candidate(("read", *each.ids), (*each.engines, *read.engines), by_order)
            if not left or search.explains(both, left[0]) is not False:
                yield both

    def _whole(self, belief: str, candidate: Candidate, fit: Fit) -> Proved:
        """What nothing in the sample contradicts; whole if it gives the wrong edge cases too."""
        edges = [evidence for evidence in self.sheet.wrong if is_edge(evidence.program)]
        whole = all(self.search.explains(candidate, evidence) for evidence in edges[:MOST_WRONG])
        style = self.search.style_of(candidate)
        return Proved(self.found.parts, belief, style, fit, self.search, whole)


def is_about_rules(candidate: Candidate) -> bool:
    """Whether the first of its beliefs is one that can be read as a rule."""
    return by_id(candidate.ids[-1]).family in RULES


def may_be_rules(candidate: Candidate) -> bool:
    """Whether what it says can as well come from a rule, which then is read: a rule that pays
    nothing looks like a node without inputs."""
    return is_about_rules(candidate) or by_id(candidate.ids[-1]).family == "construction"


def explains_alone(proof: Proved, part: AnyPart, evidence: Evidence) -> bool:
    """Whether this part by itself gives the answer."""
    read = proof.fit.candidate.engines[-1]
    none: frozenset[str] = frozenset()
    names = ("right_forms", "turned_round", "following")
    right, turned, following = (getattr(read, name, none) for name in names)
    by_order = isinstance(part, AddingReading)
    candidate = Candidate(("read",), engines_of([part], right, turned, following), by_order)
    said = proof.search.answers.explains(candidate, proof.style, evidence, proof.search.sheet)
    if said is None and isinstance(part, RuleReading) and part.formula is None:
        return part.form in evidence.program.forms
    return bool(said)


def explains(proof: Proved, evidence: Evidence) -> bool:
    """Whether all parts together give the answer."""
    candidate = proof.fit.candidate
    said = proof.search.answers.explains(candidate, proof.style, evidence, proof.search.sheet)
    return said is not False and evidence.error is None


def sampled(sheet: Sheet) -> Sheet:
    """A part of the evidence, without edge cases: they are found by themselves."""
    sample = Sheet(unsteady=sheet.unsteady)
    for batch in sheet.batches:
        step = len(batch) // LARGE_BATCH + 1
        first = sorted(batch.wrong)[:MOST_WRONG]
        programs = batch.asked.programs
        chosen = {programs[number] for number in (*first, *range(0, len(batch), step))}
        sample.add(
            Batch(
                batch.check,
                batch.asked,
                batch.observations,
                batch.kept,
                lambda program, chosen=chosen: program not in chosen or is_edge(program),  # type: ignore[misc]
            )
        )
    return sample


def is_edge(program: Program) -> bool:
    """Whether a program is about an edge: a power of 0, numbers far out, relu at its kink."""
    zeros = {step[1] for step in program.steps if step[0] == "leaf" and step[2] == 0}
    for step in walk(program.steps):
        if step[0] == "leaf" and abs(step[2]) >= FAR_OUT:
            return True
        if step[0] != "apply":
            continue
        row = OPERATORS[step[2]]
        if step[3] in zeros and (row.kink or row.takes == "number"):
            return True
        if row.takes == "number" and step[4] == 0:
            return True
    return False
