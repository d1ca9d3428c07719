import math


class Value:
    def __init__(self, data, _prev=(), _op="", _extra=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._extra = _extra

    def _backward(self):
        g = self.grad
        match self._op, self._prev:
            case "+", (a, b):
                a.grad += g
                b.grad += g
            case "*", (a, b):
                a.grad += g * b.data
                b.grad += g * a.data
            case "minus", (a,):
                a.grad -= g
            case "1/", (a,):
                a.grad += g * self.data**2
            case "**", (a,):
                n = self._extra
                if n:
                    a.grad += g * n * a.data ** (n - 1)
            case "tanh", (a,):
                a.grad += g * (1.0 - self.data**2)
            case "exp", (a,):
                a.grad += g * self.data
            case "relu", (a,):
                if a.data > 0.0:
                    a.grad += g

    # Four kinds of nodes are enough for + - * /.

    def _inverse(self):
        return Value(1.0 / self.data, (self,), "1/")

    def __neg__(self):
        return Value(-self.data, (self,), "minus")

    def __add__(self, other):
        match other:
            case Value():
                return Value(self.data + other.data, (self, other), "+")
            case int() | float():
                return self + Value(other)
        return NotImplemented

    def __mul__(self, other):
        match other:
            case Value():
                return Value(self.data * other.data, (self, other), "*")
            case int() | float():
                return self * Value(other)
        return NotImplemented

    def __sub__(self, other):
        return self + -other

    def __truediv__(self, other):
        if isinstance(other, Value):
            return self * other._inverse()
        return self * (1.0 / other)

    def __radd__(self, other):
        return Value(other) + self

    def __rmul__(self, other):
        return Value(other) * self

    def __rsub__(self, other):
        return Value(other) + -self

    def __rtruediv__(self, other):
        return Value(other) * self._inverse()

    def __pow__(self, n):
        return Value(self.data**n, (self,), "**", n)

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def relu(self):
        return Value(self.data if self.data > 0.0 else 0.0, (self,), "relu")

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev != ():
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    work = [("enter", v)]
    while work:
        match work.pop():
            case "leave", node:
                topo.append(node)
            case "enter", node if node not in visited:
                visited.add(node)
                work.append(("leave", node))
                for child in node._prev:
                    work.append(("enter", child))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
