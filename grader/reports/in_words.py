"""What a student's check says in the terminal and in a notebook alike, as plain text."""

from __future__ import annotations

from grader.judging.report import CheckResult, ExerciseReport

MOST_OF_THE_REST = 5


def first_failure(exercise: ExerciseReport, further: int = 0) -> CheckResult:
    """The check to show in full: what is wrong comes before what is still to do.

    further: how many failing checks further on; after the last comes the first again.
    """
    failures = [c for c in exercise.checks if c.outcome != "passed" and not c.waits]
    wrong = [check for check in failures if not check.is_to_do]
    found = wrong or failures or list(exercise.checks)
    return found[further % len(found)]


def how_many_pass(exercise: ExerciseReport, hidden: int) -> str:
    """How many checks pass. hidden: how many more an instructor's run judges."""
    passed, total = sum(c.outcome == "passed" for c in exercise.checks), len(exercise.checks)
    if passed == total == 1:
        return "its check passes"
    checks = "public checks" if hidden else "checks"
    return f"all {total} {checks} pass" if passed == total else f"{passed} of {total} {checks} pass"


def others_of(
    exercise: ExerciseReport, first: CheckResult, listed: bool = True
) -> tuple[list[CheckResult], str]:
    """The other checks while they are few, otherwise the failing ones; and the rest as counts.

    listed: whether there is room for a list of them; otherwise all are counted.
    """
    others = [check for check in exercise.checks if check is not first]
    shown = others if listed else []
    if listed and len(others) > MOST_OF_THE_REST + 1:
        wrong = [c for c in others if c.outcome != "passed" and not c.waits and not c.is_to_do]
        shown = wrong[:MOST_OF_THE_REST]
    left = [check for check in others if check not in shown]
    to_do = sum(c.is_to_do for c in left)
    waiting = sum(c.waits and not c.is_to_do for c in left)
    passed = sum(c.outcome == "passed" for c in left)
    wrong_too = len(left) - to_do - waiting - passed
    counts = [
        (wrong_too, "more is wrong" if wrong_too == 1 else "more are wrong"),
        (to_do, "to do"),
        (waiting, "waits for these" if waiting == 1 else "wait for these"),
        (passed, "passes" if passed == 1 else "pass"),
    ]
    told = ", ".join(f"{count} {word}" for count, word in counts if count)
    return shown, f"{told}." if told else ""


def hidden_words(count: int) -> list[str]:
    """That there are hidden checks, which only an instructor's run judges."""
    if count == 1:
        return ["1 hidden check remains: it runs when your instructor grades, and may fail."]
    told = f"{count} hidden checks remain: they run when your instructor grades, and may fail."
    return [told] * bool(count)


def how_many(check: CheckResult) -> str:
    """What the message says beyond the numbers: how many programs are wrong; "" if only one is."""
    start = check.message.rfind("(")
    return check.message[start:] if check.message.endswith("this is the first.)") else ""
