"""Put the parts that were read together, and prove them on what was judged.

The parts become one engine (`readings/composite`). If it gives every number it is proved; if a
belief of the catalogue about order, construction or state is missing for that, it is found beside
the parts: first on the programs with one call, where nothing is left behind; then it is read beside
both what calls leave. If the parts give most numbers, they are told with the count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from grader.explain.described import EngineClass
from grader.explain.diagnosis.beliefs import by_id
from grader.explain.diagnosis.evidence import Evidence, Sheet, first_where
from grader.explain.diagnosis.predictions import Answers, Candidate
from grader.explain.diagnosis.reading import Read, engines_of, forms_of
from grader.explain.diagnosis.readings.adding import AddingReading, own_of
from grader.explain.diagnosis.readings.algebra.rows import RuleReading
from grader.explain.diagnosis.readings.known import RULES, AnyPart, is_told
from grader.explain.diagnosis.readings.probes import operator_of
from grader.explain.diagnosis.readings.state.choices import (
    StateReading,
    engine_with,
    read_state,
    whole,
)
from grader.explain.diagnosis.search import Fit, Search
from grader.explain.diagnosis.together.naming import belief_instead
from grader.explain.diagnosis.together.samples import (
    MOST_WRONG,
    has_one_call,
    is_edge,
    only,
    sampled,
)

MOST_OF_WRONG = 0.5
"""What was read must give at least this share of the wrong answers, and"""
MOST_BESIDE = 0.05
"""be wrong on at most this share of the right ones."""
MOST_TRIED = 3
"""Beside so many beliefs that fit single calls it is read what calls leave."""
MOST_LEFT = 0.05
"""Names are given if at most this share of what is wrong is contradicted by what was read."""
MADE_OF_OTHERS = ("neg", "sub", "truediv")


@dataclass(frozen=True, slots=True)
class Proved:
    """Parts whose engine gives the student's numbers: `explained` of `of` that were compared.

    beliefs: those of the catalogue that are needed beside them. style: how operators are made.
    is_whole: nothing contradicts it, edge cases included. also: beliefs that fit in the place of
    the last one.
    """

    parts: tuple[AnyPart, ...]
    beliefs: tuple[str, ...]
    style: int
    fit: Fit
    search: Search = field(compare=False)
    is_whole: bool = False
    also: tuple[str, ...] = ()

    @property
    def is_named(self) -> bool:
        """Whether so little contradicts it that the names of its parts can be given."""
        return self.fit.of - self.fit.explained <= MOST_LEFT * self.fit.wrong_explained


class Proof:
    """The parts as one engine, compared with what was judged: alone, then with a belief beside.

    instead: a belief that stands for what could not be read as a formula.
    """

    def __init__(self, sheet: Sheet, found: Read, exercise: str) -> None:
        self.sheet, self.found = sheet, found
        self.sample = sampled(sheet)
        self.search = Search(self.sample, Answers({}), exercise)
        self.parts: tuple[AnyPart, ...] = found.parts
        self.instead = ""
        self._held: tuple[EngineClass, ...] = ()
        unread = [part for part in found.rules if not is_told(part)]
        if unread:
            self._replace(unread)
        self.read = Candidate(("read",), self._engines(self.parts), bool(found.adding))

    def _replace(self, unread: Sequence[RuleReading]) -> None:
        """Let a belief stand for operators of which something could not be read, if one does."""
        operators = {operator_of(part.form) for part in unread}
        rest = tuple(
            part
            for part in self.parts
            if not (isinstance(part, RuleReading) and operator_of(part.form) in operators)
        )
        beside = self._engines(rest) if rest else ()
        belief = belief_instead(unread, self.search, self.found.batch, beside)
        if belief is not None and not belief.is_recorded:
            self.instead, self._held, self.parts = belief.ids[0], belief.engines, rest

    def _engines(self, parts: Sequence[AnyPart]) -> tuple[EngineClass, ...]:
        """Engines that do what these parts say. How an operator inherits what is lost is part of
        what the composite knows, though it is not told."""
        own = {*own_of(self.found.adding)}
        lost = [part for part in self.found.adding if part not in own] if own & {*parts} else []
        if self._held and not parts:
            return self._held
        return (*self._held, *engines_of([*parts, *lost], *forms_of(self.found.readings)))

    def alone(self) -> Proved | None:
        """The parts by themselves, if nothing contradicts them."""
        if not (self.parts or self.instead) or not self.sample.wrong:
            return None
        fit = self.search.fit(self.read)
        return self._whole("", self.read, fit) if fit is not None and fit.wrong_explained else None

    def with_belief(self) -> Proved | None:
        """With a belief about order, construction or state beside them."""
        if not self.sample.wrong:
            return None
        for parts, read in self._bases():
            fits = self.search.best(self._beside(self.search, read))
            if len(fits) > 1:  # more programs tell them apart
                whole = only(self.sheet, lambda program: not is_edge(program))
                every = Search(whole, self.search.answers, self.search.exercise)
                fits = every.best(fit.candidate for fit in fits) or fits
            if fits:
                proved = self._whole(fits[0].candidate.ids[1], fits[0].candidate, fits[0], parts)
                return replace(proved, also=tuple(fit.candidate.ids[1] for fit in fits[1:]))
        return self._call_by_call()

    def mostly(self) -> Proved | None:
        """The parts by themselves, if they give most of what is wrong and are seldom wrong."""
        if not (self.parts or self.instead) or not self.sample.wrong:
            return None
        search, parts = self.search, self.parts
        style = search.style_of(self.read)
        fit = search.count(self.read, style)
        wrong = len({e.question for e in self.sample.wrong})
        right = max(1, self.sample.total - wrong)
        unread = any(isinstance(part, RuleReading) and part.formula is None for part in parts)
        few_left = unread and fit.of - fit.explained <= MOST_BESIDE * wrong
        most = fit.wrong_explained >= MOST_OF_WRONG * wrong and fit.beside <= MOST_BESIDE * right
        return Proved(parts, self._beliefs(""), style, fit, search) if few_left or most else None

    def _bases(self) -> Iterator[tuple[tuple[AnyPart, ...], Candidate]]:
        """The parts, then those that are no sign of anything else.

        An order that spoils graphs of two nodes is read as rules of operators that others make up,
        and a node that is walked too early or not at all as contributions that get lost.
        """
        known = []
        for made, lost in ((True, True), (False, True), (True, False), (False, False)):
            parts = tuple(
                part
                for part in self.parts
                if not (isinstance(part, AddingReading) and not lost)
                and (made or not _is_about_others(part))
            )
            if parts not in known:
                known.append(parts)
                by_order = any(isinstance(part, AddingReading) for part in parts)
                yield parts, Candidate(("read",), self._engines(parts), by_order)

    def _beside(self, search: Search, read: Candidate) -> Iterator[Candidate]:
        """The parts with each belief that gives the first answer which they do not give."""
        wrong = (e for e in search.sheet.wrong if e.error is None)
        left = first_where(wrong, lambda evidence: not search.explains(read, evidence))
        for each in search.candidates:
            if each.is_recorded or is_about_rules(each) or self.instead in each.ids:
                continue
            by_order = each.by_order or read.by_order
            both = Candidate(("read", *each.ids), (*each.engines, *read.engines), by_order)
            if left is None or search.explains(both, left):
                yield both

    def _call_by_call(self) -> Proved | None:
        """A belief that gives what single calls give, and what is left behind, read beside it."""
        single = Search(only(self.sample, has_one_call), self.search.answers, self.search.exercise)
        if not single.sheet.wrong or not self.found.calls:
            return None
        for parts, _ in self._bases():
            rest = tuple(part for part in parts if not isinstance(part, StateReading))
            read = Candidate(("read",), self._engines(rest), self.read.by_order)
            for fit in single.best(self._beside(single, read))[:MOST_TRIED]:
                beside = fit.candidate
                left = read_state(self.found.calls, beside.engines)
                if left:
                    made = replace(beside, engines=(engine_with(whole(left)), *beside.engines))
                    proved = self.search.fit(made)
                    if proved is not None:
                        return self._whole(beside.ids[1], made, proved, (*rest, *left))
        return None

    def _whole(
        self, belief: str, candidate: Candidate, fit: Fit, parts: tuple[AnyPart, ...] | None = None
    ) -> Proved:
        """What nothing in the sample contradicts; whole if it gives the wrong edge cases too."""
        edges = [evidence for evidence in self.sheet.wrong if is_edge(evidence.program)]
        whole = all(self.search.explains(candidate, evidence) for evidence in edges[:MOST_WRONG])
        style = self.search.style_of(candidate)
        parts = self.parts if parts is None else parts
        return Proved(parts, self._beliefs(belief), style, fit, self.search, whole)

    def _beliefs(self, belief: str) -> tuple[str, ...]:
        return tuple(filter(None, (self.instead, belief)))


def _is_about_others(part: AnyPart) -> bool:
    operator = part.operator if isinstance(part, AddingReading) else ""
    operator = operator_of(part.form) if isinstance(part, RuleReading) else operator
    return operator in MADE_OF_OTHERS


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
    said = Answers({}).explains(candidate, proof.style, evidence, proof.search.sheet)
    if said is None and isinstance(part, RuleReading) and part.formula is None:
        return part.form in evidence.program.forms
    return bool(said)


def explains(proof: Proved, evidence: Evidence) -> bool:
    """Whether all parts together give the answer."""
    candidate = proof.fit.candidate
    said = proof.search.answers.explains(candidate, proof.style, evidence, proof.search.sheet)
    return said is not False and evidence.error is None
