"""Engine of the exam. A node keeps the name of its operation; one function knows all rules."""

import math


class Value:
    def __init__(self, data, _prev=(), _op="leaf", _n=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._n = _n

    def _backward(self):
        local_rule(self)

    def __add__(self, other):
        other = node_of(other)
        return Value(self.data + other.data, (self, other), "add")

    def __sub__(self, other):
        other = node_of(other)
        return Value(self.data - other.data, (self, other), "sub")

    def __mul__(self, other):
        other = node_of(other)
        return Value(self.data * other.data, (self, other), "mul")

    def __truediv__(self, other):
        other = node_of(other)
        return Value(self.data / other.data, (self, other), "div")

    def __radd__(self, other):
        return node_of(other) + self

    def __rsub__(self, other):
        return node_of(other) - self

    def __rmul__(self, other):
        return node_of(other) * self

    def __rtruediv__(self, other):
        return node_of(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), "neg")

    def __pow__(self, n):
        return Value(self.data**n, (self,), "pow", n)

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def relu(self):
        return Value(self.data if self.data > 0 else 0.0, (self,), "relu")

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._op != "leaf":
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def node_of(x):
    return x if isinstance(x, Value) else Value(float(x))


def local_rule(out):
    g = out.grad
    match out._op, out._prev:
        case "add", (a, b):
            a.grad += g
            b.grad += g
        case "sub", (a, b):
            a.grad += g
            b.grad -= g
        case "mul", (a, b):
            a.grad += g * b.data
            b.grad += g * a.data
        case "div", (a, b):
            a.grad += g / b.data
            b.grad -= g * out.data / b.data
        case "neg", (a,):
            a.grad -= g
        case "pow", (a,):
            if out._n != 0:
                a.grad += g * out._n * a.data ** (out._n - 1)
        case "tanh", (a,):
            a.grad += g * (1.0 - out.data * out.data)
        case "exp", (a,):
            a.grad += g * out.data
        case "relu", (a,):
            a.grad += g if a.data > 0 else 0.0


def build_topo(v, visited, topo):
    """As if by recursion: the stack holds a node and what is left of its inputs."""
    visited.add(v)
    stack = [(v, iter(v._prev))]
    while stack:
        node, inputs = stack[-1]
        for child in inputs:
            if child not in visited:
                visited.add(node)
                stack.append((child, iter(child._prev)))
                break
        else:
            stack.pop()
            topo.append(node)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
