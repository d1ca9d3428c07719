"""The catalogue of wrong beliefs about an engine: each has wrong hand-ins, and should be named.

What names them is `grader.explain.watching.naming`; hand-ins are in `variants` and `traversals`.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.proving.template import FUNCTIONS


class Belief(NamedTuple):
    """A belief. taught: the exercises, beside the exam, in which it can appear. by_order: whether
    the order in which inputs are walked can change its answers."""

    id: str
    family: str
    taught: str
    by_order: bool = False

    @property
    def exercises(self) -> frozenset[str]:
        """All exercises in which it can appear."""
        return frozenset((*self.taught.split(), "engine"))


def _overwriting(name: str) -> Belief:
    taught = "functions" if name in ("exp", "relu") else ""
    return Belief(f"overwrite-{name}", "accumulation", taught, by_order=True)


ALL = (
    Belief("no-seed", "seeding", "backward double-backward"),
    Belief("seed-with-value", "seeding", "backward double-backward"),
    Belief("seed-everywhere", "seeding", "backward double-backward"),
    Belief("backward-calls-itself", "seeding", "backward", by_order=True),
    Belief("seed-accumulates", "seeding", "double-backward"),
    Belief("seed-overwrites-leaf", "seeding", "double-backward"),
    Belief("forward-not-reversed", "order", "backward", by_order=True),
    Belief("preorder", "order", "backward", by_order=True),
    Belief("preorder-reversed", "order", "backward", by_order=True),
    Belief("bfs-order", "order", "backward", by_order=True),
    Belief("min-depth-layers", "order", "backward", by_order=True),
    Belief("naive-stack-dfs", "order", "backward", by_order=True),
    Belief("mark-on-push", "order", "backward", by_order=True),
    Belief("recursive-no-topo", "order", "backward", by_order=True),
    Belief("recursive-visited-no-topo", "order", "backward", by_order=True),
    Belief("call-during-postorder", "order", "backward", by_order=True),
    Belief("kahn-first-arrival", "order", "backward", by_order=True),
    Belief("skips-root", "order", "backward", by_order=True),
    Belief("order-cached", "order", "backward double-backward", by_order=True),
    Belief("no-visited-set", "order", "backward", by_order=True),
    Belief("dedupe-keep-first", "order", "backward", by_order=True),
    Belief("visited-by-value", "order", "backward", by_order=True),
    Belief("eq-without-hash", "order", "backward"),
    Belief("visited-mutable-default", "order", "backward double-backward", by_order=True),
    Belief("kahn-count-paths", "order", "backward", by_order=True),
    Belief("kahn-multi-edge", "order", "backward", by_order=True),
    Belief("overwrite-add", "accumulation", "accumulate local-rules", by_order=True),
    Belief("overwrite-mul", "accumulation", "accumulate local-rules", by_order=True),
    Belief("overwrite-mul-other", "accumulation", "accumulate local-rules", by_order=True),
    Belief("overwrite-tanh", "accumulation", "accumulate functions", by_order=True),
    *(_overwriting(name) for name in FUNCTIONS if name != "tanh"),
    Belief("overwrite-pow", "accumulation", "operators", by_order=True),
    Belief(
        "overwrite-everywhere", "accumulation", "accumulate functions local-rules", by_order=True
    ),
    Belief("same-operand-special-case", "accumulation", "accumulate local-rules"),
    Belief("no-upstream", "accumulation", "functions local-rules operators"),
    Belief("mul-own-data", "accumulation", "local-rules"),
    Belief("mul-uses-grad", "accumulation", "local-rules", by_order=True),
    Belief("nothing-reset", "zeroing", "double-backward"),
    Belief("zero-only-leaves", "zeroing", "double-backward zero-grad"),
    Belief("zero-only-root", "zeroing", "double-backward zero-grad"),
    Belief("zero-grad-does-nothing", "zeroing", "double-backward zero-grad"),
    Belief("backward-zeroes-all", "zeroing", "double-backward"),
    Belief("backward-zeroes-leaves", "zeroing", "double-backward"),
    Belief("grad-none", "zeroing", "double-backward zero-grad"),
    Belief("radd-missing", "operators", "operators"),
    Belief("rmul-missing", "operators", "operators"),
    Belief("rsub-missing", "operators", "operators"),
    Belief("rtruediv-missing", "operators", "operators"),
    Belief("rsub-flipped", "operators", "operators"),
    Belief("rtruediv-flipped", "operators", "operators"),
    Belief("radd-recurses", "operators", "operators"),
    Belief("sub-plus", "operators", "operators"),
    Belief("int-division", "operators", "operators"),
    Belief("quotient-rule", "operators", "operators"),
    Belief("pow-rule", "operators", "operators"),
    Belief("power-precedence", "operators", "operators"),
    Belief("pow-zero", "operators", "operators"),
    Belief("op-returns-none", "operators", "functions local-rules operators"),
    Belief("tanh-uses-x", "functions", "functions"),
    Belief("tanh-not-squared", "functions", "functions"),
    Belief("tanh-like-sigmoid", "functions", "functions"),
    Belief("tanh-overflow", "functions", "functions"),
    Belief("exp-uses-x", "functions", "functions"),
    Belief("exp-power-rule", "functions", "functions"),
    Belief("relu-open-gate", "functions", "functions"),
    Belief("relu-wrong-side-of-zero", "functions", "functions"),
    Belief("relu-gates-on-gradient", "functions", "functions"),
    Belief("prev-drops-operand", "construction", "local-rules", by_order=True),
    Belief("unary-no-children", "construction", "functions operators", by_order=True),
    Belief("rewrap-detaches", "construction", "operators"),
    Belief("no-coercion", "construction", "operators"),
    Belief("early-capture", "construction", "local-rules"),
    Belief("late-binding-loop", "construction", "local-rules"),
    Belief("backward-called-not-stored", "construction", "local-rules"),
    Belief("inplace-iadd", "construction", ""),
)
