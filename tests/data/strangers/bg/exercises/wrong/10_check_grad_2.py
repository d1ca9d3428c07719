from math import isfinite


class Probe:
    """f as a function of one of its numbers, seen from where it stands."""

    def __init__(self, f, xs, index):
        self.f, self.xs, self.index = f, xs, index
        self.x = xs[index]
        self.here = self.at(self.x)

    def at(self, x):
        numbers = [*self.xs]
        numbers[self.index] = x
        try:
            value, _ = self.f(numbers)
        except (ValueError, ZeroDivisionError, OverflowError):
            return float("nan")
        return value if not isinstance(value, complex) else float("nan")

    def look(self, h):
        """Slope to the left, to the right, from end to end, and the rounding noise."""
        a, b = self.x - h, self.x + h
        low, high = self.at(a), self.at(b)
        left = (self.here - low) / (self.x - a)
        right = (high - self.here) / (b - self.x)
        rough = max(abs(low), abs(high), abs(self.here))
        rough += abs(self.x) * max(abs(left), abs(right))
        return left, right, (high - low) / (b - a), 1e-15 * rough / h

    def looks(self):
        unit = max(abs(self.x), 1.0)
        found = [self.look(unit / 10**digits) for digits in range(1, 10)]
        return [look for look in found if all(isfinite(number) for number in look)]


def close(p, q, slack):
    return abs(p - q) <= 4e-4 * abs(q) + slack


def find_kink(looks):
    """The closest look at a kink, or None if there is only a bend."""
    for before, after in reversed([*zip(looks, looks[1:])]):
        wide, narrow = abs(before[1] - before[0]), abs(after[1] - after[0])
        if narrow > 20 * after[3]:
            return after if narrow > wide / 2 else None
        if wide > 40 * after[3]:
            return None
    return None


def fits(claim, probe):
    if not isfinite(claim):
        return False
    looks = probe.looks()
    kink = find_kink(looks)
    if kink:
        # The claim may be the slope of either side, or their mean.
        left, right, central, noise = kink
        slack = 1e-3 * (abs(left) + abs(right)) + noise
        return any(close(claim, slope, slack) for slope in (left, right, central))
    found = []
    for before, after in zip(looks, looks[1:]):
        error = abs(before[2] - after[2]) + after[3]
        sharp = error < 1e-4 * abs(after[2])
        found.append((not sharp, error / abs(after[2]) if sharp else error, error, after))
    _, _, error, (_, _, slope, noise) = min(found)
    return close(claim, slope, error / 50 + noise)


def check_grad(f, xs):
    """Do the slopes that f claims at xs agree with the measured ones?"""
    _, claims = f([*xs])
    claims = tuple(claims)
    return all(fits(claims[i], Probe(f, xs, i)) for i in range(len(xs)))
