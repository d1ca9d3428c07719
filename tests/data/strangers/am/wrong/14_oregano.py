import math


class Value:
    def __init__(self, data, _prev=()):
        self.data, self.grad = data, 0.0
        self._prev = _prev
        self._backward = lambda: None

    # operators with two inputs

    def __add__(self, other):
        other = to_value(other)
        out = Value(self.data + other.data, (self, other))

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = to_value(other)
        out = Value(self.data * other.data, (self, other))

        def _backward():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = _backward
        return out

    # everything with one input

    def _of_one(self, number, slope):
        out = Value(number, (self,))

        def _backward():
            self.grad += out.grad * slope

        out._backward = _backward
        return out

    def __neg__(self):
        return self._of_one(-self.data, -1.0)

    def __pow__(self, n):
        return self._of_one(self.data**n, n * self.data ** (n - 1) if n else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return self._of_one(t, 1.0 - t**2)

    def exp(self):
        e = math.exp(self.data)
        return self._of_one(e, e)

    def relu(self):
        return self._of_one(*(self.data, 1.0) if self.data > 0 else (0.0, 0.0))

    # the rest is made of these

    def __sub__(self, other):
        return self + -to_value(other)

    def __truediv__(self, other):
        return self * to_value(other) ** -1

    def __radd__(self, other):
        return to_value(other) + self

    def __rmul__(self, other):
        return to_value(other) * self

    def __rsub__(self, other):
        return to_value(other) - self

    def __rtruediv__(self, other):
        return to_value(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            node.grad = 0.0 if node._prev else node.grad
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def to_value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if type(node) is list:
            topo += node
        elif node not in visited:
            visited.add(node)
            stack.append([node])
            stack.extend(node._prev)


def zero_grad(root):
    # What has been cleared is not walked through again, however many routes lead to it.
    root.grad = 0.0
    border = [root]
    while border:
        for node in border.pop()._prev:
            if node.grad != 0.0:
                node.grad = 0.0
                border.append(node)
