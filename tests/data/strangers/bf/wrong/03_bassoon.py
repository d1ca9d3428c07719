"""All operations stand in two tables, and the methods are made from them."""

import math

# name: (value, slope); the slope is given the input and the result
UNARY = {
    "__neg__": (lambda x: -x, lambda x, y: -1.0),
    "exp": (math.exp, lambda x, y: y),
    "relu": (lambda x: x if x > 0 else 0.0, lambda x, y: 1.0 if x > 0 else 0.0),
    "tanh": (math.tanh, lambda x, y: 1.0 - y * y),
}

# name: (value, slope of the left, slope of the right)
BINARY = {
    "add": (lambda a, b: a + b, lambda a, b: 1.0, lambda a, b: 1.0),
    "sub": (lambda a, b: a - b, lambda a, b: 1.0, lambda a, b: -1.0),
    "mul": (lambda a, b: a * b, lambda a, b: b, lambda a, b: a),
    "truediv": (lambda a, b: a / b, lambda a, b: 1.0 / b, lambda a, b: -a / (b * b)),
}


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._backward = _backward

    def __repr__(self):
        return f"Value({self.data:g}, {self.grad:g})"

    def __pow__(self, n):
        out = Value(self.data**n, [self])

        def push():
            slope = n * self.data ** (n - 1) if n else 0.0
            self.grad += slope * out.grad

        out._backward = push
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while topo:
            node = topo.pop()
            if node._backward:
                node._backward()


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def install_unary():
    for name, (value, slope) in UNARY.items():

        def method(self, value=value):
            out = Value(value(self.data), [self])

            def push():
                self.grad += slope(self.data, out.data) * out.grad

            out._backward = push
            return out

        setattr(Value, name, method)


def binary_methods(value, left, right):
    def method(a, b):
        b = lift(b)
        out = Value(value(a.data, b.data), [a, b])

        def push():
            a.grad += left(a.data, b.data) * out.grad
            b.grad += right(a.data, b.data) * out.grad

        out._backward = push
        return out

    def reflected(b, a):
        return method(lift(a), b)

    return method, reflected


install_unary()
for _name, _row in BINARY.items():
    _method, _reflected = binary_methods(*_row)
    setattr(Value, f"__{_name}__", _method)
    setattr(Value, f"__r{_name}__", _reflected)


def build_topo(v, visited, topo):
    todo = [v]
    while todo:
        node = todo[-1]
        if node in visited:
            todo.pop()
            continue
        waiting = [x for x in node._prev if x not in visited]
        if waiting:
            todo.extend(waiting)
        else:
            visited.add(node)
            topo.append(node)
            todo.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
