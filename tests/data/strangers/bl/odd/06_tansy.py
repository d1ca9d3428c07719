"""Plain numbers never become nodes, and an input that is used twice is listed once:
_backward is a dictionary {input: slope}, and _prev is a tuple of its keys."""

import math


class Value:
    def __init__(self, data, _backward=None):
        self.data = data
        self.grad = 0.0
        self._backward = _backward or {}

    @property
    def _prev(self):
        return tuple(self._backward)

    def __add__(self, other):
        if isinstance(other, Value):
            return Value(self.data + other.data, mix((self, 1.0), (other, 1.0)))
        return Value(self.data + other, {self: 1.0})

    __radd__ = __add__

    def __neg__(self):
        return Value(-self.data, {self: -1.0})

    def __sub__(self, other):
        if isinstance(other, Value):
            return Value(self.data - other.data, mix((self, 1.0), (other, -1.0)))
        return Value(self.data - other, {self: 1.0})

    def __rsub__(self, other):
        return Value(other - self.data, {self: -1.0})

    def __mul__(self, other):
        if isinstance(other, Value):
            return Value(self.data * other.data, mix((self, other.data), (other, self.data)))
        return Value(self.data * other, {self: float(other)})

    __rmul__ = __mul__

    def __truediv__(self, other):
        if isinstance(other, Value):
            q = self.data / other.data
            return Value(q, mix((self, 1.0 / other.data), (other, -q / other.data)))
        return Value(self.data / other, {self: 1.0 / other})

    def __rtruediv__(self, other):
        q = other / self.data
        return Value(q, {self: -q / self.data})

    def __pow__(self, n):
        return Value(self.data**n, {self: n * self.data ** (n - 1) if n else 0.0})

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, {self: 1.0 - t * t})

    def exp(self):
        e = math.exp(self.data)
        return Value(e, {self: e})

    def relu(self):
        return Value(max(0.0, self.data), {self: 1.0 if self.data > 0.0 else 0.0})

    def backward(self):
        order = postorder(self)
        before = {node: node.grad for node in order}
        for node in order:
            node.grad = 0.0
        self.grad = 1.0
        for node in reversed(order):
            for inp, slope in node._backward.items():
                inp.grad += slope * node.grad
        for node in order:
            if not node._backward:
                node.grad += before[node]


def mix(*pairs):
    rule = {}
    for inp, slope in pairs:
        rule[inp] = rule.get(inp, 0.0) + slope
    return rule


def postorder(root):
    """The old trick: consumers before inputs by a second walk over what is finished."""
    order, entered, todo = [], set(), [root]
    while todo:
        node = todo.pop()
        if node is None:
            order.append(todo.pop())
        elif node not in entered:
            entered.add(node)
            todo += [node, None, *node._backward]
    return order


def build_topo(v, visited, topo):
    topo.extend(postorder(v))
    return len(topo)


def zero_grad(root):
    for node in postorder(root):
        node.grad = 0.0
