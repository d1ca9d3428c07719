"""Recursion without the call stack: generators on a trampoline."""
import math


def trampoline(task):
    tasks = [task]
    while tasks:
        try:
            tasks.append(next(tasks[-1]))
        except StopIteration:
            tasks.pop()


class Value:
    def __init__(self, data, prev=(), grads=None):
        self.data, self.grad = data, 0.0
        self._prev, self._grads = prev, grads

    def _backward(self):
        if self._grads:
            for p, g in zip(self._prev, self._grads(self.grad)):
                p.grad += g

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._prev:
                v.grad = 0.0
        self.grad += 1.0
        while topo:
            topo.pop()._backward()

    def __add__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data + o.data, (self, o), lambda g: (g, g))

    def __mul__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data * o.data, (self, o), lambda g: (g * o.data, g * self.data))

    def __pow__(self, n):
        return Value(self.data ** n, (self,),
                     lambda g: (g * n * self.data ** (n - 1) if n != 0 else 0.0,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: (g * e,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: (g - g * t * t,))

    def relu(self):
        return Value(max(0.0, self.data), (self,), lambda g: (g if self.data > 0 else 0.0,))

    def __neg__(self): return self * -1
    def __sub__(self, o): return self + -o
    def __truediv__(self, o): return self * o ** -1
    def __radd__(self, o): return self + o
    def __rsub__(self, o): return -self + o
    def __rmul__(self, o): return self * o
    def __rtruediv__(self, o): return self ** -1 * o


def build_topo(v, visited, topo):
    def visit(node):
        visited.add(node)
        for child in node._prev:
            if child not in visited:
                yield from visit(child)
        topo.append(node)

    trampoline(visit(v))


def zero_grad(root):
    def clear(node):
        node.grad = 0.0
        seen.add(node)
        for child in node._prev:
            if child not in seen:
                yield clear(child)

    seen = set()
    trampoline(clear(root))
