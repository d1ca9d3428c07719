import math


class Value:
    grad = 0.0
    _prev = ()
    _rule = None

    def __init__(self, data):
        self.data = float(data)

    @classmethod
    def made(cls, data, rule, *inputs):
        out = cls(data)
        out._prev = inputs
        out._rule = rule
        return out

    def _backward(self):
        if self._rule is not None:
            for p, g in zip(self._prev, self._rule(self.grad)):
                p.grad = p.grad + g

    def __add__(self, other):
        other = wrapped(other)
        return Value.made(self.data + other.data, both, self, other)

    __radd__ = __add__

    def __neg__(self):
        return Value.made(-self.data, negated, self)

    def __sub__(self, other):
        return self + -wrapped(other)

    def __rsub__(self, other):
        return -self + other

    def __mul__(self, other):
        other = wrapped(other)
        return Value.made(
            self.data * other.data, scaled(other.data, self.data), self, other
        )

    __rmul__ = __mul__

    def __truediv__(self, other):
        return self * wrapped(other) ** -1

    def __rtruediv__(self, other):
        return self ** -1 * other

    def __pow__(self, n):
        slope = 0.0
        if n != 0:
            slope = n * self.data ** (n - 1)
        return Value.made(self.data ** n, scaled(slope), self)

    def tanh(self):
        t = math.tanh(self.data)
        return Value.made(t, scaled(1.0 - t * t), self)

    def exp(self):
        e = math.exp(self.data)
        return Value.made(e, scaled(e), self)

    def relu(self):
        if self.data > 0.0:
            return Value.made(self.data, scaled(1.0), self)
        else:
            return Value.made(0.0, scaled(0.0), self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev != ():
                node.grad = 0.0
        self.grad = self.grad + 1.0
        for k in range(len(topo) - 1, -1, -1):
            topo[k]._backward()


def both(g):
    return g, g


def negated(g):
    return (-g,)


def scaled(*slopes):
    def rule(g):
        return tuple(g * s for s in slopes)
    return rule


def wrapped(x):
    if not isinstance(x, Value):
        x = Value(x)
    return x


def build_topo(v, visited, topo):
    pending = [v]
    colour = {}
    while pending:
        node = pending[-1]
        if colour.get(node) is None:
            colour[node] = "grey"
            visited.add(node)
            pending.extend(p for p in node._prev if p not in colour)
        else:
            pending.pop()
            if colour[node] == "grey":
                colour[node] = "black"
                topo.append(node)


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        type(node).grad = 0.0
