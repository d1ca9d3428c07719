import math
import operator

#  name      value             slope left             slope right
BINARY = [
    ("add", operator.add, lambda x, y: 1.0, lambda x, y: 1.0),
    ("sub", operator.sub, lambda x, y: 1.0, lambda x, y: -1.0),
    ("mul", operator.mul, lambda x, y: y, lambda x, y: x),
    ("truediv", operator.truediv, lambda x, y: 1.0 / y, lambda x, y: -x / (y * y)),
]

UNARY = [
    ("__neg__", operator.neg, lambda x, z: -1.0),
    ("tanh", math.tanh, lambda x, z: 1.0 - z * z),
    ("exp", math.exp, lambda x, z: z),
    ("relu", lambda x: x if x > 0 else 0.0, lambda x, z: 1.0 if x > 0 else 0.0),
]


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = None

    def __pow__(self, n):
        out = Value(self.data ** n, (self,))

        def _backward():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = _backward
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._backward:
                node._backward()


def _binary(value, dleft, dright):
    def method(self, other):
        other = other if isinstance(other, Value) else Value(other)
        x, y = self.data, other.data
        out = Value(value(x, y), (self, other))

        def _backward():
            self.grad += dleft(x, y) * out.grad
            other.grad += dright(x, y) * out.grad

        out._backward = _backward
        return out
    return method


def _unary(value, slope):
    def method(self):
        out = Value(value(self.data), (self,))

        def _backward():
            self.grad += slope(self.data, out.data) * out.grad

        out._backward = _backward
        return out
    return method


def _install():
    for name, value, dleft, dright in BINARY:
        setattr(Value, f"__{name}__", _binary(value, dleft, dright))

        def reflected(self, number):
            return getattr(Value(number), f"__{name}__")(self)

        setattr(Value, f"__r{name}__", reflected)
    for function_name, value, slope in UNARY:
        setattr(Value, function_name, _unary(value, slope))


_install()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, expanded = stack.pop()
        if expanded:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((p, False) for p in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
