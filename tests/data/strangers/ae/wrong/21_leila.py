import math
import operator


class Value:
    def __init__(self, data, _prev=(), _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes

    def _backward(self):
        for i in range(len(self._prev)):
            self._prev[i].grad += self._slopes[i] * self.grad

    def _combine(self, other, f, slopes, swap=False):
        a, b = self, other if isinstance(other, Value) else Value(other)
        if swap:
            a, b = b, a
        return Value(f(a.data, b.data), (a, b), slopes(a.data, b.data))

    def __add__(self, other):
        return self._combine(other, operator.add, slopes_add)

    def __radd__(self, other):
        return self._combine(other, operator.add, slopes_add, swap=True)

    def __sub__(self, other):
        return self._combine(other, operator.sub, slopes_sub)

    def __rsub__(self, other):
        return self._combine(other, operator.sub, slopes_sub, swap=True)

    def __mul__(self, other):
        return self._combine(other, operator.mul, slopes_mul)

    def __rmul__(self, other):
        return self._combine(other, operator.mul, slopes_mul, swap=True)

    def __truediv__(self, other):
        return self._combine(other, operator.truediv, slopes_div)

    def __rtruediv__(self, other):
        return self._combine(other, operator.truediv, slopes_div, swap=True)

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return Value(self.data**n, (self,), (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), (1.0,))
        return Value(0.0, (self,), (0.0,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev != []:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def slopes_add(x, y):
    return 1.0, 1.0


def slopes_sub(x, y):
    return 1.0, -1.0


def slopes_mul(x, y):
    return y, x


def slopes_div(x, y):
    return 1.0 / y, -(x / y) / y


def build_topo(v, visited, topo):
    path = [v]
    visited.add(v)
    progress = {v: 0}
    while path:
        node = path[-1]
        if progress[node] < len(node._prev):
            child = node._prev[progress[node]]
            progress[node] += 1
            if child not in visited:
                visited.add(child)
                progress[child] = 0
                path.append(child)
        else:
            topo.append(path.pop())


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
