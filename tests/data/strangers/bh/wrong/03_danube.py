import math


class Value:
    __slots__ = ("data", "grad", "_prev", "_op", "_backward")

    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None

    @staticmethod
    def make(data, inputs, op, *slopes):
        """A result whose input number i has the slope slopes[i]()."""
        out = Value(data, inputs, op)

        def rule():
            for node, slope in zip(inputs, slopes):
                node.grad += slope() * out.grad

        out._backward = rule
        return out

    def __add__(self, other):
        b = other if isinstance(other, Value) else Value(other)
        return Value.make(self.data + b.data, (self, b), "+", lambda: 1.0, lambda: 1.0)

    def __sub__(self, other):
        b = other if isinstance(other, Value) else Value(other)
        return Value.make(self.data - b.data, (self, b), "-", lambda: 1.0, lambda: -1.0)

    def __mul__(self, other):
        b = other if isinstance(other, Value) else Value(other)
        return Value.make(self.data * b.data, (self, b), "*", lambda: b.data, lambda: self.data)

    def __truediv__(self, other):
        b = other if isinstance(other, Value) else Value(other)
        return Value.make(
            self.data / b.data,
            (self, b),
            "/",
            lambda: 1.0 / b.data,
            lambda: -self.data / (b.data * b.data),
        )

    def __pow__(self, n):
        slope = (lambda: n * self.data ** (n - 1)) if n != 0 else (lambda: 0.0)
        return Value.make(self.data**n, (self,), "**", slope)

    def __neg__(self):
        return Value.make(-self.data, (self,), "neg", lambda: -1.0)

    def tanh(self):
        t = math.tanh(self.data)
        return Value.make(t, (self,), "tanh", lambda: 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return Value.make(e, (self,), "exp", lambda: e)

    def relu(self):
        return Value.make(max(self.data, 0.0), (self,), "relu", lambda: float(self.data > 0))

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        for node in nodes:
            if node._backward:
                node.grad = 0.0
        self.grad += 1.0
        while nodes:
            node = nodes.pop()
            if node._backward:
                node._backward()


# A number on the left: make a Value of it and use the ordinary operator.
for _name in ("add", "sub", "mul", "truediv"):
    setattr(Value, f"__r{_name}__", lambda a, number: getattr(Value(number), f"__{_name}__")(a))


def build_topo(v, visited, topo):
    path = [(v, iter(v._prev))]
    visited.add(v)
    while path:
        node, rest = path[-1]
        for child in rest:
            if child not in visited:
                visited.add(child)
                path.append((child, iter(child._prev)))
                break
        else:
            topo.append(node)
            path.pop()


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
