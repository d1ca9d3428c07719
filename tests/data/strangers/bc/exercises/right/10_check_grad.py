"""Exercise 10: a jury of step sizes.

Each step size gives evidence: a slope to the left, one to the right, and how much of that may
be rounding noise. Big steps suffer from bends, small ones from noise. The jury believes the
pair of neighbouring steps that agree best.
"""

import math
from collections import namedtuple
from itertools import pairwise, takewhile

Evidence = namedtuple("Evidence", "slope gap noise")

SHRINK = 8.0  # a power of two: steps stay exact


def sizes(x):
    """Step sizes, from a part of the size of x down to a ten-millionth of it."""
    top = 2.0 ** math.floor(math.log2(max(1.0, abs(x))) - 3)
    bottom = 1e-8 * (min(1.0, abs(x)) or 1e-3)
    return takewhile(lambda h: h > bottom, (top / SHRINK**k for k in range(400)))


def witness(f, xs, i, here, h):
    """What one step size has to say, or None if f cannot be asked there."""

    def ask(x):
        value, _claims = f([x if k == i else other for k, other in enumerate(xs)])
        return value

    x = xs[i]
    right, left = x + h, x - h
    if not left < x < right:
        return None
    try:
        up, down = ask(right), ask(left)
        if not all(map(math.isfinite, (up, down))):
            return None
    except (ValueError, ArithmeticError):
        return None
    gap = (up - here) / (right - x) - (here - down) / (x - left)
    slope = (up - down) / (right - left)
    noise = 2.0**-50 * max(map(abs, (up, down, here, x * slope))) / h
    return Evidence(slope, abs(gap), noise)


def kink(evidence):
    """A gap between left and right that stays the same as long as it can be seen at all.

    At a bend it shrinks with the step; where only noise is left it grows.
    """
    streak = 0
    for coarse, fine in pairwise(evidence):
        if coarse.gap <= 60 * fine.noise or (streak > 1 and fine.gap > 3 * coarse.gap):
            break
        streak = streak + 1 if coarse.gap / 2 < fine.gap < 3 * coarse.gap else 0
    return streak > 1


def plausible(claim, evidence):
    doubt, slope = min(
        (abs(coarse.slope - fine.slope) + coarse.noise, coarse.slope)
        for coarse, fine in pairwise(evidence)
    )
    return abs(claim - slope) <= abs(slope) / 2500 + 4 * doubt + 1e-10


def check_grad(f, xs):
    """Do the slopes that f claims at xs agree with the measured ones?"""
    here, claims = f([*xs])
    verdicts = set()
    for i, claim in enumerate([*claims]):
        statements = [witness(f, xs, i, here, h) for h in sizes(xs[i])]
        evidence = [one for one in statements if one is not None]
        honest = not math.isnan(claim) and (kink(evidence) or plausible(claim, evidence))
        verdicts.add(bool(honest))
    return False not in verdicts
