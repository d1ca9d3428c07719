"""Rules are module-level functions, bound to their node with functools.partial."""
import math
from functools import partial


def nothing():
    return None


def back_add(out, a, b):
    a.grad += out.grad
    b.grad += out.grad


def back_sub(out, a, b):
    a.grad += out.grad
    b.grad -= out.grad


def back_mul(out, a, b):
    a.grad, b_share = a.grad + b.data * out.grad, a.data * out.grad
    b.grad += b_share


def back_div(out, a, b):
    share = out.grad / b.data
    a.grad += share
    b.grad -= share * out.data


def back_neg(out, a):
    a.grad -= out.grad


def back_pow(out, a, n):
    if n:
        a.grad += out.grad * (n * a.data ** (n - 1))


def back_tanh(out, a):
    a.grad += out.grad * (1.0 - out.data ** 2)


def back_exp(out, a):
    a.grad += out.grad * a.data


def back_relu(out, a):
    if a.data > 0:
        a.grad += out.grad


def node(data, inputs, rule, *constants):
    out = Value(data)
    out._prev = inputs
    out._backward = partial(rule, out, *inputs, *constants)
    return out


def val(x):
    return x if isinstance(x, Value) else Value(x)


class Value:
    def __init__(self, data):
        self.data, self.grad = float(data), 0.0
        self._prev, self._backward = (), nothing

    def __add__(self, o): return node(self.data + val(o).data, (self, val(o)), back_add)
    def __sub__(self, o): return node(self.data - val(o).data, (self, val(o)), back_sub)
    def __mul__(self, o): return node(self.data * val(o).data, (self, val(o)), back_mul)
    def __truediv__(self, o): return node(self.data / val(o).data, (self, val(o)), back_div)
    def __radd__(self, o): return val(o) + self
    def __rsub__(self, o): return val(o) - self
    def __rmul__(self, o): return val(o) * self
    def __rtruediv__(self, o): return val(o) / self
    def __neg__(self): return node(-self.data, (self,), back_neg)
    def __pow__(self, n): return node(self.data ** n, (self,), back_pow, n)
    def tanh(self): return node(math.tanh(self.data), (self,), back_tanh)
    def exp(self): return node(math.exp(self.data), (self,), back_exp)
    def relu(self): return node(max(self.data, 0.0), (self,), back_relu)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._backward is not nothing:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            v._backward()


def build_topo(v, visited, topo):
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        child = next(stack[-1][1], None)
        if child is None:
            topo.append(stack.pop()[0])
        elif child not in visited:
            visited.add(child)
            stack.append((child, iter(child._prev)))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
