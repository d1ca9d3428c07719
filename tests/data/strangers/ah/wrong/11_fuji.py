import math
from operator import add, mul, sub, truediv

DIGITS = 12


def _number(x, n):
    try:
        return x**n
    except OverflowError:
        return -math.inf if x < 0 and n % 2 == 1 else math.inf


SLOPES = {
    add: lambda x, y, z: (1.0, 1.0),
    sub: lambda x, y, z: (1.0, -1.0),
    mul: lambda x, y, z: (y, x),
    truediv: lambda x, y, z: (1.0 / y, -z / y),
}


class Value:
    def __init__(self, data, _prev=(), slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self.slopes = slopes

    def receive(self, share):
        # without this, 0.1 + 0.2 is shown as 0.30000000000000004
        self.grad = round(self.grad + share, DIGITS)

    def _backward(self):
        for node, slope in zip(self._prev, self.slopes):
            node.receive(slope * self.grad)

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def _binary(self, other, f, turned=False):
        if not isinstance(other, Value):
            other = Value(float(other))
        a, b = (other, self) if turned else (self, other)
        z = f(a.data, b.data)
        return Value(z, (a, b), SLOPES[f](a.data, b.data, z))

    def __add__(self, other):
        return self._binary(other, add)

    def __radd__(self, other):
        return self._binary(other, add, True)

    def __sub__(self, other):
        return self._binary(other, sub)

    def __rsub__(self, other):
        return self._binary(other, sub, True)

    def __mul__(self, other):
        return self._binary(other, mul)

    def __rmul__(self, other):
        return self._binary(other, mul, True)

    def __truediv__(self, other):
        return self._binary(other, truediv)

    def __rtruediv__(self, other):
        return self._binary(other, truediv, True)

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        slope = n * _number(self.data, n - 1) if n else 0.0
        return Value(_number(self.data, n), (self,), (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        positive = self.data > 0
        return Value(self.data * 1.0 if positive else 0.0, (self,), (1.0 * positive,))

    def backward(self):
        inner = [node for node in _sorted(self) if node._prev]
        for node in inner:
            node.grad = 0.0
        self.grad += 1.0
        for node in reversed(inner):
            node._backward()


def _sorted(root):
    """Inputs first."""
    state, order, stack = {}, [], [root]
    while stack:
        node = stack[-1]
        if node not in state:
            state[node] = "open"
            for child in node._prev:
                if child not in state:
                    stack.append(child)
        else:
            stack.pop()
            if state[node] == "open":
                state[node] = "done"
                order.append(node)
    return order


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    topo += _sorted(v)
    visited |= set(topo)


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    for node in _sorted(root):
        node.grad = 0.0
