import math

# The slopes are written with the result y of the function.
FUNCTIONS = {
    "tanh": (math.tanh, lambda y: 1.0 - y * y),
    "exp": (math.exp, lambda y: y),
    "relu": (lambda x: x if x > 0 else 0.0, lambda y: 1.0 if y > 0 else 0.0),
}


class Value:
    def __init__(self, data, _prev=(), _op="", _backward=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = list(_prev)
        self._op = _op
        self._backward = _backward

    def _call(self, name):
        function, slope = FUNCTIONS[name]
        out = Value(function(self.data), [self], name)
        out._backward = lambda g: self._add(g * slope(self.data))
        return out

    def _add(self, amount):
        self.grad += amount

    def tanh(self):
        return self._call("tanh")

    def exp(self):
        return self._call("exp")

    def relu(self):
        return self._call("relu")

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)

        def rule(g):
            self._add(g)
            other._add(g)

        return Value(self.data + other.data, [self, other], "+", rule)

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)

        def rule(g):
            self._add(g * other.data)
            other._add(g * self.data)

        return Value(self.data * other.data, [self, other], "*", rule)

    def __pow__(self, n):
        def rule(g):
            self._add(g * n * self.data ** (n - 1) if n != 0 else 0.0)

        return Value(self.data**n, [self], "**", rule)

    def __neg__(self):
        return Value(-self.data, [self], "neg", lambda g: self._add(-g))

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return -self + other

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return self * other**-1

    def __rtruediv__(self, other):
        return Value(other) / self

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def backward(self):
        order = []
        build_topo(self, set(), order)
        inner = [node for node in order if node._prev]
        for node in inner:
            node.grad = 0.0
        self.grad += 1.0
        for node in reversed(inner):
            node._backward(node.grad)


def build_topo(v, visited, topo):
    visited.add(v)
    trail = [(v, iter(v._prev))]
    while trail:
        node, inputs = trail[-1]
        child = next(inputs, None)
        if child is None:
            trail.pop()
            topo.append(node)
        elif child not in visited:
            visited.add(child)
            trail.append((child, iter(child._prev)))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
