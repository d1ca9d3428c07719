import math


def as_value(x):
    return x if isinstance(x, Value) else Value(x)


def make(data, inputs, op, rule):
    out = Value(data, inputs, op)
    out._rule = rule
    out._backward = lambda: out._rule(out)
    return out


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __add__(self, other):
        other = as_value(other)

        def rule(out):
            self.grad += out.grad
            other.grad += out.grad

        return make(self.data + other.data, (self, other), "+", rule)

    def __mul__(self, other):
        other = as_value(other)

        def rule(out):
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        return make(self.data * other.data, (self, other), "*", rule)

    def __truediv__(self, other):
        other = as_value(other)

        def rule(out):
            self.grad += out.grad / other.data
            other.grad -= out.grad * (self.data / other.data) / other.data

        return make(self.data / other.data, (self, other), "/", rule)

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0

        def rule(out):
            self.grad += slope * out.grad

        return make(self.data**n, (self,), "**", rule)

    def __ipow__(self, n):
        old = Value(self.data, self._prev, self._op)
        if self._prev:
            old._rule = self._rule
            old._backward = lambda: old._rule(old)
        power = old**n
        self.data, self._prev, self._op = power.data, (old,), "**"
        self._rule = power._rule
        self._backward = lambda: self._rule(self)
        return self

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -as_value(other)

    def __radd__(self, other):
        return as_value(other) + self

    def __rsub__(self, other):
        return as_value(other) - self

    def __rmul__(self, other):
        return as_value(other) * self

    def __rtruediv__(self, other):
        return as_value(other) / self

    def tanh(self):
        t = math.tanh(self.data)

        def rule(out):
            self.grad += (1 - t * t) * out.grad

        return make(t, (self,), "tanh", rule)

    def exp(self):
        e = math.exp(self.data)

        def rule(out):
            self.grad += e * out.grad

        return make(e, (self,), "exp", rule)

    def relu(self):
        def rule(out):
            self.grad += (out.data > 0) * out.grad

        return make(max(self.data, 0.0), (self,), "relu", rule)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((n, False) for n in node._prev)


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
