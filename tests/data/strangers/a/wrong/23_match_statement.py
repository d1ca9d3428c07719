import math


class Value:
    def __init__(self, data, kind="leaf", *operands):
        self.data = data
        self.grad = 0.0
        self.kind = kind
        self.operands = operands
        self._prev = [x for x in operands if isinstance(x, Value)]

    def _backward(self):
        g = self.grad
        match self.kind, self.operands:
            case "leaf", ():
                pass
            case "+", (x, y):
                x.grad += g
                y.grad += g
            case "-", (x, y):
                x.grad += g
                y.grad -= g
            case "*", (x, y):
                x.grad += g * y.data
                y.grad += g * x.data
            case "/", (x, y):
                x.grad += g / y.data
                y.grad -= g * x.data / y.data ** 2
            case "**", (_, 0):
                pass
            case "**", (x, n):
                x.grad += g * n * x.data ** (n - 1)
            case "neg", (x,):
                x.grad -= g
            case "tanh", (x,):
                x.grad += g * (1 - self.data ** 2)
            case "exp", (x,):
                x.grad += g * self.data
            case "relu", (x,) if x.data > 0:
                x.grad += g

    def __add__(self, other):
        other = to_value(other)
        return Value(self.data + other.data, "+", self, other)

    def __sub__(self, other):
        other = to_value(other)
        return Value(self.data - other.data, "-", self, other)

    def __mul__(self, other):
        other = to_value(other)
        return Value(self.data * other.data, "*", self, other)

    def __truediv__(self, other):
        other = to_value(other)
        return Value(self.data / other.data, "/", self, other)

    def __radd__(self, other):
        return to_value(other) + self

    def __rsub__(self, other):
        return to_value(other) - self

    def __rmul__(self, other):
        return to_value(other) * self

    def __rtruediv__(self, other):
        return to_value(other) / self

    def __pow__(self, n):
        return Value(self.data ** n, "**", self, n)

    def __neg__(self):
        return Value(-self.data, "neg", self)

    def tanh(self):
        return Value(math.tanh(self.data), "tanh", self)

    def exp(self):
        return Value(math.exp(self.data), "exp", self)

    def relu(self):
        return Value(max(0.0, self.data), "relu", self)

    def backward(self):
        build_topo(self, set(), topo := [])
        for node in topo:
            match node.kind:
                case "leaf":
                    pass
                case _:
                    node.grad = 0.0
        self.grad += 1.0
        while topo:
            topo.pop()._backward()


def to_value(x):
    match x:
        case Value():
            return x
        case int():
            return Value(float(x))
        case _:
            raise TypeError(f"not a number: {x!r}")


def build_topo(v, visited, topo):
    stack = [("visit", v)]
    while stack:
        match stack.pop():
            case "visit", node if node not in visited:
                visited.add(node)
                stack.append(("append", node))
                for p in node._prev:
                    stack.append(("visit", p))
            case "append", node:
                topo.append(node)


def zero_grad(root):
    build_topo(root, set(), topo := [])
    for node in topo:
        node.grad = 0.0
