import math


class Value:
    # while this is off, results are plain numbers without a past
    recording = True

    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._backward = lambda: None

    @staticmethod
    def _result(data, inputs, rule):
        out = Value(data)
        if Value.recording:
            out._prev = inputs
            out._backward = lambda: rule(out.grad)
        return out

    def __repr__(self):
        return f"<{self.data:.4g} | {self.grad:.4g}>"

    def __add__(self, other):
        other = lift(other)

        def rule(g):
            self.grad += g
            other.grad += g

        return Value._result(self.data + other.data, (self, other), rule)

    def __mul__(self, other):
        other = lift(other)

        def rule(g):
            self.grad += g * other.data
            other.grad += g * self.data

        return Value._result(self.data * other.data, (self, other), rule)

    def __pow__(self, n):
        def rule(g):
            if n != 0:
                self.grad += g * n * self.data ** (n - 1)

        return Value._result(self.data**n, (self,), rule)

    def __truediv__(self, other):
        other = lift(other)
        # one node for the whole division, so the two steps inside are not written down
        Value.recording = False
        quotient = self * other**-1
        Value.recording = True

        def rule(g):
            self.grad += g / other.data
            other.grad -= g * quotient.data / other.data

        return Value._result(quotient.data, (self, other), rule)

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -lift(other)

    def __radd__(self, other):
        return lift(other) + self

    def __rmul__(self, other):
        return lift(other) * self

    def __rsub__(self, other):
        return lift(other) - self

    def __rtruediv__(self, other):
        return lift(other) / self

    def tanh(self):
        t = math.tanh(self.data)

        def rule(g):
            self.grad += g * (1 - t * t)

        return Value._result(t, (self,), rule)

    def exp(self):
        e = math.exp(self.data)

        def rule(g):
            self.grad += g * e

        return Value._result(e, (self,), rule)

    def relu(self):
        def rule(g):
            if self.data > 0:
                self.grad += g

        return Value._result(max(0.0, self.data), (self,), rule)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            node._backward()


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for child in node._prev:
                stack.append((child, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
