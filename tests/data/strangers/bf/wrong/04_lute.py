import math


class Value:
    """A node knows its operation by name. All rules stand in `_backward`."""

    def __init__(self, data, _prev=(), _op="leaf", _n=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._n = _n

    def __repr__(self):
        return f"<{self._op} {self.data} {self.grad}>"

    @staticmethod
    def of(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = Value.of(other)
        return Value(self.data + other.data, (self, other), "add")

    def __radd__(self, other):
        return Value.of(other) + self

    def __sub__(self, other):
        other = Value.of(other)
        return Value(self.data - other.data, (self, other), "sub")

    def __rsub__(self, other):
        return Value.of(other) - self

    def __mul__(self, other):
        other = Value.of(other)
        return Value(self.data * other.data, (self, other), "mul")

    def __rmul__(self, other):
        return Value.of(other) * self

    def __truediv__(self, other):
        other = Value.of(other)
        return Value(self.data / other.data, (self, other), "div")

    def __rtruediv__(self, other):
        return Value.of(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), "neg")

    def __pow__(self, n):
        return Value(self.data**n, (self,), "pow", n)

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def relu(self):
        return Value(max(0.0, self.data), (self,), "relu")

    def _backward(self):
        g = self.grad
        match self._op, self._prev:
            case "add", (a, b):
                a.grad += g
                b.grad += g
            case "sub", (a, b):
                a.grad += g
                b.grad -= g
            case "mul", (a, b):
                a.grad += g * b.data
                b.grad += g * a.data
            case "div", (a, b):
                a.grad += g / b.data
                b.grad -= g * a.data / b.data * b.data
            case "neg", (a,):
                a.grad -= g
            case "pow", (a,):
                if self._n != 0:
                    a.grad += g * self._n * a.data ** (self._n - 1)
            case "tanh", (a,):
                a.grad += g * (1.0 - self.data**2)
            case "exp", (a,):
                a.grad += g * self.data
            case "relu", (a,):
                a.grad += g if a.data > 0 else 0.0

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op != "leaf":
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            node._backward()


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if node is None:
            topo.append(stack.pop())
        elif node not in visited:
            visited.add(node)
            stack += [node, None]
            stack += [x for x in node._prev if x not in visited]


def zero_grad(root):
    seen = {root}
    stack = [root]
    while stack:
        node = stack.pop()
        node.grad = 0.0
        for x in node._prev:
            if x not in seen:
                seen.add(x)
                stack.append(x)
