import math


class Value(object):

    def __init__(self, data, _children=(), _op=''):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_children)
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return "<%s %g>" % (self._op or 'leaf', self.data)

    # ------------------------------------------------------------------
    # graph

    def _topological(self):
        topo = []
        build_topo(self, set(), topo)
        return topo

    def backward(self):
        topo = self._topological()
        for v in topo:
            if v._prev:
                v.grad = 0.0
        self.grad += 1.0
        for v in topo[::-1]:
            v._backward()

    # ------------------------------------------------------------------
    # rules

    def _unary(self, data, op, slope):
        out = Value(data, (self,), op)

        def _backward():
            self.grad += slope * out.grad
        out._backward = _backward
        return out

    def _binary(self, other, data, op, slope_self, slope_other):
        out = Value(data, (self, other), op)

        def _backward():
            self.grad += slope_self * out.grad
            other.grad += slope_other * out.grad
        out._backward = _backward
        return out

    def __add__(self, other):
        other = number(other)
        return self._binary(other, self.data + other.data, '+', 1.0, 1.0)

    def __sub__(self, other):
        other = number(other)
        return self._binary(other, self.data - other.data, '-', 1.0, -1.0)

    def __mul__(self, other):
        other = number(other)
        return self._binary(other, self.data * other.data, '*', other.data, self.data)

    def __truediv__(self, other):
        other = number(other)
        q = self.data / other.data
        return self._binary(other, q, '/', 1.0 / other.data, -q / other.data)

    def __neg__(self):
        return self._unary(-self.data, 'neg', -1.0)

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return self._unary(self.data ** n, 'pow', slope)

    def tanh(self):
        t = math.tanh(self.data)
        return self._unary(t, 'tanh', 1.0 - t ** 2)

    def exp(self):
        e = math.exp(self.data)
        return self._unary(e, 'exp', e)

    def relu(self):
        positive = self.data > 0.0
        return self._unary(self.data if positive else 0.0, 'relu', 1.0 if positive else 0.0)

    # ------------------------------------------------------------------
    # the other way round

    def __radd__(self, other):
        return number(other) + self

    def __rsub__(self, other):
        return number(other) - self

    def __rmul__(self, other):
        return number(other) * self

    def __rtruediv__(self, other):
        return number(other) / self


def number(x):
    if isinstance(x, Value):
        return x
    return Value(x)


def build_topo(v, visited, topo):
    todo = [v]
    while todo:
        n = todo.pop()
        if n is None:
            topo.append(todo.pop())
        elif n not in visited:
            visited.add(n)
            todo += [n, None]
            todo += n._prev


def zero_grad(root):
    for v in root._topological():
        v.grad *= 0.0
