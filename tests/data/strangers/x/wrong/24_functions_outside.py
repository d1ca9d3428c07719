import math


class Value:
    def __init__(self, data, args=(), diff=None):
        self.data = data
        self.grad = 0.0
        self._prev = args
        self._backward = diff


def leaf_if_number(x):
    if isinstance(x, Value):
        return x
    return Value(x)


def add(a, b):
    a, b = leaf_if_number(a), leaf_if_number(b)
    return Value(a.data + b.data, (a, b), lambda: (1.0, 1.0))


def sub(a, b):
    a, b = leaf_if_number(a), leaf_if_number(b)
    return Value(a.data - b.data, (a, b), lambda: (1.0, -1.0))


def mul(a, b):
    a, b = leaf_if_number(a), leaf_if_number(b)
    return Value(a.data * b.data, (a, b), lambda: (b.data, a.data))


def div(a, b):
    a, b = leaf_if_number(a), leaf_if_number(b)
    return Value(a.data / b.data, (a, b), lambda: (1 / b.data, -a.data / b.data / b.data))


def power(a, n):
    def diff():
        # 0 ** -1 does not exist
        if a.data == 0:
            return (0.0,)
        return (n * a.data ** (n - 1),)

    return Value(a.data**n, (a,), diff)


def neg(a):
    return Value(-a.data, (a,), lambda: (-1.0,))


def tanh(a):
    t = math.tanh(a.data)
    return Value(t, (a,), lambda: (1.0 - t * t,))


def exp(a):
    e = math.exp(a.data)
    return Value(e, (a,), lambda: (e,))


def relu(a):
    return Value(max(a.data, 0.0), (a,), lambda: (1.0 if a.data > 0 else 0.0,))


def backward(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        if v._backward:
            v.grad = 0.0
    root.grad += 1.0
    while topo:
        v = topo.pop()
        if v._backward:
            for arg, d in zip(v._prev, v._backward()):
                arg.grad += d * v.grad


Value.__add__ = add
Value.__sub__ = sub
Value.__mul__ = mul
Value.__truediv__ = div
Value.__pow__ = power
Value.__neg__ = neg
Value.__radd__ = lambda a, b: add(b, a)
Value.__rsub__ = lambda a, b: sub(b, a)
Value.__rmul__ = lambda a, b: mul(b, a)
Value.__rtruediv__ = lambda a, b: div(b, a)
Value.tanh = tanh
Value.exp = exp
Value.relu = relu
Value.backward = backward


def build_topo(v, visited, topo):
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        top, args = stack[-1]
        for arg in args:
            if arg not in visited:
                visited.add(arg)
                stack.append((arg, iter(arg._prev)))
                break
        else:
            stack.pop()
            topo.append(top)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
