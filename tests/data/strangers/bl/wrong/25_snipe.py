import math

TINY = 1e-9


def is_positive(x):
    return x > TINY


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = self._nothing

    @staticmethod
    def _nothing():
        return

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(float(other))
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(float(other))
        out = Value(self.data * other.data, (self, other), "*")
        x, y = self.data, other.data

        def _backward():
            self.grad += y * out.grad
            other.grad += x * out.grad

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(float(other))
        x, y = self.data, other.data
        out = Value(x / y, (self, other), "/")

        def _backward():
            self.grad += out.grad / y
            other.grad -= out.data * out.grad / y

        out._backward = _backward
        return out

    def __pow__(self, n):
        x = self.data
        out = Value(x**n, (self,), f"**{n}")

        def _backward():
            self.grad += 0.0 if n == 0 else n * x ** (n - 1) * out.grad

        out._backward = _backward
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def _backward():
            self.grad += (1.0 - out.data**2) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def relu(self):
        open_gate = is_positive(self.data)
        out = Value(self.data if open_gate else 0.0, (self,), "relu")

        def _backward():
            if open_gate:
                self.grad += out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + (-other)

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return (-self) + other

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return Value(float(other)) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [v]
    open_nodes = set()
    while stack:
        node = stack[-1]
        if node in open_nodes or node in visited:
            stack.pop()
            if node not in visited:
                visited.add(node)
                topo.append(node)
            continue
        open_nodes.add(node)
        for inp in node._prev:
            if inp not in visited and inp not in open_nodes:
                stack.append(inp)


def zero_grad(root):
    nodes = [root]
    seen = {root}
    while nodes:
        node = nodes.pop()
        node.grad = 0.0
        fresh = {inp for inp in node._prev} - seen
        seen |= fresh
        nodes.extend(fresh)
