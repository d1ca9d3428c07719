"""The exam from a table: one line for each operation, and a loop that makes the methods."""

import math


class Value:
    def __init__(self, data, _prev=frozenset(), _backward=lambda: None):
        self.__dict__.update(data=data, grad=0.0, _prev=_prev, _backward=_backward)

    def __pow__(self, n):
        return finish(self._power(n), [self], [n and n * self._power(n - 1)])

    def _power(self, n):
        try:
            return self.data**n
        except OverflowError:
            return -math.inf if self.data < 0 and n % 2 == 1 else math.inf

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if len(node._prev):
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            node._backward()


def finish(number, inputs, slopes):
    out = Value(number, frozenset(inputs))
    shares = dict(zip(inputs, slopes))
    if len(shares) < len(inputs) and slopes[0] == slopes[1]:
        shares[inputs[0]] = 2 * slopes[0]  # x + x and x * x

    def _backward():
        for node, slope in shares.items():
            node.grad += slope * out.grad

    out._backward = _backward
    return out


TABLE = """
    add      x + y          1            1
    sub      x - y          1            -1
    mul      x * y          y            x
    truediv  x / y          1 / y        -(x / y) / y
"""
FUNCTIONS = dict(
    __neg__=lambda x: (-x, -1.0),
    tanh=lambda x: (math.tanh(x), 1.0 - math.tanh(x) ** 2),
    exp=lambda x: (math.exp(x), math.exp(x)),
    relu=lambda x: (x, 1.0) if x > 0 else (0.0, 0.0),
)


def add_methods():
    import re

    for line in TABLE.strip().splitlines():
        name, *formulas = re.split(r"\s{2,}", line.strip())
        value, left, right = (eval("lambda x, y: " + formula) for formula in formulas)

        def method(a, b, value=value, left=left, right=right):
            b = b if isinstance(b, Value) else Value(b)
            x, y = a.data, b.data
            return finish(value(x, y), [a, b], [left(x, y), right(x, y)])

        setattr(Value, f"__{name}__", method)
        setattr(Value, f"__r{name}__", lambda a, b, method=method: method(Value(b), a))
    for name, function in FUNCTIONS.items():

        def method(a, function=function):
            number, slope = function(a.data)
            return finish(number, [a], [slope])

        setattr(Value, name, method)


add_methods()


def build_topo(v, visited, topo):
    """Count how many inputs each node still waits for; those with none may enter."""
    users, missing, todo = {}, {}, [v]
    while todo:
        node = todo.pop()
        if node not in missing:
            missing[node] = len(node._prev)
            for below in node._prev:
                users.setdefault(below, []).append(node)
                todo.append(below)
    free = [node for node in missing if missing[node] == 0]
    while free:
        node = free.pop()
        topo.append(node)
        for user in users.get(node, []):
            missing[user] -= 1
            if missing[user] == 0:
                free.append(user)


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
