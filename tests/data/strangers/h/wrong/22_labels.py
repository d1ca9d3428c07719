import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"{self._op or 'leaf'}({self.data:.4g} | {self.grad:.4g})"

    def __add__(self, other):
        other = _v(other)
        out = Value(self.data + other.data, (self, other), "+")

        def f():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = f
        return out

    def __sub__(self, other):
        other = _v(other)
        out = Value(self.data - other.data, (self, other), "-")

        def f():
            self.grad += out.grad
            other.grad -= out.grad

        out._backward = f
        return out

    def __mul__(self, other):
        other = _v(other)
        out = Value(self.data * other.data, (self, other), "*")

        def f():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = f
        return out

    def __truediv__(self, other):
        other = _v(other)
        out = Value(self.data / other.data, (self, other), "/")

        def f():
            self.grad += out.grad / other.data
            other.grad -= out.grad * self.data / other.data**2

        out._backward = f
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")

        def f():
            if n != 0:
                self.grad += out.grad * n * self.data ** (n - 1)

        out._backward = f
        return out

    def __neg__(self):
        out = Value(-self.data, (self,), "neg")

        def f():
            self.grad -= out.grad

        out._backward = f
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def f():
            self.grad += out.grad * out.data

        out._backward = f
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def f():
            self.grad += out.grad * (1 - out.data**2)

        out._backward = f
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,))

        def f():
            if self.data > 0:
                self.grad += out.grad

        out._backward = f
        return out

    def __radd__(self, other):
        return _v(other) + self

    def __rsub__(self, other):
        return _v(other) - self

    def __rmul__(self, other):
        return _v(other) * self

    def __rtruediv__(self, other):
        return _v(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op != "":
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def _v(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, leaving = stack.pop()
        if leaving:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for p in reversed(node._prev):
                if p not in visited:
                    stack.append((p, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
