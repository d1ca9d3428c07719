"""Central differences with several steps; kinks are left out; the rest is compared."""

import math
import traceback

CLOSE = 3e-4
STEPS = [0.1 * 0.316227766**k for k in range(19)]


def moved(f, xs, i, x):
    point = list(xs)
    point[i] = x
    try:
        return float(f(point)[0])
    except (ArithmeticError, ValueError, TypeError):
        return math.nan


def table(f, xs, i, middle):
    """Rows of left slope, right slope, central slope and noise, the longest step first."""
    rows = []
    for step in STEPS:
        h = step * max(1.0, abs(xs[i]))
        a, b = xs[i] - h, xs[i] + h
        low, high = moved(f, xs, i, a), moved(f, xs, i, b)
        if math.isfinite(low) and math.isfinite(high):
            noise = 1e-15 * max(abs(low), abs(high), abs(middle)) / h
            left, right = (middle - low) / (xs[i] - a), (high - middle) / (b - xs[i])
            rows.append((left, right, (high - low) / (b - a), noise))
    return rows


def has_kink(rows):
    """Whether left and right stay apart when the step becomes ten times smaller."""
    sharp = [row for row in rows if row[3] <= 1e-4 * max(abs(row[0]), abs(row[1]))]
    if len(sharp) < 3:
        return False
    gap = abs(sharp[-1][1] - sharp[-1][0])
    before = abs(sharp[-3][1] - sharp[-3][0])
    return gap > 3e-4 * max(abs(sharp[-1][0]), abs(sharp[-1][1])) and gap > 0.5 * before


def best_slope(rows):
    """The slope that changes least from step to step, and how sure it is."""
    candidates = []
    for k in range(len(rows) - 2):
        a, b, c = (rows[k + j][2] for j in range(3))
        candidates.append((abs(a - b) + abs(b - c) + rows[k][3], a))
    doubt, slope = min(candidates)
    return slope, doubt


def check_grad(f, xs):
    """Do the slopes that f claims at xs agree with the measured ones?"""
    middle, claims = f(list(xs))
    pairs = []
    for i, claim in enumerate(list(claims)):
        rows = table(f, xs, i, middle)
        if has_kink(rows):
            continue
        if not math.isfinite(claim):
            return False
        pairs.append((claim, *best_slope(rows)))
    size = max((abs(slope) for _, slope, _ in pairs), default=0.0)
    for claim, slope, doubt in pairs:
        slack = min(2 * doubt, 1e-8 + 1e-4 * abs(slope))
        if abs(claim - slope) > CLOSE * size + slack:
            return False
    return True


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
