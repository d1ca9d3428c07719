"""What one watched program showed, as sentences made of parts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

SIDES = ("left", "right")
IN_THE_EXAMPLE = ": in the example that is"
NOTHING_BESIDE = 1e-15
"""A number this small beside another one is what rounding leaves of 0."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What is said of an operator and one of its inputs, in parts. begins, does, ends: with {here}
    for the operator and {place} for the input; numbers: what the input gets in the example and what
    it is owed, "" where that is not told; at: which operation of the example they are of, "" where
    there is only one that it can be."""

    here: str
    begins: str
    does: str
    ends: str
    place: str
    numbers: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class Seen:
    """What one watched program showed. key: what is the same in other programs that show it; said:
    a statement, "" if it is in parts."""

    key: tuple[str, ...]
    said: str
    question: str
    id: str
    part: str
    operator: str = ""
    side: str = ""
    found: str = ""
    name: str | None = None
    claim: Claim | None = None

    @property
    def statement(self) -> str:
        """What is said of this program."""
        return statement_of([self])


def statement_of(sides: Sequence[Seen]) -> str:
    """One statement of what was seen on the sides of an operator."""
    claims = [each.claim for each in sides if each.claim is not None]
    rest = " ".join(dict.fromkeys(each.said for each in sides if each.said))
    return f"{_claimed(claims)} {rest}".strip() if claims else rest


def _claimed(claims: Sequence[Claim]) -> str:
    first, last = claims[0], claims[-1]
    if len({(each.here, each.begins, each.ends, each.at) for each in claims}) > 1:
        return " ".join(_claimed([each]) for each in claims)
    is_same = first.does == last.does
    places = ["each of its inputs"] if len(claims) > 1 and is_same else [e.place for e in claims]
    does = " and ".join(
        each.does.format(place=place) for each, place in zip(claims, places, strict=False)
    )
    told = f"{first.begins}{does}{first.ends}".format(here=first.here)
    if not first.numbers:
        return told
    gets = "that is" if is_same and first.numbers == last.numbers else f"{first.place} gets"
    of_example = told.startswith("In the example")
    example = f"For {first.at} in the example" if first.at else "In the example"
    gets = f"{gets[0].upper()}{gets[1:]}" if of_example else f"{example} {gets}"
    return f"{told} {gets} {first.numbers}."


def of_the_example(seen: Seen) -> Seen:
    """The same, said of the example alone: in other programs it is another expression."""
    claim = seen.claim
    if claim is not None and claim.begins.startswith("Your "):
        begins = f"In the example, y{claim.begins[1:]}"
        return replace(seen, claim=replace(claim, begins=begins, here=claim.at or claim.here))
    if seen.said.startswith("Your ") and IN_THE_EXAMPLE in seen.said:
        said = f"In the example, y{seen.said[1:]}".replace(IN_THE_EXAMPLE, ": that is", 1)
        return replace(seen, said=said)
    return seen


def id_of(*parts: str) -> str:
    """What names a finding: its parts that are not empty."""
    return "/".join(filter(None, parts))


def in_digits(value: float, other: float = math.nan) -> str:
    """A number with six digits, or with so many that it is not taken for another one."""
    digits = next((d for d in (6, 10) if f"{value:.{d}g}" != f"{other:.{d}g}"), 17)
    return f"{value + 0.0:.{digits}g}"


def owed_in_digits(owed: float, found: float) -> str:
    """What is owed where another number was found: 0 if no more than rounding is left of it."""
    is_left = math.isfinite(found) and abs(owed) < NOTHING_BESIDE * abs(found)
    return "0" if is_left else in_digits(owed, found)
