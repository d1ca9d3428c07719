import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    # With a plain number most operators are a straight line: scale * x + shift.

    def _line(self, scale=1.0, shift=0.0):
        out = Value(scale * self.data + shift, (self,), "line")

        def rule():
            self.grad += scale * out.grad

        out._backward = rule
        return out

    def __add__(self, other):
        if not isinstance(other, Value):
            return self._line(shift=other)
        out = Value(self.data + other.data, (self, other), "+")

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = rule
        return out

    def __sub__(self, other):
        if not isinstance(other, Value):
            return self._line(-other)
        out = Value(self.data - other.data, (self, other), "-")

        def rule():
            self.grad += out.grad
            other.grad -= out.grad

        out._backward = rule
        return out

    def __mul__(self, other):
        if not isinstance(other, Value):
            return self._line(other)
        out = Value(self.data * other.data, (self, other), "*")

        def rule():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = rule
        return out

    def __truediv__(self, other):
        if not isinstance(other, Value):
            return self._line(1.0 / other)
        out = Value(self.data / other.data, (self, other), "/")

        def rule():
            self.grad += out.grad / other.data
            other.grad -= out.grad * out.data / other.data

        out._backward = rule
        return out

    def __radd__(self, number):
        return self._line(shift=number)

    def __rsub__(self, number):
        return self._line(-1.0, number)

    def __rmul__(self, number):
        return self._line(number)

    def __rtruediv__(self, number):
        out = Value(number / self.data, (self,), "1/")

        def rule():
            self.grad -= out.grad * out.data / self.data

        out._backward = rule
        return out

    def __neg__(self):
        return self._line(-1.0)

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")

        def rule():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = rule
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def rule():
            self.grad += (1.0 - out.data**2) * out.grad

        out._backward = rule
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def rule():
            self.grad += out.data * out.grad

        out._backward = rule
        return out

    def relu(self):
        return self._line(1.0) if self.data > 0 else self._line(0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, second_time = stack.pop()
        if second_time:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for child in node._prev:
                if child not in visited:
                    stack.append((child, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
