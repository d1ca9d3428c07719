import math
import operator as op


class Value:
    def __init__(self, data, *terms):
        self.data = data
        self.grad = 0.0
        self._terms = terms

    @property
    def _prev(self):
        return tuple(node for _, node in self._terms)

    def _backward(self):
        for weight, node in self._terms:
            node.grad += weight * self.grad

    def _apply(self, other, f, weights, swap=False):
        if not isinstance(other, Value):
            other = Value(other)
        a, b = (other, self) if swap else (self, other)
        return Value(f(a.data, b.data), *zip(weights(a.data, b.data), (a, b)))

    def _power(self, n):
        return Value(self.data**n, (n * self.data ** (n - 1) if n != 0 else 0.0, self))

    def _negative(self):
        return Value(-self.data, (-1.0, self))

    def tanh(self):
        number = math.tanh(self.data)
        return Value(number, (1.0 - number * number, self))

    def exp(self):
        number = math.exp(self.data)
        return Value(number, (number, self))

    def relu(self):
        weight = 1.0 if self.data > 0 else 0.0
        return Value(self.data if weight else 0.0, (weight, self))

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        for node in nodes:
            if node._terms:
                node.grad = 0.0
        self.grad += 1.0
        while nodes:
            nodes.pop()._backward()

    __pow__, __neg__ = _power, _negative


def _install(name, f, weights):
    def method(self, other):
        return self._apply(other, f, weights)

    def reflected(self, other):
        return self._apply(other, f, weights, swap=True)

    setattr(Value, f"__{name}__", method)
    setattr(Value, f"__r{name}__", reflected)


_install("add", op.add, lambda a, b: (1.0, 1.0))
_install("sub", op.sub, lambda a, b: (1.0, -1.0))
_install("mul", op.mul, lambda a, b: (b, a))
_install("truediv", op.truediv, lambda a, b: (1.0 / b, -(a / b) / b))


def build_topo(v, visited, topo):
    stack = (v, False, None)
    while stack is not None:
        node, finished, stack = stack
        if finished:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack = (node, True, stack)
        for n in node._prev:
            stack = (n, False, stack)


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
