"""The exam: every property of the contract, from single operators to whole families of graphs."""

from grader.checks import (
    engine_families,
    engine_operators,
    engine_sharing,
    engine_size,
    engine_state,
)

CHECKS = (
    *engine_operators.CHECKS,
    *engine_sharing.CHECKS,
    *engine_state.CHECKS,
    *engine_size.CHECKS,
    *engine_families.CHECKS,
)
