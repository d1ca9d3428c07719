"""Tell that only large programs go wrong, or those that call a certain function."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from grader.checks.plan import Asked
from grader.explain.watching.looked_up import calls_of, counts_compared, padded
from grader.explain.watching.raised import SMALL
from grader.explain.watching.record import Line
from grader.explain.watching.source import SourceText
from grader.judging.context import Prepared
from grader.judging.finding import Finding
from grader.judging.verdict import is_right
from grader.programs.graph import Graph, graph_of
from grader.programs.program import Program, walk
from grader.worker.observation import NamedError, Observation

Observed = Mapping[str, tuple[Prepared, Sequence[Observation]]]
FUNCTIONS = {"topo": "build_topo", "zero": "zero_grad"}
"""By the step of a program that calls it."""
WIDE = 100
"""Uses of a node that has many."""
NEARLY_ALL = 0.95
SAME_OBJECT = (
    "Line {line} asks with `is` whether two counts are one object, which equal numbers need not "
    "be. Which sign compares numbers?"
)
WHAT_COUNTS = "What does your code do once for each of a node's consumers?"
LARGE = 900
"""Operations of a program that is large."""
FEW = 5
"""With fewer right answers to programs that do not call it nothing is told."""


def _below(program: Program) -> int:
    """How many nodes its calls reach: most that it makes may be made only to be counted."""
    graph = graph_of(program)
    roots = [graph.held[step[1]] for step in program.steps if step[0] in ("backward", "topo")]
    return max((len(graph.reached(each)) for each in roots), default=0)


def only_large(
    observed: Observed, failed: Collection[str], source: SourceText, large: int = LARGE
) -> Finding | None:
    """That programs go wrong from a size on; with the line that raises, or holds such a size.

    large: of how many operations a program must be.
    """
    if not observed.keys() >= {*failed}:
        return None
    rows = [row for check in {*failed, *observed} for row in _answered(*observed[check])]
    asked = [(program, right, error) for program, right, error in rows if program is not None]
    errors = [error for _, right, error in asked if not right]
    sizes = [(program.size, right) for program, right, _ in asked]
    most, least = _parted(sizes)
    raised = errors[0] if errors else None
    is_deep = all(each is not None and each.kind == "recursion" for each in errors)
    larger = [
        program
        for program, right, _ in asked
        if right and isinstance(program, Program) and program.size > least
    ]
    is_mixed = not is_deep and any(_below(each) > least for each in larger)
    if least < (SMALL if is_deep else large) or most < FEW or is_mixed:
        # A wide graph may be larger and right.
        return None if any(errors) else _only_wide(asked, failed, source)
    if is_deep and raised is not None and raised.line:
        at = max(0, int(raised.number("cell")) - 1), raised.line
        line: Line | None = calls_of(source, at) or at
        told = (
            "Large graphs end in RecursionError: calls are inside one another, deeper than Python "
            "lets them be. What else could keep what is still to do?"
        )
    elif any(errors):
        return None
    else:
        lines = source.lines_with(range(large, least))
        line = lines[0] if len(lines) == 1 else None
        told = (
            f"Of the programs that were asked, those of up to {most:,} operations come out right, "
            f"and none of {least:,} or more does. "
        )
        told += (
            "Besides its size, what does this one need of your code that the others do not?"
            if line is None
            else "What does that line do in a graph as large?"
        )
    return Finding(
        id="only/large", misconception=None, explained=len(errors), of=0, explanation=told,
        kind="seen", part="size", checks=tuple(failed), general="Large graphs go wrong.",
        where=None if line is None else source.where(line),
    )  # fmt: skip


def _parted(sizes: Sequence[tuple[int, bool]]) -> tuple[int, int]:
    """The largest size that comes out right below the least one that does not, and that."""
    least = min((size for size, right in sizes if not right), default=0)
    return max((size for size, right in sizes if right and size < least), default=0), least


def _only_wide(
    asked: Sequence[tuple[Program | Asked, bool, NamedError | None]],
    failed: Collection[str],
    source: SourceText,
) -> Finding | None:
    """That in each program that goes wrong a node is used often, and in few others: in none as
    large, where no line is known that may be it."""
    programs = [(p, right) for p, right, _ in asked if isinstance(p, Program)]
    smallest = min((p.size for p, right in programs if not right), default=0)
    wrong = [graph_of(p) for p, right in programs if not right]
    if len(programs) < len(asked) or min((_widest(g, False) for g in wrong), default=0) < WIDE:
        return None
    others = [(graph_of(p), p.size) for p, right in programs if right]
    for is_inner in (True, False):
        least = min(_widest(graph, is_inner) for graph in wrong)
        right = [_widest(graph, is_inner) for graph, _ in others]
        below = [number for number in right if number < least]
        if least >= WIDE and len(below) >= NEARLY_ALL * len(right):
            break
    else:
        return None
    node = "an inner node" if is_inner else "a node"
    counts = [*counts_compared(source)]
    lines = [*{*source.lines_with(range(WIDE, least)), *counts}]
    line = lines[0] if len(lines) == 1 else padded(source)
    as_large = [n for n, (_, size) in zip(right, others, strict=True) if size >= smallest]
    if line is None and max(as_large, default=0) >= least:
        return None  # it is something else that they need
    but = len(right) - len(below)
    told = (
        f"In each program that goes wrong {node} is used {least:,} times or more, and in "
        f"{f'all but {but}' if but else 'none'} of the {len(right):,} that come out right "
        f"{'none' if but else 'one'} is. "
    )
    told += WHAT_COUNTS if line not in counts or line is None else SAME_OBJECT.format(line=line[1])
    return Finding(
        id="only/wide", misconception=None, explained=len(wrong), of=0, explanation=told,
        kind="seen", part="size", checks=tuple(failed), where=line and source.where(line),
        general="Nodes with many consumers go wrong.",
    )  # fmt: skip


def _widest(graph: Graph, is_inner: bool) -> int:
    """How often the node is used that is used most often."""
    uses = zip(graph.consumers(), graph.inputs, strict=True)
    return max((len(users) for users, inputs in uses if inputs or not is_inner), default=0)


def only_function(
    observed: Observed, failed: Collection[str], source: SourceText
) -> Finding | None:
    """The function that every wrong answer has to do with, and none of many right ones.

    failed: the checks that lose points; nothing is told if one of them was not asked programs.
    """
    wrong: set[frozenset[str]] = set()
    others, count, full, fast = 0, 0, False, False
    also = dict.fromkeys(FUNCTIONS, 0)
    for check in {*failed, *observed}:
        if check not in observed:
            return None
        for program, right, error in _answered(*observed[check]):
            if not isinstance(program, Program):
                if not right:
                    return None
                continue
            kinds = frozenset(step[0] for step in walk(program.steps))
            others += right and not kinds & FUNCTIONS.keys()
            for step in kinds & FUNCTIONS.keys():
                also[step] += right
            if not right:
                wrong.add(kinds)
                count += 1
                full |= error is not None and error.kind == "memory"
                fast |= program.size < LARGE or error is None or error.kind != "timeout"
    shared = frozenset.intersection(*wrong) if wrong else frozenset()
    if not fast:
        return None  # it is the size of these graphs that there is no time for
    for step, name in FUNCTIONS.items():
        if step in shared and others >= FEW:
            several = also[step] > count
            if several and full:
                return None  # it may be full of what was made before the call
            said = (
                f"Some of the programs that call `{name}` go wrong, and everything else that was "
                "asked is right. What is different in these?"
                if several
                else f"Only programs that call `{name}` go wrong, and everything else that was "
                "asked is right. What should it do with its arguments, and what does it do?"
            )
            return Finding(
                id=f"only/{name}",
                explained=count,
                of=0,
                explanation=said,
                kind="seen",
                part=name,
                checks=tuple(failed),
                where=None if several else source.where_defined(name),
            )
    return None


def _answered(
    prepared: Prepared, observations: Sequence[Observation]
) -> Iterator[tuple[Program | Asked | None, bool, NamedError | None]]:
    """The programs, a pack's own too; None for a task."""
    questions = prepared.plan.questions
    for number, found in zip(prepared.numbers, observations, strict=True):
        item = questions[number].item
        right = is_right(questions[number], prepared.expected[number], found)
        program = item if isinstance(item, Program) else questions[number].of_pack
        yield program, right, found.error
