import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._order = None
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def _lift(self, other):
        return other if isinstance(other, Value) else Value(other)

    def __add__(self, other):
        other = self._lift(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __sub__(self, other):
        other = self._lift(other)
        out = Value(self.data - other.data, (self, other), "-")

        def _backward():
            self.grad += out.grad
            other.grad -= out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = self._lift(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = self._lift(other)
        out = Value(self.data / other.data, (self, other), "/")

        def _backward():
            self.grad += out.grad / other.data
            other.grad -= out.grad * (out.data / other.data)

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(power(self.data, n), (self,), "**")
        slope = 0.0 if n == 0 else n * power(self.data, n - 1)

        def _backward():
            self.grad += out.grad * slope

        out._backward = _backward
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def _backward():
            self.grad += out.grad * (1.0 - out.data * out.data)

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def _backward():
            self.grad += out.grad * out.data

        out._backward = _backward
        return out

    def relu(self):
        out = Value(self.data if self.data > 0.0 else 0.0, (self,), "relu")

        def _backward():
            self.grad += out.grad if out.data > 0.0 else 0.0

        out._backward = _backward
        return out

    def __neg__(self):
        return self * -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return self._lift(other) - self

    def __rtruediv__(self, other):
        return self._lift(other) / self

    def _sorted(self):
        """The nodes below, inputs first. A graph never changes: once is enough."""
        if self._order is None:
            self._order = order = []
            entered = {self}
            stack = [(self, iter(self._prev))]
            while stack:
                node, inputs = stack[-1]
                child = next(inputs, None)
                if child is None:
                    order.append(node)
                    stack.pop()
                elif child not in entered:
                    entered.add(child)
                    stack.append((child, iter(child._prev)))
        return self._order

    def backward(self):
        order = self._sorted()
        if order[0] is not self:
            order.reverse()
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def power(x, n):
    try:
        return x**n
    except OverflowError:
        return math.inf if x > 0 or n % 2 == 0 else -math.inf


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    topo.extend(v._sorted())


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    for node in root._sorted():
        node.grad = 0.0
