import math


class Value:
    def __init__(self, data, op="leaf", prev=(), n=None):
        self.data = data
        self.grad = 0.0
        self.op = op
        self._prev = prev
        self.n = n

    def _backward(self):
        g = self.grad
        match self.op, self._prev:
            case "+", (a, b):
                a.grad += g
                b.grad += g
            case "-", (a, b):
                a.grad += g
                b.grad -= g
            case "*", (a, b):
                a.grad += g * b.data
                b.grad += g * a.data
            case "/", (a, b):
                a.grad += g / b.data
                b.grad -= g * self.data / b.data
            case "neg", (a,):
                a.grad += g
            case "pow", (a,):
                if self.n != 0:
                    a.grad += g * self.n * a.data ** (self.n - 1)
            case "tanh", (a,):
                a.grad += g * (1 - self.data**2)
            case "exp", (a,):
                a.grad += g * self.data
            case "relu", (a,):
                a.grad += g if a.data > 0 else 0.0

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            match v.op:
                case "leaf":
                    pass
                case _:
                    v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            v._backward()

    def __add__(self, other):
        return make("+", self, other)

    def __radd__(self, other):
        return make("+", other, self)

    def __sub__(self, other):
        return make("-", self, other)

    def __rsub__(self, other):
        return make("-", other, self)

    def __mul__(self, other):
        return make("*", self, other)

    def __rmul__(self, other):
        return make("*", other, self)

    def __truediv__(self, other):
        return make("/", self, other)

    def __rtruediv__(self, other):
        return make("/", other, self)

    def __neg__(self):
        return Value(-self.data, "neg", (self,))

    def __pow__(self, n):
        return Value(self.data**n, "pow", (self,), n)

    def tanh(self):
        return Value(math.tanh(self.data), "tanh", (self,))

    def exp(self):
        return Value(math.exp(self.data), "exp", (self,))

    def relu(self):
        return Value(max(0.0, self.data), "relu", (self,))


def make(op, a, b):
    a = a if isinstance(a, Value) else Value(a)
    b = b if isinstance(b, Value) else Value(b)
    match op:
        case "+":
            data = a.data + b.data
        case "-":
            data = a.data - b.data
        case "*":
            data = a.data * b.data
        case "/":
            data = a.data / b.data
    return Value(data, op, (a, b))


def build_topo(v, visited, topo):
    work = [("enter", v)]
    while work:
        match work.pop():
            case "leave", node:
                topo.append(node)
            case "enter", node if node not in visited:
                visited.add(node)
                work.append(("leave", node))
                work.extend(("enter", child) for child in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
