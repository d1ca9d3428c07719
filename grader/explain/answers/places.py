"""Which line of a hand-in a check is about, where nothing else is known of it: read off the text.

A constant that was asked for stands on a line. A function that returned nothing ends on one, and
one that returned a thing of the wrong type returns on one, if there is just one `return`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace

from grader.explain.answers.line_words import line_by_word, lines_by_word
from grader.explain.watching.origins import origin_of
from grader.explain.watching.record import Line, methods
from grader.explain.watching.source import SourceText
from grader.judging.exercise import ExerciseRun
from grader.judging.finding import Finding
from grader.judging.report import CheckResult
from grader.judging.verdict import is_right
from grader.programs.program import Program
from grader.syntax import nodes_of, parse
from grader.worker.observation import Item, NamedError


def with_places(
    found: Sequence[Finding],
    run: ExerciseRun,
    results: Sequence[CheckResult],
    source: SourceText,
) -> tuple[Finding, ...]:
    """The findings, with lines for those that have none; and lines of checks without a finding."""
    told = [*found]
    for result in results:
        if result.outcome not in ("failed", "error") or result.is_to_do:
            continue
        its = next((n for n, each in enumerate(told) if each.explains(result.id)), None)
        if its is not None and told[its].at(result.id).where is not None:
            continue
        place = _place(result.id, run, source)
        if place is None or place[1] in source.given:
            continue
        said, line = place
        where = source.where(line)
        if its is None:
            id, checks = f"place/{line[0]}/{line[1]}", (result.id,)
            told.append(Finding(explanation=said, id=id, part="task", checks=checks, where=where))
        elif told[its].checks == (result.id,):
            told[its] = replace(told[its], where=where)
    return tuple(told)


def _place(check: str, run: ExerciseRun, source: SourceText) -> tuple[str, Line] | None:
    """What is said of a check's first wrong answer, and its line."""
    if check not in run.observed:
        return None
    prepared, observations = run.observed[check]
    for number, found in zip(prepared.numbers, observations, strict=True):
        question = prepared.plan.questions[number]
        if is_right(question, prepared.expected[number], found):
            continue
        if found.error is None:
            mismatch = None if question.judge is None else question.judge(found)
            told = None if mismatch is None else line_by_word(*mismatch.place, source)
            line = told or _constant(question.item, source)
            return _moved_back(question.item, source) if line is None else ("", line)
        return _of_error(found.error, question.item, source)
    return None


def _constant(item: Item, source: SourceText) -> Line | None:
    """The line of the constant that was asked for."""
    if isinstance(item, Program) or item.get("task") != "constant":
        return None
    lines = [
        (cell, node.lineno)
        for cell, text in enumerate(source.cells)
        for node in _statements(text)
        if isinstance(node, ast.Assign)
        and any(isinstance(t, ast.Name) and t.id == item.get("name") for t in node.targets)
    ]
    return lines[-1] if lines else None


def _moved_back(item: Item, source: SourceText) -> tuple[str, Line] | None:
    """What is said of a `check_grad` that changed the list which it was given."""
    if isinstance(item, Program) or not item.get("keeps"):
        return None
    line = min(lines_by_word("check_grad", "sets given items", source), default=None)
    if line is None:
        return None
    told = f"Line {line[1]} writes to `xs` itself. What do floats make of x + h - h?"
    return told, line


def _statements(text: str) -> Sequence[ast.stmt]:
    tree = parse(text)
    return tree.body if tree is not None else ()


def _of_error(error: NamedError, item: Item, source: SourceText) -> tuple[str, Line] | None:
    forms = item.forms & {*methods()} if isinstance(item, Program) else ()
    origin = origin_of(error, source, [f for form in forms for f in source.methods(form)])
    if origin is not None:
        told, question, line = origin
        return f"{told} {question}", line
    if error.kind == "nested":
        calls = [line for line in _calls(error.get("name"), source) if line not in source.given]
        return ("", calls[0]) if calls else None
    asked = error.get({"type": "slot", "none": "operator"}.get(error.kind, ""))
    functions = [*source.defined([asked.rpartition(" ")[2]])]
    if len(functions) != 1:
        return None
    ((cell, function),) = functions
    if error.kind == "none":
        last = function.body[-1]
        is_value = isinstance(last, ast.Expr) and not isinstance(last.value, ast.Constant)
        return "", (cell, last.lineno if is_value else function.lineno)
    lines = {*_returns(function)}
    return ("", (cell, lines.pop())) if len(lines) == 1 else None


def _returns(function: ast.FunctionDef) -> Iterator[int]:
    """The lines on which a function returns something."""
    for node in nodes_of(function):
        if isinstance(node, ast.Return) and node.value is not None:
            yield node.lineno


def _calls(name: str, source: SourceText) -> Iterator[Line]:
    """The lines that call a function of this name."""
    for cell, node in source.every():
        if isinstance(node, ast.Call) and ast.unparse(node.func) == name:
            yield cell, node.lineno
