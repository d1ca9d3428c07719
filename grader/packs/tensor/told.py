"""What is told of a tensor engine's wrong answers: the law at its first broken place, and the line.

Programs that fail are run once more, and what every tensor holds at the end is looked at (`law`).
What was found is told with the smallest program that shows it, and of how many it holds.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import chain

from grader.checks.declare import Check
from grader.course.course import Exercise
from grader.explain.ranking import ranked
from grader.explain.watching.only import only_large
from grader.explain.watching.source import SourceText
from grader.explain.watching.text import spanned
from grader.judging.exercise import ExerciseRun
from grader.judging.finding import Counterexample, Finding, Where, how_often
from grader.judging.report import CheckResult
from grader.packs.tensor.alone import as_alone, once, right_alone
from grader.packs.tensor.arriving import brings, brings_some
from grader.packs.tensor.below import Broken, Way
from grader.packs.tensor.calls import FUNCTIONS, SIGNS
from grader.packs.tensor.common import IN_COMMON, REFUSED, raised, refused
from grader.packs.tensor.failing import Failing, failing_of, is_shown, right_of_passed, shown_at
from grader.packs.tensor.groups import Group, Shown, is_reflected, of_both, without_echoes
from grader.packs.tensor.helpers import Helpers
from grader.packs.tensor.law import broken_in, one_of_two, stages
from grader.packs.tensor.misconceptions import ANY, TIMES
from grader.packs.tensor.of_unbroadcast import of_unbroadcast
from grader.packs.tensor.operators import OPERATORS
from grader.packs.tensor.parted import MOST_ASKED, in_common_at, in_common_of_calls
from grader.packs.tensor.pictures import with_pictures
from grader.packs.tensor.program import Program
from grader.packs.tensor.reading import Reader, Reading
from grader.packs.tensor.remembered import remembered
from grader.packs.tensor.seen import Seen, ends_unmade, seen_in
from grader.packs.tensor.unlisted import UNLISTED, of_unlisted
from grader.packs.tensor.unseen import UNSEEN, confirmed, ways_of
from grader.packs.tensor.where import failed, own, place_of, said_by_text, seen_at, text_of
from grader.packs.tensor.words import ADDED, ENTRY, LEFT, NOWHERE, in_words, with_shapes

__all__ = ["diagnosis_of", "with_pictures"]
MOST_FINDINGS = 3
"""Unless a failed check would be left without one."""
MOST_WALKED = 12
"""Checks of which a program is looked into for results that do not list their operands."""
MOST_TOLD = 6
"""Programs of a group of which is told."""
LARGE = 400
"""Operations of a program that is large: an engine must manage 450 in a row."""
LEAST_RIGHT = 5
"""Right programs from which it is known what is right: a few may be so by chance."""
MOST_OPERATIONS = 100
"""Of larger programs none is looked at where a smaller one fails: they may take for ever."""
_UPSTREAM = re.compile(r"(?<!_like\()\bout\.grad\b(?!\.(?:shape|size|ndim|dtype)\b)")
"""What arrives, and not only its shape."""


def diagnosis_of(
    exercise: Exercise,
    run: ExerciseRun,
    results: Sequence[CheckResult],
    checks: Sequence[Check],
) -> tuple[Finding, ...]:
    """What is known about the mistake behind wrong answers."""
    right: dict[str, list[Program]] = {}
    lost = [each.id for each in results if each.outcome in ("failed", "error")]
    failing = list(failing_of(exercise, run, [each for each in checks if each.id in lost], right))
    failing = [each for each in failing if each.program.size <= MOST_OPERATIONS] or failing
    programs = [each.program for each in failing]
    looked_at = [*_looked_at(programs, run)]
    every_right = [*chain(*right.values(), right_of_passed(run, results))]
    asked = [each for each in every_right[:MOST_ASKED] if brings(each)]
    ways = {way for each in asked for way in ways_of(each)} if len(asked) >= LEAST_RIGHT else set()
    places = [broken_in(*each) for each in zip(looked_at, programs, strict=True)]
    places = one_of_two([_confirmed(place, ways) for place in places])
    wrong = [each[1] for each in places if each and each[1].shapes is None]
    often = Counter((_about(each), why) for each in wrong for why in ("", *each.also))
    groups: dict[tuple[str, ...], Group] = {}
    for number, (each, place) in enumerate(zip(failing, places, strict=True)):
        if place is None:
            continue
        program, broken = place
        if broken.also:  # of what sends the same, what most programs show, and not a few by chance
            count = {why: often[_about(broken), why] for why in broken.also}
            why = max(broken.also, key=count.__getitem__)
            sure = 2 * count[why] >= often[_about(broken), ""] or TIMES in why  # which is a fact
            broken = replace(broken, why=why if sure else "")
        group = groups.setdefault(broken.key, Group(broken, []))
        group.found.append(Shown(number, each, program, broken))
    early = sum(place is not None and place[1].kind == "early" for place in places)
    most = max((len(g.found) for g in groups.values() if not g.broken.is_zero_root), default=0)
    for key, group in [*groups.items()]:
        # In a few programs something else does the same by chance, or nothing is left at all.
        guessed = 8 if group.broken.why == UNSEEN else 4 if group.broken.is_zero_root else 0
        is_few = group.broken.kind == "early" and early * 16 < len(failing)
        is_few |= group.broken.is_zero_root and len(group.found) <= most
        if is_few or (guessed and len(group.found) * guessed < len(failing)):
            del groups[key]
    source = SourceText(run.name, run.cells, run.stub)
    looked_into = _of_walks(failing, places, results)
    unlisted = of_unlisted(looked_into, run, source)
    if unlisted is not None:  # whatever it does in a walk
        covered = {*(unlisted.checks or ())}
        for key, group in [*groups.items()]:
            if group.broken.kind in _OF_WALKS and covered.issuperset(group.checks):
                del groups[key]
    kept = without_echoes([*groups.values()], source)
    unknown = {each.check for each in failing} - {
        each.check for each, place in zip(failing, places, strict=True) if place is not None
    }
    pairs = [(each.check, each.program) for each in failing]
    common = [*raised(pairs, right, unknown, results, source, run)]
    unmade = {each.check for each, found in zip(failing, looked_at, strict=True)
              if is_shown(each, results) and ends_unmade(found)}  # fmt: skip
    parted = {check for each in common for check in each.checks or ()}
    others = [*common, *refused(results, run, source, unmade, parted)]
    names = defaultdict[str, set[str]](set)
    for place in places:
        if place is not None:
            names[place[1].kind].add(place[1].name)
    telling = _Telling(run, results, source, failing, others, every_right, names, Helpers(source))
    told = [*telling.findings(kept), *right_alone(failing, unknown, run, results)]
    known = {check for each in told for check in each.checks or ()}
    large = only_large(run.observed, lost, source, LARGE)
    others += [large] if large and not told and not others else []
    for other in others:
        left = tuple(check for check in other.checks or () if check not in known)
        told += [replace(other, checks=left)] if left else []
    told = once(told)
    whole = of_unbroadcast(programs, every_right, results, run, source)
    if whole is not None:
        with_it = [each for each in told
                   if each.operator in ("", *SIGNS) or LEFT in each.explanation]  # fmt: skip
        checks_of = [check for each in (whole, *with_it) for check in each.checks or ()]
        explained = {check for each in told for check in each.checks or ()}
        checks_of += [each.id for each in results if "shape (" in each.message
                      and each.id not in explained]  # fmt: skip
        whole = replace(whole, checks=(*dict.fromkeys(checks_of),))
        told = [whole, *(each for each in told if each not in with_it)]
    told.sort(key=lambda each: -each.explained)
    told += [] if unlisted is None else [unlisted]
    found = ranked(told, results)
    found = tuple(sorted(found, key=lambda each: each.id != UNLISTED))
    found = found[:MOST_FINDINGS] + tuple(_alone(found[MOST_FINDINGS:], found[:MOST_FINDINGS]))
    for (check, said), example in telling.examples.items():
        shown = next((each.own.get(check, "") for each in found if each.explains(check)), "")
        if shown.startswith(said):
            run.explained[check] = example
    return found


_OF_CALLS = ("seed", "restart", "forgets", "kept", "stranger", "beside")
"""Kinds of what a call begins with, or leaves."""
_OF_WALKS = frozenset(
    "rule early again sets adding restart forgets stuck kept stranger beside".split()
)
"""Kinds of what may come of a result that does not list its operands."""


def _of_walks(
    failing: Sequence[Failing],
    places: Sequence[tuple[Program, Broken] | None],
    results: Sequence[CheckResult],
) -> list[tuple[str, Program, Counterexample | None]]:
    """Of each check the first program with a call that may have gone wrong in its walk: the one
    that is shown, if it is such a one."""
    found: dict[str, Failing] = {}
    for each, place in zip(failing, places, strict=True):
        walks = any(step[0] in ("backward", "zero", "rule") for step in each.program.steps)
        if not walks or (place is not None and place[1].kind not in _OF_WALKS):
            continue
        if each.check not in found or is_shown(each, results):
            found[each.check] = each
    return [(check, each.program, each.example) for check, each in found.items()][:MOST_WALKED]


def _alone(further: Sequence[Finding], first: Sequence[Finding]) -> Iterator[Finding]:
    """Of further findings those that explain a check which no earlier one does."""
    known = {check for each in first for check in each.checks or ()}
    for each in further:
        if not known.issuperset(each.checks or ()):
            known |= {*(each.checks or ())}
            yield each


def _confirmed(
    place: tuple[Program, Broken] | None, ways: Set[Way]
) -> tuple[Program, Broken] | None:
    """A place, if what its gradient came by is right in other programs."""
    broken = None if place is None else confirmed(place[1], ways)
    return None if place is None or broken is None else (place[0], broken)


def _about(broken: Broken) -> tuple[str, str, int]:
    """Whose value or rule is wrong, and for which operand."""
    return broken.kind, broken.name, broken.place


def _looked_at(
    programs: Sequence[Program], run: ExerciseRun
) -> Iterator[list[tuple[Program, Seen]]]:
    """What an engine holds after each stage of each program, as far as it was seen."""
    asked = [stages(program) for program in programs]
    tasks = [{**stage.task, "look": True} for each in asked for stage in each]
    answers = iter(run.ask_aside(tasks) if tasks else ())
    for each in asked:
        found = [(stage, next(answers, None)) for stage in each]
        pairs = [
            (stage, None if answer is None or answer.error else seen_in(stage, answer.value))
            for stage, answer in found
        ]
        yield [(stage, seen) for stage, seen in pairs if seen is not None]


def _readings(
    groups: Sequence[tuple[Group, Shown]],
    run: ExerciseRun,
    results: Sequence[CheckResult],
    source: SourceText,
) -> list[Reading]:
    """What runs on arrays that remember say of programs of groups."""
    memories = remembered([shown.program for _, shown in groups], run, source)
    shared = ["backward"] + ([] if failed(FUNCTIONS[1], results) else [FUNCTIONS[1]])
    rules = {
        (cell, line)
        for cell, function in source.defined(["backward"])
        if len(function.args.args) > 1  # it takes a gradient
        for line in spanned(function)
    }
    generic = source.lines_of(shared) - rules
    found = []
    for (group, shown), memory in zip(groups, memories, strict=True):
        broken = shown.broken
        named = {row.name: (row.name, *row.methods) for row in OPERATORS.values()}
        own = source.lines_of(named.pop(broken.name, ()))
        foreign = source.lines_of(each for names in named.values() for each in names)
        reader = None if memory is None else Reader(memory, source, generic, own, foreign - own)
        found.append(Reading() if reader is None else reader.reading(broken, is_reflected(group)))
    return found


def _short(why: str) -> str:
    """A key made of a sentence: its last words."""
    return "-".join(re.findall(r"[a-z]+", why.lower())[-3:])


@dataclass(frozen=True, slots=True)
class _Telling:
    """Makes the findings about groups. others: what is told of the checks' errors alone; right:
    programs that are answered rightly; wrong: the operators of each kind that is broken."""

    run: ExerciseRun
    results: Sequence[CheckResult]
    source: SourceText
    failing: Sequence[Failing]
    others: Sequence[Finding]
    right: Sequence[Program]
    wrong: Mapping[str, Set[str]]
    helpers: Helpers
    examples: dict[tuple[str, str], Counterexample] = field(default_factory=dict)
    """Programs that checks do not show, by check and by what is told of them."""

    def findings(self, groups: Sequence[Group]) -> list[Finding]:
        """A finding for each group: of its smallest program, and of those that checks show."""
        groups = [of_both(self._as_rule(group)) for group in groups]
        rows = [(group, shown) for group in groups for shown in self._programs(group)]
        readings = _readings(rows, self.run, self.results, self.source)
        parted = {id(group): self._parted(group) for group in groups}
        told = [self._told(*row, reading) for row, reading in zip(rows, readings, strict=True)]
        told = [(said + parted[id(group)], where)
                for (group, _), (said, where) in zip(rows, told, strict=True)]  # fmt: skip
        own = {
            shown.failing.check: group
            for group in groups
            for shown in group.found
            if group.broken.kind in _OF_CALLS and is_shown(shown.failing, self.results)
        }
        found = []
        for group in groups:
            said = [(s, said) for (g, s), said in zip(rows, told, strict=True) if g is group]
            checks = group.checks
            if group.broken.kind in _OF_CALLS:  # none of these comes of another one
                checks = tuple(each for each in checks if own.get(each, group) is group)
            if checks:
                finding = self._finding(group, said, parted[id(group)])
                found.append(replace(finding, checks=checks))
        return found

    def _as_rule(self, group: Group) -> Group:
        """The same group, told as of an operator's rule where nothing arrives from it, if something
        does in other programs, and it is known what parts these."""
        nothing = all(s.broken.sent is not None and not s.broken.sent.any() for s in group.found)
        if group.broken.kind != "early" or not group.broken.name or not nothing:
            return group

        def as_rule(broken: Broken) -> Broken:
            return replace(broken, kind="rule", why=ANY["nothing"])

        found = [replace(each, broken=as_rule(each.broken)) for each in group.found]
        other = replace(group, broken=as_rule(group.broken), found=found)
        return other if self._parted(other) else group

    def _parted(self, group: Group) -> str:
        """What its programs have in common, where nobody knows what a wrong rule or value is."""
        broken = group.broken
        nothing = all(s.broken.sent is not None and not s.broken.sent.any() for s in group.found)
        is_lost = broken.kind == "early" and nothing  # and not a part of what is due
        if broken.kind in ("restart", "forgets", "stuck", "kept") or is_lost:
            programs = [shown.failing.program for shown in group.found]
            common = in_common_of_calls(programs, self.right)
            if common or not (is_lost and broken.name):
                return f" {common}" if common else ""
        wrong = [(s.failing.program, s.broken.step) for s in group.found if s.broken.step]
        known = broken.why not in ("", ANY["nothing"])
        if (broken.kind not in ("value", "rule") and not is_lost) or known or not wrong:
            return ""
        others = shown_at(broken.name, self.failing, group.checks, self.results)
        wrong += [other for other in others if all(other[0] is not p for p, _ in wrong)]
        common = in_common_at(wrong, self.right, broken.place if broken.kind == "rule" else None)
        return f" {common}" if common else ""

    def _programs(self, group: Group) -> list[Shown]:
        """The first program of a group, then of each other check the one that it shows, or its
        first."""
        first, *rest = group.found
        others = {each.failing.check: each for each in reversed(rest)}
        others |= {e.failing.check: e for e in rest if is_shown(e.failing, self.results)}
        own = others.get(first.failing.check, first)
        if is_shown(first.failing, self.results) or not is_shown(own.failing, self.results):
            others.pop(first.failing.check, None)
        order = [each.id for each in self.results]
        rest = sorted(others.values(), key=lambda each: order.index(each.failing.check))
        return [first, *rest][:MOST_TOLD]

    def _told(self, group: Group, shown: Shown, reading: Reading) -> tuple[str, Where | None]:
        """The sentence about a program, and the line."""
        whole = group.broken
        broken = reading.instead or replace(shown.broken, kind=whole.kind, name=whole.name)
        line = reading.line or reading.weak
        shared = self.helpers.place(broken, self.wrong[broken.kind], reading, line)
        seen, weak = (
            seen_at(own(shared or line, self.source), broken, self.source, reading.text)
            for line in (reading.line, reading.weak)
        )
        if broken.is_zero_root and brings_some(self.right):
            return in_words(shown.program, broken, NOWHERE), None
        reflected = is_reflected(group)
        sure = said_by_text(broken, self.source, reflected, reading.text == ADDED)
        place = place_of(broken, self.source, self.results, reflected)
        read = reading.text or text_of(reading.line, self.source)
        if broken.why == ANY["left-out"] and _UPSTREAM.search(read):  # it sends the same by chance
            broken = replace(broken, why="")
        first = place if reading.instead and not reading.text else None
        said = in_words(shown.program, broken, reading.text)
        about = broken.kind in ("value", "rule") and broken.name
        named = self.helpers.of_words(broken.name, said, shared or line) if about else None
        if named is not None:
            return said, self.source.where(named)
        walks = any(step[0] == "backward" for step in shown.program.steps)
        several = broken.why == ANY["nothing"] and len(self.wrong[broken.kind]) > 1
        if several and walks and not reading.text:
            return said, sure  # no operator's own
        return said, sure or first or seen or place or weak

    def _finding(
        self, group: Group, told: Sequence[tuple[Shown, tuple[str, Where | None]]], parted: str
    ) -> Finding:
        """The finding of a group. parted: how texts end, if what parts its programs is known."""
        first, broken = group.found[0], group.broken
        sentence, where = told[0][1]
        id = "/".join(["tensor", broken.kind, *filter(None, (broken.name, _short(broken.why)))])
        failed = {each.id for each in self.results if each.outcome == "failed"}
        elsewhere = with_shapes(first.program, sentence)
        showing = {s.failing.check for s, _ in told if is_shown(s.failing, self.results)}
        own, others = dict.fromkeys(group.checks, elsewhere), {*group.checks} - showing
        for shown, (said, _) in told:
            check, example = shown.failing.check, shown.failing.example
            if check in showing and not is_shown(shown.failing, self.results):
                sentence = elsewhere  # of the group's first program
                continue
            if check in others and check in failed and example is not None:
                self.examples[check, said] = example
                others.discard(check)
            own[check] = with_shapes(shown.program, said) if check in others else said
        if first.failing.check in others:
            sentence = elsewhere
        errors = {c: each for each in self.others[::-1] for c in each.checks or ()
                  if each.id != REFUSED}  # fmt: skip
        places = {s.failing.check: at for s, (_, at) in reversed(told) if at is not None}
        for check in others & errors.keys():
            is_parted = errors[check].id == IN_COMMON
            said_of = [errors[check].explanation, own[check].removesuffix(parted * is_parted)]
            known = is_parted and broken.why  # when it goes wrong says less than what is wrong
            own[check] = " ".join(reversed(said_of) if known else said_of)
            places |= {check: at} if (at := errors[check].where) else {}
        often = (
            f" {how_often(len(group.found), len(self.failing), 'looked at')}"
            if len(self.failing) > 1
            else ""
        )
        often = "" if ENTRY in sentence else often  # numbers are one program's own
        finding = Finding(
            explained=len(group.found),
            of=len(self.failing),
            explanation=sentence + often,
            id=id,
            part=broken.kind,
            operator=broken.name,
            side=("left", "right")[broken.place],
            checks=group.checks,
            own={check: said + often for check, said in own.items()},
            own_where=places,
            example=first.failing.example,
            where=where,
        )
        return as_alone(finding, first.failing, self.run, self.results)
