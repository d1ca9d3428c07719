"""A gradient checker."""


def check_grad(f, xs):
    """Do the slopes that f claims at xs agree with the measured ones?"""
    value, claims = f(list(xs))
    found = []
    for i, x in enumerate(xs):

        def at(t, i=i):
            return f([*xs[:i], t, *xs[i + 1 :]])[0]

        found.append(measure(at, x, value))
    largest = max([abs(slope) for slope, _, _ in found], default=0.0)
    for claim, (slope, error, kink) in zip(claims, found):
        close = abs(claim - slope) <= 4e-4 * largest + 2 * error + 3e-10
        if claim != claim or not (close or kink):
            return False
    return True


def measure(at, x, value):
    size = max(1.0, abs(x))
    best, doubt = 0.0, float("inf")
    trail = []
    for k in range(21):
        h = size * 0.09 / 2**k
        up, down = at(x + h), at(x - h)
        noise = 4e-16 * (abs(up) + abs(down) + abs(value)) / h
        trail.append(((up - down) / (2 * h), (up + down - 2 * value) / h, noise))
    for (coarse, _, _), (fine, _, noise) in zip(trail, trail[1:]):
        if abs(fine - coarse) + noise < doubt:
            best, doubt = (4 * fine - coarse) / 3, abs(fine - coarse) + noise
    kink = False
    for k in range(20, 5, -1):
        _, gap, noise = trail[k]
        if abs(gap) > 20 * noise:
            gone = k + 3 <= 20 and 20 * trail[k + 3][2] < 0.4 * abs(gap)
            kink = not gone and abs(gap) > 0.5 * abs(trail[k - 3][1])
            break
    return best, doubt, kink
