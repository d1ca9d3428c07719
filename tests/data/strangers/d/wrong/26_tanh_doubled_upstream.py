"""`flow` is the chain rule: what comes from above times the local derivative."""
import math


class Value:
    def __init__(self, data, _children=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = set(_children)
        self._backward = lambda: None

    def flow(self, local, above):
        self.grad += local * above.grad

    def __add__(self, other):
        other = self.to_value(other)
        out = Value(self.data + other.data, (self, other))

        def _backward():
            self.flow(1.0, out)
            other.flow(1.0, out)

        out._backward = _backward
        return out

    def __sub__(self, other):
        other = self.to_value(other)
        out = Value(self.data - other.data, (self, other))

        def _backward():
            self.flow(1.0, out)
            other.flow(-1.0, out)

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = self.to_value(other)
        out = Value(self.data * other.data, (self, other))

        def _backward():
            self.flow(other.data, out)
            other.flow(self.data, out)

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = self.to_value(other)
        out = Value(self.data / other.data, (self, other))

        def _backward():
            self.flow(1.0 / other.data, out)
            other.flow(-out.data / other.data, out)

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,))

        def _backward():
            self.flow(n * self.data ** (n - 1) if n != 0 else 0.0, out)

        out._backward = _backward
        return out

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,))

        def _backward():
            self.flow((1 - t**2) * out.grad, out)

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))

        def _backward():
            self.flow(out.data, out)

        out._backward = _backward
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,))

        def _backward():
            self.flow(1.0 if self.data > 0 else 0.0, out)

        out._backward = _backward
        return out

    def __neg__(self):
        return 0.0 - self

    def __radd__(self, other):
        return self.to_value(other) + self

    def __rsub__(self, other):
        return self.to_value(other) - self

    def __rmul__(self, other):
        return self.to_value(other) * self

    def __rtruediv__(self, other):
        return self.to_value(other) / self

    @staticmethod
    def to_value(x):
        return x if isinstance(x, Value) else Value(x)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in filter(lambda n: n._prev, topo):
            node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, None)]
    while stack:
        node, children = stack.pop()
        if children is None:
            if node in visited:
                continue
            visited.add(node)
            children = list(node._prev)
        while children:
            child = children.pop()
            if child not in visited:
                stack.append((node, children))
                stack.append((child, None))
                break
        else:
            topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
