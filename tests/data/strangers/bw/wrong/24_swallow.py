"""Solution for 13. A decorator makes an operation out of two lines: the number, and
what to multiply the gradient with on the way back."""

import functools
import math


class Value:
    def __init__(self, data, _prev=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev

    def _backward(self):
        """Leaves have nothing to hand on; operations put their own rule here."""

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in filter(lambda node: node._prev, topo):
            node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def operation(method):
    """The method returns (number, factors): one factor for each input."""

    @functools.wraps(method)
    def build(*args):
        args = [_lift(arg) for arg in args]
        number, factors = method(*args)
        out = Value(number, tuple(args))

        def rule():
            for node, factor in zip(out._prev, factors):
                node.grad += out.grad * factor

        out._backward = rule
        return out

    setattr(Value, method.__name__, build)
    return build


def _lift(x):
    return x if isinstance(x, Value) else Value(x)


@operation
def __add__(a, b):
    return a.data + b.data, (1.0, 1.0)


@operation
def __sub__(a, b):
    return a.data - b.data, (1.0, -1.0)


@operation
def __mul__(a, b):
    return a.data * b.data, (b.data, a.data)


@operation
def __truediv__(a, b):
    return a.data / b.data, (1.0 / b.data, -a.data / b.data**2)


@operation
def __neg__(a):
    return -a.data, (-1.0,)


@operation
def tanh(a):
    t = math.tanh(a.data)
    return t, (1.0 - t * t,)


@operation
def exp(a):
    e = math.exp(a.data)
    return e, (e,)


@operation
def relu(a):
    return (a.data, (1.0,)) if a.data > 0 else (0.0, (0.0,))


def __pow__(a, n):
    slope = n * a.data ** (n - 1) if n != 0 else 0.0
    out = Value(a.data**n, (a,))

    def rule():
        a.grad += out.grad * slope

    out._backward = rule
    return out


Value.__pow__ = __pow__
Value.__radd__ = lambda self, number: __add__(number, self)
Value.__rsub__ = lambda self, number: __sub__(number, self)
Value.__rmul__ = lambda self, number: __mul__(number, self)
Value.__rtruediv__ = lambda self, number: __truediv__(number, self)


def build_topo(v, visited, topo):
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        node, children = stack[-1]
        child = next(children, None)
        if child is None:
            topo.append(node)
            stack.pop()
        elif child not in visited:
            visited.add(child)
            stack.append((child, iter(child._prev)))


def zero_grad(root):
    todo = [root]
    while todo:
        node = todo.pop()
        if node.grad == 0.0:
            continue
        node.grad = 0.0
        todo.extend(node._prev)
