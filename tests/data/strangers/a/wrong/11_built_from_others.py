# Only + * ** exp and relu have rules of their own. All the others are made from these.
import math


class Value:
    def __init__(self, data, parents=(), rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = parents
        self._backward = rule or (lambda node: None)

    def __add__(self, other):
        if isinstance(other, (int, float)):
            other = Value(float(other))

        def rule(node):
            for parent in (self, other):
                parent.grad += node.grad

        return Value(self.data + other.data, (self, other), rule)

    def __mul__(self, other):
        if isinstance(other, (int, float)):
            other = Value(float(other))

        def rule(node):
            self.grad += node.grad * other.data
            other.grad += node.grad * self.data

        return Value(self.data * other.data, (self, other), rule)

    def __pow__(self, power):
        def rule(node):
            if power != 0:
                self.grad += node.grad * power * self.data ** (power - 1)

        return Value(self.data ** power, (self,), rule)

    def exp(self):
        def rule(node):
            self.grad += node.grad * node.data

        return Value(math.exp(self.data), (self,), rule)

    def relu(self):
        def rule(node):
            if self.data > 0:
                self.grad += node.grad

        return Value(self.data if self.data > 0 else 0.0, (self,), rule)

    # ---- made from the five above
    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -other

    def __truediv__(self, other):
        if isinstance(other, Value):
            return self * other ** -1
        return self * (1.0 / other)

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return -self + other

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return self ** -1 * other

    def tanh(self):
        e = (self * -2.0).exp()
        return (1 - e) / (1 + e)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if len(node._prev) > 0:
                node.grad = 0.0
        self.grad += 1.0
        order.reverse()
        for node in order:
            node._backward(node)


def build_topo(v, visited, topo):
    stack = [v]
    opened = set()
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
        elif node in opened:
            stack.pop()
            visited.add(node)
            topo.append(node)
        else:
            opened.add(node)
            for parent in node._prev:
                if parent not in opened:
                    stack.append(parent)


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
