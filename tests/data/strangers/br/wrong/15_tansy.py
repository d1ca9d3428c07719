import math


class Value:
    """A number in a graph. What was made by an operation has an `_op`, a leaf has none."""

    def __init__(self, data, _op="", _prev=()):
        self.data = data
        self.grad = 0.0
        self._op = _op
        self._prev = _prev

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad}, op={self._op})"

    def _backward(self):
        """My contributions to my inputs."""

    def restart(self):
        if self._op:
            self.grad = 0.0

    def __add__(self, other):
        other = lift(other)
        out = Value(self.data + other.data, "+", (self, other))

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = rule
        return out

    def __mul__(self, other):
        other = lift(other)
        out = Value(self.data * other.data, "*", (self, other))

        def rule():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = rule
        return out

    def __neg__(self):
        out = Value(-self.data, _prev=(self,))

        def rule():
            self.grad -= out.grad

        out._backward = rule
        return out

    def __pow__(self, p):
        out = Value(self.data**p, "**", (self,))

        def rule():
            self.grad += out.grad * (p * self.data ** (p - 1) if p else 0.0)

        out._backward = rule
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), "tanh", (self,))

        def rule():
            self.grad += out.grad * (1.0 - out.data * out.data)

        out._backward = rule
        return out

    def exp(self):
        out = Value(math.exp(self.data), "exp", (self,))

        def rule():
            self.grad += out.grad * out.data

        out._backward = rule
        return out

    def relu(self):
        out = Value(max(0.0, self.data), "relu", (self,))

        def rule():
            if out.data > 0.0:
                self.grad += out.grad

        out._backward = rule
        return out

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __sub__(self, other):
        return self + (-lift(other))

    def __rsub__(self, other):
        return lift(other) - self

    def __truediv__(self, other):
        return self * lift(other) ** -1

    def __rtruediv__(self, other):
        return lift(other) / self

    def backward(self):
        order = backward_order(self)
        for node in order:
            node.restart()
        self.grad += 1.0
        for node in order:
            node._backward()


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def backward_order(root):
    topo = []
    build_topo(root, set(), topo)
    return topo[::-1]


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, back = stack.pop()
        if back:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend([(n, False) for n in node._prev])


def zero_grad(root):
    for node in backward_order(root):
        node.grad = 0.0
