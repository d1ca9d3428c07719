import math
import operator


class Value:
    _touched = []

    def __init__(self, data, _prev=(), _slopes=()):
        self.data, self.grad = data, 0.0
        self._prev, self._slopes = _prev, _slopes

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in Value._touched:
            node.grad = 0.0
        Value._touched = [node for node in topo if node._prev]
        for node in Value._touched:
            node.grad = 0.0
        self.grad += 1.0
        for node in reversed(Value._touched):
            node._backward()

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        return Value(self.data**n, (self,), (n * self.data ** (n - 1) if n else 0.0,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        return Value(max(self.data, 0.0), (self,), (1.0 if self.data > 0 else 0.0,))


def _install(name, formula, slopes):
    def make(a, b):
        a = a if isinstance(a, Value) else Value(a)
        b = b if isinstance(b, Value) else Value(b)
        return Value(formula(a.data, b.data), (a, b), slopes(a.data, b.data))

    setattr(Value, f"__{name}__", make)
    setattr(Value, f"__r{name}__", lambda a, b: make(b, a))


_install("add", operator.add, lambda x, y: (1.0, 1.0))
_install("sub", operator.sub, lambda x, y: (1.0, -1.0))
_install("mul", operator.mul, lambda x, y: (y, x))
_install("truediv", operator.truediv, lambda x, y: (1.0 / y, -x / y / y))


def build_topo(v, visited, topo):
    stack = [v]
    half = set()
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
        elif node in half:
            stack.pop()
            visited.add(node)
            topo.append(node)
        else:
            half.add(node)
            stack += [below for below in node._prev if below not in visited]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
