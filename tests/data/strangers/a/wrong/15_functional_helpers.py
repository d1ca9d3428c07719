import math
from functools import partial


# -- the engine is functions; the class at the bottom only gives them signs --

def leaf(x):
    return x if isinstance(x, Value) else Value(x)


def node(data, rule, *inputs):
    v = Value(data)
    v._prev = inputs
    v._backward = partial(rule, v, *inputs)
    return v


def add(x, y):
    def rule(out, x, y):
        x.grad += out.grad
        y.grad += out.grad
    x, y = leaf(x), leaf(y)
    return node(x.data + y.data, rule, x, y)


def mul(x, y):
    def rule(out, x, y):
        x.grad += out.grad * y.data
        y.grad += x.data
    x, y = leaf(x), leaf(y)
    return node(x.data * y.data, rule, x, y)


def sub(x, y):
    def rule(out, x, y):
        x.grad += out.grad
        y.grad += -out.grad
    x, y = leaf(x), leaf(y)
    return node(x.data - y.data, rule, x, y)


def div(x, y):
    def rule(out, x, y):
        x.grad += out.grad / y.data
        y.grad += -out.grad * out.data / y.data
    x, y = leaf(x), leaf(y)
    return node(x.data / y.data, rule, x, y)


def power(x, n):
    def rule(out, x):
        x.grad += out.grad * n * x.data ** (n - 1) if n != 0 else 0.0
    return node(x.data ** n, rule, x)


def neg(x):
    def rule(out, x):
        x.grad -= out.grad
    return node(-x.data, rule, x)


def tanh(x):
    def rule(out, x):
        x.grad += out.grad * (1 - out.data * out.data)
    return node(math.tanh(x.data), rule, x)


def exp(x):
    def rule(out, x):
        x.grad += out.grad * out.data
    return node(math.exp(x.data), rule, x)


def relu(x):
    def rule(out, x):
        x.grad += out.grad if x.data > 0 else 0.0
    return node(x.data if x.data > 0 else 0.0, rule, x)


def backward(root):
    order = []
    build_topo(root, set(), order)
    for v in filter(lambda v: v._prev, order):
        v.grad = 0.0
    root.grad += 1.0
    for v in filter(lambda v: v._prev, reversed(order)):
        v._backward()


def flip(f):
    return lambda x, y: f(y, x)


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = None

    __add__, __radd__ = add, flip(add)
    __sub__, __rsub__ = sub, flip(sub)
    __mul__, __rmul__ = mul, flip(mul)
    __truediv__, __rtruediv__ = div, flip(div)
    __pow__ = power
    __neg__ = neg
    tanh, exp, relu = tanh, exp, relu
    backward = backward


def build_topo(v, visited, topo):
    stack = [(v, list(v._prev))]
    visited.add(v)
    while stack:
        current, left = stack[-1]
        if not left:
            topo.append(current)
            stack.pop()
            continue
        nxt = left.pop(0)
        if nxt not in visited:
            visited.add(nxt)
            stack.append((nxt, list(nxt._prev)))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for v in order:
        v.grad = 0.0
