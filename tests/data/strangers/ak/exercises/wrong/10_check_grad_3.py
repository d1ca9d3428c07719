"""Exercise 10: check claimed slopes by central differences."""

from math import isfinite, isnan

ROUNDING = 1e-15
STEPS = [10 ** (-k / 2) for k in range(2, 21)]


def check_grad(f, xs):
    centre, claims = f(xs[:])

    for i, x in enumerate(xs):
        claim = claims[i]
        if isnan(claim):
            return False

        lefts, rights, slopes, noises = [], [], [], []
        for step in STEPS:
            h = step * (abs(x) if abs(x) > 1 else 1)
            above, below = x + h, x - h
            try:
                high, claims = f(xs[:i] + [above] + xs[i + 1 :])
                low, _ = f(xs[:i] + [below] + xs[i + 1 :])
                fine = isfinite(high) and isfinite(low)
            except (ArithmeticError, ValueError, TypeError):
                continue
            if fine:
                rights.append((high - centre) / (above - x))
                lefts.append((centre - low) / (x - below))
                slopes.append((high - low) / (above - below))
                noises.append(ROUNDING * (abs(high) + abs(low) + abs(centre)) / h)

        # a kink: left and right stay apart, however small the step
        jumps = [abs(r - l) for l, r in zip(lefts, rights)]
        clear = [k for k in range(4, len(jumps)) if jumps[k] > 10 * noises[k]]
        if clear:
            k = clear[-1]
            if all(0.6 * jumps[j] < jumps[k] < 1.7 * jumps[j] for j in (k - 2, k - 4)):
                continue

        # otherwise: the slope at the step where it is steadiest
        wobble = [
            max(abs(slopes[k] - slopes[k - 1]), abs(slopes[k - 1] - slopes[k - 2])) + noises[k]
            for k in range(2, len(slopes))
        ]
        k = wobble.index(min(wobble))
        if not abs(claim - slopes[k + 2]) <= 0.0005 * abs(slopes[k + 2]) + 2 * wobble[k]:
            return False

    return True


if __name__ == "__main__":
    print(check_grad(lambda xs: (xs[0] ** 3, [3 * xs[0] ** 2]), [2.0]), "should be True")
    print(check_grad(lambda xs: (xs[0] ** 3, [xs[0] ** 2]), [2.0]), "should be False")
