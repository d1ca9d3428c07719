"""Wrong answers to tasks as hand-ins: the solution, with what the belief would write at its end.

The texts are data: `tests/data/answers/beliefs.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping

from grader.course.course import Course
from tests.proving.hand_ins import HandIn
from tests.support.paths import DATA

WRONG_ANSWERS: dict[str, Mapping[str, str]] = tomllib.loads(
    (DATA / "answers" / "beliefs.toml").read_text(encoding="utf-8")
)
"""For each exercise, the beliefs that can appear in it and what they would write."""
WRONG_ANSWERS["toposort-iterative"] = {
    **{name: text for name, text in WRONG_ANSWERS["build-topo"].items() if "visit(" not in text},
    **WRONG_ANSWERS["toposort-iterative"],
}

SEEN = {
    "fd-step-too-small": "compares",
    "fd-step-too-large": "measures",
    "fd-one-sided": "compares",
    "fd-sign-lost": "passes",
    "fd-one-input-only": "ends-early",
    "fd-limit-too-wide": "limit",
    "fd-kink-is-an-error": "limit",
    "fd-kink-ends-all": "limit",
    "fd-always-true": "never-moves",
    "fd-always-false": "never-moves",
    "never-zero-in-loop": "carried",
    "zero-after-backward": "unmoved",
    "parameter-rebinding": "unmoved",
    "climbs": "uphill",
    "sweeps-only-leaves": "zero-only-leaves",
    "sweeps-only-the-root": "zero-only-root",
    "sweeps-nothing": "zero-grad-does-nothing",
}
"""What such an answer is told as, where that is read off its calls and numbers, or was watched."""
TOLD_BY_CHECKS = frozenset(name for held in WRONG_ANSWERS.values() for name in held) - SEEN.keys()
"""Those that have no name: the failed check tells what is wrong, or the walk that was watched."""


def wrong_answers(course: Course) -> Iterator[HandIn]:
    """A hand-in for each belief about a task, in each exercise that it can appear in."""
    ids = {exercise.id for exercise in course.exercises}
    for name, beliefs in WRONG_ANSWERS.items():
        if name in ids:
            solution = course.solutions_dir / course.exercise(name).file_name
            text = solution.read_text(encoding="utf-8")
            for belief, ending in beliefs.items():
                whole = f"{text}\n\n{ending.strip()}\n"
                yield HandIn(
                    f"{belief} in {name}", name, whole, "wrong", (SEEN.get(belief, belief),)
                )
