"""A node keeps one slope for each DIFFERENT input: `x*x` has one input, with the slope 2x."""

import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        # _prev: nothing, or a dict {input: slope}; the dict is the rule
        self.data = data
        self.grad = 0.0
        self._backward = dict(_prev)
        self._op = _op

    @property
    def _prev(self):
        return tuple(self._backward)

    def __add__(self, other):
        other = _(other)
        return Value(self.data + other.data, merge((self, 1.0), (other, 1.0)), "+")

    def __sub__(self, other):
        other = _(other)
        return Value(self.data - other.data, merge((self, 1.0), (other, -1.0)), "-")

    def __mul__(self, other):
        other = _(other)
        return Value(
            self.data * other.data, merge((self, other.data), (other, self.data)), "*"
        )

    def __truediv__(self, other):
        other = _(other)
        q = self.data / other.data
        return Value(q, merge((self, 1 / other.data), (other, -q / other.data)), "/")

    def __neg__(self):
        return Value(-self.data, {self: -1.0}, "neg")

    def __pow__(self, n):
        y = strong(self.data, n)
        if n == 0:
            return Value(y, {self: 0.0}, "pow")
        if n == 2:
            return Value(y, {self: 2.0 * self.data}, "pow")
        if n == -1:
            return Value(y, {self: -y / self.data}, "pow")
        return Value(y, {self: n * strong(self.data, n - 1)}, "pow")

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, {self: 1.0 - t * t}, "tanh")

    def exp(self):
        e = math.exp(self.data)
        return Value(e, {self: e}, "exp")

    def relu(self):
        return Value(self.data, {self: 1.0}, "relu") if self.data > 0 else Value(0.0, {self: 0.0}, "relu")

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return _(other) - self

    def __rtruediv__(self, other):
        return _(other) / self

    def backward(self):
        order = _order(self)
        for node in order:
            if node._backward:
                node.grad = 0.0
        self.grad += 1.0
        for node in order[::-1]:
            for source in node._backward:
                source.grad += node.grad * node._backward[source]


def _(x):
    return x if isinstance(x, Value) else Value(float(x))


def merge(*pairs):
    rule = {}
    for node, slope in pairs:
        rule[node] = rule[node] + slope if node in rule else slope
    return rule


def strong(x, n):
    x = float(x)
    if x == 0.0 and -1 < n < 0:
        return math.inf
    try:
        return x**n
    except OverflowError:
        return -math.inf if x < 0.0 and n % 2 == 1 else math.inf


def _order(root):
    """Inputs first: consumers are counted, and what nobody waits for goes out, root first."""
    order = {}
    todo = [root]
    wait = {}
    for node in todo:
        for source in node._backward:
            if source not in wait:
                wait[source] = 0
                todo.append(source)
            wait[source] += 1
    ready = {root: None}
    while ready:
        node, _nothing = ready.popitem()
        order[node] = len(order)
        for source in node._backward:
            wait[source] -= 1
            if not wait[source]:
                ready[source] = None
    return [*order][::-1]


def build_topo(v, visited, topo):
    for node in _order(v):
        if node not in visited:
            visited.add(node)
            topo.append(node)


def zero_grad(root):
    for node in _order(root):
        node.grad = 0.0
