import math
import operator

# name: (function, slope for the first input, slope for the second)
BINARY = {
    "add": (operator.add, lambda x, y: 1.0, lambda x, y: 1.0),
    "sub": (operator.sub, lambda x, y: 1.0, lambda x, y: -1.0),
    "mul": (operator.mul, lambda x, y: y, lambda x, y: x),
    "truediv": (operator.truediv, lambda x, y: 1 / y, lambda x, y: -x / (y * y)),
}
# name: (function, slope as seen from the input and the result)
UNARY = {
    "__neg__": (operator.neg, lambda x, r: -1.0),
    "tanh": (math.tanh, lambda x, r: 1 - r * r),
    "exp": (math.exp, lambda x, r: r),
    "relu": (lambda x: max(0.0, x), lambda x, r: 1.0 if x > 0 else 0.0),
}


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = []
        self._backward = None

    def __pow__(self, n):
        slope = lambda x, r: n * x ** (n - 1) if n != 0 else 0.0
        return apply_unary(lambda x: x ** n, slope, self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._backward:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._backward:
                node._backward(node.grad)


def apply_unary(fn, slope, a):
    out = Value(fn(a.data))
    out._prev = [a]

    def rule(g):
        a.grad += g * slope(a.data, out.data)

    out._backward = rule
    return out


def apply_binary(fn, slope_a, slope_b, a, b):
    a = a if isinstance(a, Value) else Value(a)
    b = b if isinstance(b, Value) else Value(b)
    out = Value(fn(a.data, b.data))
    out._prev = [a, b]

    def rule(g):
        a.grad += g * slope_a(a.data, b.data)
        b.grad += g * slope_b(a.data, b.data)

    out._backward = rule
    return out


def install():
    for name, row in BINARY.items():
        setattr(Value, f"__{name}__", lambda a, b, row=row: apply_binary(*row, a, b))
        setattr(Value, f"__r{name}__", lambda a, b, row=row: apply_binary(*row, b, a))
    for name, row in UNARY.items():
        setattr(Value, name, lambda a, row=row: apply_unary(*row, a))


install()


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        fresh = [p for p in stack[-1]._prev if p not in visited]
        if fresh:
            visited.update(fresh)
            stack.extend(fresh)
        else:
            topo.append(stack.pop())


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
