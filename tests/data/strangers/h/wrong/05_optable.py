"""All of the calculus is in one table, the class only looks things up."""
import math

#         name     value                      partial derivatives, from inputs x, y and result r
TABLE = {
    "add": (lambda x, y: x + y,          (lambda x, y, r: 1.0, lambda x, y, r: 1.0)),
    "sub": (lambda x, y: x - y,          (lambda x, y, r: 1.0, lambda x, y, r: -1.0)),
    "mul": (lambda x, y: x * y,          (lambda x, y, r: y, lambda x, y, r: x)),
    "div": (lambda x, y: x / y,          (lambda x, y, r: 1.0 / y, lambda x, y, r: -r / y)),
    "pow": (lambda x, n: x ** n,         (lambda x, n, r: n * x ** (n - 1) if n else 0.0,)),
    "neg": (lambda x, _: -x,             (lambda x, _, r: -1.0,)),
    "exp": (lambda x, _: math.exp(x),    (lambda x, _, r: r,)),
    "tanh": (lambda x, _: math.tanh(x),  (lambda x, _, r: 1.0 - r * r,)),
    "relu": (lambda x, _: max(x, 0.0),   (lambda x, _, r: 1.0 if x >= 0 else 0.0,)),
}


class Value:
    def __init__(self, data, op=None, prev=(), second=None):
        self.data = data
        self.grad = 0.0
        self._op = op
        self._prev = prev
        self._second = second  # exponent, if there is one

    def _operands(self):
        x = self._prev[0].data
        y = self._prev[1].data if len(self._prev) == 2 else self._second
        return x, y

    def _backward(self):
        if self._op is None:
            return
        x, y = self._operands()
        for node, partial in zip(self._prev, TABLE[self._op][1]):
            node.grad += partial(x, y, self.data) * self.grad

    def __add__(self, other): return _two("add", self, other)
    def __radd__(self, other): return _two("add", other, self)
    def __sub__(self, other): return _two("sub", self, other)
    def __rsub__(self, other): return _two("sub", other, self)
    def __mul__(self, other): return _two("mul", self, other)
    def __rmul__(self, other): return _two("mul", other, self)
    def __truediv__(self, other): return _two("div", self, other)
    def __rtruediv__(self, other): return _two("div", other, self)
    def __pow__(self, n): return _one("pow", self, n)
    def __neg__(self): return _one("neg", self)
    def exp(self): return _one("exp", self)
    def tanh(self): return _one("tanh", self)
    def relu(self): return _one("relu", self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op is not None:
                node.grad = 0.0
        self.grad += 1.0
        while topo:
            topo.pop()._backward()


def _two(op, left, right):
    left = left if isinstance(left, Value) else Value(left)
    right = right if isinstance(right, Value) else Value(right)
    return Value(TABLE[op][0](left.data, right.data), op, (left, right))


def _one(op, x, second=None):
    return Value(TABLE[op][0](x.data, second), op, (x,), second)


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, i = stack.pop()
        if i < len(node._prev):
            stack.append((node, i + 1))
            child = node._prev[i]
            if child not in visited:
                visited.add(child)
                stack.append((child, 0))
        else:
            topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
