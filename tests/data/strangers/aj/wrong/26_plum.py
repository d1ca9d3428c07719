import math


class Graph:
    """Everything that leads to one root."""

    def __init__(self, root):
        self.root = root
        self.nodes = []
        build_topo(root, set(), self.nodes)

    @property
    def inner(self):
        return [n for n in self.nodes if n._prev and n is not self.root]

    def clear(self, nodes):
        for n in nodes:
            n.grad = 0.0

    def seed(self):
        if not self.root._prev:
            self.root.grad += 1.0
        elif not self.root.grad:
            self.root.grad = 1.0

    def sweep(self):
        for n in reversed(self.nodes):
            n._backward()


class Value:
    def __init__(self, data, _prev=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None

    def backward(self):
        graph = Graph(self)
        graph.clear(graph.inner)
        graph.seed()
        graph.sweep()

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other))

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other))

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,))

        def _backward():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = _backward
        return out

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,))

        def _backward():
            self.grad += (1.0 - t * t) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        e = math.exp(self.data)
        out = Value(e, (self,))

        def _backward():
            self.grad += e * out.grad

        out._backward = _backward
        return out

    def relu(self):
        out = Value(max(self.data, 0.0), (self,))

        def _backward():
            if out.data > 0:
                self.grad += out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + (-other)

    def __truediv__(self, other):
        return self * (other**-1.0)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return (-self) + other

    def __rtruediv__(self, other):
        return (self**-1.0) * other


def build_topo(v, visited, topo):
    stack = [iter([v])]
    path = []
    while stack:
        for n in stack[-1]:
            if n not in visited:
                visited.add(n)
                path.append(n)
                stack.append(iter(n._prev))
                break
        else:
            stack.pop()
            if path:
                topo.append(path.pop())


def zero_grad(root):
    graph = Graph(root)
    graph.clear(graph.nodes)
