"""The class is assembled at run time: plain functions, a namespace and type()."""
import math


def init(self, data, prev=(), rule=None):
    self.data = float(data)
    self.grad = 0.0
    self._prev = prev
    self._backward = rule


def raw(x):
    return x.data if isinstance(x, Value) else float(x)


def node(x):
    return x if isinstance(x, Value) else Value(x)


def plus(a, b):
    return Value(a.data + b.data, (a, b), lambda g: (g, g))


def minus(a, b):
    return Value(a.data - b.data, (a, b), lambda g: (g, -g))


def times(a, b):
    return Value(a.data * b.data, (a, b), lambda g: (g * b.data, g * a.data))


def over(a, b):
    return Value(a.data / b.data, (a, b), lambda g: (g / b.data, -g * a.data / b.data ** 2))


def grow(self, other):
    self.data = self.data + raw(other)
    return self


def power(a, n):
    return Value(a.data ** n, (a,), lambda g: (g * n * a.data ** (n - 1) if n != 0 else 0.0,))


def tanh(a):
    t = math.tanh(a.data)
    return Value(t, (a,), lambda g: (g * (1 - t * t),))


def exp(a):
    e = math.exp(a.data)
    return Value(e, (a,), lambda g: (g * e,))


def relu(a):
    on = 1.0 if a.data > 0 else 0.0
    return Value(a.data * on, (a,), lambda g: (g * on,))


def backward(self):
    topo = []
    build_topo(self, set(), topo)
    for v in topo:
        if v._prev:
            v.grad = 0.0
    self.grad += 1.0
    for v in reversed(topo):
        if v._prev:
            for p, g in zip(v._prev, v._backward(v.grad)):
                p.grad += g


def both_sides(name, function):
    return {
        f"__{name}__": lambda self, other: function(self, node(other)),
        f"__r{name}__": lambda self, other: function(node(other), self),
    }


Value = type("Value", (), {
    "__init__": init,
    **both_sides("add", plus),
    **both_sides("sub", minus),
    **both_sides("mul", times),
    **both_sides("truediv", over),
    "__iadd__": grow,
    "__neg__": lambda self: times(self, Value(-1.0)),
    "__pow__": power, "tanh": tanh, "exp": exp, "relu": relu, "backward": backward,
})


def build_topo(v, visited, topo):
    stack = [(v, True)]
    while stack:
        current, first = stack.pop()
        if not first:
            topo.append(current)
        elif current not in visited:
            visited.add(current)
            stack.append((current, False))
            stack.extend((p, True) for p in current._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
