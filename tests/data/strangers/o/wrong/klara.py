import math


class Reflected:
    """Everything that Python can be told once the basic operators are there."""

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return self - other

    def __rtruediv__(self, other):
        return type(self)(other) / self


class Value(Reflected):
    def __init__(self, data, _prev=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = None

    def _child(self, result, *inputs_and_slopes):
        inputs = tuple(node for node, _ in inputs_and_slopes)
        child = Value(result, inputs)

        def _backward():
            for node, slope in inputs_and_slopes:
                node.grad += child.grad * slope

        child._backward = _backward
        return child

    def _other(self, other):
        return other if isinstance(other, Value) else Value(other)

    def __add__(self, other):
        other = self._other(other)
        return self._child(self.data + other.data, (self, 1.0), (other, 1.0))

    def __sub__(self, other):
        other = self._other(other)
        return self._child(self.data - other.data, (self, 1.0), (other, -1.0))

    def __mul__(self, other):
        other = self._other(other)
        return self._child(self.data * other.data, (self, other.data), (other, self.data))

    def __truediv__(self, other):
        other = self._other(other)
        ratio = self.data / other.data
        return self._child(ratio, (self, 1.0 / other.data), (other, -ratio / other.data))

    def __neg__(self):
        return self._child(-self.data, (self, -1.0))

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return self._child(self.data**n, (self, slope))

    def tanh(self):
        t = math.tanh(self.data)
        return self._child(t, (self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return self._child(e, (self, e))

    def relu(self):
        return self._child(max(self.data, 0.0), (self, 1.0 if self.data > 0.0 else 0.0))

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        for node in nodes:
            if node._backward is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(nodes):
            if node._backward is not None:
                node._backward()


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    while stack:
        node, position = stack.pop()
        if position == 0:
            if node in visited:
                continue
            visited.add(node)
        if position < len(node._prev):
            stack.append((node, position + 1))
            stack.append((node._prev[position], 0))
        else:
            topo.append(node)


def zero_grad(root):
    seen = set()
    stack = [root]
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            node.grad = 0.0
            stack.extend(node._prev)


if __name__ == "__main__":
    x, y = Value(2.0), Value(3.0)
    z = x * y + x
    z.backward()
    print(z.data, x.grad, y.grad)
