"""The metaclass writes what is dull: every operator gets its mirror image and its `i` form."""

import math
from functools import partial, reduce

TWO_SIDED = ("add", "sub", "mul", "truediv")


class Mirrors(type):
    def __new__(meta, name, bases, body):
        for word in TWO_SIDED:
            if word in body:
                straight = body.pop(word)
                body[f"__{word}__"] = meta.sided(straight, lambda me, it: (me, it))
                body[f"__r{word}__"] = meta.sided(straight, lambda me, it: (it, me))
                body[f"__i{word}__"] = body[f"__{word}__"]
        return super().__new__(meta, name, bases, body)

    @staticmethod
    def sided(straight, arrange):
        def operator(me, it):
            left, right = arrange(me, it if isinstance(it, Value) else Value(float(it)))
            return straight(left, right)

        return operator


class Value(metaclass=Mirrors):
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = set(_prev)
        self._op = _op
        self._backward = partial(print, end="")  # prints nothing, and does nothing

    def add(a, b):
        return result(a.data + b.data, "+", (a, lambda g: g), (b, lambda g: g))

    def sub(a, b):
        return result(a.data - b.data, "-", (a, lambda g: g), (b, lambda g: -g))

    def mul(a, b):
        x, y = a.data, b.data
        return result(x * y, "*", (a, lambda g: g * y), (b, lambda g: g * x))

    def truediv(a, b):
        x, y = a.data, b.data
        return result(x / y, "/", (a, lambda g: g / y), (b, lambda g: -g * (x / y) / y))

    def __neg__(a):
        return result(-a.data, "neg", (a, lambda g: -g))

    def __pow__(a, n):
        if isinstance(n, int) and 0 <= n <= 8:
            return small_power(a, n)
        x = float(a.data)
        slope = n * big_power(x, n - 1) if n else 0.0
        return result(big_power(x, n), "pow", (a, lambda g: g * slope))

    def __ipow__(a, n):
        return a**n

    def tanh(a):
        t = math.tanh(a.data)
        return result(t, "tanh", (a, lambda g: g * (1.0 - t * t)))

    def exp(a):
        e = math.exp(a.data)
        return result(e, "exp", (a, lambda g: g * e))

    def relu(a):
        on = a.data > 0.0
        return result(a.data if on else 0.0, "relu", (a, (lambda g: g) if on else (lambda g: 0.0)))

    def backward(root):
        topo = []
        build_topo(root, set(), topo)
        inner = [node for node in topo if node._prev]
        for node in inner:
            node.grad = 0.0
        root.grad += 1.0
        while inner:
            inner.pop()._backward()

    def zero_grad(self):
        zero_grad(self)


def result(data, op, *routes):
    out = Value(data, (source for source, _ in routes), op)

    def rule():
        for source, share in routes:
            source.grad += share(out.grad)

    out._backward = rule
    return out


def small_power(a, n):
    """x ** n by multiplying; the slope is n * x ** (n-1), multiplied in the same way."""
    product = lambda k: reduce(lambda so_far, _: so_far * a.data, range(k), 1.0)
    slope = n * product(n - 1) if n else 0.0
    return result(product(n), "pow", (a, lambda g: g * slope))


def big_power(x, n):
    try:
        return x**n
    except OverflowError:
        return math.inf if x > 0 or n % 2 == 0 else -math.inf
    except ZeroDivisionError:
        if n <= -1:
            raise
        return math.inf


def build_topo(v, visited, topo):
    visited.add(v)
    path, branches = [v], {v: set(v._prev)}
    while path:
        node = path[-1]
        branches[node] = branches[node] - visited
        if branches[node]:
            source = branches[node].pop()
            visited.add(source)
            branches[source] = set(source._prev)
            path.append(source)
        else:
            del branches[node]
            topo.append(path.pop())


def zero_grad(root):
    stack, seen = [root], set()
    while stack:
        node = stack.pop()
        node.grad = 0.0
        seen.add(node)
        stack += [source for source in node._prev if source not in seen]
