import math


def part(factor, dx):
    return factor * dx if dx else 0.0


class Dual:
    """x + dx * eps with eps * eps = 0; used to get the local derivatives of an operation."""

    def __init__(self, x, dx=0.0):
        self.x = x
        self.dx = dx

    def plus(self, o):
        return Dual(self.x + o.x, self.dx + o.dx)

    def minus(self, o):
        return Dual(self.x - o.x, self.dx - o.dx)

    def times(self, o):
        return Dual(self.x * o.x, part(o.x, self.dx) + part(self.x, o.dx))

    def over(self, o):
        q = self.x / o.x
        return Dual(q, self.dx / o.x - part(q / o.x, o.dx))

    def to_the(self, n):
        if n == 0:
            return Dual(1.0)
        if n < 1 and self.x == 0:
            return Dual(self.x ** n, math.inf)
        return Dual(self.x ** n, n * self.x ** (n - 1) * self.dx)

    def tanh(self):
        t = math.tanh(self.x)
        return Dual(t, (1 - t * t) * self.dx)

    def exp(self):
        e = math.exp(self.x)
        return Dual(e, e * self.dx)

    def relu(self):
        return Dual(self.x, self.dx) if self.x > 0 else Dual(0.0)


def apply(function, *inputs):
    inputs = [v if isinstance(v, Value) else Value(float(v)) for v in inputs]
    numbers = [v.data for v in inputs]
    slopes = []
    for i in range(len(numbers)):
        duals = [Dual(x, 1.0 if i == j else 0.0) for j, x in enumerate(numbers)]
        slopes.append(function(*duals).dx)
    out = Value(function(*map(Dual, numbers)).x)
    out._prev = inputs
    out.slopes = slopes
    return out


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = []
        self.slopes = []

    def _backward(self):
        for v, slope in zip(self._prev, self.slopes):
            v.grad += slope * self.grad

    def __add__(self, o): return apply(Dual.plus, self, o)
    def __radd__(self, o): return apply(Dual.plus, o, self)
    def __sub__(self, o): return apply(Dual.minus, self, o)
    def __rsub__(self, o): return apply(Dual.minus, o, self)
    def __mul__(self, o): return apply(Dual.times, self, o)
    def __rmul__(self, o): return apply(Dual.times, o, self)
    def __truediv__(self, o): return apply(Dual.over, self, o)
    def __rtruediv__(self, o): return apply(Dual.over, o, self)
    def __neg__(self): return apply(lambda d: Dual(-d.x, -d.dx), self)
    def __pow__(self, n): return apply(lambda d: d.to_the(n), self)
    def tanh(self): return apply(Dual.tanh, self)
    def exp(self): return apply(Dual.exp, self)
    def relu(self): return apply(Dual.relu, self)

    def backward(self):
        line = queue_up(self)
        for v in line:
            if v._prev:
                v.grad = 0.0
        self.grad += 1.0
        for v in line:
            v._backward()


def queue_up(root):
    """Every reachable node, each after all of its consumers."""
    users = {root: 0}
    found = [root]
    for v in found:
        for p in v._prev:
            if p not in users:
                users[p] = 0
                found.append(p)
            users[p] += 1
    line = [root]
    for v in line:
        for p in v._prev:
            users[p] -= 1
            if users[p] == 0:
                line.append(p)
    return line


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, inputs_listed = stack.pop()
        if inputs_listed:
            visited.add(node)
            topo.append(node)
        else:
            stack.append((node, True))
            stack.extend((p, False) for p in node._prev if p not in visited)


def zero_grad(root):
    for v in queue_up(root):
        v.grad = 0.0
