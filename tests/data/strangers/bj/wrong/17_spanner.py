import math
from functools import partial


def nothing():
    pass


def flow_add(out, a, b):
    a.grad += out.grad
    b.grad += out.grad


def flow_sub(out, a, b):
    a.grad += out.grad
    b.grad -= out.grad


def flow_mul(out, a, b):
    a.grad += out.grad * b.data
    b.grad += out.grad * a.data


def flow_div(out, a, b):
    a.grad += out.grad / b.data
    b.grad -= out.grad * a.data / (b.data * b.data)


def flow_function(out, a, slope):
    a.grad += slope(a.data, out.data)


def tanh_slope(x, y):
    return 1.0 - y * y


def exp_slope(x, y):
    return y


def relu_slope(x, y):
    return 1.0 if x > 0.0 else 0.0


def power_slope(n, x, y):
    return n * x ** (n - 1) if n != 0 else 0.0


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = nothing

    def _two(self, other, data, op, flow):
        out = Value(data, (self, other), op)
        out._backward = partial(flow, out, self, other)
        return out

    def _one(self, data, op, slope):
        out = Value(data, (self,), op)
        out._backward = partial(flow_function, out, self, slope)
        return out

    def __add__(self, other):
        other = to_value(other)
        return self._two(other, self.data + other.data, "+", flow_add)

    def __sub__(self, other):
        other = to_value(other)
        return self._two(other, self.data - other.data, "-", flow_sub)

    def __mul__(self, other):
        other = to_value(other)
        return self._two(other, self.data * other.data, "*", flow_mul)

    def __truediv__(self, other):
        other = to_value(other)
        return self._two(other, self.data / other.data, "/", flow_div)

    def __radd__(self, other):
        return to_value(other) + self

    def __rsub__(self, other):
        return to_value(other) - self

    def __rmul__(self, other):
        return to_value(other) * self

    def __rtruediv__(self, other):
        return to_value(other) / self

    def __neg__(self):
        return 0.0 - self

    def __pow__(self, n):
        return self._one(self.data**n, "**", partial(power_slope, n))

    def tanh(self):
        return self._one(math.tanh(self.data), "tanh", tanh_slope)

    def exp(self):
        return self._one(math.exp(self.data), "exp", exp_slope)

    def relu(self):
        return self._one(max(self.data, 0.0), "relu", relu_slope)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while topo:
            topo.pop()._backward()


def to_value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    opened = visited
    closed = set()
    while stack:
        node = stack[-1]
        if node in closed:
            stack.pop()
        elif node in opened:
            closed.add(node)
            topo.append(node)
            stack.pop()
        else:
            opened.add(node)
            stack += [p for p in node._prev if p not in opened]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
