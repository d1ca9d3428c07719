import math
import operator

# name: (number, (partial by the left one, partial by the right one))
TWO = {
    "add": (operator.add, lambda a, b: (1.0, 1.0)),
    "sub": (operator.sub, lambda a, b: (1.0, -1.0)),
    "mul": (operator.mul, lambda a, b: (b, a)),
    "div": (operator.truediv, lambda a, b: (1.0 / b, -a / (b * b))),
}

# name: (number, partial by x where y is the result)
ONE = {
    "neg": (operator.neg, lambda x, y: -1.0),
    "exp": (math.exp, lambda x, y: y),
    "tanh": (math.tanh, lambda x, y: 1.0 - y * y),
    "relu": (lambda x: x if x > 0 else 0.0, lambda x, y: 1.0 if x > 0 else 0.0),
}

NEUTRAL = {"add": 0, "sub": 0, "mul": 1, "div": 1}


def binary(name, me, other, swapped=False):
    """Build `me name other`, or `other name me` if Python called the r-method."""
    if not isinstance(other, Value):
        # x + 0, x * 1 and so on need no node
        if other == NEUTRAL[name]:
            return me
        other = Value(other)
    left, right = (other, me) if swapped else (me, other)
    compute, partials = TWO[name]
    out = Value(compute(left.data, right.data))
    out._prev = (left, right)

    def rule():
        dl, dr = partials(left.data, right.data)
        left.grad += dl * out.grad
        right.grad += dr * out.grad

    out._backward = rule
    return out


def unary(name, x):
    compute, partial = ONE[name]
    out = Value(compute(x.data))
    out._prev = (x,)

    def rule():
        x.grad += partial(x.data, out.data) * out.grad

    out._backward = rule
    return out


def power(x, n):
    out = Value(x.data**n)
    out._prev = (x,)

    def rule():
        if n:
            x.grad += n * x.data ** (n - 1) * out.grad

    out._backward = rule
    return out


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = None

    __pow__ = power

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._backward:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            if node._backward:
                node._backward()


def _install():
    def forward(name):
        return lambda self, other: binary(name, self, other)

    def reflected(name):
        return lambda self, other: binary(name, self, other, swapped=True)

    for name, dunder in [("add", "add"), ("sub", "sub"), ("mul", "mul"), ("div", "truediv")]:
        setattr(Value, f"__{dunder}__", forward(name))
        setattr(Value, f"__r{dunder}__", reflected(name))
    for name in ONE:
        method = "__neg__" if name == "neg" else name
        setattr(Value, method, lambda self, name=name: unary(name, self))


_install()


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, i = stack.pop()
        if i < len(node._prev):
            stack.append((node, i + 1))
            child = node._prev[i]
            if child not in visited:
                visited.add(child)
                stack.append((child, 0))
        else:
            topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
