import math


class Context:
    """What a rule needs: the nodes that it reads and those that it feeds."""

    def __init__(self, inputs, slopes):
        self.inputs = inputs
        self.slopes = slopes

    def __call__(self, gradient):
        for source, slope in zip(self.inputs, self.slopes):
            source.grad += gradient * slope


class Value:
    def __init__(self, data, context=None):
        self.data = data
        self.grad = 0.0
        self._backward = context

    @property
    def _prev(self):
        return self._backward.inputs if self._backward else ()

    def __add__(self, other):
        if not isinstance(other, Value):
            return Value(self.data + other, Context((self,), (1.0,)))
        return Value(self.data + other.data, Context((self, other), (1.0, 1.0)))

    def __mul__(self, other):
        if not isinstance(other, Value):
            return Value(self.data * other, Context((self,), (other,)))
        return Value(self.data * other.data, Context((self, other), (other.data, self.data)))

    def __truediv__(self, other):
        if not isinstance(other, Value):
            return Value(self.data / other, Context((self,), (1.0 / other,)))
        y = self.data / other.data
        return Value(y, Context((self, other), (1.0 / other.data, -y / other.data)))

    def __sub__(self, other):
        if not isinstance(other, Value):
            return Value(self.data - other, Context((self,), (1.0,)))
        return Value(self.data - other.data, Context((self, other), (1.0, -1.0)))

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, k):
        return Value(k - self.data, Context((self,), (-1.0,)))

    def __rtruediv__(self, k):
        y = k / self.data
        return Value(y, Context((self,), (-y / self.data,)))

    def __neg__(self):
        return Value(-self.data, Context((self,), (-1.0,)))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, Context((self,), (slope,)))

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, Context((self,), (1.0 - y * y,)))

    def exp(self):
        y = math.exp(self.data)
        return Value(y, Context((self,), (y,)))

    def relu(self):
        alive = self.data > 0
        return Value(self.data * alive, Context((self,), (float(alive),)))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._backward is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            if node._backward is not None:
                node._backward(node.grad)


def build_topo(v, visited, topo):
    todo = [v]
    while todo:
        node = todo.pop()
        if node is None:
            topo.append(todo.pop())
        elif node not in visited:
            visited.add(node)
            todo += [node, None, *node._prev]


def zero_grad(root):
    todo = [root]
    while todo:
        node = todo.pop()
        node.grad = 0.0
        todo.extend(dict.fromkeys(node._prev))
