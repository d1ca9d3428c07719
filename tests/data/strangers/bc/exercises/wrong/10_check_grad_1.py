"""Exercise 10: measure with many steps, believe the one that is least in doubt."""

import math

EPS = 2.0**-52


def look(f, xs, i, place):
    """The value of f with xs[i] moved to `place`, or None where there is none."""
    moved = list(xs)
    moved[i] = place
    try:
        value = f(moved)[0]
    except (ValueError, ArithmeticError):
        return None
    return value if math.isfinite(value) else None


def steps_for(x):
    """From a tenth of the size of x, ten times smaller each time."""
    h = 0.1 * max(1.0, abs(x))
    smallest = 1e-7 * min(1.0, abs(x)) if x else 1e-10
    while h > smallest:
        yield h
        h /= 10.0


def measure(f, xs, i, middle):
    """For each step: the slope to the left, to the right, the central one, and the noise."""
    x = xs[i]
    rows = []
    for h in steps_for(x):
        right, left = x + h, x - h
        up, down = look(f, xs, i, right), look(f, xs, i, left)
        if up is None or down is None or right == x or left == x:
            continue
        noise = 4 * EPS * max(abs(up), abs(down), abs(middle)) / h
        rows.append(
            (
                (middle - down) / (x - left),
                (up - middle) / (right - x),
                (up - down) / (right - left),
                noise,
            )
        )
    return rows


def has_kink(rows):
    """Whether left and right stay apart while the step shrinks, as far as one can see."""
    kink = False
    gap = None
    for left, right, _, noise in rows:
        if gap is not None:
            if 50 * noise >= gap:
                break
            kink = abs(right - left) > 0.5 * gap
        gap = abs(right - left)
    return kink


def best(rows):
    """The central slope that is least in doubt, and the doubt."""
    doubts = []
    for now, then in zip(rows, rows[1:]):
        doubts.append((abs(now[2] - then[2]) + now[3], now[2]))
    doubt, slope = min(doubts)
    return slope, doubt


def check_grad(f, xs):
    """Do the slopes that f claims at xs agree with the measured ones?"""
    value, claims = f(xs)
    for i, claim in enumerate(list(claims)):
        if math.isnan(claim):
            return False
        rows = measure(f, xs, i, value)
        if has_kink(rows):
            continue
        slope, doubt = best(rows)
        if not abs(claim - slope) <= 3e-4 * abs(slope) + 4 * doubt + 1e-10:
            return False
    return True
