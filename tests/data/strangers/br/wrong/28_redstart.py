"""The exam. No clearing before the pass: the first contribution of a call replaces what an
inner node holds, the later ones are added. Leaves always add.
"""

import math


class Value:
    def __init__(self, data, _prev=(), _contributions=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._contributions = _contributions

    def __repr__(self):
        kind = "inner node" if self._prev else "leaf"
        return f"{kind} {self.data} (gradient {self.grad})"

    def _backward(self):
        """The local rule: one contribution for each input."""
        if self._contributions is None:
            return ()
        return self._contributions(self.grad)

    def backward(self):
        order = list(backward_order(self))
        self.grad = 1.0 if self._prev else self.grad + 1.0
        for node in order:
            touched = set()
            for source, amount in zip(node._prev, node._backward()):
                if source._prev and source not in touched:
                    source.grad = amount
                else:
                    source.grad += amount
                touched.add(source)

    def __add__(self, other):
        other = box(other)
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    def __sub__(self, other):
        other = box(other)
        return Value(self.data - other.data, (self, other), lambda g: (g, -g))

    def __mul__(self, other):
        other = box(other)
        x, y = self.data, other.data
        return Value(x * y, (self, other), lambda g: (g * y, g * x))

    def __truediv__(self, other):
        other = box(other)
        x, y = self.data, other.data
        return Value(x / y, (self, other), lambda g: (g / y, -g * x / y**2))

    def __radd__(self, other):
        return box(other) + self

    def __rsub__(self, other):
        return box(other) - self

    def __rmul__(self, other):
        return box(other) * self

    def __rtruediv__(self, other):
        return box(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: (-g,))

    def __pow__(self, n):
        x = self.data
        if n == 0:
            return Value(1.0, (self,), lambda g: (0.0,))
        return Value(x**n, (self,), lambda g: (g * n * x ** (n - 1),))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: (g * (1.0 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: (g * e,))

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, (self,), lambda g: (g if on else 0.0,))


def box(x):
    return x if isinstance(x, Value) else Value(x)


def backward_order(root):
    """Root first, every node after all of its consumers."""
    topo = []
    build_topo(root, set(), topo)
    return reversed(topo)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, complete = stack.pop()
        if complete:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((source, False) for source in node._prev)


def zero_grad(root):
    for node in backward_order(root):
        node.grad = 0.0
