import math
from graphlib import TopologicalSorter
from operator import add, mul, sub, truediv, neg
import contextlib, functools

class Value(object):
    def __init__(self, data, parents=None):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(p for p, _ in parents or ())
        self.edges = parents or []
    def _backward(self):
        for p, w in self.edges: p.grad += w * self.grad
    def backward(self, gradient=1.0, retain_graph=True):
        order = []
        build_topo(self, set(), order)
        for n in order:
            n.grad = n.grad if n is self and not n._prev else (0.0 if n._prev else n.grad)
        self.grad += gradient
        for n in reversed(order): n._backward()
        return self

def binary(f, dx, dy):
    def op(x, y):
        x = x if isinstance(x, Value) else Value(x)
        y = y if isinstance(y, Value) else Value(y)
        return Value(f(x.data, y.data), [(x, dx(x.data, y.data)), (y, dy(x.data, y.data))])
    return op, (lambda y, x: op(x, y))

def unary(f, d):
    def op(x):
        r = f(x.data)
        return Value(r, [(x, d(x.data, r))])
    return op

for name, f, dx, dy in [
    ("add", add, lambda x, y: 1.0, lambda x, y: 1.0),
    ("sub", sub, lambda x, y: 1.0, lambda x, y: -1.0),
    ("mul", mul, lambda x, y: y, lambda x, y: x),
    ("truediv", truediv, lambda x, y: 1 / y, lambda x, y: -x / y**2),
]:
    left, right = binary(f, dx, dy)
    setattr(Value, f"__{name}__", left)
    setattr(Value, f"__r{name}__", right)
for name, f, d in [
    ("__neg__", neg, lambda x, r: -1.0),
    ("tanh", math.tanh, lambda x, r: 1 - r * r),
    ("exp", math.exp, lambda x, r: r),
    ("relu", lambda x: max(x, 0), lambda x, r: int(x > 0)),
]:
    setattr(Value, name, unary(f, d))

def power(x, n):
    try:
        slope = n * x.data ** (n - 1)
    except ZeroDivisionError:
        slope = 0.0
    return Value(x.data ** n, [(x, slope)])
Value.__pow__ = power

def build_topo(v, visited, topo):
    graph, todo = {}, [v]
    while todo:
        n = todo.pop()
        if n not in graph:
            graph[n] = set(n._prev)
            todo += n._prev
    visited.update(graph)
    topo.extend(TopologicalSorter(graph).static_order())

def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for n in nodes: n.grad = 0.0
