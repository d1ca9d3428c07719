"""A gradient checker."""

import math

NAN = float("nan")


def check_grad(f, xs):
    """Do the slopes that f claims at xs agree with the measured ones?"""
    value, claims = f(xs)
    claims = list(claims)

    def moved(i, x):
        ys = list(xs)
        ys[i] = x
        try:
            return f(ys)[0] + 0.0
        except (ArithmeticError, ValueError):
            return NAN

    for i, x in enumerate(list(xs)):
        centre, noise_of, gaps = [], [], []
        for k in range(1, 10):
            h = max(1.0, abs(x)) * 0.1**k
            hi, lo = x + h, x - h
            f_hi, f_lo = moved(i, hi), moved(i, lo)
            if isinstance(f_hi + f_lo, complex) or not math.isfinite(f_hi - f_lo):
                continue
            ahead = (f_hi - value) / (hi - x)
            behind = (value - f_lo) / (x - lo)
            noise = (abs(f_hi) + abs(f_lo) + abs(value)) / h
            noise += abs(x) * (abs(ahead) + abs(behind)) / h
            noise *= 5e-16
            centre.append((f_hi - f_lo) / (hi - lo))
            noise_of.append(noise)
            gaps.append(abs(ahead - behind))

        claim = claims[i]
        if claim != claim:
            return False
        # from the smallest step upwards: the first gap that is more than noise
        j = len(gaps) - 1
        while j > 0 and gaps[j] <= 20 * noise_of[j] and gaps[j - 1] <= 40 * noise_of[j]:
            j -= 1
        if j > 0 and gaps[j] > 20 * noise_of[j] and gaps[j] > gaps[j - 1] / 2:
            continue

        steps = range(1, len(centre))
        error = {j: abs(centre[j - 1] - centre[j]) + noise_of[j] for j in steps}
        good = [j for j in steps if error[j] < 1e-4 * abs(centre[j])]
        if good:
            j = min(good, key=lambda j: error[j] / abs(centre[j]))
        else:
            j = min(steps, key=error.get)
        room = 4e-4 * abs(centre[j]) + error[j] / 50 + noise_of[j]
        if not abs(claim - centre[j]) <= room:
            return False
    return True
