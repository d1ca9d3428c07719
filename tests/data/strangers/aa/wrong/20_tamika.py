"""Engine with op names: a node without op is a leaf (and keeps its gradient)."""
import math


class Value:
    def __init__(self, data, op="", *inputs):
        self.data = data
        self.grad = 0.0
        self.op = op
        self._prev = inputs
        self._backward = lambda: None

    @property
    def leaf(self):
        return self.op == ""

    def __str__(self):
        return f"{self.op or 'leaf'} {self.data}"

    def give(self, amount):
        self.grad += amount

    def __add__(self, other):
        other = number(other)
        out = Value(self.data + other.data, "+", self, other)

        def rule():
            self.give(out.grad)
            other.give(out.grad)

        out._backward = rule
        return out

    def __mul__(self, other):
        other = number(other)
        out = Value(self.data * other.data, "*", self, other)

        def rule():
            self.give(other.data * out.grad)
            other.give(self.data * out.grad)

        out._backward = rule
        return out

    def __truediv__(self, other):
        other = number(other)
        out = Value(self.data / other.data, "/", self, other)

        def rule():
            self.give(out.grad / other.data)
            other.give(-out.data / other.data * out.grad)

        out._backward = rule
        return out

    def __pow__(self, n):
        out = Value(self.data**n, "**", self)

        def rule():
            self.give(n * self.data ** (n - 1) * out.grad if n else 0.0)

        out._backward = rule
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), "tanh", self)

        def rule():
            self.give((1 - out.data * out.data) * out.grad)

        out._backward = rule
        return out

    def exp(self):
        out = Value(math.exp(self.data), "exp", self)

        def rule():
            self.give(out.data * out.grad)

        out._backward = rule
        return out

    def relu(self):
        out = Value(max(0.0, self.data), "", self)

        def rule():
            self.give(out.grad if self.data > 0 else 0.0)

        out._backward = rule
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -number(other)

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return -self + other

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return number(other) / self

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if not node.leaf:
                node.grad = 0.0
        self.give(1.0)
        for node in reversed(order):
            node._backward()


def number(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    closed = set()
    while stack:
        node = stack.pop()
        if node in closed:
            closed.discard(node)
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            closed.add(node)
            stack.append(node)
            stack.extend([p for p in node._prev if p not in visited])


def zero_grad(root):
    reached = [root]
    seen = {root}
    for node in reached:
        node.grad = 0.0
        for p in node._prev:
            if p not in seen:
                seen.add(p)
                reached.append(p)
