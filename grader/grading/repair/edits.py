"""Small edits of a student's text, one at a time: what may be all that a right answer lacks.

What students get wrong: a rule (`rules`), a sign, an operand, an order (`expressions`), `=` for
`+=`, a statement that is missing or in a wrong place (`statements`), what a node records, a method
that is missing, a walk without restart or without visited nodes (`methods`), what becomes of a list
or a default that a function is given (`parameters`). Nothing of the text is run.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.explain.diagnosis.readings.where.functions import end_of
from grader.grading.repair.expressions import of_expressions
from grader.grading.repair.methods import of_classes, of_methods
from grader.grading.repair.parameters import of_parameters
from grader.grading.repair.rules import of_rules
from grader.grading.repair.source_text import SURE, Proposal, SourceText
from grader.grading.repair.statements import of_statements

MOST = 250
NEAR = 3
"""Lines around a marked one."""


@dataclass(frozen=True, slots=True)
class Hints:
    """What is known of the mistake.

    lines: those that a finding marks or that raised, the surest first. operators: those that
    failed checks or findings are about. words: in the names of what failed.
    """

    lines: Sequence[int] = ()
    operators: Sequence[str] = ()
    words: Sequence[str] = ()


def edits(text: str, hints: Hints) -> Iterator[str]:
    """The text with one edit, at most `MOST` times; the likeliest first.

    Raises SyntaxError, ValueError or RecursionError for a text that cannot be parsed.
    """
    source = SourceText(text)
    ranked: list[tuple[tuple[int, ...], Proposal]] = []
    for region in source.regions:
        near = _nearness(source, region, hints)
        found = [*of_statements(source, region), *of_expressions(source, region)]
        if hints.operators:
            lines = hints.lines if near == 0 else ()
            found += of_rules(source, region, hints.operators, lines)
        for proposal in found:
            ranked.append(((near, *_place(proposal, hints)), proposal))
    for proposal in of_classes(source):
        ranked.append(((1, *_place(proposal, hints)), proposal))
    for proposal in (*of_methods(source), *of_parameters(source)):
        inside = [r for r in source.regions if r.lineno <= proposal.line <= end_of(r)]
        near = min((_nearness(source, region, hints) for region in inside), default=1)
        ranked.append(((near, *_place(proposal, hints)), proposal))
    ranked.sort(key=lambda each: each[0])
    seen = {text}
    for _, proposal in ranked:
        if proposal.text not in seen and _compiles(proposal.text):
            seen.add(proposal.text)
            yield proposal.text
            if len(seen) > MOST:
                return


def _nearness(source: SourceText, region: ast.stmt, hints: Hints) -> int:
    """0 for what holds a marked line, 1 for what is named like what failed or makes nodes, 2 for
    all else."""
    first = min([region.lineno, *(d.lineno for d in getattr(region, "decorator_list", ()))])
    if any(first <= line <= end_of(region) for line in hints.lines):
        return 0
    name = source.called(region).strip("_").lower()
    if isinstance(region, ast.FunctionDef):
        words = (*hints.operators, *hints.words)
        if any(word in name for word in words) or name == "init":
            return 1
        made = (each for each in ast.walk(region) if isinstance(each, ast.Attribute))
        made = (each for each in made if isinstance(each.ctx, ast.Store))
        return 1 if any(each.attr == source.inputs for each in made) else 2
    return 1


def _place(proposal: Proposal, hints: Hints) -> tuple[int, int]:
    """Marked lines first, then those around; there, what is less far-fetched."""
    if proposal.weight == SURE:
        return SURE, SURE
    marked = hints.lines[:1]
    off = min((abs(proposal.line - line) for line in marked), default=NEAR + 1)
    return (0 if off == 0 else 1 if off <= NEAR else 2), proposal.weight


def _compiles(text: str) -> bool:
    with warnings.catch_warnings():  # a strange edit is no news to whoever grades
        warnings.simplefilter("ignore")
        try:
            compile(text, "edited", "exec", dont_inherit=True)
        except (SyntaxError, ValueError):
            return False
    return True
