from math import exp, tanh


class Value:
    __slots__ = ["data", "grad", "_prev", "_backward", "_label"]

    def __init__(self, data, prev=(), label=""):
        self.data = data
        self.grad = 0.0
        self._prev = prev
        self._label = label
        self._backward = do_nothing

    def __repr__(self):
        return f"Value({self.data})"

    def __neg__(self):
        return unary(self, -self.data, -1.0, "neg")

    def __add__(self, other):
        return binary(self, other, lambda x, y: (x + y, 1.0, 1.0), "add")

    def __sub__(self, other):
        return binary(self, other, lambda x, y: (x - y, 1.0, -1.0), "sub")

    def __mul__(self, other):
        return binary(self, other, lambda x, y: (x * y, y, x), "mul")

    def __truediv__(self, other):
        return binary(self, other, lambda x, y: (x / y, 1 / y, -x / (y * y)), "div")

    def __pow__(self, n):
        x = self.data
        slope = n * x ** (n - 1) if x else 0.0
        return unary(self, x**n, slope, "pow")

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return -self + other

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return Value(other) / self

    def tanh(self):
        t = tanh(self.data)
        return unary(self, t, 1.0 - t * t, "tanh")

    def exp(self):
        e = exp(self.data)
        return unary(self, e, e, "exp")

    def relu(self):
        if self.data > 0.0:
            return unary(self, self.data, 1.0, "relu")
        return unary(self, 0.0, 0.0, "relu")

    def backward(self):
        if self._prev:
            self.grad = 0.0
        self.grad += 1.0
        topo = []
        build_topo(self, set(), topo)
        for node in topo[:-1]:
            if node._prev:
                node.grad = 0.0
        for node in topo[::-1]:
            node._backward()


def do_nothing():
    pass


def unary(a, result, slope, label):
    out = Value(result, (a,), label)

    def rule():
        a.grad += slope * out.grad

    out._backward = rule
    return out


def binary(a, b, formula, label):
    if not isinstance(b, Value):
        b = Value(b)
    result, slope_a, slope_b = formula(a.data, b.data)
    out = Value(result, (a, b), label)

    def rule():
        a.grad += slope_a * out.grad
        b.grad += slope_b * out.grad

    out._backward = rule
    return out


def walk(v, visited):
    """Yield the nodes below v, and v, inputs first."""
    visited.add(v)
    path = [v]
    left = [list(v._prev)]
    while path:
        if left[-1]:
            node = left[-1].pop()
            if node not in visited:
                visited.add(node)
                path.append(node)
                left.append(list(node._prev))
        else:
            left.pop()
            yield path.pop()


def build_topo(v, visited, topo):
    for node in walk(v, visited):
        topo.append(node)


def zero_grad(root):
    for node in walk(root, set()):
        node.grad = 0.0
