"""Read a training loop off where its parameter ends: what it did in place of walking downhill.

Each slip is arithmetic on (p - 5)**2, the loss of the built-in course. It is told if it gives every
wrong number that the check found, so nothing is said that does not follow from the numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from grader.explain.answers.line_words import lines_by_word
from grader.explain.watching.record import Line
from grader.explain.watching.source import SourceText
from grader.judging.context import Prepared
from grader.judging.finding import Finding
from grader.judging.verdict import is_right
from grader.programs.compare import same_number
from grader.programs.program import CALLABLE, Program
from grader.worker.observation import Observation

Loop = Callable[[float, int, float, float], float]
"""Where the loop ends: of its start, the number of steps, the rate, and what p.grad held before."""


def _slope(p: float) -> float:
    return 2 * (p - 5)


def _unmoved(p: float, steps: int, rate: float, held: float) -> float:
    return p


def _carried(p: float, steps: int, rate: float, held: float) -> float:
    for _ in range(steps):
        held += _slope(p)
        p -= rate * held
    return p


def _walked(p: float, steps: int, rate: float, held: float = 0.0) -> float:
    for _ in range(steps):
        p -= rate * (_slope(p) + held)
        held = 0.0
    return p


SLIPS: Mapping[str, tuple[Loop, str]] = {
    "unmoved": (
        _unmoved,
        "After all the steps, p holds the number that it began with. What is p.grad in the line "
        "that changes p.data, and which p is it?",
    ),
    "carried": (
        _carried,
        "Your number is that of steps that carry the gradients of all steps before them. What "
        "should p.grad be when a step begins?",
    ),
    "cleared-once": (
        lambda p, steps, rate, held: _carried(p, steps, rate, 0.0),
        "Your number is that of steps that carry the gradients of all steps before them. What is "
        "left in p.grad when the second `backward()` begins?",
    ),
    "begins-late": (
        _walked,
        "The gradient that p held before `train` is still in the first step: the loop clears it "
        "only afterwards. Which line should come before backward()?",
    ),
    "uphill": (
        lambda p, steps, rate, held: _walked(p, steps, -rate),
        "Your number is that of steps along the slope, and not against it: the loss grows. If the "
        "gradient is positive, which way is down?",
    ),
    "rate-of-1": (
        lambda p, steps, rate, held: _walked(p, steps, 1.0),
        "Your number is that of steps with a rate of 1. Which line should multiply by `rate`?",
    ),
    "one-step": (
        lambda p, steps, rate, held: _walked(p, 1, rate),
        "Your number is that of a single step. What ends your loop, or undoes the other steps?",
    ),
}


MOVES = "moves data", "sets its first parameter"
DECIDES: Mapping[str, Sequence[Sequence[str]]] = {
    "unmoved": (MOVES,),
    "carried": (["clears gradients"], ["runs backward"]),
    "cleared-once": (["clears gradients"],),
    "begins-late": (["clears gradients"],),
    "uphill": (MOVES,),
    "rate-of-1": (MOVES,),
    "one-step": (["ends early"],),
}
"""By slip: what the line does that is marked (`line_words`), if just one line of the loop's
function does it. Of several kinds the first that there is such a line of."""


def read_training(
    observed: Mapping[str, tuple[Prepared, Sequence[Observation]]],
    failed: Sequence[str],
    source: SourceText,
) -> list[Finding]:
    """One finding for each slip, with the failed checks whose wrong numbers it gives, all of them.

    It names no number: some of those that were observed may be hidden.
    """
    told: dict[str, list[str]] = {}
    for check in failed:
        slip = _slip_of(*observed[check]) if check in observed else None
        if slip is not None:
            told.setdefault(slip, []).append(check)
    return [
        Finding(
            explanation=SLIPS[slip][1], id=f"task/{slip}", part="task", checks=tuple(checks),
            where=None if (line := _line_of(slip, source)) is None else source.where(line),
        )
        for slip, checks in told.items()
    ]  # fmt: skip


def _line_of(slip: str, source: SourceText) -> Line | None:
    """The one line that does what the slip is about."""
    runs, moves = (_lines(words, source) for words in (["runs backward"], MOVES))
    if slip == "unmoved" and len(runs) == len(moves) == 1:
        (first,), (last,) = runs, moves
        between = [line for line in _lines(["clears gradients"], source) if first < line < last]
        if len(between) == 1:
            return between[0]  # what was to move p is gone by then
    for words in DECIDES[slip]:
        if lines := _lines(words, source):
            return lines.pop() if len(lines) == 1 else None
    return None


def _lines(words: Sequence[str], source: SourceText) -> set[Line]:
    return {line for word in words for line in lines_by_word(CALLABLE[0], word, source)}


def _slip_of(prepared: Prepared, observations: Sequence[Observation]) -> str | None:
    """The one slip that gives every wrong number; None if none does, or several do."""
    wrong: list[tuple[tuple[float, int, float, float], float]] = []
    for number, found in zip(prepared.numbers, observations, strict=True):
        question, right = prepared.plan.questions[number], prepared.expected[number]
        if is_right(question, right, found):
            continue
        asked = _asked(question.item)
        if asked is None or not found.answer or len(found.answer) != 1:
            return None
        wrong.append((asked, found.answer[0]))
    if not wrong:
        return None
    fitting = [
        name
        for name, (loop, _) in SLIPS.items()
        if all(_same(loop(*asked), end) for asked, end in wrong)
    ]
    if fitting == ["carried", "cleared-once"]:  # nothing was held before: they are the same
        return "carried"
    return fitting[0] if len(fitting) == 1 else None


def _asked(item: object) -> tuple[float, int, float, float] | None:
    """Start, steps, rate, and the gradient at the start, if the item is a training."""
    if not isinstance(item, Program):
        return None
    held, slopes = 0.0, dict[str, float]()
    for step in item.steps:
        if step[0] == "apply" and step[2] == "mul":
            slopes[step[1]] = item.leaves.get(step[4], 0.0)
        elif step[0] == "backward":
            held += slopes.get(step[1], 1.0)  # of a product with the leaf, or of the leaf itself
        elif step[0] == "set_grad":
            held = float(step[2])
        if step[0] == "call" and step[1] == "train" and len(step[2]) == 3:
            name, steps, rate = step[2]
            return item.leaves[name], steps, rate, held
    return None


def _same(one: float, other: object) -> bool:
    return isinstance(other, float) and same_number(one, other)
