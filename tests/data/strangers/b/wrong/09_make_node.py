from math import exp, tanh


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = ()

    def __add__(self, other):
        other = node_of(other)
        return make(self.data + other.data, (self, lambda g: g), (other, lambda g: g))

    def __mul__(self, other):
        other = node_of(other)
        return make(
            self.data * other.data,
            (self, lambda g: g * other.data),
            (other, lambda g: g * self.data),
        )

    def __neg__(self):
        return make(-self.data, (self, lambda g: -g))

    def __sub__(self, other):
        return self + -node_of(other)

    def reciprocal(self):
        y = 1 / self.data
        return make(y, (self, lambda g: -g * y * y))

    def __truediv__(self, other):
        return self * node_of(other).reciprocal()

    def __pow__(self, n):
        def back(g):
            return 0.0 if n == 0 else g * n * self.data ** (n - 1)

        return make(self.data**n, (self, back))

    def tanh(self):
        y = tanh(self.data)
        return make(y, (self, lambda g: g * (1 - y**2)))

    def exp(self):
        y = exp(self.data)
        return make(y, (self, lambda g: g * y))

    def relu(self):
        y = max(self.data, 0.0)
        return make(y, (self, lambda g: g if g > 0 else 0.0))

    def __radd__(self, other):
        return node_of(other) + self

    def __rmul__(self, other):
        return node_of(other) * self

    def __rsub__(self, other):
        return node_of(other) - self

    def __rtruediv__(self, other):
        return node_of(other) / self

    def backward(self):
        postorder = []
        build_topo(self, set(), postorder)
        inner = [node for node in postorder if node._prev]
        for node in inner:
            node.grad = 0.0
        self.grad += 1.0
        for node in reversed(inner):
            for p, back in zip(node._prev, node._backward):
                p.grad += back(node.grad)


def node_of(x):
    return x if isinstance(x, Value) else Value(x)


def make(data, *edges):
    out = Value(data)
    out._prev = tuple(p for p, _ in edges)
    out._backward = tuple(back for _, back in edges)
    return out


def build_topo(v, visited, topo):
    stack = [v, None]
    while stack:
        node = stack.pop()
        if node is None:  # what lies below is to be opened
            node = stack.pop()
            if node in visited:
                continue
            visited.add(node)
            stack.append(node)
            for p in node._prev:
                stack += [p, None]
        else:
            topo.append(node)


def zero_grad(root):
    postorder = []
    build_topo(root, set(), postorder)
    for node in postorder:
        node.grad = 0.0
