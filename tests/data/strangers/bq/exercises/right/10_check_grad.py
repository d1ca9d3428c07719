"""Exercise 10: a gradient checker that you can trust.

The idea
--------
If you write rules by hand, you make mistakes, and the value of the root looks right all the
same. There is an independent way to find a slope: move one number a little to either side and
see how far the result moves.

    slope at x   is about   ( f(x + h) - f(x - h) ) / (2 * h)

This is the central difference. It is slow, as it needs two calls for each number, and it is
not exact. But it knows nothing about rules, so it does not repeat their mistakes.

How small should h be? Two errors compete. If h is large, the curve bends between x - h and
x + h. If h is tiny, the two results agree in nearly all of their digits, and the difference is
rounding noise. For a curve of ordinary size, h = 0.1 is wrong by 0.004; h = 1e-11 by 0.000005;
and h = 1e-5 by 0.00000000004.

So the estimate is never exact, and "equal" has to mean "close": measure the difference
against the size of the numbers. 1000000 and 1000001 are close, 0.001 and 0.002 are not.

And there may be a kink, as in relu at 0 or |x| at 0. The slope to the left and the slope to
the right are then two different numbers. The central difference is their mean, and it proves
nothing: do not call the claim wrong there. But over a step h, the slopes to the left and to
the right differ a little at every bend, too. What tells a bend from a kink: make h smaller.
At a bend their difference shrinks as well, at a kink it stays.

Your task
---------
Write `check_grad(f, xs)`.

    xs         a list of floats
    f(xs)      returns a pair (value, grads): the value of the function at xs, and a list
               with one CLAIMED slope for each number in xs. The claims may be wrong.
    result     True if all claims agree with the central difference, False if one does not.
               A kink of f in xs[i] is no reason for False. The other claims still count.

The claims are those at xs itself. When you call f elsewhere, use the value only. Give f a
list of your own and leave xs as it is. You may call f as often as you like.

What is judged
--------------
Right claims are accepted: steep and flat functions, large and small values, the bottom of a
valley (slope 0), kinks. Wrong claims are caught: a forgotten factor, a wrong sign, a lost
contribution, also when only one claim of several is wrong or when all slopes are small. A claim
is wrong if it is off by 0.1 % of the right slope or more, at slopes from 1e-6 to 1e6. A claim
that is `nan` or infinite is wrong, too. At a kink, such a claim is not judged.

Run this file to see the examples:  python 10_check_grad.py
Stuck?  topograde hint check-grad        Ready?  topograde check check-grad
"""

import math
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise


@dataclass(frozen=True)
class Look:
    """What is seen of a function on a step h to either side of x."""

    slope: float  # central
    gap: float  # slope to the right less slope to the left
    noise: float  # how much of it may be rounding


@dataclass
class Line:
    """f along one of its numbers, the others stay where they are."""

    f: Callable
    before: tuple
    x: float
    after: tuple

    def value(self, x):
        return self.f([*self.before, x, *self.after])[0]

    def look(self, h):
        left, right = self.x - h, self.x + h
        here, low, high = self.value(self.x), self.value(left), self.value(right)
        fall, rise = (here - low) / (self.x - left), (high - here) / (right - self.x)
        noise = 4 * sys.float_info.epsilon * max(abs(here), abs(low), abs(high)) / h
        return Look((high - low) / (right - left), rise - fall, noise)

    @cached_property
    def looks(self):
        """From wide steps to narrow ones, each half as wide as the one before."""
        found, h = [], max(1.0, abs(self.x)) / 8
        while len(found) < 24 and self.x - h < self.x < self.x + h:
            try:
                found.append(self.look(h))
            except (ArithmeticError, ValueError):  # such as log of a negative number
                found.clear()
            h /= 2
        return found

    def has_kink(self):
        """At a bend the gap halves with each step. At a kink it stays."""
        most = max(abs(look.gap) for look in self.looks)
        clear = [look for look in self.looks if 50 * look.noise < most]
        last = [look.gap for look in clear[-4:] if abs(look.gap) > 3 * look.noise]
        if len(last) < 4:
            return False
        return all(0.7 < b / a < 1.4 for a, b in pairwise(last))

    def estimate(self):
        """The slope, and how far off it may be: the best pair of neighbouring steps."""
        return min(
            (abs(narrow.slope - wide.slope) + narrow.noise, (4 * narrow.slope - wide.slope) / 3)
            for wide, narrow in pairwise(self.looks)
        )[::-1]

    def supports(self, claim):
        if self.has_kink():
            return True
        slope, doubt = self.estimate()
        return math.isfinite(claim) and abs(claim - slope) <= 3e-4 * abs(slope) + doubt


def check_grad(f, xs):
    """Do the slopes that f claims at xs agree with the measured ones?"""
    point = tuple(xs)
    claims = tuple(f([*point])[1])
    lines = (Line(f, point[:i], x, point[i + 1 :]) for i, x in enumerate(point))
    return all(map(Line.supports, lines, claims))

# ---- Examples: run this file to see them. Nothing to do below this line. ----


def cube(xs):
    (x,) = xs
    return x**3, [3 * x**2]


def cube_without_factor(xs):
    (x,) = xs
    return x**3, [x**2]


def showcase(xs):
    a, b, c = xs
    return (a * b + c) * (a + b), [b * (a + b) + (a * b + c), a * (a + b) + (a * b + c), a + b]


def showcase_last_share_only(xs):
    a, b, c = xs
    return (a * b + c) * (a + b), [b * (a + b), a * (a + b), a + b]


def showcase_one_wrong(xs):
    value, (slope_a, slope_b, slope_c) = showcase(xs)
    return value, [slope_a, slope_b, slope_c + 0.01]


def valley(xs):
    (x,) = xs
    return (x - 5) ** 2, [2 * (x - 5)]


def valley_wrong(xs):
    (x,) = xs
    return (x - 5) ** 2, [2 * (x - 5) + 3]


def small(xs):
    (x,) = xs
    return 0.0001 * x * x, [0.0002 * x]


def small_wrong(xs):
    (x,) = xs
    return 0.0001 * x * x, [0.0001 * x]


def relu(xs):
    (x,) = xs
    return max(x, 0.0), [1.0 if x > 0 else 0.0]


def example(what, expected, f, xs):
    """Print one line: what is expected beside what your code gives."""
    line = f"{what:<40} expected {expected!s:<6}"
    try:
        found = check_grad(f, xs)
    except NotImplementedError as todo:
        print(f"  not yet  {line}\n             {todo}")
        return False
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1].lineno
        print(f"  not yet  {line}\n             line {place}: {type(error).__name__}: {error}")
        return False
    right = found is expected
    print(f"  {'right  ' if right else 'not yet'}  {line} found {found!s:.8}")
    return right


def main():
    done = [
        example("x**3 at 2, claim 12", True, cube, [2.0]),
        example("x**3 at 2, claim 4", False, cube_without_factor, [2.0]),
        example("(a*b + c) * (a+b), claims 22, 17, 5", True, showcase, [2.0, 3.0, 1.0]),
        example("the same, claims 15, 10, 5", False, showcase_last_share_only, [2.0, 3.0, 1.0]),
        example("the same, claims 22, 17, 5.01", False, showcase_one_wrong, [2.0, 3.0, 1.0]),
        example("(x-5)**2 at 5, claim 0", True, valley, [5.0]),
        example("(x-5)**2 at 5, claim 3", False, valley_wrong, [5.0]),
        example("0.0001 * x*x at 3, claim 0.0006", True, small, [3.0]),
        example("0.0001 * x*x at 3, claim 0.0003", False, small_wrong, [3.0]),
        example("relu at 0 (a kink), claim 0", True, relu, [0.0]),
    ]
    if all(done):
        print("\nAll examples agree. The grader tries more: topograde check check-grad")
    else:
        print("\nThere is still something to do: see # TODO in this file.")
        print("Stuck? topograde hint check-grad")


if __name__ == "__main__":
    main()
