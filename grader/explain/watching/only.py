"""Tell that only large programs go wrong, or those that call a certain function."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from grader.checks.plan import Asked
from grader.explain.watching.looked_up import calls_of
from grader.explain.watching.record import Line
from grader.explain.watching.source import SourceText
from grader.judging.context import Prepared
from grader.judging.finding import Finding
from grader.judging.verdict import is_right
from grader.programs.program import Program, walk
from grader.worker.observation import NamedError, Observation

Observed = Mapping[str, tuple[Prepared, Sequence[Observation]]]
FUNCTIONS = {"topo": "build_topo", "zero": "zero_grad"}
"""By the step of a program that calls it."""
LARGE = 900
"""Operations of a program that is large."""
FEW = 5
"""With fewer right answers to programs that do not call it nothing is told."""


def only_large(
    observed: Observed, failed: Collection[str], source: SourceText, large: int = LARGE
) -> Finding | None:
    """That programs go wrong from a size on; with the line that raises, or holds such a size.

    large: of how many operations a program must be.
    """
    right, wrong, errors = [0], list[int](), list[NamedError | None]()
    for check in {*failed, *observed}:
        if check not in observed:
            return None
        for program, came_out, error in _answered(*observed[check]):
            if program is None or came_out:
                right += [program.size] if program is not None else []
                continue
            wrong.append(program.size)
            errors.append(error)
    least = min(wrong, default=0)
    most = max(size for size in right if size < least) if least else 0
    raised = errors[0] if errors else None
    is_deep = all(each is not None and each.kind == "recursion" for each in errors)
    if least < large or most < FEW or (max(right) > least and not is_deep):
        return None  # a wide graph may be larger and right
    if is_deep and raised is not None and raised.line:
        at = max(0, int(raised.number("cell")) - 1), raised.line
        line: Line | None = calls_of(source, at) or at
        told = (
            "Large graphs end in RecursionError: calls are inside one another, one for each node "
            "on the way down, deeper than Python lets them be. What else could keep what is still "
            "to do?"
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
        id="only/large", misconception=None, explained=len(wrong), of=0, explanation=told,
        kind="seen", part="size", checks=tuple(failed), general="Large graphs go wrong.",
        where=None if line is None else source.where(line),
    )  # fmt: skip


def only_function(
    observed: Observed, failed: Collection[str], source: SourceText
) -> Finding | None:
    """The function that every wrong answer has to do with, and none of many right ones.

    failed: the checks that lose points; nothing is told if one of them was not asked programs.
    """
    wrong: set[frozenset[str]] = set()
    others, count, full = 0, 0, False
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
    shared = frozenset.intersection(*wrong) if wrong else frozenset()
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
                misconception=None,
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
        program = item if isinstance(item, Program) else questions[number].asked
        yield program, right, found.error
