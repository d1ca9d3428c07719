"""The exam: every property of the contract, from single operators to whole families of graphs."""

from . import families, operators, sharing, size, state

CHECKS = (
    *operators.CHECKS,
    *sharing.CHECKS,
    *state.CHECKS,
    *families.CHECKS,
    *size.CHECKS,  # last: of what fails, the first is shown, and these programs are long
)
