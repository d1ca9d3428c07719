"""A gradient checker: measure, look for kinks, compare."""

import itertools
import traceback


def check_grad(f, xs):
    """Do the slopes that f claims at xs agree with the measured ones?"""
    value, claims = f(list(xs))
    for i, claim in enumerate(tuple(claims)):
        rows = list(measurements(f, tuple(xs), i, value))
        kink = find_kink(rows)
        if kink is not None:
            low, high = kink
            slack = 1e-3 * (high - low)
            # any slope between the two sides will do
            if claim < low - slack or claim > high + slack:
                return False
        elif not close(claim, rows):
            return False
    return True


def measurements(f, xs, i, value):
    """Yield (left slope, right slope, mean slope, noise) for shorter and shorter steps."""
    x = xs[i]
    h = 0.1 * max(1.0, abs(x))
    for _ in range(19):
        try:
            sides = []
            for there in (x - h, x + h):
                other = f([*xs[:i], there, *xs[i + 1 :]])[0]
                sides.append((other, (other - value) / (there - x)))
            (low, left), (high, right) = sides
            mean = (high - low) / ((x + h) - (x - h))
            noise = 1e-15 * max(abs(low), abs(high), abs(value)) / h
            if abs(left) + abs(right) < 1e300:
                yield left, right, mean, noise
        except (ArithmeticError, ValueError, TypeError):
            pass
        h *= 0.1**0.5


def find_kink(rows):
    """The slopes to both sides, smaller one first, or None where f only bends."""
    usable = [r for r in rows if r[3] <= 1e-4 * max(abs(r[0]), abs(r[1]))]
    if len(usable) < 3:
        return None
    (left, right), (far_left, far_right) = usable[-1][:2], usable[-3][:2]
    gap = abs(left - right)
    if gap <= 3e-4 * max(abs(left), abs(right)) or gap <= 0.5 * abs(far_left - far_right):
        return None
    return min(left, right), max(left, right)


def close(claim, rows):
    if claim != claim or abs(claim) == float("inf"):
        return False
    means = [(row[2], row[3]) for row in rows]
    doubts = {}
    for (a, noise), (b, _), (c, _) in zip(
        means, itertools.islice(means, 1, None), itertools.islice(means, 2, None)
    ):
        doubts.setdefault(abs(a - b) + abs(b - c) + noise, a)
    doubt = min(doubts)
    slope = doubts[doubt]
    return abs(claim - slope) <= 5e-4 * abs(slope) + min(2 * doubt, 1e-8 + 1e-4 * abs(slope))


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
