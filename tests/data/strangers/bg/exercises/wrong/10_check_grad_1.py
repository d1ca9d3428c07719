"""Exercise 10: compare claimed slopes with measured ones."""

import math

EPS = 2.0**-52


def value_at(f, xs, i, x):
    """The value of f where xs[i] is x, or nan where f has none."""
    place = list(xs)
    place[i] = x
    try:
        value = f(place)[0]
    except (ValueError, ArithmeticError):
        return math.nan
    return float(value) if isinstance(value, (int, float)) else math.nan


def measure(f, xs, i):
    """One row for each step, large steps first: central slope, gap, noise.

    The gap is how far the slopes to the left and to the right are apart, the noise is
    what rounding can make of either.
    """
    x = xs[i]
    middle = value_at(f, xs, i, x)
    rows = []
    for power in range(1, 10):
        h = 10.0**-power * max(1.0, abs(x))
        up, down = x + h, x - h
        above, below = value_at(f, xs, i, up), value_at(f, xs, i, down)
        if not (math.isfinite(above) and math.isfinite(below)):
            continue
        right = (above - middle) / (up - x)
        left = (middle - below) / (x - down)
        central = (above - below) / (up - down)
        size = max(abs(above), abs(middle), abs(below))
        noise = 4 * EPS * (size + abs(x) * max(abs(left), abs(right))) / h
        rows.append((central, abs(right - left), noise))
    return rows


def is_kink(rows):
    """Does the gap stay as the step gets ten times smaller?"""
    for j in range(len(rows) - 1, 0, -1):
        _, gap, noise = rows[j]
        if gap > 20 * noise:
            return gap > 0.5 * rows[j - 1][1] and rows[j - 1][1] > 0
        if rows[j - 1][1] > 40 * noise:
            return False  # it would be seen here, and it is gone
    return False


def check_grad(f, xs):
    """Do the slopes that f claims at xs agree with the measured ones?"""
    claims = list(f(list(xs))[1])
    for i in range(len(xs)):
        claim = claims[i]
        if math.isnan(claim):
            return False
        rows = measure(f, xs, i)
        if is_kink(rows):
            continue
        doubts = []
        for (wide, _, _), (narrow, _, noise) in zip(rows, rows[1:]):
            doubts.append((abs(wide - narrow) + noise, narrow, noise))
        # best: doubt that is small beside the slope; else (slope 0) doubt that is small
        doubt, slope, noise = min(doubts, key=lambda d: d[0] / (abs(d[1]) or 1e-300))
        if doubt > 1e-4 * abs(slope):
            doubt, slope, noise = min(doubts)
        allowed = 4e-4 * max(abs(claim), abs(slope)) + 0.02 * doubt + noise
        if abs(claim - slope) > allowed:
            return False
    return True
