import math
from collections import Counter


class Value:
    def __init__(self, data, _prev=(), _op="leaf"):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op

    def _backward(self):
        getattr(self, "_d_" + self._op)(*self._prev)

    def _d_leaf(self):
        pass

    def _d_add(self, a, b):
        a.grad += self.grad
        b.grad += self.grad

    def _d_mul(self, a, b):
        a.grad += self.grad * b.data
        b.grad += self.grad * a.data

    def _d_div(self, a, b):
        a.grad += self.grad / b.data
        b.grad -= self.grad * a.data / b.data**2

    def _d_pow(self, a):
        if self.n != 0:
            a.grad += self.grad * self.n * a.data ** (self.n - 1)

    def _d_tanh(self, a):
        a.grad += self.grad * (1 - self.data * self.data)

    def _d_exp(self, a):
        a.grad += self.grad * self.data

    def _d_relu(self, a):
        a.grad += self.grad * (self.data > 0)

    def __add__(self, o):
        o = boxed(o)
        return Value(self.data + o.data, (self, o), "add")

    def __mul__(self, o):
        o = boxed(o)
        return Value(self.data * o.data, (self, o), "mul")

    def __truediv__(self, o):
        o = boxed(o)
        return Value(self.data / o.data, (self, o), "div")

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "pow")
        out.n = n
        return out

    def tanh(self): return Value(math.tanh(self.data), (self,), "tanh")
    def exp(self): return Value(math.exp(self.data), (self,), "exp")
    def relu(self): return Value(max(self.data, 0.0), (self,), "relu")
    def __radd__(self, o): return self + o
    def __rmul__(self, o): return self * o
    def __neg__(self): return self * -1
    def __sub__(self, o): return self + -boxed(o)
    def __rsub__(self, o): return -self + o
    def __rtruediv__(self, o): return boxed(o) / self

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        waiting = Counter()
        for node in nodes:
            waiting.update(set(node._prev))
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        free = [self]
        while free:
            node = free.pop()
            node._backward()
            for p in node._prev:
                waiting[p] -= 1
                if waiting[p] == 0:
                    free.append(p)


def boxed(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if node is None:
            topo.append(stack.pop())
        elif node not in visited:
            visited.add(node)
            stack += [node, None, *node._prev]


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
