"""The ways in which operators are made of others, as functions of what these contribute and give.

One that is made of others (`a - b` as `a + -b`) inherits their mistakes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grader.programs.operators import names

Part = Callable[[str, int, float, float, "float | None"], "float | None"]
"""The rule of another operator: form, side, operands, and the arriving gradient."""
Way = Callable[[Part, float, float, float], "float | None"]


def _as_side(operator: str, side: int, turned: bool = False) -> Way:
    """The form is the operator itself, or the operator with its operands the other way round."""

    def way(part: Part, x: float, y: float, g: float) -> float | None:
        return part(operator, side, *((y, x) if turned else (x, y)), g)

    return way


WAYS: dict[tuple[str, int], Sequence[Way]] = {
    ("neg", 0): (
        lambda part, x, y, g: part("mul", 0, x, -1.0, g),
        lambda part, x, y, g: part("mul", 1, -1.0, x, g),
    ),
    ("sub", 0): (lambda part, x, y, g: part("add", 0, x, -y, g),),
    ("sub", 1): (
        lambda part, x, y, g: part("neg", 0, y, 0.0, part("add", 1, x, -y, g)),
        lambda part, x, y, g: part("mul", 0, y, -1.0, part("add", 1, x, -y, g)),
    ),
    ("truediv", 0): (lambda part, x, y, g: part("mul", 0, x, 1 / y, g),),
    ("truediv", 1): (lambda part, x, y, g: part("pow", 0, y, -1.0, part("mul", 1, x, 1 / y, g)),),
    ("rsub", 1): (
        lambda part, x, y, g: part("sub", 1, x, y, g),
        lambda part, x, y, g: part("neg", 0, y, 0.0, part("add", 0, -y, x, g)),
        lambda part, x, y, g: part("neg", 0, y, 0.0, part("add", 1, x, -y, g)),
        lambda part, x, y, g: part("neg", 0, y, 0.0, part("sub", 0, y, x, g)),
        lambda part, x, y, g: part("mul", 0, y, -1.0, part("add", 0, -y, x, g)),
    ),
    ("rtruediv", 1): (
        lambda part, x, y, g: part("truediv", 1, x, y, g),
        lambda part, x, y, g: part("pow", 0, y, -1.0, part("mul", 0, 1 / y, x, g)),
        lambda part, x, y, g: part("pow", 0, y, -1.0, part("mul", 1, x, 1 / y, g)),
    ),
}
for _name in names("nodes"):
    WAYS[f"{_name}_const", 0] = (_as_side(_name, 0),)
TURNED: dict[str, Way] = {name: _as_side(name, 0, turned=True) for name in ("add", "mul")}
for _name in TURNED:
    WAYS[f"r{_name}", 1] = (_as_side(_name, 1), TURNED[_name])
WAYS["sub_const", 0] = (*WAYS["sub_const", 0], lambda part, x, y, g: part("add", 0, x, -y, g))
WAYS["truediv_const", 0] = (
    *WAYS["truediv_const", 0],
    lambda part, x, y, g: part("mul", 0, x, 1 / y, g),
)


ValueOf = Callable[..., "float | None"]
"""The value of another operator: form and operands."""

VALUES: dict[str, Sequence[tuple[bool, Callable[[ValueOf, float, float], float | None]]]] = {
    "neg": (
        (False, lambda of, x, y: of("mul", x, -1.0)),
        (False, lambda of, x, y: of("mul", -1.0, x)),
    ),
    "sub": (
        (False, lambda of, x, y: of("add", x, of("neg", y))),
        (False, lambda of, x, y: of("add", x, of("mul", y, -1.0))),
        (False, lambda of, x, y: of("add", x, of("mul", -1.0, y))),
    ),
    "truediv": ((False, lambda of, x, y: of("mul", x, of("pow", y, -1.0))),),
    "sub_const": (
        (False, lambda of, x, y: of("sub", x, y)),
        (False, lambda of, x, y: of("add", x, -y)),
        (False, lambda of, x, y: of("add", x, of("neg", y))),
        (False, lambda of, x, y: of("add", x, of("mul", y, -1.0))),
        (False, lambda of, x, y: of("add", x, of("mul", -1.0, y))),
    ),
    "truediv_const": (
        (False, lambda of, x, y: of("truediv", x, y)),
        (False, lambda of, x, y: of("mul", x, 1 / y)),
        (False, lambda of, x, y: of("mul", x, of("pow", y, -1.0))),
    ),
    "rsub": (
        (False, lambda of, x, y: of("sub", x, y)),
        (False, lambda of, x, y: of("add", of("neg", y), x)),
        (False, lambda of, x, y: of("add", x, of("neg", y))),
        (False, lambda of, x, y: of("add", of("mul", y, -1.0), x)),
        (False, lambda of, x, y: of("add", x, of("mul", y, -1.0))),
        (False, lambda of, x, y: of("add", x, of("mul", -1.0, y))),
        (False, lambda of, x, y: of("neg", of("sub", y, x))),
    ),
    "rtruediv": (
        (False, lambda of, x, y: of("truediv", x, y)),
        (False, lambda of, x, y: of("mul", of("pow", y, -1.0), x)),
        (False, lambda of, x, y: of("mul", x, of("pow", y, -1.0))),
    ),
    "add_const": ((False, lambda of, x, y: of("add", x, y)),),
    "mul_const": ((False, lambda of, x, y: of("mul", x, y)),),
    "radd": (
        (False, lambda of, x, y: of("add", x, y)),
        (True, lambda of, x, y: of("add", y, x)),
    ),
    "rmul": (
        (False, lambda of, x, y: of("mul", x, y)),
        (True, lambda of, x, y: of("mul", y, x)),
    ),
}
"""How values are made of others; with each whether the operands are turned round."""
