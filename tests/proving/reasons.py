"""Why a check is there that alone catches nothing of what the proof tries.

`make detection` wants a reason for each such check. A name may hold `*`; the first that
fits counts, and one that is not needed is a fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase

FIRST = "Says the first thing that is wrong, before others that would all fail wait for it."
SMALLEST = "The smallest program that shows it: a student can follow it with a pencil."
ONE_THING = (
    "One operator and one property: whoever lacks it loses its points and no others, since the "
    "families of graphs leave out what an engine lacks."
)
HAND = "A step of its own in the exercise's text, with points of its own."
STEPS = "A size of its own: who gets this far and no farther keeps the points up to there."
FOUND_BY_ALL = "Draws what nobody thought of; the beliefs that are known fail smaller checks too."
STATE = "A promise of the contract by itself; beliefs that break it break a neighbour as well."

REASONS: Mapping[str, str] = {
    "order-by-hand/*": HAND,
    "local-rules/*": ONE_THING,
    "build-topo/chain": FIRST,
    "build-topo/*": HAND,
    "backward/one_operation": FIRST,
    "backward/*": SMALLEST,
    "accumulate/expression_*": HAND,
    "accumulate/*": SMALLEST,
    "operators/*": ONE_THING,
    "functions/*": ONE_THING,
    "check-grad/*": FIRST,
    "zero-grad/training_loop": SMALLEST,
    "zero-grad/*": HAND,
    "double-backward/*": SMALLEST,
    "toposort-iterative/d*": STEPS,
    "toposort-iterative/*": HAND,
    "consumer-counts/*": SMALLEST,
    "engine/value_*": FIRST,
    "engine/root_mul": FIRST,
    "engine/rule_*": ONE_THING,
    "engine/adds_up_*": ONE_THING,
    "engine/path_*": ONE_THING,
    "engine/constant_*": ONE_THING,
    "engine/sum_builtin": ONE_THING,
    "engine/power_*": ONE_THING,
    "engine/depth_*": STEPS,
    "engine/*ladder": STEPS,
    "engine/*_graphs": FOUND_BY_ALL,
    "engine/build_topo*": HAND,
    "engine/same_*": SMALLEST,
    "engine/showcase": SMALLEST,
    "engine/neuron": SMALLEST,
    "engine/shared_inner_node": SMALLEST,
    "engine/unequal_depth": SMALLEST,
    "engine/diamond_with_tail": SMALLEST,
    "engine/equal_values": SMALLEST,
    "engine/*": STATE,
}


def reason_of(name: str, reasons: Mapping[str, str] = REASONS) -> tuple[str, str] | None:
    """The pattern and the reason for the check "exercise/id", if there is one."""
    return next((pair for pair in reasons.items() if fnmatchcase(name, pair[0])), None)


def unneeded(names: Iterable[str], reasons: Mapping[str, str]) -> Iterator[str]:
    """The patterns that stand for none of these checks."""
    used = {found[0] for name in names if (found := reason_of(name, reasons)) is not None}
    yield from (pattern for pattern in reasons if pattern not in used)
