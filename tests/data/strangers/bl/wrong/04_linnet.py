from math import exp, tanh


class Rule:
    """What a node does to its inputs."""

    def __init__(self, *slopes):
        self.slopes = slopes

    def __call__(self, node):
        for inp, slope in zip(node._prev, self.slopes):
            inp.grad += node.grad * slope


class Value:
    def __init__(self, data, _prev=(), _backward=Rule()):
        self.data, self.grad = data, 0.0
        self._prev, self._backward = _prev, _backward

    def __repr__(self):
        return f"<{self.data} grad {self.grad}>"

    def __add__(self, other):
        other = const(other)
        return Value(self.data + other.data, (self, other), Rule(1.0, 1.0))

    def __radd__(self, other):
        return self + other

    def __mul__(self, other):
        other = const(other)
        return Value(self.data * other.data, (self, other), Rule(other.data, self.data))

    def __rmul__(self, other):
        return self * other

    def __neg__(self):
        return Value(-self.data, (self,), Rule(-1.0))

    def __sub__(self, other):
        other = const(other)
        return Value(self.data - other.data, (self, other), Rule(1.0, -1.0))

    def __rsub__(self, other):
        return const(other) - self

    def __truediv__(self, other):
        other = const(other)
        quotient = self.data / other.data
        return Value(quotient, (self, other), Rule(1.0 / other.data, -quotient / other.data))

    def __rtruediv__(self, other):
        return const(other) / self

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, (self,), Rule(0.0))
        return Value(self.data**n, (self,), Rule(n * self.data ** (n - 1)))

    def tanh(self):
        t = tanh(self.data)
        return Value(t, (self,), Rule(1.0 - t**2))

    def exp(self):
        e = exp(self.data)
        return Value(e, (self,), Rule(e))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), Rule(1.0))
        return Value(0.0, (self,), Rule(0.0))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward(node)


def const(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    spine = []
    while v is not None and v not in visited:
        visited.add(v)
        spine.append(v)
        v = v._prev[0] if v._prev else None
    for node in reversed(spine):
        for side in node._prev[1:]:
            build_topo(side, visited, topo)
        topo.append(node)


def zero_grad(root):
    seen, waiting = {root}, [root]
    while waiting:
        node = waiting.pop()
        node.grad = 0.0
        for inp in node._prev:
            if inp not in seen:
                seen.add(inp)
                waiting.append(inp)
