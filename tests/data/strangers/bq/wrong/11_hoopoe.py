# exam, functional style: the class is only a record, the functions do the work

import math


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = nothing

    def __repr__(self):
        return "Value(data={}, grad={})".format(self.data, self.grad)


def nothing():
    return None


def is_node(x):
    return isinstance(x, Value)


def node_of(x):
    return x if is_node(x) else Value(float(x))


def result(data, inputs, slopes):
    out = Value(data)
    out._prev = inputs

    def rule():
        for n, s in zip(inputs, slopes):
            n.grad = n.grad + s * out.grad

    out._backward = rule
    return out


def add(a, b):
    a, b = node_of(a), node_of(b)
    return result(a.data + b.data, (a, b), (1.0, 1.0))


def sub(a, b):
    a, b = node_of(a), node_of(b)
    return result(a.data - b.data, (a, b), (1.0, -1.0))


def mul(a, b):
    a, b = node_of(a), node_of(b)
    return result(a.data * b.data, (a, b), (b.data, a.data))


def div(a, b):
    a, b = node_of(a), node_of(b)
    inverse = 1.0 / b.data
    return result(a.data * inverse, (a, b), (inverse, -a.data * inverse * inverse))


def swapped(operation):
    return lambda a, b: operation(b, a)


def neg(a):
    return result(-a.data, (a,), (-1.0,))


def power(a, n):
    slope = 0.0 if n == 0 else n * a.data ** (n - 1)
    return result(a.data**n, (a,), (slope,))


def tanh(a):
    t = math.tanh(a.data)
    return result(t, (a,), (1.0 - t * t,))


def exp(a):
    e = math.exp(a.data)
    return result(e, (a,), (e,))


def relu(a):
    s = 1.0 if a.data > 0 else 0.0
    return result(s * a.data, (a,), (s,))


def backward(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        if len(node._prev) > 0:
            node.grad = 0.0
    root.grad += 1.0
    for node in topo[::-1]:
        node._backward()


for name, function in {
    "__add__": add,
    "__radd__": swapped(add),
    "__sub__": sub,
    "__rsub__": swapped(sub),
    "__mul__": mul,
    "__rmul__": swapped(mul),
    "__truediv__": div,
    "__rtruediv__": swapped(div),
    "__neg__": neg,
    "__pow__": power,
    "tanh": tanh,
    "exp": exp,
    "relu": relu,
    "backward": backward,
}.items():
    setattr(Value, name, function)


def build_topo(v, visited, topo):
    """Depth first, with two lists instead of calls: what is open and what waits."""
    opened, waiting = [], [v]
    while waiting or opened:
        if waiting:
            node = waiting.pop()
            if node is None:
                topo.append(opened.pop())
            elif node not in visited:
                visited.add(node)
                opened.append(node)
                waiting.append(None)
                waiting.extend(node._prev)


def zero_grad(root, seen=set()):
    todo = [root]
    while todo:
        node = todo.pop()
        if node not in seen:
            seen.add(node)
            node.grad = 0.0
            todo.extend(node._prev)
