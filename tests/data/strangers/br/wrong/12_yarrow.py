from math import exp as _exp
from math import tanh as _tanh


class Value:
    """Scalar with a gradient.

    `_rule` gets the gradient of the result and gives back one number per input.
    """

    def __init__(self, data, inputs=(), rule=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(inputs)
        self._rule = rule

    @property
    def is_leaf(self):
        return len(self._prev) == 0

    def _backward(self):
        if self._rule is None:
            return
        for node, part in zip(self._prev, self._rule(self.grad)):
            node.grad += part

    # two inputs

    def __add__(self, other):
        other = number_or_value(other)
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    def __sub__(self, other):
        other = number_or_value(other)
        return Value(self.data - other.data, (self, other), lambda g: (g, -g))

    def __mul__(self, other):
        other = number_or_value(other)
        a, b = self.data, other.data
        return Value(a * b, (self, other), lambda g: (g * b, g * a))

    def __truediv__(self, other):
        other = number_or_value(other)
        a, b = self.data, other.data
        return Value(a / b, (self, other), lambda g: (g / b, -g * a / (b * b)))

    def __radd__(self, other):
        return number_or_value(other) + self

    def __rsub__(self, other):
        return number_or_value(other) - self

    def __rmul__(self, other):
        return number_or_value(other) * self

    def __rtruediv__(self, other):
        return number_or_value(other) / self

    # one input

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: (-g,))

    def __pow__(self, n):
        x = self.data
        if n == 0:
            return Value(1.0, (self,), lambda g: (0.0,))
        return Value(x**n, (self,), lambda g: (g * n * x ** (n - 1),))

    def tanh(self):
        t = _tanh(self.data)
        return Value(t, (self,), lambda g: (g * (1.0 - t * t),))

    def exp(self):
        e = _exp(self.data)
        return Value(e, (self,), lambda g: (g * e,))

    def relu(self):
        if self.data <= 0:
            return Value(0.0)
        return Value(self.data, (self,), lambda g: (g,))

    # from the root down

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if not node.is_leaf:
                node.grad = 0.0
        self.grad += 1.0
        topo.reverse()
        for node in topo:
            node._backward()


def number_or_value(x):
    if isinstance(x, Value):
        return x
    return Value(x)


def build_topo(v, visited, topo):
    todo = [(v, False)]
    while todo:
        node, expanded = todo.pop()
        if expanded:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        todo.append((node, True))
        for inp in node._prev:
            if inp not in visited:
                todo.append((inp, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
