import math


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = self.__pass
        self._t = None

    def __pass(self):
        return

    def __add__(self, other):
        other = Value.make(other)
        out = Value(self.data + other.data, (self, other))

        def back():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = back
        return out

    def __mul__(self, other):
        other = Value.make(other)
        out = Value(self.data * other.data, (self, other))

        def back():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = back
        return out

    def __truediv__(self, other):
        other = Value.make(other)
        out = Value(self.data / other.data, (self, other))

        def back():
            self.grad += out.grad / other.data
            other.grad -= out.grad * out.data / other.data

        out._backward = back
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,))

        def back():
            if n != 0:
                self.grad += out.grad * n * self.data ** (n - 1)

        out._backward = back
        return out

    def tanh(self):
        if self._t is None:
            self._t = math.tanh(self.data)
        t = self._t
        out = Value(t, (self,))

        def back():
            self.grad += out.grad * (1.0 - t * t)

        out._backward = back
        return out

    def exp(self):
        e = math.exp(self.data)
        out = Value(e, (self,))

        def back():
            self.grad += out.grad * e

        out._backward = back
        return out

    def relu(self):
        out = Value(max(self.data, 0.0), (self,))

        def back():
            self.grad += out.grad if out.data > 0 else 0.0

        out._backward = back
        return out

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + Value.make(other) * -1.0

    def __radd__(self, other):
        return Value.make(other) + self

    def __rmul__(self, other):
        return Value.make(other) * self

    def __rsub__(self, other):
        return Value.make(other) - self

    def __rtruediv__(self, other):
        return Value.make(other) / self

    @staticmethod
    def make(thing):
        return thing if isinstance(thing, Value) else Value(thing)

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
        node, inputs_are_in = stack.pop()
        if inputs_are_in:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((node, False) for node in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
