"""Engine with named operations.

A node knows the *name* of its operation and its inputs; how gradients flow is looked up in a table
of rules. Nothing is called _prev or _backward here.
"""
import math


def grads_of_add(g, node, x, y):
    return g, g

def grads_of_mul(g, node, x, y):
    return g * y.data, g * x.data

def grads_of_div(g, node, x, y):
    return g / y.data, -g * node.data / y.data

def grads_of_pow(g, node, x):
    n = node.extra
    return (g * n * x.data ** (n - 1) if n else 0.0,)

def grads_of_tanh(g, node, x):
    return (g * (1.0 - node.data ** 2),)

def grads_of_exp(g, node, x):
    return (g * node.data,)

def grads_of_relu(g, node, x):
    return (g if node.data > 0.0 else 0.0,)


RULES = {name[len("grads_of_"):]: rule for name, rule in list(globals().items())
         if name.startswith("grads_of_")}


class Value:
    def __init__(self, data, op="leaf", sources=(), extra=None):
        self.data = data
        self.grad = 0.0
        self.op = op
        self.sources = sources
        self.extra = extra

    def __add__(self, y):
        y = as_value(y)
        return Value(self.data + y.data, "add", (self, y))

    def __mul__(self, y):
        y = as_value(y)
        return Value(self.data * y.data, "mul", (self, y))

    def __truediv__(self, y):
        y = as_value(y)
        return Value(self.data / y.data, "div", (self, y))

    def __pow__(self, n):
        return Value(self.data ** n, "pow", (self,), extra=n)

    def tanh(self):
        return Value(math.tanh(self.data), "tanh", (self,))

    def exp(self):
        return Value(math.exp(self.data), "exp", (self,))

    def relu(self):
        return Value(max(self.data, 0.0), "relu", (self,))

    def __neg__(self):
        return -1.0 * self

    def __sub__(self, y):
        return self + -1.0 * as_value(y)

    def __radd__(self, x):
        return as_value(x) + self

    def __rmul__(self, x):
        return as_value(x) * self

    def __rsub__(self, x):
        return as_value(x) - self

    def __rtruediv__(self, x):
        return as_value(x) / self

    def backward(self):
        # local book-keeping: inner gradients of earlier calls never enter
        order = []
        build_topo(self, set(), order)
        inbox = {node: 0.0 for node in order}
        inbox[self] = 1.0
        for node in reversed(order):
            g = inbox[node]
            if node.op == "leaf":
                node.grad += g
                continue
            node.grad = g
            for source, share in zip(node.sources, RULES[node.op](g, node, *node.sources)):
                inbox[source] += share


def as_value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    agenda = [(v, False)]
    while agenda:
        node, leaving = agenda.pop()
        if leaving:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            agenda.append((node, True))
            agenda.extend((source, False) for source in node.sources)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
