"""A gradient checker with a small class for one line through xs."""

import traceback
from math import inf, isfinite


class Line:
    """f along the number at one place, all others standing still."""

    def __init__(self, f, xs, place):
        self.f, self.place = f, place
        self.start = list(xs)

    def __call__(self, x):
        point = self.start[:]
        point[self.place] = x
        return self.f(point)[0]

    def slopes(self, value, h):
        """Left, right and central slope with the step h, and the noise in them."""
        x = self.start[self.place]
        try:
            low, high = self(x - h), self(x + h)
            left = (value - low) / (x - (x - h))
            right = (high - value) / ((x + h) - x)
            centre = (high - low) / ((x + h) - (x - h))
            noise = 1e-15 * max(abs(low), abs(high), abs(value)) / h
        except (ArithmeticError, ValueError, TypeError):
            return None
        return (left, right, centre, noise) if isfinite(left + right) else None


def check_grad(f, xs):
    """Do the slopes that f claims at xs agree with the measured ones?"""
    value, claims = f(xs)
    claims = list(claims)
    lines = [Line(f, xs, place) for place in range(len(claims))]
    return all(agrees(line, value, claim) for line, claim in zip(lines, claims))


def agrees(line, value, claim):
    reach = max(1.0, abs(line.start[line.place]))
    found = [line.slopes(value, reach * 10 ** (-k / 2)) for k in range(2, 21)]
    found = [row for row in found if row]
    clear = [row for row in found if row[3] <= 1e-4 * max(abs(row[0]), abs(row[1]))]
    if len(clear) > 2:
        left, right = clear[-1][:2]
        apart = abs(right - left)
        if apart > 3e-4 * max(abs(left), abs(right)):
            if apart > 0.5 * abs(clear[-3][1] - clear[-3][0]):
                return True  # a kink
    if not isfinite(claim):
        return False
    slope, doubt = 0.0, inf
    for row, after, last in zip(found, found[1:], found[2:]):
        wobble = abs(row[2] - after[2]) + abs(after[2] - last[2]) + row[3]
        if wobble < doubt:
            slope, doubt = row[2], wobble
    allowed = 5e-4 * abs(slope) + min(2 * doubt, 1e-8 + 1e-4 * abs(slope))
    return abs(claim - slope) <= allowed


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
