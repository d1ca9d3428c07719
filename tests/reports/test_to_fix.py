"""What costs points: the first thing to fix is what costs most."""

from __future__ import annotations

from grader.judging.check_results import CANNOT_BE_JUDGED, WAITS
from grader.judging.finding import Finding
from grader.judging.report import CheckResult, ExerciseReport, Report
from grader.reports.to_fix import costs, first_to_fix


def check(id: str, points: float, outcome: str = "failed", **more: object) -> CheckResult:
    return CheckResult(id, outcome, 0.0, points, True, f"{id} holds.", **more)


def found(name: str, *checks: str, kind: str = "seen") -> Finding:
    return Finding(name, 3, 3, f"Your engine is {name}. Why?", kind, name, checks=checks)


def report(checks: tuple[CheckResult, ...], *diagnosis: Finding) -> Report:
    done = ExerciseReport("engine", "E", True, 0.0, 60.0, checks, diagnosis)
    return Report("ada", 0.0, 60.0, {"isolated": True}, {}, (done,))


def told(*arguments: object) -> list[tuple[str, float]]:
    return [(cost.sentence, cost.points) for cost in costs(report(*arguments))]


def test_half_a_point_is_not_the_first_thing_to_fix() -> None:
    checks = (check("zero", 0.5), check("twice", 2), check("losses", 3.5), check("deep", 1))
    ada = report(checks, found("odd", "zero"), found("bad", "twice", "losses"))
    assert first_to_fix(ada) == "engine -5.5: The engine is bad."
    assert [cost.points for cost in costs(ada)] == [5.5, 1, 0.5]


def test_what_waits_counts_with_what_it_waits_for() -> None:
    rule = check("rule", 1, waits_for="value")
    sums = check("sums", 2, "blocked", message=f"{WAITS}rule holds.")
    checks = (check("small", 2), check("value", 0.5), rule, sums)
    assert told(checks) == [("value holds.", 3.5), ("small holds.", 2)]
    assert told(checks, found("bad", "value")) == [("The engine is bad.", 3.5), ("small holds.", 2)]


def test_what_cannot_be_judged_counts_with_what_costs_most() -> None:
    rest = check("rest", 50, "blocked", message=CANNOT_BE_JUDGED)
    assert told((check("a", 1), check("b", 2), rest)) == [("b holds.", 52), ("a holds.", 1)]
    assert told((rest,)) == [("rest holds.", 50)]


def test_alternatives_cost_their_points_once_() -> None:
    one, other = found("one", "a"), found("other", "a")
    (cost,) = costs(report((check("a", 2),), one, other))
    assert (cost.name, cost.points, cost.also) == ("one", 2, ("The engine is other.",))


def test_a_file_that_fails_as_a_whole_is_one_thing_to_fix() -> None:
    message = "Your file is not valid Python: expected ':' (line 20)."
    checks = [
        CheckResult(f"c{n}", "error", 0.0, 1.0, False, f"c{n} holds.", message) for n in range(3)
    ]
    (cost,) = costs(report(tuple(checks)))
    assert (cost.name, cost.sentence, cost.points) == ("", message, 3)
