"""Read a `check_grad` off the calls that it makes of `f`: where it moved, and what comes of it.

What is told is what was found beside what was claimed, at the program that a check fails by. No
wrong checker is run, so a student's copy can tell it too.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from grader.checks.orders import Judge
from grader.explain.answers.line_words import lines_by_word
from grader.explain.watching.raised import line_in
from grader.explain.watching.record import Line
from grader.explain.watching.source import SourceText
from grader.judging.context import Ask
from grader.judging.finding import Finding
from grader.programs.operators import worked_out
from grader.worker.observation import Observation

Task = Mapping[str, Any]
SHARP = 0.01
"""Slopes to either side that differ by more than this share of their size belong to a kink."""
STEP = 1e-5
NEAR = 1e-7
"""A measured slope that is so near to the claim is as good as the claim."""
SMALL = 0.1
"""Numbers that differ by less, or by less than this share, are told apart by their limit."""
MOST_PLACES = 8
"""A check that moves a number to more places does not measure with each of them."""
OFF, NOISE = 1e-4, 1e-10
"""A claim is wrong that is farther off than this share of the slope, and than rounding explains."""


@dataclass(frozen=True, slots=True)
class Called:
    """One question as `check_grad` answered it, with the numbers that `f` was called with.

    held: another content than at the start that xs had at a call. own: whether `f` got a list that
    is not xs in every call. lines: the one that each call was made from; ended: the one that
    returned. Both are None where that is no line of the hand-in. by: the numbers of the lines of
    `check_grad` that it came by.
    """

    task: Task
    wanted: bool
    calls: tuple[tuple[float, ...], ...]
    held: tuple[float, ...] | None
    own: bool
    lines: tuple[Line | None, ...]
    ended: Line | None
    by: frozenset[int]

    @property
    def xs(self) -> tuple[float, ...]:
        """Where the claims are made."""
        return tuple(self.task["xs"])

    def moved(self, call: Sequence[float]) -> list[int]:
        """The places at which a call differs from xs."""
        return [i for i, (one, x) in enumerate(zip(call, self.xs, strict=True)) if one != x]


def read_checker(
    asked: Mapping[str, Sequence[tuple[Task, Judge]]], ask: Ask, source: SourceText
) -> list[Finding]:
    """What the calls say, check by check. asked: each failed check's public tasks."""
    flat = [
        (check, task, right.pop())
        for check, tasks in asked.items()
        for task, judge in tasks
        if len(right := [x for x in (True, False) if judge(Observation(value=x)) is None]) == 1
    ]
    answers = ask([{**task, "calls": True} for _, task, _ in flat])
    told: dict[str, Finding] = {}
    seen: set[str] = set()
    for (check, task, wanted), found in zip(flat, answers, strict=False):
        called = None if check in seen else _called(task, wanted, found.value, source)
        if called is None:
            continue
        seen.add(check)
        about, said = _claims_elsewhere(called, ask) or _read(called, source)
        if about:
            line = _line(about, called, source)
            where = None if line is None else source.where(line)
            new = Finding(explanation=said, id=f"task/{about}", part="task", where=where)
            known = told.get(about, new)
            told[about] = replace(known, checks=(*(known.checks or ()), check))
    return list(told.values())


def _called(task: Task, wanted: bool, value: object, source: SourceText) -> Called | None:
    """A question that was answered wrongly; None for others, and for what is no such answer."""
    if not isinstance(value, dict) or not isinstance(value.get("calls"), list):
        return None
    if value.get("result") is wanted or not isinstance(value.get("result"), bool):
        return None
    calls, lines = [], []
    held, own = None, True
    for call in value["calls"]:
        if not isinstance(call, list) or len(call) != 4:
            return None
        if not _is_numbers(call[0], task) or not isinstance(call[2], bool):
            return None
        calls.append(tuple(map(float, call[0])))
        lines.append(_line_at(call[3], source))
        own = own and call[2]
        if held is None and _is_numbers(call[1], task) and call[1] != list(task["xs"]):
            held = tuple(map(float, call[1]))
    ended = _line_at(value.get("ended"), source)
    by = value.get("lines")
    numbers = frozenset(n for n in by if type(n) is int) if isinstance(by, list) else frozenset()
    return Called(task, wanted, tuple(calls), held, own, tuple(lines), ended, numbers)


def _line_at(place: object, source: SourceText) -> Line | None:
    """A line of the hand-in that a worker named."""
    if not isinstance(place, list) or len(place) != 2 or not isinstance(place[0], str):
        return None
    line = line_in(place[0], place[1]) if type(place[1]) is int else None
    if line is None or line in source.given or not 0 <= line[0] < len(source.lengths):
        return None
    return line if 1 <= line[1] <= source.lengths[line[0]] else None


def _line(about: str, called: Called, source: SourceText) -> Line | None:
    """The line to look at: what gives xs a second name, calls f there, compares, or returns."""
    moved = {
        line for call, line in zip(called.calls, called.lines, strict=True) if called.moved(call)
    }
    together = {
        line
        for call, line in zip(called.calls, called.lines, strict=True)
        if len(called.moved(call)) > 1
    }
    if about in ("moves-xs", "no-copy"):
        named = _only({*source.second_names("xs", ["check_grad"])})
        written = min(lines_by_word("check_grad", "sets given items", source), default=None)
        return named or written or _only(moved or {*called.lines})
    if about == "moved-together":
        return _only(together)
    if about == "claims-elsewhere":
        return _only(moved & {*source.lines_of(["check_grad"])} & {*source.asks_for_item(1)})
    if about == "never-moves":
        return _only({*called.lines})
    if about in ("limit", "passes", "compares"):
        return _only({line for line in source.comparisons(["check_grad"]) if line[1] in called.by})
    if about == "passed-over":
        return min(_passing_on(called, source), default=None)
    if about == "ends-early":
        return _loop_before_end(called, source)
    return called.ended


def _passing_on(called: Called, source: SourceText) -> list[Line]:
    """The lines of `continue` that a check came by, if it came by no comparison."""
    compared = any(line[1] in called.by for line in source.comparisons(["check_grad"]))
    lines = lines_by_word("check_grad", "goes on", source)
    passing = [line for line in lines if line[1] in called.by]
    return [] if compared else passing


def _loop_before_end(called: Called, source: SourceText) -> Line | None:
    """The head of the loop that was over when a check returned, if there is just one loop."""
    heads = [line for line in lines_by_word("check_grad", "loops", source) if line[1] in called.by]
    if called.ended is None or len(heads) != 1 or source.loop(called.ended) != called.ended:
        return None
    return heads[0] if heads[0] < called.ended else None


def _only(lines: Collection[Line | None]) -> Line | None:
    """The one line, if there is just one."""
    return next(iter(lines)) if len(lines) == 1 else None


def _is_numbers(found: object, task: Task) -> bool:
    """Whether that is a list of numbers as long as xs."""
    if not isinstance(found, list) or len(found) != len(task["xs"]):
        return False
    return all(isinstance(x, (int, float)) for x in found)


def _claims_elsewhere(called: Called, ask: Ask) -> tuple[str, str] | None:
    """That only the claims of other places make the answer wrong: without them it is right."""
    if "elsewhere" not in called.task:
        return None
    alike = {key: value for key, value in called.task.items() if key != "elsewhere"}
    if [found.value for found in ask([alike])] != [called.wanted]:
        return None
    place = next((call for call in called.calls if called.moved(call)), None)
    where = f", as at {_numbers(place)}" if place else ""
    return "claims-elsewhere", (
        f"Your check counts claims that f makes elsewhere{where}: with those of xs everywhere it "
        "is right. From which call of f do they come?"
    )


def _read(called: Called, source: SourceText) -> tuple[str, str]:
    """A name for what is wrong and the sentences; two empty texts where nothing is."""
    steps = [(call, called.moved(call)) for call in called.calls]
    together = next((call for call, moved in steps if len(moved) > 1), None)
    still = not any(moved for _, moved in steps)
    if called.held is not None and (together is not None or still):
        return _moves_xs(called, source)
    if together is not None:
        return "moved-together", (
            f"Your check calls f with {_numbers(together)}, and xs is {_numbers(called.xs)}: "
            f"{len(called.moved(together))} numbers have moved at once. What should the other "
            "numbers be while you measure one?"
        )
    if still and not called.own and len(steps) > 1:
        return "no-copy", (
            "Your check gives f the list xs itself, and f never sees a number that has moved. A "
            "second name for a list is no second list: what you change in one, you change in the "
            "other. How do you make a copy?"
        )
    if still:
        does = "calls f nowhere but at xs" if steps else "never calls f"
        return "never-moves", (
            f"Your check {does}, so it measures no slope. How does the value change when one "
            "number moves a little?"
        )
    if called.wanted:
        return _false_alarm(called, source)
    return _missed(called, source)


def _moves_xs(called: Called, source: SourceText) -> tuple[str, str]:
    """That xs itself was moved where a copy was to be."""
    assert called.held is not None
    named = any(source.second_names("xs", ["check_grad"]))
    return "moves-xs", (
        f"Your check moves xs itself: at a call of f it holds {_numbers(called.held)}, and it "
        f"began as {_numbers(called.xs)}."
        f"{' A second name for a list is no second list.' * named} How do you make a copy?"
    )


def _false_alarm(called: Called, source: SourceText) -> tuple[str, str]:
    """Why a right claim may look wrong: the measured slope that is farthest from its claim."""
    found = [(i, *slopes) for i in range(len(called.xs)) if (slopes := _slopes(called, i))]
    if not found:
        return "", ""
    i, slope, left, right, step = max(
        found, key=lambda each: abs(each[1] - float(called.task["grads"][each[0]]))
    )
    claim = float(called.task["grads"][i])
    there = f"xs[{i}] = {called.xs[i]:g}"
    if step < SHARP and _kinks(left, right) and _kinks(*_beside(called, i)):
        return "kink", (
            f"At {there} the slope to the left is {left:.4g} and the slope to the right is "
            f"{right:.4g}. Their mean, {slope:.4g}, is not the claim, {claim:.4g}, and yet no "
            "claim is wrong at a kink. How can you notice that you stand on a kink?"
        )
    steps = _steps(called, i)
    if len(steps) > 1 and any(not _near(each, claim) for each in steps.values()):
        (widest, far), (nearest, near) = list(steps.items())[:: len(steps) - 1]
        return "measures", (
            f"Your check moves {there} by {widest} and by {nearest} to both sides. Those calls "
            f"give slopes of {far:.8g} and {near:.8g}, where {claim:.8g} is right. What does the "
            "size of the step do to that error?"
        )
    if _near(slope, claim):
        return "compares", (
            f"From your own calls of f, the slope at {there} is {slope:.8g}, and the claim is "
            f"{claim:.8g}. Your check says False all the same. Print the two numbers that it "
            "compares, and the limit: which of them is not what you expect?"
        )
    both = left is not None and right is not None
    if not both and called.held is not None:
        return _moves_xs(called, source)
    side = "to both sides" if both else "to one side only"
    question = "the size of the step" if both else "a step to one side"
    # With further calls it is not known which of them its verdict came from.
    some = len(_places(called, i)) > 1 + both
    gives = ". Those calls give" if some else " and so measures"
    return "measures", (
        f"Your check moves {there} by {step:.2g} {side}{gives} a slope of {slope:.8g}, "
        f"where {claim:.8g} is right. What does {question} do to that error?"
    )


def _missed(called: Called, source: SourceText) -> tuple[str, str]:
    """Why a wrong claim may pass: it was not measured, or what was measured did not count."""
    for i, claim in enumerate(map(float, called.task["grads"])):
        left, right = _beside(called, i)
        if left is None or right is None or _kinks(left, right):
            continue  # no claim is wrong at a kink
        slope = (left + right) / 2
        noise = NOISE * (1 + abs(worked_out(called.task["program"], list(called.xs))))
        if abs(slope - claim) <= max(OFF * max(abs(slope), abs(claim)), noise):
            continue
        slopes = _slopes(called, i)
        if slopes is None:
            told = (
                f"Your check never moves xs[{i}], so it cannot see that the claim for it, "
                f"{claim:.6g}, is wrong."
            )
            if _loop_before_end(called, source) is not None:
                return "ends-early", f"{told} At which number does your loop end?"
            return "never-moved", f"{told} Which of your lines ends the check before it gets there?"
        # Of many steps it is not known which one counts.
        by, found = "By your own calls of f the", slopes[0]
        if len(_places(called, i)) > MOST_PLACES:
            by, found = "The", slope
        told = f"{by} slope for xs[{i}] is {found:.6g}, and the claim is {claim:.6g}."
        apart = abs(found - claim)
        share = apart / (abs(found) or apart)
        if min(share, apart) < SMALL:
            told += f" They differ by {apart:.2g}, {100 * share:.2g} % of the slope, and yet your "
            question = "What is the limit, and does the sign of the difference count?"
            if abs(found) < SMALL:
                question = "Is your limit a share of that slope, or a number that never changes?"
            return "limit", f"{told}check says True. {question}"
        if passing := _passing_on(called, source):
            return "passed-over", (
                f"{told} Line {min(passing)[1]} goes on to the next number all the same. What is "
                "asked before that line?"
            )
        return "passes", (
            f"{told} Your check says True all the same. Does it compare the two, with which limit, "
            "or does it take this place for a kink?"
        )
    return "", ""


def _slopes(called: Called, i: int) -> tuple[float, float | None, float | None, float] | None:
    """The slope that the calls give for one number, to the left, to the right, and the step."""
    x = called.xs[i]
    places = _places(called, i)
    above = min((place for place in places if place > x), default=None)
    below = max((place for place in places if place < x), default=None)
    right = None if above is None else _slope(called, i, x, above)
    left = None if below is None else _slope(called, i, below, x)
    if above is not None and below is not None:
        both = _slope(called, i, below, above)
        return None if both is None else (both, left, right, max(above - x, x - below))
    one = right if right is not None else left
    return None if one is None else (one, left, right, abs((above or below or x) - x))


def _places(called: Called, i: int) -> set[float]:
    """Where the calls move one number to, alone."""
    return {call[i] for call in called.calls if called.moved(call) == [i]}


def _steps(called: Called, i: int) -> dict[str, float]:
    """The slope over each step that the calls go to both sides of one number, the widest first."""
    x, ends = called.xs[i], dict[str, dict[bool, float]]()
    for place in sorted(_places(called, i), key=lambda place: -abs(place - x)):
        ends.setdefault(f"{abs(place - x):.2g}", {})[place > x] = place
    slopes = {
        step: _slope(called, i, sides[False], sides[True])
        for step, sides in ends.items()
        if len(sides) == 2
    }
    return {step: slope for step, slope in slopes.items() if slope is not None}


def _beside(called: Called, i: int) -> tuple[float | None, float | None]:
    """The slopes to the left and to the right of one number, over a step that is a good one."""
    x = called.xs[i]
    return _slope(called, i, x - STEP, x), _slope(called, i, x, x + STEP)


def _kinks(left: float | None, right: float | None) -> bool:
    """Whether those are the slopes of a kink."""
    return left is not None and right is not None and abs(left - right) > SHARP * (1 + abs(left))


def _near(slope: float, claim: float) -> bool:
    return abs(slope - claim) <= NEAR * max(1.0, abs(claim))


def _slope(called: Called, i: int, start: float, end: float) -> float | None:
    """The slope between two places of one number, as floats give it."""

    def at(place: float) -> float:
        return worked_out(called.task["program"], [*called.xs[:i], place, *called.xs[i + 1 :]])

    try:
        return (at(end) - at(start)) / (end - start)
    except (ArithmeticError, ValueError):
        return None


def _numbers(found: Sequence[float]) -> str:
    return f"[{', '.join(f'{each:.10g}' for each in found)}]"
