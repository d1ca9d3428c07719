"""The class in the terminal: one line a student, within the width that there is."""

from __future__ import annotations

from grader.judging.report import CheckResult, ExerciseReport, Report
from grader.reports.terminal import class_summary, class_table


def report(student: str, *outcomes: str, **more: object) -> Report:
    checks = tuple(
        CheckResult(f"c{n}", outcome, 0.0, 1.0, False, f"Rule {n} holds.", f"Rule {n} does not.")
        for n, outcome in enumerate(outcomes)
    )
    score = float(outcomes.count("passed"))
    done = ExerciseReport("engine", "E", True, score, 4.0, checks)
    return Report(student, score, 4.0, {"isolated": True}, {}, (done,), **more)


def lines(*reports: Report, width: int = 80) -> list[str]:
    return class_table(reports, width).plain.splitlines()


def test_wrong_counts_what_waits_too() -> None:
    head, line = lines(report("ada", "passed", "failed", "blocked", "timeout"))
    assert head.split() == ["student", "score", "of", "wrong", "first", "thing", "to", "fix"]
    assert line.split()[:4] == ["ada", "1", "4", "3"]


def test_flags_have_a_column_of_their_own_that_fits() -> None:
    many = ("zip", "late", "not-on-roster", "group")
    head, ada, bob = lines(report("ada", "failed", flags=many), report("bob", "failed"))
    at, after = head.index("flags"), head.index("first thing")
    assert ada[at:after].rstrip() == "zip, late, not-on-r\u2026"
    assert bob[at:after].strip() == ""
    for line in (ada, bob):
        assert line[after:] == "engine -1: Rule 0 does not."
        assert len(line) <= 80


def test_what_was_not_judged_is_in_no_figure() -> None:
    class_of = [report("ada", "passed", flags=("duplicate", "fault")), report("bob", "ungraded")]
    said = class_summary(class_of).plain
    assert said == "1 graded; scores 25 % to 25 %, median 25 %; 1 duplicate, 1 fault, 1 ungraded"
