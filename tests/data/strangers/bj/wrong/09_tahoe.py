import math


def _walk(root, seen=set()):
    """All nodes under `root` that are not in `seen`, inputs first."""
    order = []
    stack = [(root, False)]
    while stack:
        node, complete = stack.pop()
        if complete:
            order.append(node)
            continue
        if node in seen:
            continue
        seen.add(node)
        stack.append((node, True))
        for p in node._prev:
            stack.append((p, False))
    return order


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = self._no_rule

    @staticmethod
    def _no_rule(out):
        return

    @staticmethod
    def _number(x):
        return x if isinstance(x, Value) else Value(x)

    def _binary(self, other, data, rule, op):
        out = Value(data, (self, other), op)
        out._backward = rule
        return out

    def _unary(self, data, slope, op):
        out = Value(data, (self,), op)

        def rule(out):
            self.grad += slope * out.grad

        out._backward = rule
        return out

    def __add__(self, other):
        other = self._number(other)

        def rule(out):
            self.grad += out.grad
            other.grad += out.grad

        return self._binary(other, self.data + other.data, rule, "+")

    __radd__ = __add__

    def __mul__(self, other):
        other = self._number(other)

        def rule(out):
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        return self._binary(other, self.data * other.data, rule, "*")

    __rmul__ = __mul__

    def __sub__(self, other):
        other = self._number(other)

        def rule(out):
            self.grad += out.grad
            other.grad -= out.grad

        return self._binary(other, self.data - other.data, rule, "-")

    def __rsub__(self, other):
        return self._number(other).__sub__(self)

    def __truediv__(self, other):
        other = self._number(other)

        def rule(out):
            self.grad += out.grad / other.data
            other.grad -= out.grad * self.data / other.data**2

        return self._binary(other, self.data / other.data, rule, "/")

    def __rtruediv__(self, other):
        return self._number(other).__truediv__(self)

    def __neg__(self):
        return self._unary(-self.data, -1.0, "neg")

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return self._unary(self.data**n, slope, "**")

    def tanh(self):
        t = math.tanh(self.data)
        return self._unary(t, 1.0 - t * t, "tanh")

    def exp(self):
        e = math.exp(self.data)
        return self._unary(e, e, "exp")

    def relu(self):
        if self.data > 0.0:
            return self._unary(self.data, 1.0, "relu")
        return self._unary(0.0, 0.0, "relu")

    def backward(self):
        order = _walk(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad = self.grad + 1.0 if not self._prev else 1.0
        for node in reversed(order):
            node._backward(node)


def build_topo(v, visited, topo):
    topo.extend(_walk(v, visited))


def zero_grad(root):
    for node in _walk(root, set()):
        node.grad = 0.0
