"""What is said of a wrong list of nodes, by what the student's lines were seen to do on the way.

`build_topo` and `toposort` are run once more on the program that a check shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from grader.explain.watching.after import ANEW, KEEPING, left_by_calls
from grader.explain.watching.blame import unlisted_in
from grader.explain.watching.known import known_of, records_of
from grader.explain.watching.lines import line_of as marked
from grader.explain.watching.lists import Told
from grader.explain.watching.names import told_apart
from grader.explain.watching.of_operators import Contributed, of_operator
from grader.explain.watching.record import Line
from grader.explain.watching.sampling import LARGEST, Failing, unsteady
from grader.explain.watching.slips import with_slips
from grader.explain.watching.source import SourceText
from grader.explain.watching.walked import FUNCTIONS, function_of, walked
from grader.judging.finding import Counterexample, Finding
from grader.judging.report import CheckResult
from grader.programs.listing import listing, node_names
from grader.programs.program import Program, walk

if TYPE_CHECKING:
    from grader.judging.exercise import ExerciseRun

GENERAL = "A list of nodes is not in the order that it should have."
SAME = "If two results are one node, what does it list as its inputs?"


def walks(
    run: ExerciseRun, results: Sequence[CheckResult], told: Iterable[str], source: SourceText
) -> list[Finding]:
    """What is said of the checks that show a wrong list of nodes and of which nothing is told."""
    failed = {r.id for r in results if r.outcome in ("failed", "error")} - {*told}
    left = left_by_calls(run, sorted(failed - unsteady(results)), source)
    failed -= left.keys()
    shown = {check: each for check in run.observed if (each := _shown(run, check, failed))}
    items = [
        {"task": "walk", "function": function_of(each.program), "steps": each.program.steps}
        for each in shown.values()
    ]
    made_wrong = _made_wrong(run, shown, source)
    lines: dict[str, Sequence[Line]] = {}
    said: dict[tuple[str, str, Line | None, str], list[str]] = {}
    answers = run.ask_aside(items) if items else []
    for (check, failing), observed in zip(shown.items(), answers, strict=False):
        seen = walked(observed.value, failing, source.lengths)
        if seen is None:
            continue
        lines[check] = seen.lines
        if found := made_wrong.get(check):
            said.setdefault(found, []).append(check)
        elif first := Told(seen, failing, source).first():
            said.setdefault((*first, ""), []).append(check)
    findings = [
        Finding(
            id="walk", misconception=None, explained=len(checks), of=0, kind="seen", part="order",
            explanation=f"{statement} {question}", checks=tuple(checks), general=GENERAL,
            where=None if line is None or line in source.given else source.where(line),
            operator=operator,
        )
        for (statement, question, line, operator), checks in said.items()
    ]  # fmt: skip
    findings += [
        Finding(
            id="walk", misconception=None, explained=1, of=0, kind="seen", part="order",
            explanation=f"{statement} {ANEW}", checks=(check,), general=GENERAL,
            where=source.where(line),
            example=Counterexample(listing(program), "", "a list is wrong.", None),
        )
        for check, (statement, line, program) in left.items()
    ]  # fmt: skip
    seen_of = {check: each for check, each in shown.items() if check in lines}
    return with_slips(findings, seen_of, lines, source)


def _made_wrong(
    run: ExerciseRun, shown: Mapping[str, Failing], source: SourceText
) -> dict[str, tuple[str, str, Line | None, str]]:
    """By check what is said of a result that is no new node, or does not list all of its inputs:
    then the list is wrong whichever way a walk goes. Last of all the operator, if it is known."""
    made = {
        check: Failing(Program(tuple(s for s in each.program.steps if s[0] in KEEPING)), (), ())
        for check, each in shown.items()
        if function_of(each.program) == "build_topo" and each.error is None
    }
    if not made:
        return {}
    records, _ = records_of(run, source, [*made.values()])
    known, graphs = known_of(records, (), source)
    found: dict[str, tuple[str, str, Line | None, str]] = {}
    for check, each in made.items():
        graph = graphs.get(each.program)
        if graph is None:
            continue
        blamed = [e for e in known.blamed[each.program] if e.kind == "old"] or unlisted_in(graph)
        for one in blamed[:1]:
            told, line = of_operator(one, Contributed()), marked(one, graph, known)
            found[check] = told.statement, told.question, line, told.operator
        nodes = graph.record.made
        again = [n for n, e in enumerate(nodes) if e is not None and e in nodes[:n]]
        if again and not blamed:
            place = graph.record.nodes[nodes[again[0]] or 0].place
            name = told_apart(node_names(each.program), again[0])
            statement = f"In the example, {name} is no new node, but one that was there before."
            cached = next(filter(None, map(source.cached, place)), None)
            found[check] = statement, SAME, cached, ""
    return found


def _shown(run: ExerciseRun, check: str, failed: set[str]) -> Failing | None:
    """The program that a check fails by, if it asks for lists of nodes and is small."""
    if check not in failed:
        return None
    if check in run.wrong:
        program, answer, _ = run.wrong[check]
        failing = Failing(program, answer, ())
    elif check in run.raised:
        program, error = run.raised[check]
        failing = Failing(program, (), (), error)
    else:
        return None
    kinds = {step[0] for step in walk(program.steps)}
    asked = kinds & FUNCTIONS.keys()
    is_plain = kinds <= {*KEEPING, *FUNCTIONS, "begun", "backward", "look"}
    return failing if len(asked) == 1 and is_plain and program.size <= LARGEST else None
