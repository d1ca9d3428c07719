"""Engine with a scratch pad on every node: what one call of backward() needs is
kept apart from `grad`, which belongs to the user."""

import math


class Pad:
    """Scratch of a node: its gradient in this call, and the consumers left."""

    __slots__ = ("flow", "left")

    def __init__(self):
        self.flow = 0.0
        self.left = 0

    def wipe(self):
        for name in self.__slots__:
            setattr(self, name, 0)


class PowerPad(Pad):
    """A power keeps its slope as well, it is dear to compute."""

    __slots__ = ("slope",)

    def __init__(self):
        super().__init__()
        self.slope = 0


class Value:
    __slots__ = ("data", "grad", "_prev", "_op", "_backward", "pad")

    def __init__(self, data, _prev=(), _op="", pad=Pad):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._backward = None
        self.pad = pad()

    def _with(self, rule):
        self._backward = rule
        return self

    def __add__(self, other):
        other = boxed(other)
        return Value(self.data + other.data, (self, other), "+")._with(lambda g: (g, g))

    def __sub__(self, other):
        other = boxed(other)
        return Value(self.data - other.data, (self, other), "-")._with(lambda g: (g, -g))

    def __mul__(self, other):
        other = boxed(other)
        return Value(self.data * other.data, (self, other), "*")._with(
            lambda g: (g * other.data, g * self.data)
        )

    def __truediv__(self, other):
        other = boxed(other)
        return Value(self.data / other.data, (self, other), "/")._with(
            lambda g: (g / other.data, -g * self.data / other.data**2)
        )

    def __neg__(self):
        return Value(-self.data, (self,), "neg")._with(lambda g: (-g,))

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**", PowerPad)

        def rule(g):
            out.pad.slope = n * self.data ** (n - 1) if n != 0 else 0.0
            return (g * out.pad.slope,)

        return out._with(rule)

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh")._with(lambda g: (g * (1.0 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp")._with(lambda g: (g * e,))

    def relu(self):
        on = self.data > 0.0
        return Value(self.data if on else 0.0, (self,), "relu")._with(lambda g: (g * on,))

    def __radd__(self, other):
        return boxed(other) + self

    def __rsub__(self, other):
        return boxed(other) - self

    def __rmul__(self, other):
        return boxed(other) * self

    def __rtruediv__(self, other):
        return boxed(other) / self

    def backward(self):
        nodes = everything(self)
        for node in nodes:
            node.pad.wipe()
        for node in nodes:
            for p in node._prev:
                p.pad.left += 1
        self.pad.flow += 1.0
        free = [self]
        while free:
            node = free.pop()
            if node._backward is None:
                node.grad += node.pad.flow
                continue
            node.grad = node.pad.flow
            for p, amount in zip(node._prev, node._backward(node.pad.flow)):
                p.pad.flow += amount
                p.pad.left -= 1
                if p.pad.left == 0:
                    free.append(p)


def boxed(x):
    return x if isinstance(x, Value) else Value(x)


def everything(root):
    seen = {root}
    nodes = [root]
    for node in nodes:
        for p in node._prev:
            if p not in seen:
                seen.add(p)
                nodes.append(p)
    return nodes


def build_topo(v, visited, topo):
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        node, inputs = stack[-1]
        p = next(inputs, None)
        if p is None:
            topo.append(node)
            stack.pop()
        elif p not in visited:
            visited.add(p)
            stack.append((p, iter(p._prev)))


def zero_grad(root):
    for node in everything(root):
        node.grad = 0.0
