"""The exam: every property of the contract, from single operators to whole families of graphs."""

from grader.checks.builtin.engine import families, operators, sharing, size, state

CHECKS = (
    *operators.CHECKS,
    *sharing.CHECKS,
    *state.CHECKS,
    *size.CHECKS,
    *families.CHECKS,
)
