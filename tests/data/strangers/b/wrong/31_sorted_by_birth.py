import math


class Value:
    born = 0

    def __init__(self, data, **how):
        Value.born += 1
        self.number = Value.born
        self.data = data
        self.grad = 0.0
        self._prev = how.get("inputs", ())
        self._backward = how.get("rule")

    def __add__(self, other):
        other = self.other(other)

        def rule(node):
            self.grad += node.grad
            other.grad += node.grad

        return Value(self.data + other.data, inputs=(self, other), rule=rule)

    def __mul__(self, other):
        other = self.other(other)

        def rule(node):
            self.grad += other.data * node.grad
            other.grad += self.data * node.grad

        return Value(self.data * other.data, inputs=(self, other), rule=rule)

    def __pow__(self, power):
        def rule(node):
            if power:
                self.grad += power * self.data ** (power - 1) * node.grad

        return Value(self.data**power, inputs=(self,), rule=rule)

    def tanh(self):
        def rule(node):
            self.grad += (1 - node.data**2) * node.grad

        return Value(math.tanh(self.data), inputs=(self,), rule=rule)

    def exp(self):
        def rule(node):
            self.grad += node.data * node.grad

        return Value(math.exp(self.data), inputs=(self,), rule=rule)

    def relu(self):
        def rule(node):
            self.grad += node.grad if self.data > 0 else 0.0

        return Value(max(self.data, 0.0), inputs=(self,), rule=rule)

    @staticmethod
    def other(x):
        return x if isinstance(x, Value) else Value(x)

    def __neg__(self): return self * -1
    def __sub__(self, other): return self + self.other(other) * -1
    def __truediv__(self, other): return self * self.other(other) ** -1
    def __radd__(self, other): return self.other(other) + self
    def __rsub__(self, other): return self.other(other) - self
    def __rmul__(self, other): return self.other(other) * self
    def __rtruediv__(self, other): return self.other(other) / self

    def backward(self):
        nodes = by_birth(self)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(nodes):
            if not node._prev:
                continue
            if node.grad == 0:
                break
            node._backward(node)


def by_birth(root):
    found = {root}
    new = [root]
    while new:
        new = {p for node in new for p in node._prev} - found
        found |= new
    return sorted(found, key=lambda node: node.number)


def build_topo(v, visited, topo):
    topo += by_birth(v)


def zero_grad(root):
    for node in by_birth(root):
        node.grad = 0.0
