"""Whether the first finding about a wrong engine is about the place of its mistake.

Strangers wrote the engines in `tests/data/strangers`, with the lines and the nature of each mistake
beside them (`truth.toml`). Told: a formula or a name is given. Its operator, or the part of the
engine, is that of the changed line (about it), or another one (misleading). The marked line is in
the changed function (located), it is the very line (exact), or it is elsewhere.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.checks import Check
from grader.checks.declare import load_checks
from grader.course.course import Course, default_course_dir, load_course
from grader.grading.submission import grade_submission
from grader.judging.context import GradingContext
from grader.judging.finding import Finding
from grader.judging.report import ExerciseReport
from grader.programs.operators import names, operator_of
from grader.submissions.sources.collected import Source
from grader.submissions.submission import Submission
from grader.worker.forkserver import ForkServer
from tests.support.earlier import asked_since

SECRET = b"strangers"
NAMED = {
    **{name: name for name in names("node", "nodes", "number")},
    "radd": "add",
    "rsub": "sub",
    "rmul": "mul",
    "rtruediv": "truediv",
    "quotient": "truediv",
    "division": "truediv",
    "power": "pow",
    "iadd": "add",
}
"""Words in the ids of beliefs, and the operator that each is about."""
WALKS = frozenset({"backward", "build_topo", "zero_grad"})
"""Functions in which no operator is."""


@dataclass(frozen=True, slots=True)
class Stranger:
    """One wrong engine: what was changed, and what the report says first."""

    name: str
    text: str
    truth: Mapping[str, Any]
    report: ExerciseReport

    @property
    def first(self) -> Finding | None:
        """What is said at the first failed check: the first finding that is attached to it."""
        found = self.report.diagnosis
        return found[0] if found else None

    @property
    def caught(self) -> bool:
        """Whether it loses points."""
        return self.report.score < self.report.max_score

    @property
    def told(self) -> bool:
        """Whether a formula or a name is given."""
        return self.first is not None

    @property
    def about(self) -> bool:
        """Whether what is told is about the changed operator or part."""
        return self.told and self.first is not None and is_about(self.first, self.truth)

    @property
    def misleading(self) -> bool:
        """Whether what is told is about another one."""
        return self.told and not self.about

    @property
    def place(self) -> str:
        """Where the marked line is: "exact", "located", "elsewhere", or "" for no line."""
        where = self.first.where if self.first else None
        return place_of(self.text, self.truth, where.marked if where else None)


def place_of(text: str, truth: Mapping[str, Any], line: int | None) -> str:
    """Where a marked line is: "exact", "located" (in the changed function), "elsewhere", or ""."""
    if line is None or line in truth["lines"]:
        return "" if line is None else "exact"
    changed = {function_at(text, each) for each in truth["lines"]} - {0}
    return "located" if function_at(text, line) in changed else "elsewhere"


def function_at(text: str, line: int) -> int:
    """The first line of the function that holds a line, the outermost in its class; 0 for none."""
    found = 0
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef | ast.Module):
            for inner in (each for part in node.body for each in _statements(part)):
                if isinstance(inner, ast.FunctionDef | ast.Assign | ast.AnnAssign):
                    decorators = getattr(inner, "decorator_list", ())
                    first = min([inner.lineno, *(each.lineno for each in decorators)])
                    if first <= line <= (inner.end_lineno or line):
                        found = max(found, inner.lineno)
    return found


def _statements(node: ast.stmt) -> Iterator[ast.stmt]:
    """A statement of a class or module, or those inside it if it is a loop or a condition."""
    yield node
    if isinstance(node, ast.For | ast.While | ast.If | ast.With | ast.Try):
        for each in [*node.body, *getattr(node, "orelse", ())]:
            yield from _statements(each)


def truths(folder: Path) -> dict[str, Mapping[str, Any]]:
    """What was changed in each wrong engine of a folder, by the stem of its file."""
    truth = tomllib.loads((folder / "truth.toml").read_text("utf-8"))
    return {Path(each["file"]).stem: each for each in truth.values()}


def is_about(finding: Finding, truth: Mapping[str, Any]) -> bool:
    """Whether a finding is about the operator, or the part, that was changed."""
    operator = str(truth.get("operator", "")).replace("iadd", "add")
    operator = operator_of(operator) if operator else ""
    found = finding.operator
    found = found[1:] if found[:1] == "i" else found  # `a /= b` is about `/` too
    if found:
        if not operator:  # the mistake is in what several operators share
            return truth.get("function") not in WALKS
        return operator_of(found) == operator
    name = finding.misconception or ""
    named = {NAMED[part] for part in name.split("-") if part in NAMED}
    if operator:
        return operator in named or (not named and finding.part in ("accumulation", "operators"))
    return not named and finding.part not in ("operators", "functions")


def strangers(
    folder: Path, course: Course, context: GradingContext, only: Collection[str] = ()
) -> Iterator[Stranger]:
    """Each wrong engine of a folder, or those that are named, graded."""
    truth = truths(folder)
    checks: Mapping[str, tuple[Check, ...]] = load_checks(["engine"], course.checks_dir)
    for path in sorted((folder / "wrong").glob("*.py")):
        if only and path.stem not in only:
            continue
        report = graded(path, course, checks, context)
        yield Stranger(path.stem, path.read_text("utf-8"), truth[path.stem], report)


def graded(
    path: Path,
    course: Course,
    checks: Mapping[str, tuple[Check, ...]],
    context: GradingContext,
    student: str = "",
) -> ExerciseReport:
    """What the exam says of an engine, but for what it asks since other people wrote theirs.

    student: for whom it draws, by default the engine's own name.
    """
    since = asked_since(checks["engine"])
    of_then = {"engine": tuple(check for check in checks["engine"] if check.id not in since)}
    source = Source(path.name, (path.read_text("utf-8"),), False, ())
    submission = Submission(student or path.stem, path, "0" * 64, {"engine": source})
    report = grade_submission(submission, course, of_then, context, only=["engine"]).report
    return report.exercises[0]


def main(folder: Path) -> None:
    """Print what is said about each, and the figures."""
    course = load_course(default_course_dir())
    counts = dict.fromkeys(("caught", "told", "about", "misleading"), 0)
    places = dict.fromkeys(("located", "exact", "elsewhere"), 0)
    total = 0
    with ForkServer() as server:
        for each in strangers(folder, course, GradingContext(SECRET, server)):
            total += 1
            for name in counts:
                counts[name] += getattr(each, name)
            for name in {each.place, "located" if each.place == "exact" else ""} - {""}:
                places[name] += 1
            mark = "about it" if each.about else "MISLEADING" if each.misleading else "silent"
            first = each.first or Finding(None, 0, 0, "", "nothing")
            marked = first.where.marked if first.where else None
            print(f"{mark:<11}{each.name}: {each.truth['nature']}")
            print(f"    score {each.report.score}; {first.id} ({first.kind})", end=" ")
            print(f"{first.explained}/{first.of}; line {marked}", end=" ")
            print(f"of {each.truth['lines']} {each.place}", end="; ")
            print(f"{len(each.report.diagnosis)} findings", flush=True)
    counts |= places
    print(", ".join(f"{name} {count} of {total}" for name, count in counts.items()))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
