import math


class Value:
    __slots__ = ["data", "grad", "_prev", "_op", "_backward"]

    def __init__(self, data, _prev=[], _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None

    def _unary(self, data, op, rule):
        out = Value(data, _op=op)
        out._prev.append(self)
        out._backward = rule
        return out

    def _binary(self, other, data, op, rule):
        out = Value(data, [self, other], op)
        out._backward = rule
        return out

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)

        def rule(out):
            self.grad += out.grad
            other.grad += out.grad

        return self._binary(other, self.data + other.data, "+", rule)

    def __sub__(self, other):
        other = other if isinstance(other, Value) else Value(other)

        def rule(out):
            self.grad += out.grad
            other.grad -= out.grad

        return self._binary(other, self.data - other.data, "-", rule)

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)

        def rule(out):
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        return self._binary(other, self.data * other.data, "*", rule)

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)

        def rule(out):
            self.grad += out.grad / other.data
            other.grad -= out.grad * out.data / other.data

        return self._binary(other, self.data / other.data, "/", rule)

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def __neg__(self):
        def rule(out):
            self.grad -= out.grad

        return self._unary(-self.data, "neg", rule)

    def __pow__(self, n):
        def rule(out):
            self.grad += out.grad * (n * self.data ** (n - 1) if n != 0 else 0.0)

        return self._unary(self.data**n, "**", rule)

    def tanh(self):
        def rule(out):
            self.grad += out.grad * (1 - out.data**2)

        return self._unary(math.tanh(self.data), "tanh", rule)

    def exp(self):
        def rule(out):
            self.grad += out.grad * out.data

        return self._unary(math.exp(self.data), "exp", rule)

    def relu(self):
        def rule(out):
            if self.data > 0:
                self.grad += out.grad

        return self._unary(max(self.data, 0.0), "relu", rule)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if len(node._prev):
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._backward:
                node._backward(node)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, finished = stack.pop()
        if finished:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for child in node._prev:
                stack.append((child, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
