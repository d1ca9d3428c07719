"""A block that is repeated often has a loop of its own, which must not be told from the plain one.

The plain loop is had for any number of repetitions by asking for them in two parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from grader.worker.exchange import BatchLimits, Reply
from grader.worker.forkserver import ForkServer
from grader.worker.inside.student import MANY
from tests.proving.beliefs import ALL
from tests.proving.hand_ins import wrong_engines
from tests.support.engines import RIGHT, UNUSUAL
from tests.support.hand_ins import patched, replied

AROUND = (MANY - 1, MANY, MANY + 1)

EVERY_OPERATOR = [
    ["apply", "t", "tanh", "s"],
    ["apply", "u", "sub", "t", "x"],
    ["apply", "v", "sub", 2.0, "u"],
    ["apply", "w", "truediv", "v", 3.0],
    ["apply", "y", "truediv", 1.5, "v"],
    ["apply", "e", "exp", "t"],
    ["apply", "r", "relu", "e"],
    ["apply", "p", "pow", "r", 0.5],
    ["apply", "n", "neg", "p"],
    ["apply", "q", "mul", "n", "w"],
    ["apply", "q", "mul", 0.25, "q"],
    ["apply", "z", "truediv", "y", "e"],
    ["apply", "z", "add", 1, "z"],
    ["apply", "s", "add", "q", "z"],
]
HALVE = [["apply", "s", "add", "s", "x"], ["apply", "s", "mul", "s", 0.5]]
GROW = [["apply", "s", "add", "s", "x"]]

LEAVES = [["leaf", "s", 0.5], ["leaf", "x", 0.75]]
GRADIENTS = [["backward", "s"], ["read", "data", ["s", "x"]], ["read", "grad", ["s", "x"]]]
READ = [["read", "data", ["s"]]]

BY_ORDER = {record.id for record in ALL if record.by_order}
WRONG = {one.name: one.text for one in wrong_engines() if not BY_ORDER & {*one.beliefs}}


def in_add(*lines: str) -> str:
    """The engine with some lines at the start of `__add__`."""
    head = "    def __add__(self, other):\n"
    return patched(RIGHT, (head, head + "".join(f"        {line}\n" for line in lines)))


def long(count: int, block: list[Any], after: Sequence[Any]) -> list[Any]:
    """The block in one repeat: in a loop of its own, if it is worth one."""
    return [*LEAVES, ["repeat", count, block], *after]


def plain(count: int, block: list[Any], after: Sequence[Any]) -> list[Any]:
    """The same steps, and no repeat that is long enough."""
    parts = [MANY // 2, count - MANY // 2]
    assert max(parts) < MANY
    return [*LEAVES, *(["repeat", part, block] for part in parts), *after]


def both(block: list[Any], after: Sequence[Any], counts: Sequence[int] = AROUND) -> list[Any]:
    return [way(count, block, after) for count in counts for way in (long, plain)]


def ask(server: ForkServer, text: str, items: list[Any], cpu: float = 10) -> Reply:
    """The reply of a worker of its own, however it ended."""
    return replied(server, text, *items, need=(), limits=BatchLimits(cpu=cpu, wall=30))


def answers(server: ForkServer, text: str, items: list[Any]) -> list[Any]:
    reply = ask(server, text, items)
    assert reply.failure is None
    assert len(reply.answers) == len(items)
    return reply.answers


def same(server: ForkServer, text: str, block: list[Any], after: Sequence[Any]) -> list[Any]:
    """The answers at 499, 500 and 501 repetitions, after a look that both loops give them."""
    found = [answers(server, text, [item])[0] for item in both(block, after)]
    assert found[::2] == found[1::2]
    return found[::2]


# ---------------------------------------------------------------------------- which loop it is


def test_a_block_of_operators_has_a_loop_of_its_own_from_500_on(server: ForkServer) -> None:
    """In it nothing looks for garbage; after it, something does again."""
    text = in_add("import gc", "self, other = Value(float(gc.isenabled())), Value(0.0)")
    again = [*READ, *GROW, *READ]
    programs = [long(count, GROW, again) for count in AROUND]
    programs.append(long(MANY, [["apply", "s", "sum", "s", "x"]], READ))
    programs.append(long(MANY, [*GROW, *READ], READ))
    *around, summed, read = answers(server, text, programs)
    assert around == [[1.0, 1.0], [0.0, 1.0], [0.0, 1.0]]
    assert summed == [1.0]
    assert set(read) == {1.0}


def test_garbage_is_looked_for_again_after_an_error(server: ForkServer) -> None:
    text = in_add(
        "import gc",
        "if self.data == 0.0: raise ValueError('uncollected')",
        "self, other = Value(float(gc.isenabled())), Value(0.0)",
    )
    failed, following = answers(server, text, [long(MANY, GROW, READ), [*LEAVES, *GROW, *READ]])
    assert "uncollected" in str(failed)
    assert following == [1.0]


# ---------------------------------------------------------------------------- the same answers


def test_every_operator_gives_the_same(server: ForkServer) -> None:
    """With numbers on either side, slots that are overwritten, and the order of all nodes."""
    one, two, three = same(server, RIGHT, EVERY_OPERATOR, [*GRADIENTS, ["topo", "s"]])
    assert len({len(found[-1]) for found in (one, two, three)}) == 3
    assert max(two[-1]) > MANY * (len(EVERY_OPERATOR) - 1)  # by number of creation
    assert all(isinstance(number, float) for number in two[:-1])


@pytest.mark.parametrize("operator", ["add", "sub", "mul", "truediv", "pow"])
@pytest.mark.parametrize("number_first", [False, True])
def test_a_number_stays_on_its_side(server: ForkServer, operator: str, number_first: bool) -> None:
    """`2 - x` is not `x - 2`; what no `Value` can do is the same error."""
    operands = [2.0, "x"] if number_first else ["x", 2.0]
    (first, *_) = same(server, RIGHT, [["apply", "s", operator, *operands]], GRADIENTS)
    if operator != "pow" or not number_first:
        left, right = (0.75 if operand == "x" else operand for operand in operands)
        value = {
            "add": left + right,
            "sub": left - right,
            "mul": left * right,
            "truediv": left / right,
            "pow": left**right,
        }[operator]
        assert first[0] == pytest.approx(value)
    else:
        assert first["error"]["kind"] == "operator"


def test_every_wrong_engine_is_as_wrong(server: ForkServer) -> None:
    different = set()
    for name, text in WRONG.items():
        reply = ask(server, text, both(HALVE, GRADIENTS))
        assert reply.answers[::2] == reply.answers[1::2], name
        different.add(str(reply.answers))
    assert len(WRONG) > 40
    assert len(different) > 5


def test_every_unusual_engine_is_as_right(server: ForkServer) -> None:
    """Their inner nodes may hold what they like after `backward()`: s is one."""
    right = answers(server, RIGHT, both(HALVE, GRADIENTS, [MANY]))[0]
    for name, text in UNUSUAL.items():
        found = answers(server, text, both(HALVE, GRADIENTS, [MANY]))
        assert found[0] == found[1], name
        assert [*found[0][:2], found[0][3]] == pytest.approx([*right[:2], right[3]]), name


def test_blocks_in_a_block_and_blocks_one_after_the_other(server: ForkServer) -> None:
    inner = ["repeat", MANY, HALVE]
    halves = ["repeat", MANY // 2, HALVE]
    ways = [
        [*LEAVES, ["repeat", 2, [inner]], *GRADIENTS],
        [*LEAVES, inner, inner, *GRADIENTS],
        [*LEAVES, ["repeat", 2, [halves, halves]], *GRADIENTS],
    ]
    first, second, parted = answers(server, RIGHT, ways)
    assert first == second == parted


# ---------------------------------------------------------------------------- errors and limits


@pytest.mark.parametrize(
    "line",
    [
        "if self.data > 300: return None",
        "if self.data > 300: return NotImplemented",
        "if self.data > 300: raise ValueError('large')",
        "if self.data > 300: raise KeyError('s')",
        "if self.data > 300: return self.data < None",
        "if self.data > 300: return self.nothing",
        "if self.data > 300: return []",
        "if self.data > 300: raise SystemExit",
        "if self.data > 300: Value.__add__ = None",
    ],
)
def test_an_error_in_the_middle_is_the_same_error(server: ForkServer, line: str) -> None:
    for found in same(server, in_add(line), GROW, READ):
        assert "error" in found, found


def test_the_students_code_has_as_many_frames_left(server: ForkServer) -> None:
    lines = (
        "def depth(number):",
        "    try:",
        "        return depth(number + 1)",
        "    except RecursionError:",
        "        return number",
        "self, other = Value(float(depth(1))), Value(0.0)",
    )
    depths = [depth for (depth,) in same(server, in_add(*lines), GROW, READ)]
    assert len(set(depths)) == 1
    assert depths[0] > 900


def test_a_recursion_that_is_too_deep_is_so_at_the_same_node(server: ForkServer) -> None:
    lines = (
        "def down(number):",
        "    return number and down(number - 1)",
        "SEEN.append(self)",
        "try:",
        "    down(2 * len(SEEN))",
        "except RecursionError:",
        "    raise ValueError(f'at {len(SEEN)}') from None",
    )
    found = same(server, in_add(*lines) + "\nSEEN = []\n", GROW, READ)
    assert found[0] == found[1] == found[2]
    assert "at 4" in str(found[0])  # four hundred and some, of a thousand frames


def test_time_runs_out_in_a_long_block(server: ForkServer) -> None:
    text = in_add("while self.data > 300: pass")
    for item in both(GROW, READ, [MANY]):
        reply = ask(server, text, [item], cpu=0.4)
        assert reply.failure is not None
        assert (reply.failure["kind"], reply.failure["clock"]) == ("timeout", "cpu")
        assert reply.answers == []


# ---------------------------------------------------------------------------- lives of nodes


PASSING = """\
class Passing:
    gone = 0

    def __del__(self):
        Passing.gone += 1


"""
ALIVE = "import weakref\n\nALIVE = weakref.WeakSet()\n\n\n"


def test_what_a_student_lets_go_of_is_gone_at_once(server: ForkServer) -> None:
    """`__del__` runs in the loop as it does outside: each operation sees one more."""
    text = patched(
        in_add("Passing()", "self, other = Value(float(Passing.gone)), Value(0.0)"),
        ("class Value:", f"{PASSING}class Value:"),
    )
    assert same(server, text, GROW, READ) == [[float(count)] for count in AROUND]


def test_nodes_that_are_held_weakly_live_as_long_as_the_program(server: ForkServer) -> None:
    """Those in overwritten slots as well; here nothing of the student's holds any."""
    text = """\
class Value:
    def __init__(self, data):
        self.data, self.grad = data, 0.0
        ALIVE.add(self)

    def __add__(self, other):
        return Value(float(len(ALIVE)))
"""
    assert same(server, ALIVE + text, GROW, READ) == [[count + 1.0] for count in AROUND]


def test_garbage_of_a_long_block_is_gone_after_it(server: ForkServer) -> None:
    """What holds itself cannot go at once, but goes when the block has ended."""
    text = patched(
        in_add("Passing().itself = Passing()", "Ring()"),
        ("class Value:", f"{PASSING}class Ring(Passing):\n    def __init__(self):\n        "
                         "self.itself = self\n\n\nclass Value:"),
        ("def zero_grad(root):", "def zero_grad(root):\n    root.data = float(Passing.gone)\n\n\n"
                                 "def zero_all(root):"),
    )  # fmt: skip
    (found,) = answers(server, text, [long(MANY, GROW, [["zero", "s"], *READ])])
    assert found == [3.0 * MANY]
