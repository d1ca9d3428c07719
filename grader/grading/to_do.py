"""Which parts of a stub are still as they were handed out: no evidence of a mistake."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace

from grader.judging.error_sentences import STILL_TO_DO
from grader.judging.exercise import ExerciseRun
from grader.judging.report import CheckResult
from grader.syntax import parse

TODO = "# TODO"


def with_to_dos(run: ExerciseRun, results: Sequence[CheckResult], stub: str) -> list[CheckResult]:
    """The results, in which a check that needs an untouched part says that it is still to do.

    What such a part answers is no evidence of a mistake: the run forgets that it was observed.
    """
    left = parts_to_do(stub, "\n".join(run.cells))
    told = []
    for result in results:
        need = run.observed[result.id][0].plan.need if result.id in run.observed else ()
        part = next((name for name in need if name in left), None)
        if part is not None and result.outcome in ("failed", "timeout"):
            message = f"{STILL_TO_DO}: `{part}` is as it was handed out."
            result = replace(result, message=message, counterexample=None)
            run.forget(result.id)
        told.append(result)
    return told


def parts_to_do(stub: str, code: str) -> frozenset[str]:
    """The top-level names that have a TODO in the stub and are defined in the code as there."""
    made = dict(_defined(code))
    return frozenset(
        name
        for name, node in _parts(stub)
        if name in made and ast.dump(made[name]) == ast.dump(node)
    )


def _parts(stub: str) -> list[tuple[str, ast.stmt]]:
    """What has a TODO in it, or in the lines right above it."""
    lines = stub.splitlines()
    found = []
    for name, node in _defined(stub):
        first = node.lineno - 1
        while first and lines[first - 1].strip():
            first -= 1
        if any(TODO in line for line in lines[first : node.end_lineno]):
            found.append((name, node))
    return found


def _defined(text: str) -> Iterator[tuple[str, ast.stmt]]:
    tree = parse(text)
    for node in tree.body if tree else ():
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name, node
        elif isinstance(node, ast.Assign):
            yield from (
                (target.id, node) for target in node.targets if isinstance(target, ast.Name)
            )
