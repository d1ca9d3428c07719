"""The rule of an operation `name` is the method `_d_name`, found by getattr."""
import math


class Value:
    def __init__(self, data, _op="leaf", *_prev):
        self.data = float(data)
        self.grad = 0.0
        self._op = _op
        self._prev = list(_prev)
        self._backward = getattr(self, "_d_" + _op)

    # forward

    def __add__(self, other):
        other = self._coerce(other)
        return Value(self.data + other.data, "add", self, other)

    def __sub__(self, other):
        other = self._coerce(other)
        return Value(self.data - other.data, "sub", self, other)

    def __mul__(self, other):
        other = self._coerce(other)
        return Value(self.data * other.data, "mul", self, other)

    def __truediv__(self, other):
        other = self._coerce(other)
        return Value(self.data / other.data, "div", self, other)

    def __neg__(self):
        return Value(-self.data, "neg", self)

    def __pow__(self, n):
        out = Value(self.data**n, "pow", self)
        out._n = n
        return out

    def tanh(self):
        return Value(math.tanh(self.data), "tanh", self)

    def exp(self):
        return Value(math.exp(self.data), "exp", self)

    def relu(self):
        return Value(max(0.0, self.data), "relu", self)

    def __radd__(self, other):
        return self._coerce(other) + self

    def __rsub__(self, other):
        return self._coerce(other) - self

    def __rmul__(self, other):
        return self._coerce(other) * self

    def __rtruediv__(self, other):
        return self._coerce(other) / self

    def _coerce(self, x):
        return x if isinstance(x, Value) else Value(x)

    # backward

    def _d_leaf(self):
        pass

    def _d_add(self):
        left, right = self._prev
        left.grad += self.grad
        right.grad += self.grad

    def _d_sub(self):
        left, right = self._prev
        left.grad += self.grad
        right.grad -= self.grad

    def _d_mul(self):
        left, right = self._prev
        left.grad += right.data * self.grad
        right.grad = left.data * self.grad

    def _d_div(self):
        left, right = self._prev
        left.grad += self.grad / right.data
        right.grad -= self.data / right.data * self.grad

    def _d_neg(self):
        self._prev[0].grad -= self.grad

    def _d_pow(self):
        n, base = self._n, self._prev[0]
        if n != 0:
            base.grad += n * base.data ** (n - 1) * self.grad

    def _d_tanh(self):
        self._prev[0].grad += (1 - self.data**2) * self.grad

    def _d_exp(self):
        self._prev[0].grad += self.data * self.grad

    def _d_relu(self):
        if self._prev[0].data > 0:
            self._prev[0].grad += self.grad

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._op != "leaf":
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            v._backward()


def build_topo(v, visited, topo):
    stack = [(v, len(v._prev))]
    visited.add(v)
    while stack:
        v, k = stack.pop()
        if k == 0:
            topo.append(v)
            continue
        stack.append((v, k - 1))
        p = v._prev[k - 1]
        if p not in visited:
            visited.add(p)
            stack.append((p, len(p._prev)))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
