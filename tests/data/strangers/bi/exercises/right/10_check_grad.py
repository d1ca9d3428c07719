"""A gradient checker: many step lengths, and the most trustworthy one decides."""

import traceback

EPSILON = 2.0**-52
STEPS = [10.0 ** (-k / 2) for k in range(2, 21)]  # 0.1 down to 1e-10


def check_grad(f, xs):
    """Do the slopes that f claims at xs agree with the measured ones?"""
    here, claims = f([*xs])
    claims = tuple(claims)
    for place, claim in enumerate(claims):
        verdict = Inquiry(f, tuple(xs), place, here).verdict(claim)
        if not verdict:
            return False
    return True


class Inquiry:
    """All that can be found out about one number of xs."""

    def __init__(self, f, xs, place, here):
        self.f, self.xs, self.place, self.here = f, xs, place, here
        self.rows = []  # (step, left slope, right slope, central slope, noise), long steps first
        for step in STEPS:
            try:
                row = self.measure(step * max(1.0, abs(xs[place])))
            except (ArithmeticError, ValueError, TypeError):
                continue
            if all(-1e300 < number < 1e300 for number in row):
                self.rows.append(row)

    def value_at(self, x):
        point = list(self.xs)
        point[self.place] = x
        value, _ = self.f(point)
        return value

    def measure(self, h):
        x = self.xs[self.place]
        up, down = x + h, x - h
        high, low = self.value_at(up), self.value_at(down)
        size = max(abs(high), abs(low), abs(self.here))
        noise = 4 * EPSILON * size / h
        left = (self.here - low) / (x - down)
        right = (high - self.here) / (up - x)
        return h, left, right, (high - low) / (up - down), noise

    def is_kink(self):
        trusted = [
            (h, abs(right - left), max(abs(left), abs(right)))
            for h, left, right, _, noise in self.rows
            if noise <= 1e-4 * max(abs(left), abs(right))
        ]
        if len(trusted) < 3:
            return False
        h, gap, slope = trusted[-1]
        longer = [row for row in trusted if row[0] >= 9 * h] or trusted[:1]
        return gap > 3e-4 * slope and gap > 0.5 * longer[-1][1]

    def slope(self):
        """The central slope that agrees best with those of shorter steps, and its doubt."""
        best = None
        for one, two, three in zip(self.rows, self.rows[1:], self.rows[2:]):
            doubt = abs(one[3] - two[3]) + abs(two[3] - three[3]) + one[4]
            if best is None or doubt < best[1]:
                best = (one[3], doubt)
        return best

    def verdict(self, claim):
        if self.is_kink():
            return True
        if claim != claim or claim in (float("inf"), -float("inf")):
            return False
        slope, doubt = self.slope()
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
