import math


class Value:

    def __init__(self, data, op=None, L=None, R=None):
        self.data = data
        self.grad = 0.0
        self.op = op
        self.L = L
        self.R = R
        self._prev = [x for x in (L, R) if isinstance(x, Value)]

    def _backward(self):
        g = self.grad
        if self.op is None:
            return
        elif self.op == "+":
            self.L.grad += g
            self.R.grad += g
        elif self.op == "-":
            self.L.grad += g
            self.R.grad -= g
        elif self.op == "*":
            dL = self.data / self.L.data if self.L.data else 0.0
            dR = self.L.data
            self.L.grad += g * dL
            self.R.grad += g * dR
        elif self.op == "/":
            self.L.grad += g / self.R.data
            self.R.grad -= g * self.data / self.R.data
        elif self.op == "neg":
            self.L.grad -= g
        elif self.op == "**":
            if self.R != 0:
                self.L.grad += g * self.R * self.L.data ** (self.R - 1)
        elif self.op == "tanh":
            self.L.grad += g * (1 - self.data ** 2)
        elif self.op == "exp":
            self.L.grad += g * self.data
        elif self.op == "relu":
            if self.L.data > 0:
                self.L.grad += g
        else:
            raise ValueError(self.op)

    def make(x):
        if isinstance(x, Value):
            return x
        return Value(float(x))

    def __add__(self, other):
        other = Value.make(other)
        return Value(self.data + other.data, "+", self, other)

    def __radd__(self, other):
        return Value.make(other) + self

    def __sub__(self, other):
        other = Value.make(other)
        return Value(self.data - other.data, "-", self, other)

    def __rsub__(self, other):
        return Value.make(other) - self

    def __mul__(self, other):
        other = Value.make(other)
        return Value(self.data * other.data, "*", self, other)

    def __rmul__(self, other):
        return Value.make(other) * self

    def __truediv__(self, other):
        other = Value.make(other)
        return Value(self.data / other.data, "/", self, other)

    def __rtruediv__(self, other):
        return Value.make(other) / self

    def __neg__(self):
        return Value(-self.data, "neg", self)

    def __pow__(self, n):
        return Value(self.data ** n, "**", self, n)

    def tanh(self):
        return Value(math.tanh(self.data), "tanh", self)

    def exp(self):
        return Value(math.exp(self.data), "exp", self)

    def relu(self):
        return Value(self.data if self.data > 0 else 0.0, "relu", self)

    def backward(self):
        ordered = []
        build_topo(self, set(), ordered)
        for x in ordered:
            if x.op is not None:
                x.grad = 0.0
        self.grad += 1.0
        i = len(ordered) - 1
        while i >= 0:
            ordered[i]._backward()
            i -= 1


def build_topo(v, visited, topo):
    s = [v]
    while len(s) > 0:
        x = s[len(s) - 1]
        if x in visited:
            s.pop()
            continue
        ready = True
        for y in x._prev:
            if y not in visited:
                s.append(y)
                ready = False
        if ready:
            visited.add(x)
            topo.append(x)
            s.pop()


def zero_grad(root):
    ordered = []
    build_topo(root, set(), ordered)
    for x in ordered:
        x.grad = 0.0
