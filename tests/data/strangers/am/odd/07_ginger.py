import math

# Levels: a leaf is on level 0, every other node one above its highest input. The way back goes
# down level by level, so no order of single nodes is needed for it.


class Value:
    def __init__(self, data, _prev=(), _local=None):
        self.data, self.grad, self._prev = data, 0.0, _prev
        self._level = 1 + max(node._level for node in _prev) if _prev else 0
        self._local = _local

    def _backward(self):
        if self._local:
            self._local(self.grad)

    def backward(self):
        if not self._prev:
            self.grad += 1.0
            return
        floors = _floors(self)
        for level, nodes in floors.items():
            if level:
                for node in nodes:
                    node.grad = 0.0
        self.grad = 1.0
        for level in sorted(floors, reverse=True):
            for node in floors[level]:
                node._backward()


def _floors(root):
    floors, seen, queue = {}, {root}, [root]
    while queue:
        node = queue.pop()
        floors.setdefault(node._level, []).append(node)
        for below in node._prev:
            if below not in seen:
                seen.add(below)
                queue.append(below)
    return floors


def build_topo(v, visited, topo):
    floors = _floors(v)
    for level in sorted(floors):
        topo.extend(floors[level])


def zero_grad(root):
    for nodes in _floors(root).values():
        for node in nodes:
            node.grad = 0.0


def _v(x):
    return x if isinstance(x, Value) else Value(x)


def add(a, b):
    a, b = _v(a), _v(b)

    def local(g):
        a.grad += g
        b.grad += g

    return Value(a.data + b.data, (a, b), local)


def sub(a, b):
    a, b = _v(a), _v(b)

    def local(g):
        a.grad += g
        b.grad -= g

    return Value(a.data - b.data, (a, b), local)


def mul(a, b):
    a, b = _v(a), _v(b)

    def local(g, x=a.data, y=b.data):
        a.grad += g * y
        b.grad += g * x

    return Value(a.data * b.data, (a, b), local)


def div(a, b):
    a, b = _v(a), _v(b)

    def local(g, x=a.data, y=b.data):
        a.grad += g / y
        b.grad -= g * (x / y) / y

    return Value(a.data / b.data, (a, b), local)


def power(a, n):
    def local(g, x=a.data):
        if n != 0:
            a.grad += g * (n * x ** (n - 1))

    return Value(a.data**n, (a,), local)


def neg(a):
    def local(g):
        a.grad -= g

    return Value(-a.data, (a,), local)


def tanh(a):
    t = math.tanh(a.data)

    def local(g):
        a.grad += g * (1 - t * t)

    return Value(t, (a,), local)


def exp(a):
    e = math.exp(a.data)

    def local(g):
        a.grad += g * e

    return Value(e, (a,), local)


def relu(a):
    on = a.data > 0

    def local(g):
        if on:
            a.grad += g

    return Value(a.data if on else 0.0, (a,), local)


def flip(operation):
    def reflected(self, left):
        return operation(left, self)

    return reflected


Value.__add__, Value.__radd__ = add, flip(add)
Value.__sub__, Value.__rsub__ = sub, flip(sub)
Value.__mul__, Value.__rmul__ = mul, flip(mul)
Value.__truediv__, Value.__rtruediv__ = div, flip(div)
Value.__pow__, Value.__neg__ = power, neg
Value.tanh, Value.exp, Value.relu = tanh, exp, relu
