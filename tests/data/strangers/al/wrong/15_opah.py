"""One rule per kind of node, chosen by `match`."""

import math


class Value:
    def __init__(self, data, _op="leaf", _prev=(), _extra=None):
        self.data = float(data)
        self.grad = 0.0
        self._op = _op
        self._prev = list(_prev)
        self._extra = _extra

    def _backward(self):
        g = self.grad
        match self._op:
            case "sum":
                for node in self._prev:
                    node.grad += g
            case "difference":
                left, right = self._prev
                left.grad += g
                right.grad -= g
            case "product":
                left, right = self._prev
                left.grad += g * right.data
                right.grad += g * left.data
            case "quotient":
                left, right = self._prev
                left.grad += g / right.data
                right.grad -= g * self.data / right.data
            case "power":
                if self._extra:
                    base, n = self._prev[0], self._extra
                    base.grad += g * n * base.data ** (n - 1)
            case "tanh":
                self._prev[0].grad += g * (1 - self.data**2)
            case "exp":
                self._prev[0].grad += g * self.data
            case "relu":
                self._prev[0].grad += g * (self.data > 0)

    def __add__(self, other):
        other = Node(other)
        return Value(self.data + other.data, "sum", [self, other])

    def __iadd__(self, other):
        other = Node(other)
        if self._op != "sum":
            return self + other
        self._prev.append(other)
        self.data += other.data
        return self

    def __sub__(self, other):
        other = Node(other)
        return Value(self.data - other.data, "difference", [self, other])

    def __mul__(self, other):
        other = Node(other)
        return Value(self.data * other.data, "product", [self, other])

    def __truediv__(self, other):
        other = Node(other)
        return Value(self.data / other.data, "quotient", [self, other])

    def __radd__(self, other):
        return Node(other) + self

    def __rsub__(self, other):
        return Node(other) - self

    def __rmul__(self, other):
        return Node(other) * self

    def __rtruediv__(self, other):
        return Node(other) / self

    def __neg__(self):
        return 0 - self

    def __pow__(self, n):
        return Value(self.data**n, "power", [self], n)

    def tanh(self):
        return Value(math.tanh(self.data), "tanh", [self])

    def exp(self):
        return Value(math.exp(self.data), "exp", [self])

    def relu(self):
        return Value(self.data if self.data > 0 else 0.0, "relu", [self])

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op != "leaf":
                node.grad = 0.0
        self.grad += 1.0
        while topo:
            topo.pop()._backward()


def Node(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    agenda = [("visit", v)]
    while agenda:
        match agenda.pop():
            case ("finish", node):
                topo.append(node)
            case ("visit", node) if node not in visited:
                visited.add(node)
                agenda.append(("finish", node))
                for p in node._prev:
                    agenda.append(("visit", p))


def zero_grad(root):
    seen = set()
    agenda = [root]
    while agenda:
        node = agenda.pop()
        if node not in seen:
            seen.add(node)
            node.grad = 0.0
            agenda.extend(node._prev)
