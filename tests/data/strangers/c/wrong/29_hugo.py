import math


class Value:
    """One number, its gradient, and how it was made. _op says which rule it has."""

    def __init__(self, data, _prev=(), _op="", _n=0):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._n = _n

    def __repr__(self):
        return f"Value({self.data} {self._op})"

    def _backward(self):
        g = self.grad
        match self._prev:
            case (a, b):
                self._push_two(a, b, g)
            case (a,):
                self._push_one(a, g)

    def _push_two(self, a, b, g):
        match self._op:
            case "+":
                a.grad += g
                b.grad += g
            case "-":
                a.grad += g
                b.grad -= g
            case "*":
                a.grad += g * b.data
                b.grad += g * a.data
            case "/":
                a.grad += g / b.data
                b.grad -= g * self.data / b.data

    def _push_one(self, a, g):
        match self._op:
            case "neg":
                a.grad -= g
            case "**":
                if self._n != 0:
                    a.grad += g * self._n * a.data ** (self._n - 1)
            case "tanh":
                a.grad += g * (1.0 - self.data**2)
            case "exp":
                a.grad += g * self.data
            case "relu":
                if g > 0:
                    a.grad += g

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), "+")

    def __sub__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data - other.data, (self, other), "-")

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), "*")

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data / other.data, (self, other), "/")

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), "neg")

    def __pow__(self, n):
        return Value(self.data**n, (self,), "**", n)

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def relu(self):
        return Value(max(0.0, self.data), (self,), "relu")

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    stack = [(v, False)]
    while stack:
        match stack.pop():
            case (node, True):
                topo.append(node)
            case (node, False) if node not in visited:
                visited.add(node)
                stack.append((node, True))
                stack.extend((p, False) for p in node._prev)


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
