import math

def as_value(x):
    return x if isinstance(x, Value) else Value(x)

class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self.n = None

    def __add__(self, other):
        other = as_value(other)
        return Value(self.data + other.data, (self, other), "+")

    def __sub__(self, other):
        other = as_value(other)
        return Value(self.data - other.data, (self, other), "-")

    def __mul__(self, other):
        other = as_value(other)
        return Value(self.data * other.data, (self, other), "*")

    def __truediv__(self, other):
        other = as_value(other)
        return Value(self.data / other.data, (self, other), "/")

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")
        out.n = n
        return out

    def __radd__(self, other):
        return as_value(other) + self

    def __rsub__(self, other):
        return as_value(other) - self

    def __rmul__(self, other):
        return as_value(other) * self

    def __rtruediv__(self, other):
        return as_value(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), "neg")

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def relu(self):
        return Value(max(self.data, 0.0), (self,), "relu")

    def _backward(self):
        g = self.grad
        match self._op, self._prev:
            case "+", (a, b):
                a.grad += g
                b.grad += g
            case "-", (a, b):
                a.grad += g
                b.grad += g
            case "*", (a, b):
                a.grad += g * b.data
                b.grad += g * a.data
            case "/", (a, b):
                a.grad += g / b.data
                b.grad -= g * a.data / (b.data * b.data)
            case "**", (a,):
                a.grad += g * self.n * a.data ** (self.n - 1) if self.n else 0.0
            case "neg", (a,):
                a.grad -= g
            case "tanh", (a,):
                a.grad += g * (1 - self.data**2)
            case "exp", (a,):
                a.grad += g * self.data
            case "relu", (a,):
                a.grad += g if a.data > 0 else 0.0

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            node.grad = 0.0 if node._prev else node.grad
        self.grad += 1.0
        for node in topo[::-1]:
            node._backward()

def build_topo(v, visited, topo):
    work = [("enter", v)]
    while work:
        what, node = work.pop()
        if what == "leave":
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            work.append(("leave", node))
            work += [("enter", p) for p in node._prev]

def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
