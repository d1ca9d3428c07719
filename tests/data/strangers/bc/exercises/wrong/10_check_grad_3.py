"""Exercise 10: closures over one number at a time."""

import math


def along(f, xs, i):
    """f as a function of its i-th number alone."""

    def g(x):
        return f(xs[:i] + [x] + xs[i + 1 :])[0]

    return g


def tables(g, x, middle):
    """Lists over ever smaller steps: central slopes, gaps between the sides, noise."""
    central, gaps, noises = [], [], []
    for power in range(1, 12):
        h = max(1.0, abs(x)) * 10.0**-power
        a, b = x - h, x + h
        if not a < x < b:
            break
        try:
            low, high = g(a), g(b)
        except (ValueError, ArithmeticError):
            continue
        if not (math.isfinite(low) and math.isfinite(high)):
            continue
        central.append((high - low) / (b - a))
        gaps.append(abs((high - middle) / (b - x) - (middle - low) / (x - a)))
        noises.append(1e-15 * max(abs(low), abs(high), abs(middle)) / h)
    return central, gaps, noises


def is_kink(gaps, noises):
    """Does the gap stay, down to the smallest step at which it could still be seen?"""
    stays = False
    for k in range(1, len(gaps)):
        if gaps[k - 1] <= 50 * noises[k]:
            return stays
        stays = 2 * gaps[k] > gaps[k - 1]
    return stays


def slope_from(central, noises):
    """The slope that changes least from one step to the next, and how much is only noise."""
    changes = [abs(central[k] - central[k + 1]) + noises[k] for k in range(len(central) - 1)]
    k = changes.index(min(changes))
    return central[k], changes[k]


def check_grad(f, xs):
    """Do the slopes that f claims at xs agree with the measured ones?"""
    xs = list(xs)
    middle, claims = f(list(xs))
    for i, claim in enumerate(claims):
        central, gaps, noises = tables(along(f, xs, i), xs[i], middle)
        if claim == claim and is_kink(gaps, noises):
            continue
        slope, unsure = slope_from(central, noises)
        # Near 0 a relative measure would ask too much of a difference.
        if not math.isclose(claim, slope, rel_tol=4e-4, abs_tol=max(1e-8, 2 * unsure)):
            return False
    return True
