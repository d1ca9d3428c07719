import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = rule
        return out

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def rule():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = rule
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")

        def rule():
            self.grad += out.grad * (n * self.data ** (n - 1) if n != 0 else 0.0)

        out._backward = rule
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + other * -1

    def __truediv__(self, other):
        if isinstance(other, Value):
            return self * other**-1
        return self * (1.0 / other)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return self * -1 + other

    def __rtruediv__(self, other):
        return self**-1 * other

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


# The three functions differ in their name, their value and their slope only.
# x is the input, y the result.
FUNCTIONS = [
    ("tanh", math.tanh, lambda x, y: 1.0 - y * y),
    ("exp", math.exp, lambda x, y: y),
    ("relu", lambda x: max(x, 0.0), lambda x, y: 1.0 if x > 0.0 else 0.0),
]

for _name, _value, _slope in FUNCTIONS:

    def _method(self, name=_name, value=_value, slope=_slope):
        out = Value(value(self.data), (self,), name)

        def rule():
            self.grad += _slope(self.data, out.data) * out.grad

        out._backward = rule
        return out

    _method.__name__ = _name
    setattr(Value, _name, _method)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if node is None:
            topo.append(stack.pop())
            continue
        if node in visited:
            continue
        visited.add(node)
        stack += [node, None]
        stack += node._prev


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
