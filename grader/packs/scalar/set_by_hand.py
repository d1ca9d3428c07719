"""Gradients that are set by hand. On a leaf, as in a training loop, the next call adds to that.

What one can do with it:

* `between_graphs()`, `between_calls()`, `on_a_leaf()`: before a call, in a loop, between two calls;
* `on_inner_nodes()`, `after_a_huge_one()`, `after_no_number()`: there a call begins with nothing,
  whatever was set, or left by a gradient that is large or no number;
* `cleared()`, `cleared_again()`: by `zero_grad`, where no call was made, or all was cleared since.

Whole numbers are set: an engine may keep its gradients as fractions or decimals.
"""

from __future__ import annotations

from functools import cache

from grader.programs.operators import JOIN, SCALE
from grader.programs.program import Program, Step

_A, _B = ("leaf", "a", 1.5), ("leaf", "b", -0.5)
_PRODUCT, _CALLED = ("apply", "L", SCALE, "a", "b"), ("backward", "L")
_ZEROED, _HELD = ("set_grad", "a", 0), ("set_grad", "a", 7)
_SEEN, _ONE_SEEN = ("read", "grad", ("a", "b")), ("read", "grad", ("a",))


@cache
def between_graphs(kind: type[float] = int) -> tuple[Program, ...]:
    """Between calls on fresh graphs, before the first call, after it, and in a loop."""
    zeroed, held = (("set_grad", "a", kind(number)) for number in (0, 7))
    loop = (("apply", "L", SCALE, "a", "a"), _CALLED, ("descend", "a", 0.25), zeroed)
    return (
        Program((_A, _B, _PRODUCT, _CALLED, zeroed, _PRODUCT, _CALLED, _SEEN)),
        Program((_A, _B, held, _PRODUCT, _CALLED, _SEEN)),
        Program((_A, _B, _PRODUCT, _CALLED, held, _PRODUCT, _CALLED, _SEEN)),
        Program((_A, ("repeat", 3, loop), ("read", "data", ("a",)), _ONE_SEEN)),
    )


@cache
def between_calls() -> tuple[Program, ...]:
    """Between two calls on one root, also where all that is below an inner node is set to 0."""
    inner = (("apply", "h", SCALE, "a", "b"), ("apply", "L", SCALE, "h", "c"), _CALLED)
    leaves = (_A, _B, ("leaf", "c", 0.75))
    return (
        Program((_A, _B, _PRODUCT, _CALLED, _ZEROED, _CALLED, _SEEN)),
        Program((*leaves, *inner, _ZEROED, ("set_grad", "b", 0), _CALLED, _SEEN)),
    )


@cache
def on_a_leaf() -> tuple[Program, ...]:
    """Between two calls on the leaf itself, also where a huge gradient was there before."""
    leaf, big = ("backward", "a"), ("leaf", "big", 1e16)
    huge = big, ("apply", "L", SCALE, "a", "big"), _CALLED
    last = leaf, _ZEROED, leaf, _ONE_SEEN
    return Program((_A, *last)), Program((_A, *huge, *last))


@cache
def on_inner_nodes() -> tuple[Program, ...]:
    """On an inner node and on the root, before the first call and between two."""
    inner = (("apply", "h", SCALE, "a", "b"), ("set_grad", "h", 7))
    root = (("apply", "L", SCALE, "h", "a"), _CALLED)
    return (
        Program((_A, _B, *inner, *root, _SEEN)),
        Program((_A, _B, *inner, *root, inner[1], _CALLED, _SEEN)),
        Program((_A, _B, _PRODUCT, ("set_grad", "L", 7), _CALLED, _SEEN)),
    )


@cache
def after_a_huge_one(big: float = 1e15) -> tuple[Program, ...]:
    """An inner node holds the square of `big` when the second call begins, the leaf below 0.

    Where rules are given it may be inf.
    """
    made: tuple[Step, ...] = (("leaf", "a", 1.5 / big), ("leaf", "b", -0.5), ("leaf", "big", big))
    made += (("apply", "h", SCALE, "a", "b"), ("apply", "_1", SCALE, "h", "big"))
    made += (("apply", "L", SCALE, "_1", "big"), _CALLED, _ZEROED)
    last = (("apply", "M", SCALE, "h", "b"), ("backward", "M"), _ONE_SEEN)
    return (Program((*made, *last)),)


@cache
def after_no_number() -> tuple[Program, ...]:
    """An inner node holds inf - inf when the second call begins, and so do the leaves below."""
    made: tuple[Step, ...] = (_A, _B, ("leaf", "big", 1e200), ("leaf", "less", -1e200))
    made += (("apply", "h", SCALE, "a", "b"),)
    for one, other, by in (("_1", "_2", "big"), ("_3", "_4", "less")):
        made += (("apply", one, SCALE, "h", by), ("apply", other, SCALE, one, "big"))
    made += (("apply", "L", JOIN, "_2", "_4"), _CALLED, _ZEROED, ("set_grad", "b", 0))
    last = (("apply", "M", SCALE, "h", "b"), ("backward", "M"), _SEEN)
    return (Program((*made, *last)),)


@cache
def cleared_again() -> tuple[Program, ...]:
    """What was set is cleared, though all was cleared since the call."""
    zero = ("zero", "L")
    return (Program((_A, _B, _PRODUCT, _CALLED, zero, _HELD, zero, _SEEN)),)


@cache
def cleared(functions: tuple[str, ...] = ()) -> tuple[Program, ...]:
    """What was set is cleared, though no call was made; below functions too, one of them flat."""
    zeroed = (_HELD, ("zero", "L"), _SEEN)
    below = ("apply", "h", SCALE, "a", "b")
    return (
        Program((_A, _B, _PRODUCT, *zeroed)),
        *(Program((_A, _B, below, ("apply", "L", name, "h"), *zeroed)) for name in functions),
    )
