"""One big match statement holds all the rules."""
import math


class Value:
    def __init__(self, data, op="leaf", *args):
        self.data = float(data)
        self.grad = 0.0
        self.op = op
        self.args = args
        self._prev = tuple(a for a in args if isinstance(a, Value))
        self.inputs = [a.data if isinstance(a, Value) else a for a in args]

    def _backward(self):
        g, y = self.grad, self.data
        match self.op, self._prev:
            case "leaf", ():
                pass
            case "+", (a, b):
                a.grad += g
                b.grad += g
            case "-", (a, b):
                a.grad += g
                b.grad -= g
            case "*", (a, b):
                va, vb = self.inputs
                a.grad += g * vb
                b.grad += g * va
            case "/", (a, b):
                va, vb = self.inputs
                a.grad += g / vb
                b.grad -= g * va / (vb * vb)
            case "neg", (a,):
                a.grad += g
            case "**", (a,):
                va, n = self.inputs
                a.grad += g * n * va ** (n - 1) if n != 0 else 0.0
            case "tanh", (a,):
                a.grad += g * (1.0 - y * y)
            case "exp", (a,):
                a.grad += g * y
            case "relu", (a,):
                a.grad += g if y > 0.0 else 0.0
            case _:
                raise ValueError(f"unknown operation {self.op}")

    def __add__(self, o):
        o = val(o)
        return Value(self.data + o.data, "+", self, o)

    def __sub__(self, o):
        o = val(o)
        return Value(self.data - o.data, "-", self, o)

    def __mul__(self, o):
        o = val(o)
        return Value(self.data * o.data, "*", self, o)

    def __truediv__(self, o):
        o = val(o)
        return Value(self.data / o.data, "/", self, o)

    def __radd__(self, o):
        return val(o) + self

    def __rsub__(self, o):
        return val(o) - self

    def __rmul__(self, o):
        return val(o) * self

    def __rtruediv__(self, o):
        return val(o) / self

    def __neg__(self):
        return Value(-self.data, "neg", self)

    def __pow__(self, n):
        return Value(self.data**n, "**", self, n)

    def tanh(self):
        return Value(math.tanh(self.data), "tanh", self)

    def exp(self):
        return Value(math.exp(self.data), "exp", self)

    def relu(self):
        return Value(max(0.0, self.data), "relu", self)

    def backward(self):
        build_topo(self, set(), topo := [])
        for v in topo:
            if v.op != "leaf":
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            v._backward()


def val(x):
    match x:
        case Value():
            return x
        case _:
            return Value(x)


def build_topo(v, visited, topo):
    stack = [("visit", v)]
    while stack:
        match stack.pop():
            case "append", node:
                topo.append(node)
            case "visit", node if node not in visited:
                visited.add(node)
                stack.append(("append", node))
                stack.extend(("visit", p) for p in node._prev)


def zero_grad(root):
    build_topo(root, set(), topo := [])
    for v in topo:
        v.grad = 0.0
