"""Lean nodes with __slots__ and static rules that get the node they belong to."""
import math

class Value:
    __slots__ = ("data", "grad", "_prev", "_backward", "aux", "__weakref__")

    def __init__(self, data, prev=(), rule=None, aux=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = prev
        self._backward = rule
        self.aux = aux

    def __add__(self, other):
        other = as_value(other)
        return Value(self.data + other.data, (self, other), add_rule)

    def __sub__(self, other):
        other = as_value(other)
        return Value(self.data - other.data, (self, other), sub_rule)

    def __mul__(self, other):
        other = as_value(other)
        return Value(self.data * other.data, (self, other), mul_rule)

    def __truediv__(self, other):
        other = as_value(other)
        return Value(self.data / other.data, (self, other), div_rule)

    def __neg__(self): return Value(-self.data, (self,), scale_rule, -1.0)
    def __pow__(self, n): return Value(self.data ** n, (self,), pow_rule, n)
    def __radd__(self, other): return as_value(other) + self
    def __rsub__(self, other): return as_value(other) - self
    def __rmul__(self, other): return as_value(other) * self
    def __rtruediv__(self, other): return as_value(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), scale_rule, 1 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), scale_rule, e)

    def relu(self):
        return Value(max(self.data, 0.0), (self,), scale_rule, 1.0 if self.data > 0 else 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._backward is not None:
                node._backward(node)

def as_value(x):
    return x if isinstance(x, Value) else Value(x)

def add_rule(out):
    a, b = out._prev
    a.grad += out.grad
    b.grad = out.grad

def sub_rule(out):
    a, b = out._prev
    a.grad += out.grad
    b.grad -= out.grad

def mul_rule(out):
    a, b = out._prev
    a.grad += b.data * out.grad
    b.grad += a.data * out.grad

def div_rule(out):
    a, b = out._prev
    a.grad += out.grad / b.data
    b.grad -= out.grad * out.data / b.data

def scale_rule(out):
    out._prev[0].grad += out.aux * out.grad

def pow_rule(out):
    (a,), n = out._prev, out.aux
    if n != 0:
        a.grad += n * a.data ** (n - 1) * out.grad

def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, exiting = stack.pop()
        if exiting:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        for p in node._prev:
            if p not in visited:
                stack.append((p, False))

def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
