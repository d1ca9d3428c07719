"""Draw hidden inputs: leaf values and random graphs, repeatable from a key.

The key of a trap is HMAC(secret, student, sha256 of the hand-in, exercise, check): nobody can know
the draws before the hand-in is made, and anybody with the secret can make them again.
"""

from __future__ import annotations

import hashlib
import hmac
import random
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import Final, TypeAlias, TypeVar

from grader.checks.families import LARGEST, graph, well_behaved
from grader.programs import operators
from grader.programs.operators import Form
from grader.programs.program import Program, Step

T = TypeVar("T")

LOWEST, HIGHEST = 0.05, 3.0
"""Drawn leaf values have an absolute value between these."""

_TRIES = 2000
_SPECIAL = (0.5, 1.0, 2.0)
_SPECIAL_GAP = 0.02


class Draw:
    """A source of drawn values. Equal keys draw equal values, on every platform."""

    def __init__(self, key: bytes) -> None:
        self.rng = random.Random(int.from_bytes(hashlib.sha256(key).digest(), "big"))
        self.taken: list[float] = []

    def value(self, sign: int = 0) -> float:
        """A leaf value, apart from the ones drawn before; of the given sign if there is one."""
        for _ in range(_TRIES):
            size = round(self.rng.uniform(LOWEST, HIGHEST), 4)
            if all(abs(size - abs(other)) > 0.05 for other in self.taken[-6:]) and all(
                abs(size - special) > _SPECIAL_GAP for special in _SPECIAL
            ):
                break
        value = size * (sign or self.rng.choice((-1, 1)))
        self.taken.append(value)
        return value

    def until(self, make: Callable[[], T], accept: Callable[[T], bool]) -> T:
        """The first made thing that is accepted. Raises RuntimeError if none ever is."""
        for _ in range(_TRIES):
            made = make()
            if accept(made):
                return made
            self.taken.clear()
        raise RuntimeError("nothing acceptable was drawn: the condition cannot be met")


def draw_key(secret: bytes, *parts: str) -> bytes:
    """The key of a draw: an HMAC over the parts, which are kept apart by their lengths."""
    message = b"".join(len(part.encode()).to_bytes(4, "big") + part.encode() for part in parts)
    return hmac.new(secret, message, hashlib.sha256).digest()


def random_graph(draw: Draw, forms: Collection[str], most: int = 12) -> Program:
    """A random well-behaved graph of 3 to `most` operations that uses only these forms.

    `forms` must hold one that joins two nodes. Every node is used, inner ones are shared often.
    """

    def accept(program: Program) -> bool:
        return _all_used(program) and well_behaved(program, agreed=True)

    usable, joining = _choices(frozenset(forms), tuple(operators.forms().values()))
    return draw.until(lambda: _random_graph(draw, usable, joining, most), accept)


@lru_cache(maxsize=256)
def _choices(
    forms: frozenset[str], every: tuple[Form, ...]
) -> tuple[tuple[Form, ...], tuple[Form, ...]]:
    """What a graph of these forms is grown by, as often as it is to be drawn, and what joins."""
    known = [form for form in every if form.operator.takes != "list" and form.name in forms]
    two = [form for form in known if len(form.sides) == 2]
    plain = [form for form in known if form.number]
    others = [form for form in known if len(form.sides) == 1 and not form.number]
    joins = [form for form in two if form.operator.joins and form.operator.total]
    joins.sort(key=lambda form: form.operator.joins)
    return (*two * 3, *plain, *others), tuple(joins)


def _all_used(program: Program) -> bool:
    """Whether the last operation alone has no consumer: joining what is unused may fail."""
    made = [step for step in program.steps if step[0] == "apply"]
    return {step[1] for step in made[:-1]} <= {item for step in made for item in step[3:]}


def _random_graph(
    draw: Draw, usable: Sequence[Form], joining: Sequence[Form], most: int
) -> Program:
    rng = draw.rng
    draw.taken.clear()
    names = "abcd"[: rng.randrange(2, 5)]
    leaves = {name: draw.value() for name in names}
    values: dict[str, float] = dict(leaves)
    steps: list[Step] = []
    unused: list[str] = []
    target = rng.randrange(4, most + 1)  # joining what is unused gives at least one fewer
    while len(steps) + len(unused) < target:
        if not _grow(rng, usable, steps, values, unused):
            break
    while len(unused) > 1:
        pair = tuple(unused[:2])
        if not _grow(rng, joining, steps, values, unused, pair):
            break
    return graph(leaves, steps, root=steps[-1][1])


def _grow(
    rng: random.Random,
    usable: Sequence[Form],
    steps: list[Step],
    values: dict[str, float],
    unused: list[str],
    pair: tuple[str, ...] = (),
) -> bool:
    """Add one operation whose value stays in bounds; False if none was found."""
    for _ in range(40):
        form = rng.choice(usable)
        row = form.operator
        operands = pair or _operands(rng, form, values)
        numbers = tuple(values[o] if isinstance(o, str) else o for o in operands)
        if row.kink and not row.calm(*numbers):
            continue
        try:
            value = row.value(*numbers)
        except (ArithmeticError, ValueError):
            continue
        closed_gate = row.kink and value == 0.0
        if not (closed_gate or 1e-2 < abs(value) < LARGEST / 10):
            continue
        slot = f"_{len(steps) + 1}"
        steps.append(("apply", slot, row.name, *operands))
        values[slot] = value
        unused[:] = [name for name in unused if name not in operands] + [slot]
        return True
    return False


def _operands(rng: random.Random, form: Form, values: dict[str, float]) -> tuple[str | float, ...]:
    names = list(values)
    recent = names[-4:] if rng.random() < 0.7 else names

    def node() -> str:
        return rng.choice(recent)

    if form.number == "left":
        return _number(rng), node()
    first = node()
    if form.operator.drawn is not None:
        return first, rng.choice(form.operator.drawn(values[first]))
    if form.number:
        return first, _number(rng)
    return (first, rng.choice(names)) if len(form.sides) == 2 else (first,)


def _number(rng: random.Random) -> float:
    """A plain number: one in two is whole, one in two is below 0."""
    size = rng.choice((1, 2, 3, 4)) if rng.random() < 0.5 else round(rng.uniform(0.2, 2.8), 2)
    return size if rng.random() < 0.5 else -size


class DrawnLeaf:
    """Stands for a leaf value that is drawn for each submission, of any or of a given sign."""

    def __init__(self, sign: int) -> None:
        self.sign = sign


DRAWN: Final = DrawnLeaf(0)
POSITIVE: Final = DrawnLeaf(1)
NEGATIVE: Final = DrawnLeaf(-1)

LeafValue: TypeAlias = "float | DrawnLeaf"
