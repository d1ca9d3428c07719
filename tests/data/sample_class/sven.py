import math


class Value:
    """Label comes right behind the number because I use it all the time: Value(2.0, 'a')."""

    def __init__(self, data, label="", inputs=(), op="", backward_rule=None):
        self.data = data
        self.label = label
        self.inputs = list(inputs)
        self.op = op
        self.rule = backward_rule
        self.grad = 0.0

    @property
    def _prev(self):
        return self.inputs

    def _backward(self):
        if self.rule is not None:
            self.rule(self)

    def _make(self, data, op, rule, *inputs):
        return Value(data, f"({op})", inputs, op, rule)

    def __add__(self, other):
        other = constant(other)

        def rule(out):
            self.grad += out.grad
            other.grad += out.grad

        return self._make(self.data + other.data, "+", rule, self, other)

    def __mul__(self, other):
        other = constant(other)

        def rule(out):
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        return self._make(self.data * other.data, "*", rule, self, other)

    def __pow__(self, n):
        def rule(out):
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        return self._make(self.data ** n, f"^{n}", rule, self)

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + constant(other) * -1.0

    def __truediv__(self, other):
        return self * constant(other) ** -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return constant(other) - self

    def __rtruediv__(self, other):
        return constant(other) / self

    def tanh(self):
        t = math.tanh(self.data)

        def rule(out):
            self.grad += (1.0 - t * t) * out.grad

        return self._make(t, "tanh", rule, self)

    def exp(self):
        def rule(out):
            self.grad += out.data * out.grad

        return self._make(math.exp(self.data), "exp", rule, self)

    def relu(self):
        def rule(out):
            self.grad += out.grad * (out.data > 0)

        return self._make(max(0.0, self.data), "relu", rule, self)

    def backward(self, grad=1.0):
        """grad: what arrives at the root, 1 unless you know better."""
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node.inputs:
                node.grad = 0.0
        self.grad += grad
        for node in reversed(topo):
            node._backward()
        return self

    def zero_grad(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            node.grad = 0.0


def constant(x):
    return x if isinstance(x, Value) else Value(x, label=str(x))


def build_topo(v, visited=None, topo=None):
    visited = set() if visited is None else visited
    topo = [] if topo is None else topo
    stack = [v]
    expanded = set()
    while stack:
        node = stack[-1]
        if node in expanded:
            stack.pop()
            if node not in visited:
                visited.add(node)
                topo.append(node)
        else:
            expanded.add(node)
            stack.extend(p for p in node.inputs if p not in expanded)
    return topo
