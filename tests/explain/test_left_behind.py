"""What an earlier program or call leaves behind is found by putting it back, with its line."""

from __future__ import annotations

import pytest

from tests.support.engines import RIGHT
from tests.support.hand_ins import ReportOn, patched

EXP = '        out = Value(math.exp(self.data), (self,), "exp")\n'
CLASS = "class Value:\n"
WALK = "def build_topo(v, visited, topo):\n"
MARKS = (
    WALK,
    "def marked(v, topo):\n    if not v.met:\n        v.met = True\n"
    "        for node in v._prev:\n            marked(node, topo)\n        topo.append(v)\n\n\n"
    f"{WALK}    return marked(v, topo)\n",
)
MET = "        self.data = data\n", "        self.data = data\n        self.met = False\n"
LEFT = [
    # A pile of inputs that only a node that is made empties.
    (
        [
            (CLASS, "PILE = []\n\n\n" + CLASS),
            (EXP, "        PILE.append(self)\n" + EXP.replace("(self,)", "tuple(PILE)")
             + "        PILE.clear()\n"),
            ("            self.grad += out.data", "            out._prev[0].grad += out.data"),
        ],
        "changes what `PILE` holds", "PILE.append(self)",
    ),
    # A switch that stays as it is when an operator raises an exception.
    (
        [
            (CLASS, f"{CLASS}    off = False\n\n"),
            (EXP, "        Value.off = True\n        e = math.exp(self.data)\n"
             '        Value.off = False\n        out = Value(e, (self,), "exp")\n'),
            ("            if out.data > 0:\n",
             "            if out.data > 0 and not Value.off:\n"),
        ],
        "changes what `Value.off` holds", "Value.off = True",
    ),
    # Constants kept under a key that two numbers share.
    (
        [
            (CLASS, "KEPT = {}\n\n\ndef kept(x):\n    key = hash(x)\n    if key not in KEPT:\n"
             "        KEPT[key] = Value(x)\n    return KEPT[key]\n\n\n" + CLASS),
            ("other if isinstance(other, Value) else Value(other)",
             "other if isinstance(other, Value) else kept(other)"),
        ],
        "changes what `KEPT` holds", "KEPT[key] = Value(x)",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "says", "line"), LEFT)
def test_what_an_earlier_program_leaves_behind_is_told_with_its_line(
    report_on: ReportOn, changes: list[tuple[str, str]], says: str, line: str
) -> None:
    text = RIGHT
    for change in changes:
        text = patched(text, change)
    told = [e for e in report_on(text, "engine").exercises[0].diagnosis if says in e.explanation]
    assert told, "nothing was told"
    assert told[0].where is not None
    assert text.splitlines()[told[0].where.marked - 1].strip() == line


def test_what_a_call_leaves_behind_is_told_with_the_line_of_the_function_that_does_so(
    report_on: ReportOn,
) -> None:
    text = patched(RIGHT, MET, MARKS)
    text = patched(text, ("        build_topo(self, set(), topo)\n", "        walk(self, topo)\n"))
    text += "\n\ndef walk(v, topo):\n    build_topo(v, set(), topo)\n    for node in topo:\n"
    text += "        node.met = False\n"
    text = text.replace("    build_topo(root, set(), topo)\n", "    walk(root, topo)\n")
    diagnosis = report_on(text, "engine").exercises[0].diagnosis
    told = [each for each in diagnosis if "changes what `met` holds" in each.explanation]
    assert told, "nothing was told"
    assert told[0].where is not None
    assert told[0].example is not None
    marked = text.splitlines()[told[0].where.marked - 1].strip()
    assert marked == "v.met = True"
    assert "build_topo" in told[0].example.program


LISTED = "        build_topo(self, set(), topo)\n"


def test_who_goes_wrong_in_a_loop_for_another_reason_is_not_told_so(report_on: ReportOn) -> None:
    text = patched(
        RIGHT,
        (CLASS, f"{CLASS}    calls = 0\n\n"),
        (LISTED, f"{LISTED}        Value.calls += 1\n        key = id(self)\n"),
        ("            node._backward()\n", "            Value.calls == 3 or node._backward()\n"),
    )
    exercise = report_on(text, "engine").exercises[0]
    assert [each.id for each in exercise.checks if each.outcome == "failed"]
    assert [each for each in exercise.diagnosis if each.id == "unheld"] == []
