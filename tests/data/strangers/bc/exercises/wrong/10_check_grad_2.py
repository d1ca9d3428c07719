"""Exercise 10: one object for each number that is nudged."""

import math
from dataclasses import dataclass, field


@dataclass
class Nudge:
    """What happens to f when xs[place] is moved by h to either side."""

    h: float
    below: float
    above: float
    central: float
    noise: float

    @property
    def gap(self):
        return abs(self.above - self.below)


@dataclass
class Probe:
    """All nudges of one number."""

    f: object
    xs: list
    place: int
    value: float
    nudges: list = field(default_factory=list)

    def at(self, x):
        point = [*self.xs]
        point[self.place] = x
        value, _ = self.f(point)
        return value

    def run(self):
        x = self.xs[self.place]
        size = abs(x)
        h = max(size, 1.0) / 10
        end = min(size, 1.0) * 1e-7 or 1e-10
        while h > end:
            self.nudge(x, h)
            h /= 10
        return self

    def nudge(self, x, h):
        lower, upper = x - h, x + h
        try:
            low, high = self.at(lower), self.at(upper)
        except (ValueError, ArithmeticError):
            return
        if lower < x < upper and math.isfinite(low) and math.isfinite(high):
            self.nudges.append(
                Nudge(
                    h=h,
                    below=(self.value - low) / (x - lower),
                    above=(high - self.value) / (upper - x),
                    central=(high - low) / (upper - lower),
                    noise=1e-15 * max(abs(low), abs(high), abs(self.value)) / h,
                )
            )

    def kinked(self):
        """A gap between left and right that the smaller step does not close."""
        answer = False
        for wide, narrow in zip(self.nudges, self.nudges[1:]):
            if wide.gap <= 50 * narrow.noise:
                break
            answer = narrow.gap > wide.gap / 2
        return answer

    def agrees_with(self, claim):
        if claim != claim:
            return False
        if self.kinked():
            return True
        error, slope = min(
            (abs(wide.central - narrow.central) + wide.noise, wide.central)
            for wide, narrow in zip(self.nudges, self.nudges[1:])
        )
        size = max(abs(slope), abs(claim))
        return abs(slope - claim) <= 0.0004 * size + 4 * error + 1e-10


def check_grad(f, xs):
    """Do the slopes that f claims at xs agree with the measured ones?"""
    value, claims = f(list(xs))
    claims = list(claims)
    return all(Probe(f, list(xs), i, value).run().agrees_with(claims[i]) for i in range(len(xs)))
