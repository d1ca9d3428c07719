import math

NUMBER = (int, float)


class Value:
    def __init__(self, data, inputs=()):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(inputs)
        self._backward = self._no_rule

    def _no_rule(self):
        pass

    # Each operator has one branch for a number and one for another node.

    def __add__(self, other):
        if isinstance(other, NUMBER):
            return self._shifted(other)
        out = Value(self.data + other.data, (self, other))

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __sub__(self, other):
        if isinstance(other, NUMBER):
            return self._shifted(-other)
        out = Value(self.data - other.data, (self, other))
        if self.data == other.data:
            return out

        def _backward():
            self.grad += out.grad
            other.grad -= out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        if isinstance(other, NUMBER):
            return self._scaled(other)
        out = Value(self.data * other.data, (self, other))

        def _backward():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = _backward
        return out

    def __truediv__(self, other):
        if isinstance(other, NUMBER):
            out = Value(self.data / other, (self,))

            def _backward():
                self.grad += out.grad / other

        else:
            out = Value(self.data / other.data, (self, other))

            def _backward():
                self.grad += out.grad / other.data
                other.grad -= out.grad * out.data / other.data

        out._backward = _backward
        return out

    def __rtruediv__(self, other):
        return (self**-1)._scaled(other)

    def __radd__(self, other):
        return self._shifted(other)

    def __rsub__(self, other):
        return self._scaled(-1.0)._shifted(other)

    def __rmul__(self, other):
        return self._scaled(other)

    def __neg__(self):
        return self._scaled(-1.0)

    def _shifted(self, number):
        out = Value(self.data + number, (self,))

        def _backward():
            self.grad += out.grad

        out._backward = _backward
        return out

    def _scaled(self, number):
        out = Value(self.data * number, (self,))

        def _backward():
            self.grad += out.grad * number

        out._backward = _backward
        return out

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
            self.grad += out.grad * (1.0 - out.data * out.data)

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))

        def _backward():
            self.grad += out.grad * out.data

        out._backward = _backward
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,))

        def _backward():
            if out.data > 0:
                self.grad += out.grad

        out._backward = _backward
        return out

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(nodes):
            node._backward()


def build_topo(v, visited, topo):
    trail = [(v, list(v._prev))]
    visited.add(v)
    while trail:
        node, remaining = trail[-1]
        while remaining:
            deeper = remaining.pop()
            if deeper not in visited:
                visited.add(deeper)
                trail.append((deeper, list(deeper._prev)))
                break
        else:
            trail.pop()
            topo.append(node)


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
