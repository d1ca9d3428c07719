"""An engine with slopes: a node keeps, for each input, how steep it is there."""

from math import exp, log, tanh


def number(x):
    return isinstance(x, (int, float))


class Value:
    __slots__ = ("data", "grad", "_prev", "_op", "_slopes", "_backward")

    def __init__(self, data, _prev=(), _op="", _slopes=()):
        self.data, self.grad = data, 0.0
        self._prev, self._op, self._slopes = _prev, _op, _slopes
        self._backward = self._share

    def _share(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

    def __add__(self, o):
        o = Value(o) if number(o) else o
        return Value(self.data + o.data, (self, o), "+", (1.0, 1.0))

    def __mul__(self, o):
        o = Value(o) if number(o) else o
        return Value(self.data * o.data, (self, o), "*", (o.data, self.data))

    def __sub__(self, o):
        o = Value(o) if number(o) else o
        return Value(self.data - o.data, (self, o), "-", (1.0, -1.0))

    def __truediv__(self, o):
        o = Value(o) if number(o) else o
        q = self.data / o.data
        return Value(q, (self, o), "/", (1.0 / o.data, -q / o.data))

    def __radd__(self, o):
        return Value(o) + self

    def __rmul__(self, o):
        return Value(o) * self

    def __rsub__(self, o):
        return Value(o) - self

    def __rtruediv__(self, o):
        return Value(o) / self

    def __neg__(self):
        return Value(-self.data, (self,), "neg", (-1.0,))

    def __pow__(self, n):
        x = self.data
        if n == 0:
            power, slope = 1.0, 0.0
        elif isinstance(n, int) or x == 0:
            power, slope = x**n, n * x ** (n - 1)
        else:
            power = exp(n * log(abs(x)))
            slope = n * power / x
        return Value(power, (self,), "**", (slope,))

    def tanh(self):
        t = tanh(self.data)
        return Value(t, (self,), "tanh", (1 - t**2,))

    def exp(self):
        e = exp(self.data)
        return Value(e, (self,), "exp", (e,))

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, (self,), "relu", (float(on),))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            node.grad = 0.0 if node._prev else node.grad
        self.grad += 1.0
        while order:
            order.pop()._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((i, False) for i in node._prev)


def zero_grad(root):
    seen, stack = {root}, [root]
    while stack:
        node = stack.pop()
        node.grad = 0.0
        for i in node._prev:
            if i not in seen:
                seen.add(i)
                stack.append(i)
