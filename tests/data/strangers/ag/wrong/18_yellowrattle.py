import math


class Value:
    def __init__(self, data, *_prev):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = ()
        self.uses = 0
        for p in _prev:
            p.uses += 1

    def slopes(self, *numbers):
        self._backward = numbers
        return self

    def __add__(self, other):
        other = promote(other)
        return Value(self.data + other.data, self, other).slopes(1.0, 1.0)

    def __sub__(self, other):
        other = promote(other)
        return Value(self.data - other.data, self, other).slopes(1.0, -1.0)

    def __mul__(self, other):
        other = promote(other)
        return Value(self.data * other.data, self, other).slopes(other.data, self.data)

    def __truediv__(self, other):
        other = promote(other)
        inverse = 1.0 / other.data
        out = Value(self.data * inverse, self, other)
        return out.slopes(inverse, -self.data * inverse * inverse)

    __radd__ = lambda self, other: promote(other) + self
    __rsub__ = lambda self, other: promote(other) - self
    __rmul__ = lambda self, other: promote(other) * self
    __rtruediv__ = lambda self, other: promote(other) / self
    __neg__ = lambda self: Value(-self.data, self).slopes(-1.0)

    def __pow__(self, n):
        out = Value(self.data ** n, self)
        return out.slopes(n * self.data ** (n - 1)) if n != 0 else out.slopes(0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, self).slopes(1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return Value(e, self).slopes(e)

    def relu(self):
        positive = self.data > 0
        return Value(self.data if positive else 0.0, self).slopes(float(positive))

    def backward(self):
        graph = family(self)
        expected = {v: v.uses for v in graph}
        total = dict.fromkeys(graph, 0.0)
        total[self] = 1.0
        ready = [self]
        while ready:
            v = ready.pop()
            # a leaf collects over many calls, everything else starts afresh
            v.grad = total[v] if v._prev else v.grad + total[v]
            for p, slope in zip(v._prev, v._backward):
                total[p] += slope * total[v]
                expected[p] -= 1
                if expected[p] == 0:
                    ready.append(p)


def promote(x):
    return x if isinstance(x, Value) else Value(x)


def family(root):
    """All nodes below root as a dictionary, in the order in which they were met."""
    met = {root: None}
    fresh = [root]
    while fresh:
        for p in fresh.pop()._prev:
            if p not in met:
                met[p] = None
                fresh.append(p)
    return met


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        u = stack.pop()
        if u in visited:
            continue
        unseen = [p for p in u._prev if p not in visited]
        if unseen:
            stack.append(u)
            stack.extend(unseen)
        else:
            visited.add(u)
            topo.append(u)


def zero_grad(root):
    for v in family(root):
        v.grad = 0.0
