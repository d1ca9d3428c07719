import math

_orders = {}  # big graphs: their order is worth keeping for a second backward()
_BIG = 64


class Value:
    __slots__ = ("data", "grad", "_prev", "_op", "_extra")

    def __init__(self, data, _prev=(), _op="leaf", _extra=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._extra = _extra

    def __repr__(self):
        return f"<{self._op} {self.data:g} grad {self.grad:g}>"

    def __add__(self, other):
        other = _node(other)
        return Value(self.data + other.data, (self, other), "add")

    def __radd__(self, other):
        return _node(other) + self

    def __sub__(self, other):
        other = _node(other)
        return Value(self.data - other.data, (self, other), "sub")

    def __rsub__(self, other):
        return _node(other) - self

    def __mul__(self, other):
        other = _node(other)
        return Value(self.data * other.data, (self, other), "mul", (self.data, other.data))

    def __rmul__(self, other):
        return _node(other) * self

    def __truediv__(self, other):
        other = _node(other)
        return Value(self.data / other.data, (self, other), "div", (self.data, other.data))

    def __rtruediv__(self, other):
        return _node(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), "neg")

    def __pow__(self, n):
        return Value(self.data**n, (self,), "pow", (self.data, n))

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def relu(self):
        return Value(max(0.0, self.data), (self,), "relu")

    def _backward(self):
        g = self.grad
        prev = self._prev
        match self._op:
            case "add":
                prev[0].grad += g
                prev[1].grad += g
            case "sub":
                prev[0].grad += g
                prev[1].grad -= g
            case "mul":
                x, y = self._extra
                prev[0].grad += g * y
                prev[1].grad += g * x
            case "div":
                x, y = self._extra
                prev[0].grad += g / y
                prev[1].grad -= g * x / (y * y)
            case "neg":
                prev[0].grad -= g
            case "pow":
                x, n = self._extra
                if n != 0:
                    prev[0].grad += g * n * x ** (n - 1)
            case "tanh":
                prev[0].grad += g * (1.0 - self.data**2)
            case "exp":
                prev[0].grad += g * self.data
            case "relu":
                if self.data > 0:
                    prev[0].grad += g

    def backward(self):
        below = _below(self)
        for node in below:
            if node._prev:
                node.grad = 0.0
        if self._prev:
            self.grad = 0.0
        self.grad += 1.0
        self._backward()
        for node in below:
            node._backward()


def _node(x):
    return x if isinstance(x, Value) else Value(float(x))


def _below(root):
    """All nodes under root, each after its consumers."""
    key = id(root)
    if key in _orders:
        return _orders[key]
    topo = []
    build_topo(root, set(), topo)
    below = topo[-2::-1]
    if len(below) >= _BIG:
        _orders[key] = below
    return below


def build_topo(v, visited, topo):
    todo = [(v, False)]
    while todo:
        node, ready = todo.pop()
        if ready:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        todo.append((node, True))
        for below in node._prev:
            if below not in visited:
                todo.append((below, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
