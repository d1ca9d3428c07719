"""Exercise 10. A claim goes to court: the witnesses are differences over many steps."""

from collections import namedtuple
from fractions import Fraction
from math import inf, isnan, nan

Witness = namedtuple("Witness", "h slope gap noise")
TOO_MUCH = Fraction(4, 10_000)


def number(thing):
    """A float, or nan for whatever is none."""
    try:
        return float(thing)
    except (TypeError, ValueError, OverflowError):
        return nan


def hear(f, xs, i):
    """Call the witnesses for xs[i], those with the large steps first."""
    x = xs[i]

    def testify(y):
        try:
            return number(f([*xs[:i], y, *xs[i + 1 :]])[0])
        except (ValueError, ArithmeticError):
            return nan

    here = testify(x)
    step = max(1.0, abs(x) / 50) / 8
    for _ in range(28):
        step /= 2
        ahead, behind = testify(x + step), testify(x - step)
        span_up, span_down = (x + step) - x, x - (x - step)
        up, down = (ahead - here) / span_up, (here - behind) / span_down
        slope = (ahead - behind) / (span_up + span_down)
        if not -inf < slope < inf:
            continue
        loud = max(map(abs, (ahead, here, behind))) + abs(x) * max(abs(up), abs(down))
        yield Witness(step, slope, abs(up - down), loud * 2.0**-50 / step)


def kinked(witnesses):
    """Two far apart of those that see a gap clearly: do both see the same gap?"""
    for far, near in reversed([*zip(witnesses, witnesses[3:])]):
        if near.gap > 16 * near.noise:
            return near.gap > far.gap / 2
        if far.gap > 32 * near.noise:
            return False  # whatever it was, it has gone
    return False


def sentence(claim, witnesses):
    """Whether the claim holds, by the most trustworthy three witnesses in a row."""
    best = (2, inf, inf, 0.0, 0.0)
    for one, two, three in zip(witnesses, witnesses[1:], witnesses[2:]):
        spread = max(abs(one.slope - two.slope), abs(two.slope - three.slope))
        doubt, size = spread + three.noise, abs(three.slope)
        # beside the slope if there is one, as it is if there is none
        if doubt < 1e-4 * size:
            best = min(best, (0, doubt / size, doubt, three.slope, three.noise))
        else:
            best = min(best, (1, doubt, doubt, three.slope, three.noise))
    *_, doubt, slope, noise = best
    return abs(claim - slope) <= float(TOO_MUCH) * abs(slope) + doubt / 4 + noise


def check_grad(f, xs):
    """Do the slopes that f claims at xs agree with the measured ones?"""
    xs = tuple(xs)
    claims = [*map(number, f(list(xs))[1])]
    verdicts = set()
    for i, claim in enumerate(claims):
        if isnan(claim):
            verdicts.add(False)
            continue
        witnesses = [*hear(f, xs, i)]
        verdicts.add(kinked(witnesses) or sentence(claim, witnesses))
    return False not in verdicts
