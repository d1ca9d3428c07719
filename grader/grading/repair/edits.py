"""Small edits of a student's text, one at a time: what may be all that a right answer lacks.

What students get wrong: a rule (`rules`), a sign, an operand, a condition (`expressions`), `=` for
`+=`, a statement too many or in a wrong place (`statements`) or not there (`missing`), what a node
records, a method that is missing (`methods`), a walk that restarts nothing, marks too early or
takes nodes along (`walks`), a set where a list is needed, a key that others have too, an order
(`containers`), a list or a default that a function is given (`parameters`). Nothing is run.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from grader.grading.repair.containers import of_containers, of_orders
from grader.grading.repair.expressions import EXPRESSIONS
from grader.grading.repair.methods import of_classes, of_methods
from grader.grading.repair.missing import of_missing
from grader.grading.repair.nearness import Hints, Nearness
from grader.grading.repair.parameters import of_parameters
from grader.grading.repair.rules import of_rules
from grader.grading.repair.source_text import Proposal, SourceText
from grader.grading.repair.statements import STATEMENTS, of_moves
from grader.grading.repair.walks import of_walks

MOST = 250


def edits(text: str, hints: Hints, is_over: Callable[[], bool] = lambda: False) -> Iterator[str]:
    """The text with one edit, at most `MOST` times; the likeliest first.

    is_over: whether no time is left to look for more of them. Raises SyntaxError, ValueError or
    RecursionError for a text that cannot be parsed.
    """
    source = SourceText(text)
    seen = {text}
    for proposal in _in_turn(source, hints, is_over):
        made = proposal.text
        if made not in seen and _compiles(made):
            seen.add(made)
            yield made
            if len(seen) > MOST:
                return


def _in_turn(source: SourceText, hints: Hints, is_over: Callable[[], bool]) -> list[Proposal]:
    """All proposals, or those for which there is time.

    Each kind has its turn: one with few is through before one with many.
    """
    nearness = Nearness(source, hints)
    turns: Counter[tuple[int, int]] = Counter()
    ranked: list[tuple[int, Proposal]] = []
    for kind, found in enumerate(_kinds(source, hints, nearness)):
        for each in found:
            delay = nearness.delay(each.line) * (1 + each.weight)  # 0 for what is SURE
            turns[kind, delay] += 1
            ranked.append((turns[kind, delay] * delay, each))
            if is_over():
                break
    ranked.sort(key=lambda each: each[0])
    return [proposal for _, proposal in ranked]


def _kinds(source: SourceText, hints: Hints, nearness: Nearness) -> Iterator[Iterable[Proposal]]:
    """Every proposal, by what kind of edit it is."""
    for part in STATEMENTS:
        yield (each for region in source.regions for each in part(source, region))
    for of_one in (*EXPRESSIONS, of_orders):
        yield (each for region in source.regions for each in of_one(source, region))
    yield _rules(source, hints, nearness)
    yield of_classes(source)
    yield of_methods(source)
    yield of_walks(source)
    yield of_parameters(source)
    yield of_containers(source)
    yield of_missing(source)
    yield of_moves(source)


def _rules(source: SourceText, hints: Hints, nearness: Nearness) -> Iterator[Proposal]:
    for region in source.regions if hints.operators else ():
        lines = {*hints.lines, *nearness.own} if nearness.is_marked(region) else ()
        yield from of_rules(source, region, hints.operators, lines)


def _compiles(text: str) -> bool:
    with warnings.catch_warnings():  # a strange edit is no news to whoever grades
        warnings.simplefilter("ignore")
        try:
            compile(text, "edited", "exec", dont_inherit=True)
        except (SyntaxError, ValueError):
            return False
    return True
