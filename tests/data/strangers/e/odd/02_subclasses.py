"""One subclass of Value for each operation; `_backward` is a method, never an attribute."""
import math


class Value:
    n_inputs = 0

    def __init__(self, data):
        self.data, self.grad, self._prev = data, 0.0, []

    def _backward(self):
        pass

    def __init_subclass__(cls, method=None, reflected=None):
        def make(*things):
            node = cls.__new__(cls)
            inputs = [t if isinstance(t, Value) else Value(t) for t in things]
            Value.__init__(node, cls.value(*[i.data for i in inputs]))
            node._prev = inputs
            return node
        if method:
            setattr(Value, method, lambda *things: make(*things))
        if reflected:
            setattr(Value, reflected, lambda right, left: make(left, right))

    def __pow__(self, n):
        node = Power(self.data ** n)
        node._prev, node.n = [self], n
        return node

    def backward(self):
        order = build_topo(self, set(), [])
        for node in order:
            if type(node) is not Value:
                node.grad = 0.0
        self.grad += 1
        for node in reversed(order):
            node._backward()
        return order


class Sum(Value, method="__add__", reflected="__radd__"):
    @staticmethod
    def value(a, b):
        return a + b

    def _backward(self):
        for p in self._prev:
            p.grad += self.grad


class Difference(Value, method="__sub__", reflected="__rsub__"):
    @staticmethod
    def value(a, b):
        return a - b

    def _backward(self):
        self._prev[0].grad += self.grad
        self._prev[1].grad -= self.grad


class Product(Value, method="__mul__", reflected="__rmul__"):
    @staticmethod
    def value(a, b):
        return a * b

    def _backward(self):
        for p, q in zip(self._prev, reversed(self._prev)):
            p.grad += q.data * self.grad


class Quotient(Value, method="__truediv__", reflected="__rtruediv__"):
    @staticmethod
    def value(a, b):
        return a / b

    def _backward(self):
        top, bottom = self._prev
        top.grad += self.grad / bottom.data
        bottom.grad -= self.grad * self.data / bottom.data


class Opposite(Value, method="__neg__"):
    @staticmethod
    def value(a):
        return -a

    def _backward(self):
        self._prev[0].grad -= self.grad


class Power(Value):
    def _backward(self):
        base, = self._prev
        base.grad += self.grad * (self.n * base.data ** (self.n - 1) if self.n != 0 else 0)


class Tanh(Value, method="tanh"):
    value = staticmethod(math.tanh)

    def _backward(self):
        self._prev[0].grad += self.grad * (1 - self.data ** 2)


class Exp(Value, method="exp"):
    value = staticmethod(math.exp)

    def _backward(self):
        self._prev[0].grad += self.grad * self.data


class Relu(Value, method="relu"):
    @staticmethod
    def value(a):
        return a if a > 0 else 0.0

    def _backward(self):
        if self._prev[0].data > 0:
            self._prev[0].grad += self.grad


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack += [(p, False) for p in node._prev]
    return topo


def zero_grad(root):
    for node in build_topo(root, set(), []):
        node.grad = 0.0
