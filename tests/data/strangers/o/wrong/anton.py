import math


class Value:
    """Every node gets a name, n1, n2, n3, ... in the order of birth."""

    born = 0

    def __init__(self, data, _prev=()):
        Value.born += 1
        self.name = f"n{Value.born}"
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None

    def __repr__(self):
        return f"{self.name}({self.data})"

    def __add__(self, other):
        other = to_node(other)
        out = Value(self.data + other.data, (self, other))

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = to_node(other)
        out = Value(self.data * other.data, (self, other))

        def _backward():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = to_node(other)
        out = Value(self.data / other.data, (self, other))

        def _backward():
            self.grad += out.grad / other.data
            other.grad += -out.grad * self.data / other.data**2

        out._backward = _backward
        return out

    def __sub__(self, other):
        other = to_node(other)
        out = Value(self.data - other.data, (self, other))

        def _backward():
            self.grad += out.grad
            other.grad += -out.grad

        out._backward = _backward
        return out

    def __radd__(self, other):
        return to_node(other) + self

    def __rmul__(self, other):
        return to_node(other) * self

    def __rsub__(self, other):
        return to_node(other) - self

    def __rtruediv__(self, other):
        return to_node(other) / self

    def __neg__(self):
        return to_node(0.0) - self

    def __pow__(self, n):
        out = Value(self.data**n, (self,))

        def _backward():
            if n != 0:
                self.grad += out.grad * n * self.data ** (n - 1)

        out._backward = _backward
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))

        def _backward():
            self.grad += out.grad * (1 - out.data**2)

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))

        def _backward():
            self.grad += out.grad * out.data

        out._backward = _backward
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,))

        def _backward():
            self.grad += out.grad * (self.data > 0)

        out._backward = _backward
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def to_node(x):
    return x if isinstance(x, Value) else Value(x)


def by_birth(node):
    return node.name


def build_topo(v, visited, topo):
    visited.add(v)
    nodes = [v]
    for node in nodes:
        for child in node._prev:
            if child not in visited:
                visited.add(child)
                nodes.append(child)
    topo.extend(sorted(nodes, key=by_birth))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0


if __name__ == "__main__":
    x, y = Value(2.0), Value(3.0)
    z = x * y + x
    z.backward()
    print(z.data, x.grad, y.grad)
