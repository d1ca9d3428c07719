import math
from functools import partial


def nothing():
    pass


def push_add(a, b, out):
    a.grad += out.grad
    b.grad += out.grad


def push_mul(a, b, out):
    a.grad += out.grad * b.data
    b.grad += out.grad * a.data


def push_scaled(a, k, out):
    a.grad += out.grad * k


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = set()
        self._backward = nothing

    @classmethod
    def result(cls, data, rule, *args):
        out = cls(data)
        out._prev = {a for a in args if isinstance(a, cls)}
        out._backward = partial(rule, *args, out)
        return out

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return Value.result(self.data + other.data, push_add, self, other)

    def __mul__(self, other):
        if not isinstance(other, Value):
            return Value.result(self.data * other, push_scaled, self, other)
        return Value.result(self.data * other.data, push_mul, self, other)

    def __pow__(self, n):
        k = 0.0 if n == 0 else n * self.data ** (n - 1)
        return Value.result(self.data**n, push_scaled, self, k)

    def tanh(self):
        t = math.tanh(self.data)
        return Value.result(t, push_scaled, self, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return Value.result(e, push_scaled, self, e)

    def relu(self):
        k = 1.0 if self.data > 0 else 0.0
        return Value.result(self.data * k, push_scaled, self, k)

    def __neg__(self): return self * -1.0
    def __sub__(self, other): return self + -1.0 * other
    def __truediv__(self, other): return self * other**-1
    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other
    def __rsub__(self, other): return -self + other
    def __rtruediv__(self, other): return self**-1 * other

    def backward(self):
        order = []
        build_topo(self, set(), order)
        inner = [node for node in order if node._prev is not None]
        for node in inner:
            node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def build_topo(v, visited, topo):
    todo = [v]
    while todo:
        node = todo[-1]
        missing = node._prev - visited
        if missing:
            todo.append(missing.pop())
        else:
            visited.add(todo.pop())
            topo.append(node)


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
