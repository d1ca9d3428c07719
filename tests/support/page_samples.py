"""Reports made by hand, for tests of what is drawn from them: a shared node, a hostile student."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from grader.judging.as_json import record_of
from grader.judging.finding import Counterexample, Finding
from grader.judging.picture import Picture
from grader.judging.report import CheckResult, ExerciseReport, Report


def node(name: str, label: str, inputs: Sequence[int], *numbers: float | None, **more: Any) -> Any:
    """A node of a picture: `numbers` are its data, the student's gradient and PyTorch's."""
    data, yours, expected = numbers
    op = "mul" if inputs else "leaf"
    known = {"name": name, "op": op, "label": label, "inputs": list(inputs), "mark": None}
    return {**known, "data": data, "yours": yours, "expected": expected, **more}


def steps(*ran: tuple[int, Sequence[float | None]]) -> list[Any]:
    """A list of steps of a picture: which node's rule ran, and every gradient after it."""
    return [{"node": index, "grads": list(grads)} for index, grads in ran]


def shared_node() -> dict[str, Any]:
    """`b` has two consumers, and its rule runs before the second one's (`d`) has run."""
    return {
        "nodes": [
            node("a", "a", [], 2.0, 6.0, 21.0, mark="consequence"),
            node("b", "a*3", [0], 6.0, 7.0, 7.0, mark="first_wrong"),
            node("c", "b*2", [1], 12.0, 1.0, 1.0),
            node("d", "b*5", [1], 30.0, 1.0, 1.0),
            node("L", "c + d", [2, 3], 42.0, 1.0, 1.0),
        ],
        "root": 4,
        "yours": steps(
            (4, [0.0, 0.0, 1.0, 1.0, 1.0]),
            (2, [0.0, 2.0, 1.0, 1.0, 1.0]),
            (1, [6.0, 2.0, 1.0, 1.0, 1.0]),
            (3, [6.0, 7.0, 1.0, 1.0, 1.0]),
        ),
        "right": steps(
            (4, [0.0, 0.0, 1.0, 1.0, 1.0]),
            (3, [0.0, 5.0, 1.0, 1.0, 1.0]),
            (2, [0.0, 7.0, 1.0, 1.0, 1.0]),
            (1, [21.0, 7.0, 1.0, 1.0, 1.0]),
        ),
    }


PROGRAM = "a = Value(2.0)\nb = a * 3\nL = b * 2 + b * 5\nL.backward()\nprint(a.grad)"


def failed(**more: Any) -> CheckResult:
    """A check that failed, with its picture."""
    example = Counterexample(PROGRAM, "a.grad", 6.0, 21.0, record_of(Picture, shared_node()))
    message = (
        "a.grad is 6.0, and PyTorch says 21.0. (3 of 9 programs are wrong; this is the first.)"
    )
    known: dict[str, Any] = {"sentence": "A shared node waits for `all` of its consumers."}
    known |= {"message": message, "counterexample": example, **more}
    return CheckResult("shared", "failed", 0.0, 2.0, False, **known)


def passed(name: str, hidden: bool = False) -> CheckResult:
    """A check that passed."""
    return CheckResult(name, "passed", 1.0, 1.0, hidden, f"`{name}` is right.")


def exercise(*checks: CheckResult, **more: Any) -> ExerciseReport:
    """An exercise with these checks."""
    points = sum(check.points for check in checks), sum(check.max_points for check in checks)
    known: dict[str, Any] = {"id": "backward", "title": "backward() does it all", "handed_in": True}
    known |= {"score": points[0], "max_score": points[1], "checks": checks, **more}
    return ExerciseReport(**known)


def report(*exercises: ExerciseReport, **more: Any) -> Report:
    """A report on these exercises."""
    known: dict[str, Any] = {
        "student": "ada",
        "score": sum(each.score for each in exercises),
        "max_score": sum(each.max_score for each in exercises),
        "isolation": {"level": "A", "isolated": True, "selftest": "43/43"},
        "receipt": {"sha256": "5" * 64, "secret": "0" * 8, "topograde": "0.1.0", "torch": None},
        "exercises": exercises,
    }
    return Report(**{**known, **more})


HOSTILE = (
    "</script><script>document.title = 'taken'; taken = 1</script>",
    "</style><style>body { display: none }</style>",
    "<img src=http://127.0.0.1:9/leak onerror='taken = 1'>",
    '" onmouseover="taken = 1" autofocus onfocus="taken = 1" x="',
    "' onclick='taken = 1' y='",
    "<svg onload='taken = 1'><script>taken = 1</script></svg>",
    "]]><!-- --><iframe srcdoc='<script>parent.taken = 1</script>'></iframe>",
    "javascript:taken=1 {{ 7 * 7 }} {% raw %} ${7*7} &lt;b&gt; `</code><b>`",
    "<base href='http://127.0.0.1:9/'><meta http-equiv=refresh content='0;url=http://127.0.0.1:9/'>",
)
"""Texts that a student may put into names, code, messages and output."""

UNSEEN = ("\x00", "\x1b[2J", "\u202e", "\u2066", "\u200b", "\ud800", "\u2028", "\x85")
"""Characters that change how others look, or that cannot be written at all."""


def hostile() -> Report:
    """Every text of a report that a student can influence is hostile, and there is a lot of it."""
    bad = " ".join((*HOSTILE, *UNSEEN))
    data = shared_node()
    for item in data["nodes"]:
        item |= {"name": item["name"] + bad, "label": item["label"] + bad}
    picture = record_of(Picture, data)
    finding = Counterexample(bad, bad, bad, bad, picture)
    checks = [
        failed(message=bad, counterexample=finding),
        replace(failed(counterexample=Counterexample(bad, bad, 1.0, 2.0, picture)), id="second"),
        replace(
            failed(message=bad, counterexample=replace(finding, expected=None)), outcome="error"
        ),
        passed("right", hidden=True),
    ]
    told = Finding("x", 1, 2, bad, "seen")
    return report(
        exercise(*checks, notices=(bad,) * 500, output=(bad + "\n") * 4000, diagnosis=(told,)),
        exercise(passed("alone"), id="accumulate", title="A whole one"),
        student=f"ada {bad}",
        faults=(bad,) * 300,
        flags=(bad, "zip"),
    )
