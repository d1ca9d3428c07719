"""Which property each exercise asks, and of how many operators: noted while its checks plan.

`rows(checks)` gives each property of the pack with a cell for each exercise: of how many forms of
operators it is asked, "x" where it is about none in particular, or why it is not asked there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import Any
from unittest.mock import patch

from grader.checks.declare import Check, let_ask
from grader.checks.hidden_inputs import Draw
from grader.checks.plan import Grades
from grader.packs.scalar import (
    fixed_graphs,
    held_before,
    inputs,
    left_alone,
    let_go,
    properties,
    remembered,
    set_by_hand,
    used_elsewhere,
)
from grader.programs.operators import all_forms, forms
from tests.proving.gaps import NO_CODE, NO_NODES

MODULES = (
    fixed_graphs,
    held_before,
    inputs,
    left_alone,
    let_go,
    properties,
    remembered,
    set_by_hand,
    used_elsewhere,
)

RULES = "The student writes + and * there: what other operators, calls and walks do is given."
WALKS = "The student writes a walk there, which reads no gradient and calls no rule."
NOT_ASKED = {
    "order-by-hand": NO_CODE,
    "check-grad": NO_NODES,
    "local-rules": RULES,
    "accumulate": RULES,
    "operators": "The student writes operators there; functions, calls and walks are given.",
    "functions": "The student writes functions there; operators, calls and walks are given.",
    **dict.fromkeys(("build-topo", "toposort-iterative"), WALKS),
    "consumer-counts": "Nodes are bare there: they have no numbers, and no call is made.",
    "backward": "One call on fresh graphs of + and * is judged there; rules and nodes are given.",
    "zero-grad": "The student clears there: in which order, and what rules give, does not matter.",
    "double-backward": "Calls on graphs of +, * and tanh are judged there; rules are given.",
    "engine": "The exam asks the same by programs of its own, of drawn shapes too.",
}
"""Why an exercise does not ask a property."""


def rows(checks: Mapping[str, Sequence[Check]]) -> Iterator[tuple[str, list[str]]]:
    """Each property, and what its cells say."""
    for name, found in sorted(_seen(checks).items()):
        cells = []
        for exercise in checks:
            asked = found.get(exercise, set())
            several = str(len(asked - {""})) if asked - {""} else "x"
            cells.append(several if asked else NOT_ASKED[exercise])
        yield name, cells


def _seen(checks: Mapping[str, Sequence[Check]]) -> dict[str, dict[str, set[str]]]:
    """For each property and exercise the forms of which it is asked, "" for none of them.

    What makes programs out of others is no property, nor is a part of one.
    """
    seen: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    asking: list[str] = []

    def noting(name: str, property_: Callable[..., Any]) -> Callable[..., Any]:
        def ask(*of: Any, **how: Any) -> Any:
            if asking[-1]:
                seen[name][asking[-1]].add(of[0] if of and of[0] in forms() else "")
            asking.append("")
            try:
                return property_(*of, **how)
            finally:
                asking.pop()

        return ask

    rooms = {module.__name__: module.__name__.rsplit(".", 1)[-1] for module in MODULES}
    with ExitStack() as stack:
        for module in MODULES:
            for name, each in list(vars(module).items()):
                made = getattr(each, "__wrapped__", None)
                if made is not None and made.__module__ in rooms and made.__name__ == name:
                    wrapped = noting(f"{rooms[made.__module__]}.{name}", each)
                    stack.enter_context(patch.object(module, name, wrapped))
        for name, asked in checks.items():
            asking.append(name)
            for check in asked:
                let_ask(check, Grades(Draw(b"asked"), all_forms()))
    return seen
