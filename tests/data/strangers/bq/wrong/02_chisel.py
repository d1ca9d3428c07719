import math


class Value:
    """A number with a memory."""

    def __init__(self, data, children=(), op=""):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(children)
        self._op = op
        self._backward = lambda: None

    def __repr__(self):
        return "Value(data=%r, grad=%r)" % (self.data, self.grad)

    @staticmethod
    def _lift(x):
        if isinstance(x, Value):
            return x
        return Value(float(x))

    def __add__(self, other):
        other = Value._lift(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __radd__(self, other):
        return self + other

    def __mul__(self, other):
        other = Value._lift(other)
        x, y = self.data, other.data
        out = Value(x * y, (self, other), "*")

        def _backward():
            self.grad += y * out.grad
            other.grad += x * out.grad

        out._backward = _backward
        return out

    def __rmul__(self, other):
        return self * other

    def __neg__(self):
        out = Value(-self.data, (self,), "neg")

        def _backward():
            self.grad -= out.grad

        out._backward = _backward
        return out

    def __sub__(self, other):
        return self + (-Value._lift(other))

    def __rsub__(self, other):
        return Value._lift(other) + (-self)

    def __truediv__(self, other):
        other = Value._lift(other)
        x, y = self.data, other.data
        out = Value(x / y, (self, other), "/")

        def _backward():
            self.grad += out.grad / y
            other.grad -= out.grad * x / (y * y)

        out._backward = _backward
        return out

    def __rtruediv__(self, other):
        return Value._lift(other) / self

    def __pow__(self, n):
        x = self.data
        p = x**n
        slope = n * p / x if x else 0.0
        out = Value(p, (self,), "**%s" % n)

        def _backward():
            self.grad += slope * out.grad

        out._backward = _backward
        return out

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,), "tanh")

        def _backward():
            self.grad += (1 - t * t) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        e = math.exp(self.data)
        out = Value(e, (self,), "exp")

        def _backward():
            self.grad += e * out.grad

        out._backward = _backward
        return out

    def relu(self):
        open_ = self.data > 0
        out = Value(self.data if open_ else 0.0, (self,), "relu")

        def _backward():
            if open_:
                self.grad += out.grad

        out._backward = _backward
        return out

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def build_topo(v, visited, topo):
    visited.add(v)
    path = [(v, iter(v._prev))]
    while path:
        node, inputs = path[-1]
        for child in inputs:
            if child not in visited:
                visited.add(child)
                path.append((child, iter(child._prev)))
                break
        else:
            topo.append(node)
            path.pop()


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
