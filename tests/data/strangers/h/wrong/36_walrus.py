"""Modern Python: walrus, match-free, positional-only, and no closures at all."""

import math


class Value:
    def __init__(self, data, /, *inputs, rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = inputs
        self._backward = rule

    def __add__(self, other, /):
        return Value(self.data + (o := node_of(other)).data, self, o, rule=(1.0, 1.0))

    def __sub__(self, other, /):
        return Value(self.data - (o := node_of(other)).data, self, o, rule=(1.0, -1.0))

    def __mul__(self, other, /):
        return Value(
            (x := self.data) * (y := (o := node_of(other)).data), self, o, rule=(y, x)
        )

    def __truediv__(self, other, /):
        return Value(
            q := self.data / (y := (o := node_of(other)).data),
            self,
            o,
            rule=(1.0 / y, -q / y),
        )

    def __pow__(self, n, /):
        return Value(
            (x := self.data) ** n, self, rule=(n * x ** (n - 1) if n else 0.0,)
        )

    def __neg__(self):
        return Value(-self.data, self, rule=(-1.0,))

    def __radd__(self, other, /):
        return node_of(other) + self

    def __rsub__(self, other, /):
        return node_of(other) - self

    def __rmul__(self, other, /):
        return node_of(other) * self

    def __rtruediv__(self, other, /):
        return node_of(other) / self

    def tanh(self):
        return Value(t := math.tanh(self.data), self, rule=(1.0 - t * t,))

    def exp(self):
        return Value(e := math.exp(self.data), self, rule=(e,))

    def relu(self):
        return Value(x if (x := self.data) > 0 else 0.0, self, rule=(float(x > 0),))

    def backward(self):
        build_topo(self, set(), topo := [])
        for node in topo:
            if node._prev and node is not self:
                node.grad = 0.0
        if self._prev:
            self.grad = self.grad or 1.0
        else:
            self.grad += 1.0
        for node in reversed(topo):
            for inp, slope in zip(node._prev, node._backward or ()):
                inp.grad += slope * node.grad


def node_of(x, /):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        if (top := stack.pop())[1]:
            topo.append(top[0])
        elif (node := top[0]) not in visited:
            visited.add(node)
            stack += [(node, True), *((p, False) for p in node._prev)]


def zero_grad(root):
    build_topo(root, set(), topo := [])
    for node in topo:
        node.grad = 0.0
