"""Make the result of a check from its verdict: points, what is public, what is the instructor's.

A failed trap tells its property and shows a visible program of the same kind. No drawn input, no
expected value of a trap, and no exception text from one gets into what a student may read.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from grader.checks.declare import Check
from grader.checks.orders import Mismatch
from grader.checks.plan import Question
from grader.judging.error_sentences import STILL_TO_DO, sentence, short
from grader.judging.finding import Counterexample, Finding
from grader.judging.report import CheckResult, Outcome
from grader.judging.verdict import Verdict
from grader.programs.by_hand import rules_by_hand
from grader.programs.listing import listing
from grader.programs.program import Program
from grader.text import decimal, harmless, ten_digits
from grader.worker.observation import NamedError

if TYPE_CHECKING:
    from grader.judging.context import Prepared

UNSTEADY = (
    "Your engine's answers to one program change from run to run. Something else than the program "
    "counts: mostly the order in which a set is walked, the `id()` of a node that is gone, or what "
    "was made before."
)

_BOTH = re.compile(r", and (PyTorch says|right is) ")
_WARNING = re.compile(r"\S+:\d+: \w+Warning: ").match

CANNOT_BE_JUDGED = (
    "Not asked yet: this uses only operators whose own checks pass, and too few do so far. First "
    "make those pass."
)

WAITS = "Not run: first this must hold: "
OF_THE_FILE = ("Your file is not valid Python", "Your file raised an exception while it was loaded")
OF_ITS_KIND = "A visible example of the same kind"
PYTORCH = "PyTorch"
NOT_OF_PYTORCH = ("zero_grad(", "train(")
"""Calls of a student's own functions, in a program: PyTorch says nothing of what they leave."""


def passed(check: Check) -> CheckResult:
    """All of its points."""
    return _result(check, "passed")


def blocked(check: Check, prerequisite: CheckResult) -> CheckResult:
    """Not asked: a prerequisite lacks the same name, ended its process or used up a limit."""
    return _result(check, "blocked", f"{WAITS}{prerequisite.sentence}")


def to_do(check: Check) -> CheckResult:
    """Not asked: nothing was done yet in what was handed out."""
    return _result(check, "failed", f"{STILL_TO_DO}: the file is as it was handed out.")


def waiting(result: CheckResult, prerequisite: CheckResult) -> CheckResult:
    """Run and not passed, like a prerequisite: that one is shown first."""
    return replace(result, waits_for=prerequisite.id)


def ungraded(check: Check, reason: str) -> CheckResult:
    """Not judged, through no fault of the student's."""
    return _result(check, "ungraded", f"Not graded, and not your doing: {harmless(reason)}")


def broken(check: Check, error: Exception) -> CheckResult:
    """Not judged, through a bug of ours."""
    return ungraded(check, our_fault(error))


def our_fault(error: Exception) -> str:
    """What is said of a bug of ours, to be reported."""
    return f"the grader failed: {type(error).__name__}: {error}"


def ungraded_too(check: Check, prerequisite: CheckResult) -> CheckResult:
    """Not judged, because a prerequisite could not be judged."""
    return _result(check, "ungraded", prerequisite.message)


def nothing_to_judge(check: Check) -> CheckResult:
    """Too few operators pass their own checks for this check to use, whatever the reason is."""
    return _result(check, "blocked", CANNOT_BE_JUDGED)


def unsteady(check: Check) -> CheckResult:
    """Failed, with the property and without numbers: they would differ the next time."""
    return _result(check, "failed", UNSTEADY)


def failed(check: Check, verdict: Verdict, prepared: Prepared | None) -> CheckResult:
    """A public check that was not passed: program, the student's number, PyTorch's."""
    example = None if prepared is None else first_counterexample_of(verdict, prepared)
    message, place = _message(verdict, example, _asked(prepared)), _raised_at(verdict.error)
    return _result(check, verdict.outcome, message, example, raised_at=place)


def failed_trap(
    check: Check,
    verdict: Verdict,
    prepared: Prepared,
    visible: Prepared,
    visible_verdict: Verdict | None,
) -> CheckResult:
    """A trap that was not passed: the property, a visible program, and the rest in private."""
    example = None if visible_verdict is None else first_counterexample_of(visible_verdict, visible)
    # How it fails may depend on a hidden number: it is told only where the visible example, whose
    # numbers everybody may know, fails in the same way.
    alike = visible_verdict is not None and _way(visible_verdict) == _way(verdict)
    lines = ["Your code fails this check, whose inputs are hidden."]
    if verdict.error is not None and alike:
        lines = [f"With hidden inputs: {short(verdict.error)}."]
    if example is not None and visible_verdict is not None:
        lines.append(f"{OF_ITS_KIND}: " + _message(visible_verdict, example, _asked(visible)))
    # The line of the visible example only: which line raises on a hidden input may depend on it.
    place = None if visible_verdict is None else _raised_at(visible_verdict.error)
    private = _private(verdict, prepared)
    outcome = verdict.outcome if alike else "failed"
    return _result(check, outcome, " ".join(lines), example, private, place)


def after_others(result: CheckResult) -> CheckResult:
    """A check whose program comes out right when it runs by itself: it says that it did not."""
    told = _BOTH.sub(r" after what ran before it\g<0>", result.message, count=1)
    return replace(result, message=told)


def _way(verdict: Verdict) -> str:
    """How a batch failed: the kind of the first error, or a wrong number."""
    return "number" if verdict.error is None else verdict.error.kind


def first_counterexample_of(verdict: Verdict, prepared: Prepared) -> Counterexample | None:
    """The first wrong question of a verdict."""
    assert verdict.first is not None
    question = prepared.plan.questions[verdict.first]
    return counterexample_of(question, verdict.error, verdict.mismatch)


def counterexample_of(
    question: Question, error: NamedError | None, mismatch: Mismatch | None
) -> Counterexample | None:
    """A question that was answered wrongly; one of error and mismatch is given."""
    shown = question.about
    if isinstance(question.item, Program):
        shown = listing(question.item)
    elif question.of_pack is not None:
        shown = question.of_pack.shown
    if error is not None:
        if error.get("phase") == "loading":
            return None  # the file could not be loaded: no program is to blame
        return Counterexample(shown, "", sentence(error), None)
    assert mismatch is not None
    shown = mismatch.program or shown
    return Counterexample(shown, mismatch.what, _plain(mismatch.found), _plain(mismatch.expected))


def by_hand(result: CheckResult) -> CheckResult:
    """The result with a program that can be pasted where there is no `backward()` yet."""
    found = result.counterexample
    if found is None:
        return result
    picture = None if found.picture is None else replace(found.picture, calls=0)
    by_hand = replace(found, program=rules_by_hand(found.program), picture=picture)
    return replace(result, counterexample=by_hand)


def example_by_hand(finding: Finding) -> Finding:
    """A finding with an example that can be pasted where there is no `backward()` yet."""
    if finding.example is None:
        return finding
    program = rules_by_hand(finding.example.program)
    return replace(finding, example=replace(finding.example, program=program))


def of_output(output: bytes, size: int) -> str:
    """The notice that something was printed: by student code, or Python's warnings alone. size: of
    all of it, of which `output` is the beginning."""
    text = output.decode("utf-8", "replace")
    lines = [line for line in text.splitlines() if not line.startswith("  ")]  # the code warned of
    is_whole = bool(lines) and len(output) == size
    warns = is_whole and all(map(_WARNING, lines))
    what = "Python warns about your code" if warns else "Your code prints"
    return f"{what} while it is graded; that costs nothing."


def number(value: float | str | None) -> str:
    """A number as a student reads it: up to ten digits, always a float."""
    return decimal(value, 10) if isinstance(value, float) else str(value)


def difference(example: Counterexample) -> str:
    """What differs, where it is not two numbers."""
    found = number(example.found)
    if not example.expected:
        return f"{example.what} is not {found}." if example.what else found
    what = f"{example.what}: " if example.what else ""  # a sentence of its own needs no name
    return f"{what}{found}. Wanted: {number(example.expected)}."


def _asked(prepared: Prepared | None) -> str:
    """What a check asks many of."""
    questions = () if prepared is None else prepared.plan.questions
    calls = questions and all(not isinstance(question.item, Program) for question in questions)
    return "answers" if calls else "programs"


_FIRST = "this is the first."


def _message(verdict: Verdict, example: Counterexample | None, asked: str) -> str:
    if verdict.error is not None:
        told = sentence(verdict.error)
    elif example is None:
        told = "The answer is wrong."
    else:
        told = _wrong(example)
    if verdict.error is None and verdict.total > 1 and verdict.wrong > 1:
        told += f" ({verdict.wrong} of {verdict.total} {asked} are wrong; {_FIRST})"
    return told


def with_example(result: CheckResult, example: Counterexample, which: str) -> CheckResult:
    """A failed check that shows another wrong answer than its first. which: what that one is."""
    if result.counterexample is None:
        return result
    message = result.message.replace(_wrong(result.counterexample), _wrong(example))
    return replace(result, message=message.replace(_FIRST, which), counterexample=example)


def _wrong(example: Counterexample) -> str:
    numbers = isinstance(example.found, float) and isinstance(example.expected, float)
    return both_numbers(example) if numbers else difference(example)


def both_numbers(example: Counterexample) -> str:
    """The student's number and the right one, in a sentence."""
    says = "PyTorch says" if whose_number(example) == PYTORCH else "right is"
    return f"{example.what} is {number(example.found)}, and {says} {number(example.expected)}."


def whose_number(example: Counterexample) -> str:
    """Who says what is right: PyTorch, but for what PyTorch has no such function of."""
    return "right" if any(call in example.program for call in NOT_OF_PYTORCH) else PYTORCH


def _private(verdict: Verdict, prepared: Prepared) -> dict[str, object]:
    """What defends the points of a trap: the drawn program and both numbers."""
    example = first_counterexample_of(verdict, prepared)
    private: dict[str, object] = {"wrong": verdict.wrong, "of": verdict.total}
    if example is not None:
        private |= {
            "program": example.program,
            "what": example.what,
            "found": example.found,
            "expected": example.expected,
        }
    if verdict.error is not None:
        private["error"] = sentence(verdict.error)
        private["outcome"] = verdict.outcome
    return private


def _raised_at(error: NamedError | None) -> tuple[str, int] | None:
    """File and line that raised; the file is empty where it is the exercise's own."""
    if error is None or error.line is None:
        return None
    return harmless(error.get("file")), error.line


def _plain(value: float | str) -> float | str:
    return harmless(value) if isinstance(value, str) else ten_digits(value)


def _result(
    check: Check,
    outcome: Outcome,
    message: str = "",
    counterexample: Counterexample | None = None,
    private: dict[str, object] | None = None,
    raised_at: tuple[str, int] | None = None,
) -> CheckResult:
    return CheckResult(
        id=check.id,
        outcome=outcome,
        points=check.points if outcome == "passed" else 0.0,
        max_points=check.points,
        hidden=check.hidden,
        sentence=check.sentence,
        message=message,
        demand=check.demand,
        counterexample=counterexample,
        raised_at=raised_at,
        private=private or {},
    )
