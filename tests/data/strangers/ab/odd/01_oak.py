"""Rules as data: one table says what each operation computes and how steep it is.

The class has no method that was written by hand for an operation; all of them are made from
the table when the file is read.
"""

import math

# symbol: (result from the inputs, slopes from the result and the inputs)
TABLE = {
    "add": (lambda x, y: x + y, lambda z, x, y: (1.0, 1.0)),
    "sub": (lambda x, y: x - y, lambda z, x, y: (1.0, -1.0)),
    "mul": (lambda x, y: x * y, lambda z, x, y: (y, x)),
    "truediv": (lambda x, y: x / y, lambda z, x, y: (1.0 / y, -z / y)),
    "neg": (lambda x: -x, lambda z, x: (-1.0,)),
    "tanh": (math.tanh, lambda z, x: (1.0 - z * z,)),
    "exp": (math.exp, lambda z, x: (z,)),
    "relu": (lambda x: x if x > 0.0 else 0.0, lambda z, x: (1.0 if z > 0.0 else 0.0,)),
}


class Value:
    def __init__(self, data, _prev=(), slopes=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = slopes

    def __repr__(self):
        return f"Value({self.data})"

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return Value(self.data**n, (self,), (slope,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            for into, slope in zip(node._prev, node._backward):
                into.grad += slope * node.grad


def _apply(row, *inputs):
    nodes = tuple(x if isinstance(x, Value) else Value(x) for x in inputs)
    numbers = [node.data for node in nodes]
    result = row[0](*numbers)
    return Value(result, nodes, row[1](result, *numbers))


def _install():
    for name, row in TABLE.items():
        count = row[1].__code__.co_argcount - 1
        if count == 2:
            setattr(Value, f"__{name}__", lambda self, other, row=row: _apply(row, self, other))
            setattr(Value, f"__r{name}__", lambda self, other, row=row: _apply(row, other, self))
        else:
            method = f"__{name}__" if name == "neg" else name
            setattr(Value, method, lambda self, row=row: _apply(row, self))


_install()


def build_topo(v, visited, topo):
    """A pile of (node, how many inputs are done)."""
    pile = [] if v in visited else [(v, 0)]
    visited.add(v)
    while pile:
        node, done = pile.pop()
        while done < len(node._prev) and node._prev[done] in visited:
            done += 1
        if done == len(node._prev):
            topo.append(node)
        else:
            child = node._prev[done]
            visited.add(child)
            pile += [(node, done + 1), (child, 0)]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0


if __name__ == "__main__":
    a, b, c = Value(2), Value(3), Value(1)
    loss = (a * b + c) * (a + b)
    loss.backward()
    print(a.grad, b.grad, c.grad)
