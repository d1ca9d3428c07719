import math


class Node:
    """What leaves and results have in common: the walk."""

    def walk(self):
        order, seen, stack = [], set(), [self]
        while stack:
            node = stack.pop()
            if isinstance(node, tuple):
                order.append(node[0])
            elif node not in seen:
                seen.add(node)
                stack.append((node,))
                stack.extend(node._prev)
        return order

    def backward(self):
        order = self.walk()
        for node in order:
            if len(node._prev):
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()

    def zero_grad(self):
        for node in self.walk():
            node.grad = 0.0


class Value(Node):
    def __init__(self, data, *inputs):
        self.data = data
        self.grad = 0.0
        self._prev = list(inputs)
        self._backward = self._nothing

    def _nothing(self):
        pass

    def _result(self, number, *steps):
        out = Value(number, *(node for node, _ in steps))

        def rule():
            for node, slope in steps:
                node.grad += slope * out.grad

        out._backward = rule
        return out

    def _two(self, other):
        return self, other if isinstance(other, Value) else Value(other)

    def __add__(self, other):
        a, b = self._two(other)
        return self._result(a.data + b.data, (a, 1.0), (b, 1.0))

    def __sub__(self, other):
        a, b = self._two(other)
        return self._result(a.data - b.data, (a, 1.0), (b, -1.0))

    def __mul__(self, other):
        a, b = self._two(other)
        return self._result(a.data * b.data, (a, b.data), (b, a.data))

    def __truediv__(self, other):
        a, b = self._two(other)
        return self._result(a.data / b.data, (a, 1 / b.data), (b, -a.data / b.data / b.data))

    def __radd__(self, number):
        return Value(number) + self

    def __rsub__(self, number):
        return Value(number) - self

    def __rmul__(self, number):
        return Value(number) * self

    def __rtruediv__(self, number):
        return Value(number) / self

    def __neg__(self):
        return self._result(-self.data, (self, -1.0))

    def __pow__(self, n):
        if n == 0:
            return self._result(1.0, (self, 0.0))
        slope = n * self.data ** (n - 1)
        if isinstance(n, int):
            return self._result(self.data**n, (self, slope))
        return self._result(abs(self.data) ** n, (self, slope))

    def tanh(self):
        t = math.tanh(self.data)
        return self._result(t, (self, 1 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return self._result(e, (self, e))

    def relu(self):
        up = self.data > 0
        return self._result(self.data if up else 0.0, (self, 1.0 if up else 0.0))


def build_topo(v, visited, topo):
    topo.extend(v.walk())


def zero_grad(root):
    root.zero_grad()
