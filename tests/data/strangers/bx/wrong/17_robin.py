"""Exercise 13: a table of rules, and a backward pass that counts who is still to come."""

import math

# name: (the number, the slopes towards each input)
RULES = {
    "add": (lambda a, b: a + b, lambda out, a, b: (1.0, 1.0)),
    "sub": (lambda a, b: a - b, lambda out, a, b: (1.0, -1.0)),
    "mul": (lambda a, b: a * b, lambda out, a, b: (b, a)),
    "div": (lambda a, b: a / b, lambda out, a, b: (1.0 / b, -out / b)),
    "neg": (lambda a: -a, lambda out, a: (-1.0,)),
    "tanh": (math.tanh, lambda out, a: (1.0 - out * out,)),
    "exp": (math.exp, lambda out, a: (out,)),
    "relu": (lambda a: max(a, 0.0), lambda out, a: (1.0 if a > 0 else 0.0,)),
}


def lift(x):
    if isinstance(x, Value):
        return x
    return Value(float(x))


def apply(name, *inputs):
    inputs = tuple(lift(x) for x in inputs)
    number, slopes = RULES[name]
    out = Value(number(*(x.data for x in inputs)), inputs)

    def rule():
        for x, slope in zip(inputs, slopes(out.data, *(i.data for i in inputs))):
            x.grad += slope * out.grad

    out._backward = rule
    return out


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self._prev = _prev
        self._backward = None
        self.grad = 0.0

    def __add__(self, other):
        return apply("add", self, other)

    def __radd__(self, other):
        return apply("add", other, self)

    def __sub__(self, other):
        return apply("sub", self, other)

    def __rsub__(self, other):
        return apply("sub", other, self)

    def __mul__(self, other):
        return apply("mul", self, other)

    def __rmul__(self, other):
        return apply("mul", other, self)

    def __truediv__(self, other):
        return apply("div", self, other)

    def __rtruediv__(self, other):
        return apply("div", other, self)

    def __neg__(self):
        return apply("neg", self)

    def __pow__(self, n):
        out = Value(self.data**n, (self,))

        def rule():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = rule
        return out

    def tanh(self):
        return apply("tanh", self)

    def exp(self):
        return apply("exp", self)

    def relu(self):
        return apply("relu", self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        waiting_for = {node: 0 for node in topo}
        for node in topo:
            if node._prev:
                node.grad = 0.0
            for child in set(node._prev):
                waiting_for[child] += 1
        self.grad += 1.0
        ready = [self]
        while ready:
            node = ready.pop()
            if node._backward is not None:
                node._backward()
            for child in node._prev:
                waiting_for[child] -= 1
                if waiting_for[child] == 0:
                    ready.append(child)


def build_topo(v, visited, topo):
    if v in visited:
        return
    visited.add(v)
    path = [(v, iter(v._prev))]
    while path:
        node, rest = path[-1]
        for child in rest:
            if child not in visited:
                visited.add(child)
                path.append((child, iter(child._prev)))
                break
        else:
            path.pop()
            topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
