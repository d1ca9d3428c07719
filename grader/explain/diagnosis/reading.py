"""Ask the probes, read the parts of an engine, put them together and prove it.

What was read becomes one engine (`composite`), which answers what was judged. If it gives every
number it is proved; if a belief of the catalogue about order or state is missing for that, both are
told; if it gives most numbers, it is told with the count. Otherwise nothing that was read is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from grader.checks.plan import Plan, Question
from grader.explain.diagnosis.evidence import Batch, Evidence, Memo, Sheet, asked
from grader.explain.diagnosis.predictions import Answers, Candidate, Prediction, predicted
from grader.explain.diagnosis.readings import examples
from grader.explain.diagnosis.readings.adding import AddingReading, own_of, read_adding
from grader.explain.diagnosis.readings.composite import engine_of
from grader.explain.diagnosis.readings.examples import Part
from grader.explain.diagnosis.readings.probes import operator_of, probes
from grader.explain.diagnosis.readings.rules import Readings, RuleReading
from grader.explain.diagnosis.search import Fit, Search
from grader.explain.followup import Ask
from grader.explain.misconceptions import ALL, by_id, combined
from grader.explain.styles import LIKELY
from grader.judging.context import Prepared
from grader.programs.compare import same_answer
from grader.programs.program import Program, walk

CHECK = "probes"
"""Stands for a check's id in the evidence, as `questions.CHECK` does."""
LARGE_BATCH = 150
"""Of a larger batch a sample of about this size is compared, the first wrong answers among it."""
MOST_WRONG = 40
MOST_OF_WRONG = 0.5
"""What was read must give at least this share of the wrong answers, and"""
MOST_BESIDE = 0.05
"""be wrong on at most this share of the right ones."""
FAR_OUT = 300.0
RULES = frozenset({"operators", "functions", "accumulation"})
"""Families of beliefs about rules: these are read, and not looked for beside what is read."""


@dataclass(frozen=True, slots=True)
class Read:
    """What was read of an engine: wrong rules, and contributions that get lost."""

    readings: Readings
    rules: tuple[RuleReading, ...]
    adding: tuple[AddingReading, ...]
    batch: Batch

    @property
    def parts(self) -> tuple[Part, ...]:
        """All that is wrong, one by one."""
        return (*self.rules, *own_of(self.adding))


@dataclass(frozen=True, slots=True)
class Proved:
    """Parts whose engine gives the student's numbers: `explained` of `of` that were compared.

    belief: a belief of the catalogue that is needed beside them. style: how operators are made.
    """

    parts: tuple[Part, ...]
    belief: str
    style: int
    fit: Fit
    search: Search = field(compare=False)


def read(ask: Ask, forms: frozenset[str], memo: Memo) -> Read | None:
    """Ask the probes and read the parts; None if they cannot be asked."""
    readings = examples.asked(ask, forms)
    if readings is None:
        return None
    given = [(probe, found) for probe, found in readings.answers if probe.program.forms <= forms]
    prepared = memo.get((CHECK, forms))
    if prepared is None:
        prepared = memo[CHECK, forms] = Prepared(
            plan=Plan(tuple(Question(probe.program) for probe, _ in given), ("Value",)),
            batch=b"",
            expected=tuple(probe.right for probe, _ in given),
            by_order=False,
            copies=1,
            hidden=False,
        )
    batch = Batch(CHECK, asked(prepared, memo), [found for _, found in given], kept=True)
    return Read(readings, tuple(readings.readings), tuple(read_adding(readings)), batch)


def proved(sheet: Sheet, found: Read, exercise: str) -> Proved | None:
    """The parts together with what is needed beside them, if that gives the student's numbers."""
    parts = found.parts
    if not parts:
        return None
    sample = sampled(sheet)
    if not sample.wrong:
        return None
    search = Search(sample, Answers({}), exercise)
    engine = engine_of(found.rules, found.adding, found.readings.right_forms)
    read = Candidate(("read",), (engine,), bool(found.adding))
    fit = search.fit(read)
    if fit is not None and fit.wrong_explained:
        return Proved(parts, "", _style(search, read), fit, search)
    beside = [
        Candidate(("read", *c.ids), (*c.engines, *read.engines), c.by_order or read.by_order)
        for c in search.candidates
        if _family(c.ids[0]) not in RULES
    ]
    fits = search.best(beside)
    if fits:
        best = fits[0]
        return Proved(parts, best.candidate.ids[1], _style(search, best.candidate), best, search)
    counts = [(style, search.count(read, style)) for style in LIKELY]
    style, fit = max(counts, key=lambda item: item[1].explained)
    wrong = len({e.question for e in sample.wrong})
    right = max(1, sample.total - wrong)
    unread = any(isinstance(part, RuleReading) and part.formula is None for part in parts)
    if unread and fit.of - fit.explained <= MOST_BESIDE * wrong:
        return Proved(parts, "", style, fit, search)
    if fit.wrong_explained >= MOST_OF_WRONG * wrong and fit.beside <= MOST_BESIDE * right:
        return Proved(parts, "", style, fit, search)
    return None


def explains_alone(proof: Proved, part: Part, evidence: Evidence) -> bool:
    """Whether this part by itself gives the answer."""
    rules = [part] if isinstance(part, RuleReading) else []
    adding = [part] if isinstance(part, AddingReading) else []
    right_forms: frozenset[str] = getattr(
        proof.fit.candidate.engines[-1], "right_forms", frozenset()
    )
    engine = engine_of(rules, adding, right_forms)
    candidate = Candidate(("read",), (engine,), bool(adding))
    said = Answers({}).explains(candidate, proof.style, evidence, proof.search.sheet)
    if said is None and isinstance(part, RuleReading) and part.formula is None:
        return part.form in evidence.program.forms
    return bool(said)


def explains(proof: Proved, evidence: Evidence) -> bool:
    """Whether all parts together give the answer."""
    candidate = proof.fit.candidate
    said = proof.search.answers.explains(candidate, proof.style, evidence, proof.search.sheet)
    return said is not False and evidence.error is None


def known_as(parts: Sequence[Part]) -> dict[Part, str]:
    """The beliefs of the catalogue that say the same of an operator as what was read of it."""
    groups: dict[tuple[str, bool], list[Part]] = {}
    for part in parts:
        is_rule = isinstance(part, RuleReading)
        operator = operator_of(part.form) if isinstance(part, RuleReading) else part.operator
        groups.setdefault((operator, is_rule), []).append(part)
    return {
        part: name
        for key, group in groups.items()
        if (name := _name(*key, group))
        for part in group
    }


def _name(operator: str, is_rule: bool, parts: Sequence[Part]) -> str | None:
    rules = [part for part in parts if isinstance(part, RuleReading)]
    adding = [part for part in parts if isinstance(part, AddingReading)]
    kinds = ("root", "below") if is_rule else ("twice", "both")
    asked = [p.program for p in probes() if p.operator == operator and p.kind in kinds]
    read = combined(engine_of(rules, adding), style=0)
    said = [predicted(read(), program) for program in asked]
    for belief in ALL:
        for engine in belief.engines if belief.family in RULES else ():
            own = combined(engine, style=0)
            if all(_alike(predicted(own(), p), s) for p, s in zip(asked, said, strict=True)):
                return belief.id
    return None


def _alike(one: Prediction, other: Prediction) -> bool:
    return isinstance(one, tuple) and isinstance(other, tuple) and same_answer(one, other)


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
        if step[0] == "apply" and step[2] == "pow" and step[4] == 0:
            return True
        if step[0] == "apply" and step[2] in ("relu", "pow") and step[3] in zeros:
            return True
    return False


def _style(search: Search, candidate: Candidate) -> int:
    """The style in which the candidate gives most of the wrong answers."""
    wrong = search.sheet.wrong[:: len(search.sheet.wrong) // 20 + 1]

    def count(style: int) -> int:
        return sum(
            bool(search.answers.explains(candidate, style & e.bits, e, search.sheet)) for e in wrong
        )

    return max(LIKELY, key=count)


def _family(belief: str) -> str:
    return by_id(belief).family
