"""Watch the failing programs of a hand-in, and make findings of what was seen.

Each failed check shows the finding of its own program and no other. How often a thing was seen is
counted over a sample of the failing programs. Nothing is said about a program that passed: a few of
these are watched to learn whether the law is this engine's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from grader.explain.watching import after
from grader.explain.watching.blame import Law
from grader.explain.watching.deciding import empty_loop
from grader.explain.watching.expressions import words_of
from grader.explain.watching.general import in_general
from grader.explain.watching.graph import Graph, Operation
from grader.explain.watching.kept import worked_out_before
from grader.explain.watching.kinds import OF_A_RESULT, OF_AN_OPERATOR, Blamed
from grader.explain.watching.known import known_of, records_of
from grader.explain.watching.lines import Known, crossed, line_of, side_at
from grader.explain.watching.looked_up import apart_from_the_others, never_stored, stored_beside
from grader.explain.watching.names import NodeNames, shown_in_program
from grader.explain.watching.names import shown as shown_form
from grader.explain.watching.naming import (
    EVERYWHERE,
    SLOPE_ALONE,
    Facts,
    facts_of,
    is_slope_alone,
    name_of,
)
from grader.explain.watching.of_operators import Contributed
from grader.explain.watching.only import only_function, only_large
from grader.explain.watching.origins import origin_of
from grader.explain.watching.parted import is_right_elsewhere
from grader.explain.watching.raised import holds_no_number, raised_at
from grader.explain.watching.record import GRAD, Line, methods
from grader.explain.watching.sampling import (
    Failing,
    programs_shown,
    sample_of_failing,
    sample_of_passing,
    unsteady,
)
from grader.explain.watching.seen import Seen, of_the_example, statement_of
from grader.explain.watching.slips import with_slips
from grader.explain.watching.source import SourceText
from grader.explain.watching.telling import seen_of
from grader.explain.watching.unheld import is_right_alone
from grader.explain.watching.walks import walks
from grader.judging.finding import Finding
from grader.judging.report import CheckResult
from grader.programs.operators import OPERATORS
from grader.programs.program import Program
from grader.text import listed

if TYPE_CHECKING:
    from grader.judging.exercise import ExerciseRun


ONCE = frozenset(
    "overwritten captured nothing crossed doubled same raised unlisted lone called misplaced "
    "unstored".split()
)
"""Kinds that are told once where they are true of this many operators:"""
FEW = 3
LATE = "The function on that line reads names as it is called: what does each stand for then?"
FOREIGN = "How does a number of another operation come into this one, and where was it kept?"
DIFFERENT = "In some other programs `{}` contributes what is owed. What is different here?"
DIFFERENT_VALUE = "In some other programs the value of `{}` is right. What is different here?"
USED_UP = "In an earlier call it contributed. What does a call use up, or leave behind?"


@dataclass(frozen=True, slots=True)
class Watched:
    """What a failing program showed, and the line. facts: None where it raises an exception.
    is_inside: at a node that is not its own."""

    failing: Failing
    facts: Facts | None
    seen: Seen
    line: Line | None
    is_inside: bool


def findings_of(run: ExerciseRun, results: Sequence[CheckResult]) -> list[Finding]:
    """What was seen in the failing programs, each finding with the checks that show it."""
    source = SourceText(run.name, run.cells, run.stub)
    shown = programs_shown(run, results)
    found = _watched(run, shown, source, unsteady(results)) if shown else []
    told = {check for each in found for check in each.checks or ()}
    found += walks(run, results, told, source)
    told = {check for each in found for check in each.checks or ()}
    failed = [r.id for r in results if r.outcome not in ("passed", "ungraded", "blocked")]
    left = (check for check in failed if check not in {*told, *unsteady(results)})
    found += after.unwatched_alone(run, left, source)
    if found:
        return found
    only = [tell(run.observed, failed, source) for tell in (only_large, only_function)]
    return [each for each in only if each is not None][:1]


def _watched(
    run: ExerciseRun, shown: Mapping[str, Failing], source: SourceText, left_out: Container[str]
) -> list[Finding]:
    sample = sample_of_failing(run, shown, left_out)
    passing = sample_of_passing(run, shown.values())
    records, alone = records_of(run, source, [*sample, *passing])
    known, graphs = known_of(records, passing, source)
    failing = [each for each in sample if each.program in graphs]
    seen = [one for each in failing for one in seen_at(each, graphs[each.program], known)]
    if "lacking" in {each.seen.key[0] for each in seen}:  # then no rule is to blame
        known = replace(known, contributing=frozenset(OPERATORS))
        seen = [one for each in failing for one in seen_at(each, graphs[each.program], known)]
    told = {each.failing.program for each in seen}
    for each in shown.values():
        raised = _with_origin(raised_at(each, graphs.get(each.program), source), each, source)
        if each.program in told or raised is None:
            continue
        if alone and not seen and holds_no_number(each.error):
            continue  # what programs do to one another is looked at first
        seen.append(Watched(each, None, *raised, is_inside=False))
    own = {check: each for check, each in shown.items() if each.is_own}
    by_itself = {
        check: each
        for check, each in own.items()
        if each.program in alone and is_right_alone(run, each.program)
    }
    programs = {check: each.program for check, each in by_itself.items()}
    lefts = after.left_behind(run, programs, source) if by_itself else {}
    is_alone = after.right_alone({check: lefts.get(check) for check in by_itself}, source)
    if seen or not alone:
        lines = {c: graphs[e.program].record.lines for c, e in shown.items() if e.program in graphs}
        told_of = [*_findings(seen, shown, len(failing), source)]
        return [*with_slips(told_of, shown, lines, source), *is_alone]
    return _after_others(run, by_itself, lefts, source) or is_alone


def _with_origin(
    raised: tuple[Seen, Line | None] | None, failing: Failing, source: SourceText
) -> tuple[Seen, Line | None] | None:
    """What is said of an exception, with the line that gave what it is about."""
    if raised is None or failing.error is None:
        return raised
    called = [f for form in failing.program.forms & {*methods()} for f in source.methods(form)]
    origin = origin_of(failing.error, source, called)
    if origin is None:
        return raised
    told, question, line = origin
    key = ("raised", told)  # whichever operator the program is about
    seen = replace(
        raised[0], key=key, said=told, question=question, operator="", id="raised/origin"
    )
    return seen, line


def _after_others(
    run: ExerciseRun,
    shown: Mapping[str, Failing],
    lefts: Mapping[str, after.Left],
    source: SourceText,
) -> list[Finding]:
    """What is told of programs that come out right when each of them runs alone."""
    pairs = {check: after.joined(left, shown[check].program) for check, left in lefts.items()}
    by_pair = {each: lefts[check] for check, each in pairs.items() if each is not None}
    records, _ = records_of(run, source, [*by_pair])
    wrong = [each for each in by_pair if each.program in records]
    if not wrong:
        return []
    pair = min(wrong, key=lambda each: each.program.size)
    said, asked, line = by_pair[pair].told(source)
    first = replace(pair, answer=records[pair.program].answer)
    passing = sample_of_passing(run)
    more, _ = records_of(run, source, passing)
    known, graphs = known_of({**more, first.program: records[first.program]}, passing, source)
    seen = []
    for each in seen_at(first, graphs[first.program], known):
        kind = each.facts.blamed.kind if each.facts is not None else ""
        told = " ".join(filter(None, (after.BY_ITSELF, each.seen.statement, said)))
        told_of = replace(each.seen, said=told, claim=None, question=asked)
        is_elsewhere = kind in OF_AN_OPERATOR and kind not in ("constant", "old")
        at = line if is_elsewhere else each.line or line
        seen.append(replace(each, seen=told_of, line=at))
    return [*_findings(seen, dict.fromkeys(shown, first), len(seen), source)]


def seen_at(failing: Failing, graph: Graph, known: Known) -> list[Watched]:
    """What a program showed, and the lines."""
    blamed = [
        crossed(e, graph) if e.kind == "nothing" else e for e in known.blamed[failing.program]
    ]
    twice = {_result(each) for each in blamed if each.kind == "crossed"}
    blamed = [e for e in blamed if e.kind != "doubled" or _result(e) not in twice]
    if any(each.kind == "operand" for each in blamed):  # what the root is made of changed with it
        blamed = [each for each in blamed if each.kind != "beside"]
    if known.clears is None:
        lost = Law(graph).lost() if known.adds and not graph.record.error[0] else None
        # What `zero_grad` leaves is wrong whatever inner nodes hold after `backward()`.
        told = [each for each in blamed if each.call is None or each.kind == "zero"]
        blamed = [*told, *([lost] if lost else [])]
    found = [_seen(each, failing, graph, known) for each in blamed]
    return [each for each in found if each is not None]


def _result(blamed: Blamed) -> int | None:
    return None if blamed.operation is None else blamed.operation.call.result


def _seen(blamed: Blamed, failing: Failing, graph: Graph, known: Known) -> Watched | None:
    blamed = replace(blamed, side=side_at(blamed, known.written_by))
    is_foreign = False
    operation, expression, names = blamed.operation, None, NodeNames(graph, failing.program)
    wrong = known.wrong.get((operation.form, blamed.side)) if operation is not None else None
    if blamed.kind == "rule" and blamed.entry is not None and not wrong:
        number = graph.numbers[blamed.entry]
        at = known.written_by.get(blamed.place[0], ()) if blamed.place else ()
        methods_of = known.source.methods(operation.call.name) if operation is not None else []
        its = [e for e in blamed.place if known.source.is_in(e, methods_of)]
        is_said = any(known.source.has_number(each, number.value) for each in its)
        is_shared = len({name for name, _ in at}) > 1 and not is_said
        is_no_word = number.code == "plain" and abs(number.value) not in known.source.literals
        if is_no_word or (is_shared and number.code in ("plain", "int", "round")):
            blamed = replace(blamed, kind="other")  # nobody saw how it was made
    is_silent = blamed.kind == "nothing" and not (graph.all_run or graph.has_rules)
    if is_silent and empty_loop(graph, known.source) is not None:
        blamed = replace(blamed, kind="idle")
    elsewhere = operation is not None and operation.operator in known.contributing
    is_alone = blamed.kind == "same" and any(side < 0 for _, side in known.delivered)
    may_lack = blamed.kind in ("nothing", "same") and elsewhere and not is_alone
    may_lack = may_lack and wrong is None
    if may_lack and not graph.rules_write:
        ran = 0 if blamed.call is None else graph.ran(_result(blamed) or 0, blamed.call)
        # Nobody saw why it does not contribute here.
        blamed = replace(blamed, kind="lacking", times=ran)
    made_by = graph.own.get(blamed.node)
    others = known.restarted and made_by is not None and made_by.form not in known.restarted
    is_root = blamed.call is not None and blamed.node == blamed.call.root
    blamed = blamed if blamed.kind != "kept" or known.restarted else replace(blamed, operation=None)
    if blamed.kind == "kept" and others and not is_root:
        blamed = replace(blamed, kind="unmarked", operation=made_by, side=-1)
    is_kept = operation is not None and worked_out_before(blamed, graph, operation)
    if operation is not None and blamed.entry is not None and blamed.kind != "other":
        printer, is_value = words_of(graph, known.source, operation, names), blamed.kind == "value"
        entry = graph.source(blamed.entry) if is_value else blamed.entry
        is_own = graph.holder(entry) == (blamed.node, GRAD)
        if not (is_kept or (is_value and _made_by_another(graph, entry, operation))):
            expression = printer.printed(entry, whole=is_value or is_own)
            is_foreign = expression is not None and printer.is_foreign
    if operation is not None and blamed.kind == "same" and (operation.form, -1) in known.delivered:
        return None  # both sides contribute elsewhere, and why not here was not seen
    here = None if operation is None else names.expression(operation)
    if is_foreign and here is None:
        expression, is_foreign = None, False  # whose words it is in could not be said
    is_right = is_right_elsewhere(blamed, known.delivered)
    is_used_up = blamed.kind in ("nothing", "lacking") and _gave_before(blamed, graph)
    is_set = blamed.kind == "rule" and _is_set(blamed, graph)
    apart = "" if operation is None else names.apart(operation)
    contributed = Contributed(expression, is_right or is_foreign, here, apart, is_kept, is_set)
    seen = seen_of(blamed, contributed, names)
    if seen is None:
        return None
    if operation is not None and is_right and not is_kept and blamed.kind not in OF_A_RESULT:
        asked = DIFFERENT_VALUE if blamed.kind == "value" else DIFFERENT
        form = operation.form if blamed.kind == "value" else operation.operator
        seen = replace(seen, question=asked.format(shown_form(form)))
    seen = replace(seen, question=USED_UP) if is_used_up else seen
    seen = replace(seen, question=FOREIGN) if is_foreign else seen
    line = line_of(blamed, graph, known)
    if blamed.kind == "unstored" and operation is not None:
        line = never_stored(known.source, methods().get(operation.call.name, "")) or line
    if line is not None and known.source.bound_late(line) == line:
        seen = replace(seen, question=LATE)
    if blamed.kind == "again":
        line = apart_from_the_others(graph, blamed) or line
    if is_used_up or (blamed.kind == "skipped" and _gave_before(blamed, graph)):
        kept = [each for each in graph.record.lines if known.source.keeps_iterator(each)]
        line = kept[0] if len(kept) == 1 else None if is_used_up else line
    if is_foreign:
        shared = {*filter(None, map(known.source.kept_for_all, graph.record.lines))}
        beside = None if line is None else stored_beside(known.source, line)
        line = shared.pop() if len(shared) == 1 else beside or line
    is_inside = operation is not None and bool(operation.call.place)
    return Watched(failing, facts_of(blamed, graph, bool(known.restarted)), seen, line, is_inside)


def _gave_before(blamed: Blamed, graph: Graph) -> bool:
    """Whether what is missing arrived in an earlier call of the same program."""
    call, result = blamed.call, _result(blamed)
    if call is None or result is None:
        return False
    return any(
        result in graph.sources(entry)
        for each in graph.record.calls
        if each.ends < call.begins and not each.is_zero
        for entry in graph.written(blamed.node, each.begins, each.ends)
    )


def _is_set(blamed: Blamed, graph: Graph) -> bool:
    """Whether a rule wrote its number to a gradient, and not the sum of that and what was there."""
    written = graph.versions.get((blamed.node, GRAD), ())
    moments = [graph.numbers[e].when for e in written if graph.source(e) == blamed.entry]
    return any(graph.running(when) is blamed.operation for when in moments)


def _made_by_another(graph: Graph, entry: int, operation: Operation) -> bool:
    """Whether another operator was at work, which this one calls with its plain number as a node:
    what it did with that is not what is written here."""
    call, when = operation.call, graph.numbers[entry].when
    return None in operation.nodes and any(
        call.begins < inner.begins < when < inner.ends < call.ends
        for inner in graph.record.operators
    )


def _findings(
    seen: Sequence[Watched], shown: Mapping[str, Failing], of: int, source: SourceText
) -> Iterator[Finding]:
    groups: dict[tuple[str, ...], list[Watched]] = {}
    for each in seen:
        groups.setdefault(each.seen.key, []).append(each)
    for group in groups.values():
        if len({each.seen.found for each in group if each.seen.part in ("rule", "value")}) > 1:
            group[:] = [replace(each, seen=of_the_example(each.seen)) for each in group]
    wholes = [*_joined([*groups.values()])]
    several: dict[tuple[str, str], list[list[list[Watched]]]] = {}
    for whole in wholes:
        several.setdefault(_kind(whole), []).append(whole)
    for whole in wholes:
        same = several[_kind(whole)]
        alike = same if _kind(whole)[0] in ONCE and len(same) >= FEW else [whole]
        if whole is alike[0]:
            finding = _finding(alike, shown, of, source)
            if finding.checks:
                yield finding


def _kind(whole: Sequence[Sequence[Watched]]) -> tuple[str, str]:
    """What may be told of several operators at once: one kind, of exceptions one type."""
    seen = whole[0][0].seen
    return seen.key[0], seen.found if seen.key[0] == "raised" and seen.operator else ""


def _finding(
    alike: Sequence[Sequence[Sequence[Watched]]],
    shown: Mapping[str, Failing],
    of: int,
    source: SourceText,
) -> Finding:
    """What is told of one operator, or of several of which the same is true: groups by side."""
    every = [each for whole in alike for group in whole for each in group]
    programs = {each.failing.program for each in every}
    whole = min(alike, key=lambda whole: min(map(_smallness, whole[0])))
    same = [each for group in whole for each in group]
    first = min(whole[0], key=_smallness)
    at_once = whole
    if first.seen.key[0] in ("nothing", "unlisted"):  # "in the example" is in one and the same
        its = ([e for e in g if e.failing.program == first.failing.program] for g in whole)
        at_once = [group for group in its if group]
    sides = [of_form(min(group, key=_smallness).seen, same) for group in at_once]
    statement, what = statement_of(sides), sides[0]
    if len(alike) > 1:
        others = [shown_form(other[0][0].seen.operator) for other in alike if other is not whole]
        if first.seen.key[0] == "same":
            others = [other.replace("b", "a") for other in others]
        quoted = [f"`{other}`" for other in dict.fromkeys(others)]
        statement += f" The same kind of mistake was seen at {listed(quoted)}."
    names = {_name(whole) for whole in alike}
    everywhere = f"{first.seen.key[0].replace('overwritten', 'overwrite')}-everywhere"
    name = names.pop() if len(names) == 1 else everywhere if everywhere in EVERYWHERE else None
    operator = shown_form(what.operator) if what.operator else ""
    general = in_general(first.seen.key[0], name, operator, what.side if len(whole) == 1 else "")
    lines = Counter(each.line for each in whole[0] if each.line is not None)
    is_shared = len(alike) > 1 and first.seen.key[0] in ("nothing", "same", "unlisted")
    if is_shared:
        every_line = [{each.line for group in w for each in group} for w in alike]
        shared = set.intersection(*every_line)  # what they share decides
        lines = Counter({line: n for line, n in lines.items() if line in shared})
    line = max(lines, key=lambda line: (lines[line], line == first.line), default=None)
    if first.seen.key[0] == "raised":  # what the others asked
        line = next((e.line for w in alike for g in w for e in g if source.raises(e.line)), line)
    own = _own(alike, shown, first.failing.program)
    is_alone = first.facts is not None and is_slope_alone(first.facts)
    question = SLOPE_ALONE if is_alone else what.question
    return Finding(
        misconception=name,
        explained=len(programs),
        of=of,
        explanation=f"{statement} {question}",
        kind="seen",
        id=what.id,
        part=what.part,
        operator=what.operator,
        side=what.side if len(whole) == 1 else "",
        found=what.found,
        checks=tuple(check for check, each in shown.items() if each.program in programs),
        example=first.failing.example,
        where=None if line is None else source.where(line),
        general=general,
        own={check: said for check, (said, _) in own.items()},
        own_where={
            check: source.where(at)
            for check, (_, at) in own.items()
            if what.operator and at not in (None, line) and not is_shared
        },
    )


def _own(
    alike: Sequence[Sequence[Sequence[Watched]]], shown: Mapping[str, Failing], first: Program
) -> dict[str, tuple[str, Line | None]]:
    """What is said with each check of its own program, and the line, where that is not the first
    one."""
    found: dict[str, tuple[str, Line | None]] = {}
    for check, failing in shown.items():
        if not failing.is_own or failing.program == first:
            continue
        for whole in alike:
            its = [[e for e in group if e.failing.program == failing.program] for group in whole]
            same = [each for group in its for each in group]
            sides = [of_form(group[0].seen, same) for group in its if group]
            if sides:
                alone = [e.facts for e in same if e.facts is not None and is_slope_alone(e.facts)]
                asked = SLOPE_ALONE if alone else sides[0].question
                line = next((e.line for e in same if e.line is not None), None)
                found.setdefault(check, (f"{statement_of(sides)} {asked}", line))
    return found


def _name(whole: Sequence[Sequence[Watched]]) -> str | None:
    """The belief behind what was seen of one operator."""
    facts = [[each.facts for each in group if each.facts is not None] for group in whole]
    if whole[0][0].seen.key[0] == "overwritten":
        facts = [[one for some in facts for one in some]]
    names = {name_of(some) if some else whole[0][0].seen.name for some in facts}
    return names.pop() if len(names) == 1 else None


def of_form(seen: Seen, same: Sequence[Watched]) -> Seen:
    """What is said of an operator, said of `5 - a` alone where only that form shows it."""
    forms = {
        operation.form
        for each in same
        if each.facts is not None and (operation := each.facts.blamed.operation)
    }
    if len(forms) != 1 or seen.part not in ("rule", "adding") or not seen.operator:
        return seen
    (form,) = forms
    if form not in (f"r{seen.operator}", f"{seen.operator}_const"):
        return seen
    its = next(
        shown_in_program(e.facts.blamed.operation) for e in same
        if e.seen is seen and e.facts is not None and e.facts.blamed.operation is not None
    )  # fmt: skip
    generic = f"`{shown_form(seen.operator)}`"
    claim = seen.claim
    if claim is not None and claim.here == generic:
        claim = replace(claim, here=f"`{its}`")
    question = seen.question.replace(generic, f"`{its}`")
    return replace(seen, claim=claim, question=question, operator=form)


def _smallness(each: Watched) -> tuple[bool, bool, bool, bool, bool, bool, int]:
    size = each.failing.program.size
    has_no_numbers = not each.failing.right
    blamed = None if each.facts is None else each.facts.blamed
    operation = None if blamed is None or blamed.kind != "rule" else blamed.operation
    nodes = operation.nodes if operation is not None else ()
    is_square = len({*nodes}) < len(nodes)  # of `a * a` none can tell which operand is meant
    # In the method of `5 / a` the names of the operands are the other way round.
    is_turned = operation is not None and operation.form == f"r{operation.operator}"
    side, inside = each.seen.side, each.is_inside
    return not side, has_no_numbers, is_square, is_turned, inside, not size, size


def _joined(groups: Sequence[list[Watched]]) -> Iterator[list[list[Watched]]]:
    """The groups, those of the two sides of one operator together."""
    by_operator: dict[tuple[str, ...], list[list[Watched]]] = {}
    for group in groups:
        by_operator.setdefault(group[0].seen.key[:2], []).append(group)
    for same in by_operator.values():
        named = [group for group in same if group[0].seen.side]
        for group in named and (each for each in same if each not in named):
            named[0] += group  # which side it was could not be told in these
        yield sorted(named, key=lambda group: group[0].seen.side) or same
