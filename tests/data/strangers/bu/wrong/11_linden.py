import math

# the inputs of the operator that is being worked out
_inputs = []


def operands(*things):
    """Note the inputs for make(), and hand out their numbers."""
    values = [t if isinstance(t, Value) else Value(t) for t in things]
    _inputs.extend(values)
    return [v.data for v in values]


def make(data, *slopes):
    """The new node, from what operands() has noted."""
    out = Value(data)
    out._prev = tuple(_inputs)
    out._slopes = slopes
    _inputs.clear()
    return out


class Value:
    __slots__ = ("data", "grad", "_prev", "_slopes")

    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._slopes = ()

    def __repr__(self):
        return f"Value({self.data:g}, grad={self.grad:g})"

    def __add__(self, other):
        x, y = operands(self, other)
        return make(x + y, 1.0, 1.0)

    def __radd__(self, other):
        x, y = operands(other, self)
        return make(x + y, 1.0, 1.0)

    def __sub__(self, other):
        x, y = operands(self, other)
        return make(x - y, 1.0, -1.0)

    def __rsub__(self, other):
        x, y = operands(other, self)
        return make(x - y, 1.0, -1.0)

    def __mul__(self, other):
        x, y = operands(self, other)
        return make(x * y, y, x)

    def __rmul__(self, other):
        x, y = operands(other, self)
        return make(x * y, y, x)

    def __truediv__(self, other):
        x, y = operands(self, other)
        return make(x / y, 1 / y, -x / y**2)

    def __rtruediv__(self, other):
        x, y = operands(other, self)
        return make(x / y, 1 / y, -x / y**2)

    def __neg__(self):
        (x,) = operands(self)
        return make(-x, -1.0)

    def __pow__(self, n):
        (x,) = operands(self)
        if n == 0:
            return make(1.0, 0.0)
        return make(x**n, n * x ** (n - 1))

    def tanh(self):
        (x,) = operands(self)
        t = math.tanh(x)
        return make(t, 1 - t * t)

    def exp(self):
        (x,) = operands(self)
        e = math.exp(x)
        return make(e, e)

    def relu(self):
        (x,) = operands(self)
        if x > 0:
            return make(x, 1.0)
        return make(0.0, 0.0)

    def _backward(self):
        for v, slope in zip(self._prev, self._slopes):
            v.grad += slope * self.grad

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._slopes:
                v.grad = 0.0
        self.grad += 1.0
        for i in range(len(topo) - 1, -1, -1):
            topo[i]._backward()


def build_topo(v, visited, topo):
    agenda = [(v, 0)]
    visited.add(v)
    while agenda:
        node, i = agenda.pop()
        if i < len(node._prev):
            agenda.append((node, i + 1))
            child = node._prev[i]
            if child not in visited:
                visited.add(child)
                agenda.append((child, 0))
        else:
            topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
