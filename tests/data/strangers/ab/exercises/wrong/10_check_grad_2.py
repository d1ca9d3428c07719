"""Exercise 10: check_grad."""

import traceback


def check_grad(f, xs):
    """Do the slopes that f claims at xs agree with the measured ones?"""
    value, claims = f(list(xs))
    if any(claim != claim for claim in claims):
        return False
    for i, claim in enumerate(claims):
        probe = Probe(f, xs, i, value)
        if probe.kink():
            return True
        slope, error = probe.slope()
        if not abs(slope - claim) <= 4e-4 * max(abs(slope), abs(claim)) + 2 * error + 3e-10:
            return False
    return True


class Probe:
    """f along one of its numbers."""

    def __init__(self, f, xs, i, value):
        self.f, self.xs, self.i, self.value = f, list(xs), i, value
        self.size = max(1.0, abs(xs[i]))

    def __call__(self, step):
        moved = self.xs.copy()
        moved[self.i] += step
        return self.f(moved)[0]

    def sides(self, h):
        up, down = self(h), self(-h)
        noise = 4e-16 * (abs(up) + abs(down) + abs(self.value)) / h
        return (up - self.value) / h, (self.value - down) / h, noise

    def slope(self):
        best = (0.0, float("inf"))
        for k in range(1, 29):
            h = 0.23 * self.size * 0.5**k
            right, left, noise = self.sides(h)
            right2, left2, _ = self.sides(h / 2)
            coarse, fine = (right + left) / 2, (right2 + left2) / 2
            error = abs(fine - coarse) + noise
            if error < best[1]:
                best = ((4 * fine - coarse) / 3, error)
        return best

    def kink(self):
        smaller = None
        for digits in (7, 6, 5, 4, 3, 2):
            right, left, noise = self.sides(self.size * 10.0**-digits)
            gap = abs(right - left)
            if gap > 20 * noise:
                if smaller is not None and 20 * smaller < 0.5 * gap:
                    return False
                right, left, _ = self.sides(self.size * 10.0 ** (1 - digits))
                return gap > 0.5 * abs(right - left)
            smaller = noise
        return False


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
