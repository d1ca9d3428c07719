"""What a student's page says about a whole report, in sentences: what is right, what to do next.

Everything here is a pure function of a `Report`; texts that a student controls are cut to a length.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grader.judging.report import CheckResult, ExerciseReport, Report

OUTCOME_SIGNS: Mapping[str, tuple[str, str]] = {
    "passed": ("✓", "passed"),
    "failed": ("✗", "wrong"),
    "error": ("!", "error"),
    "timeout": ("◷", "too slow"),
    "blocked": ("…", "waits"),
    "ungraded": ("?", "not graded"),
}
"""A sign and a word for each outcome: colour only repeats them."""


def sign_of(check: CheckResult) -> tuple[str, str]:
    """The sign and the word for one check."""
    if check.is_to_do:
        return "·", "to do"
    return OUTCOME_SIGNS["blocked" if check.waits else check.outcome]


DEMANDS: Mapping[str, str] = {
    "depth": "A right engine may fail this one: the graph is deeper than most need.",
    "power_zero": "A right engine may fail this one: it is about `x**0` at 0.",
}

MARKS: Mapping[str | None, tuple[str, str]] = {
    "first_wrong": ("✗", "the first wrong gradient"),
    "consequence": ("↓", "wrong because of it"),
    "wrong": ("✗", "wrong"),
    None: ("✓", "right"),
}


FLAGS: Mapping[str, str] = {
    "notebook": "You handed in a notebook: its code cells were run in order in a fresh process.",
    "zip": "You handed in a .zip; its files were read without unpacking it.",
    "late": "It was handed in late.",
    "group": "It was handed in by a group: each of you has this report.",
    "not-on-roster": "You were not found in the list of the class. Tell your instructor.",
    "duplicate": "There was more than one hand-in under this name.",
    "no-exercise": "No file in it is an exercise that was asked for, so it has no grade.",
    "unreadable": "Nothing in it could be read, so it has no grade.",
    "not-begun": "What you handed in is a stub as it was handed out. Did you mean another file?",
    "limits": "Some points were decided by a limit of time, memory or output.",
    "not-read": "Your hand-in could not be read, and that is not your doing.",
}


MOST_BEGUN = 2
"""Exercises that get a line each; the points of all of them stand in the list below."""


@dataclass(frozen=True, slots=True)
class Next:
    """The one thing to do next. `anchor`: where the page says more; `hint`: an exercise's id."""

    what: str
    why: str = ""
    anchor: str = ""
    hint: str = ""


def what_is_right(report: Report) -> tuple[str, ...]:
    """A line for what is finished, and one for each exercise that is begun."""
    lines = []
    handed_in = [exercise for exercise in report.exercises if exercise.handed_in]
    done = [exercise for exercise in handed_in if is_finished(exercise)]
    if done:
        lines.append(f"Finished: {', '.join(f'“{exercise.title}”' for exercise in done)}.")
    begun = [exercise for exercise in handed_in if exercise not in done and _passed(exercise)]
    if len(begun) > MOST_BEGUN:
        of = sum(len(exercise.checks) for exercise in begun)
        passed = sum(map(_passed, begun))
        lines.append(f"{passed} of {of} checks pass in {len(begun)} exercises that are begun.")
    else:
        lines += [
            f"{_passed(exercise)} of {len(exercise.checks)} checks pass in “{exercise.title}”."
            for exercise in begun
        ]
    nothing = "No check passes yet." if handed_in else "Nothing could be graded."
    return tuple(lines) or (nothing,)


def _passed(exercise: ExerciseReport) -> int:
    return sum(check.outcome == "passed" for check in exercise.checks)


def next_step(report: Report) -> Next:
    """The first failure of the first exercise that is not finished, or what comes after it."""
    handed_in = [exercise for exercise in report.exercises if exercise.handed_in]
    if not handed_in:
        why = "Why is said above." if report.faults else "No exercise was found in it."
        return Next("Hand in again: nothing of it could be graded.", why)
    for exercise in handed_in:
        wrong = (c for c in exercise.checks if c.outcome in ("failed", "error", "timeout"))
        failures = [check for check in wrong if not check.waits]
        if failures:
            why = f"{sign_of(failures[0])[1].capitalize()}, in “{exercise.title}”."
            return Next(failures[0].sentence, why, anchor_of(exercise, failures[0]), exercise.id)
    if report.ungraded:
        return Next(
            "Nothing, for now: some checks could not be graded.",
            "That is not your doing. Your instructor can grade your hand-in again.",
        )
    missing = [exercise for exercise in report.exercises if not exercise.handed_in]
    if missing:
        why = "What you handed in is right. This exercise was not in it."
        return Next(f"Go on with “{missing[0].title}”.", why, hint=missing[0].id)
    hidden = sum(check.hidden for e in report.exercises for check in e.checks)
    why = f"Every check passes, the {hidden} with hidden inputs too." if hidden else ""
    return Next("Nothing. This is finished.", why or "Every check that was run passes.")


def remarks(report: Report) -> tuple[str, ...]:
    """What is worth knowing about the hand-in and about how it was run."""
    lines = [FLAGS.get(flag, flag) for flag in report.flags]
    if report.ungraded:
        lines.append("Some checks could not be graded. That is not your doing.")
    lock = report.isolation if any(exercise.handed_in for exercise in report.exercises) else {}
    if lock.get("isolated"):
        lines.append(
            "Your code ran in a locked process, kept from files, from the network and from other "
            f"programs (level {lock.get('level')}; {lock.get('selftest')} trial attacks refused)."
        )
    elif lock:
        lines.append(f"Your code ran without isolation (level {lock.get('level')}).")
    return tuple(lines)


def receipt(report: Report) -> tuple[tuple[str, str], ...]:
    """What makes the grade reproducible, each with a name that a person reads."""
    words = {
        "sha256": "SHA-256 of what you handed in",
        "secret": "fingerprint of the secret that hidden inputs are drawn with",
        "topograde": "Topograde",
        "python": "Python",
        "torch": "PyTorch",
    }
    return tuple(
        (words.get(str(name), str(name)), str(value))
        for name, value in report.receipt.items()
        if value is not None
    )


def is_finished(exercise: ExerciseReport) -> bool:
    """Whether it was handed in and every check passed."""
    return exercise.handed_in and all(check.outcome == "passed" for check in exercise.checks)


def anchor_of(exercise: ExerciseReport, check: CheckResult) -> str:
    """The id of a check's place on the page."""
    return f"{exercise.id}-{check.id}"


def cut(text: str, most: int) -> str:
    """The text, or its beginning with a word on how much is left out."""
    if len(text) <= most:
        return text
    return f"{text[:most]} … ({len(text) - most} characters more)"
