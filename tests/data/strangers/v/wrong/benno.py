import math


class Value:
    """The shares of a node are collected in a list and added at the end with fsum."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda g: []

    def backward(self):
        order = []
        build_topo(self, set(), order)
        mail = {node: [] for node in order}
        mail[self].append(1.0)
        for node in reversed(order):
            g = math.fsum(mail[node])
            if node._prev:
                node.grad = g
            else:
                node.grad += g
            for inp, amount in node._backward(g):
                mail[inp].append(amount)

    def tanh(self):
        t = (math.exp(2 * self.data) - 1) / (math.exp(2 * self.data) + 1)
        return self.child(t, (self,), "tanh", lambda g: [(self, g * (1 - t * t))])

    def exp(self):
        e = math.exp(self.data)
        return self.child(e, (self,), "exp", lambda g: [(self, g * e)])

    def relu(self):
        on = 1.0 if self.data > 0 else 0.0
        return self.child(max(0.0, self.data), (self,), "relu", lambda g: [(self, g * on)])

    def child(self, data, prev, op, send):
        out = Value(data, prev, op)
        out._backward = send
        return out

    def __add__(self, other):
        b = number_or_value(other)
        return self.child(self.data + b.data, (self, b), "+", lambda g: [(self, g), (b, g)])

    def __sub__(self, other):
        b = number_or_value(other)
        return self.child(self.data - b.data, (self, b), "-", lambda g: [(self, g), (b, -g)])

    def __mul__(self, other):
        b = number_or_value(other)

        def send(g):
            return [(self, g * b.data), (b, g * self.data)]

        return self.child(self.data * b.data, (self, b), "*", send)

    def __truediv__(self, other):
        b = number_or_value(other)

        def send(g):
            return [(self, g / b.data), (b, -g * self.data / (b.data * b.data))]

        return self.child(self.data / b.data, (self, b), "/", send)

    def __pow__(self, n):
        def send(g):
            return [(self, g * n * self.data ** (n - 1))] if n != 0 else []

        return self.child(self.data**n, (self,), "**", send)

    def __neg__(self):
        return self.child(-self.data, (self,), "neg", lambda g: [(self, -g)])

    def __radd__(self, other):
        return number_or_value(other) + self

    def __rsub__(self, other):
        return number_or_value(other) - self

    def __rmul__(self, other):
        return number_or_value(other) * self

    def __rtruediv__(self, other):
        return number_or_value(other) / self


def number_or_value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    def steps(start):
        # a post-order walk that keeps its own stack of iterators
        trail = [(start, iter(start._prev))]
        visited.add(start)
        while trail:
            node, inputs = trail[-1]
            for inp in inputs:
                if inp not in visited:
                    visited.add(inp)
                    trail.append((inp, iter(inp._prev)))
                    break
            else:
                trail.pop()
                yield node

    topo.extend(steps(v))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
