"""What a student's check says in the terminal and in a notebook alike, as plain text."""

from __future__ import annotations

from grader.judging.report import CheckResult, ExerciseReport

MOST_OF_THE_REST = 5


def others_of(exercise: ExerciseReport, first: CheckResult) -> tuple[list[CheckResult], str]:
    """The other checks while they are few, otherwise the failing ones; and the rest as counts."""
    others = [check for check in exercise.checks if check is not first]
    shown = others
    if len(others) > MOST_OF_THE_REST + 1:
        wrong = [c for c in others if c.outcome != "passed" and not c.waits]
        shown = wrong[:MOST_OF_THE_REST]
    left = [check for check in others if check not in shown]
    waiting, passed = sum(c.waits for c in left), sum(c.outcome == "passed" for c in left)
    counts = [
        (len(left) - waiting - passed, "more are wrong"),
        (waiting, "wait for these"),
        (passed, "pass"),
    ]
    told = ", ".join(f"{count} {word}" for count, word in counts if count)
    return shown, f"{told}." if told else ""


def hidden_words(count: int) -> list[str]:
    """That there are hidden checks, which only an instructor's run judges."""
    if count == 1:
        return ["1 hidden check remains: it runs when your instructor grades."]
    return [f"{count} hidden checks remain: they run when your instructor grades."] * bool(count)


def how_many(check: CheckResult) -> str:
    """What the message says beyond the numbers: how many programs are wrong; "" if only one is."""
    start = check.message.rfind("(")
    return check.message[start:] if check.message.endswith("this is the first.)") else ""
