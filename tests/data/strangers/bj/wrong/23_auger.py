import math
import operator as op


def _value(x):
    return x if isinstance(x, Value) else Value(x)


def _two_sided(symbol, compute, slopes):
    """The method for `a ? b` and the one for `number ? b`."""

    def forward(self, other):
        other = _value(other)
        out = Value(compute(self.data, other.data), (self, other), symbol)

        def rule():
            left, right = slopes(self.data, other.data)
            self.grad += left * out.grad
            other.grad += right * out.grad

        out._backward = rule
        return out

    def reflected(self, other):
        return forward(_value(other), self)

    return forward, reflected


def _function(symbol, compute, slope):
    def method(self):
        out = Value(compute(self.data), (self,), symbol)

        def rule():
            self.grad += slope(self.data, out.data) * out.grad

        out._backward = rule
        return out

    return method


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    __add__, __radd__ = _two_sided("+", op.add, lambda a, b: (1.0, 1.0))
    __sub__, __rsub__ = _two_sided("-", op.sub, lambda a, b: (1.0, -1.0))
    __mul__, __rmul__ = _two_sided("*", op.mul, lambda a, b: (b, a))
    __truediv__, __rtruediv__ = _two_sided("/", op.truediv, lambda a, b: (1 / b, -a / b**2))

    # x += y and so on make a new node too
    __iadd__ = __radd__
    __isub__ = __rsub__
    __imul__ = __rmul__
    __itruediv__ = __truediv__

    __neg__ = _function("neg", op.neg, lambda x, y: -1.0)
    tanh = _function("tanh", math.tanh, lambda x, y: 1.0 - y * y)
    exp = _function("exp", math.exp, lambda x, y: y)
    relu = _function("relu", lambda x: x if x > 0 else 0.0, lambda x, y: float(x > 0))

    def __pow__(self, n):
        def slope(x, y):
            return n * x ** (n - 1) if n != 0 else 0.0

        return _function(f"**{n}", lambda x: x**n, slope)(self)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        todo = [p for p in node._prev if p not in visited]
        if node in visited:
            stack.pop()
        elif todo:
            stack.extend(todo)
        else:
            visited.add(node)
            topo.append(node)
            stack.pop()


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
