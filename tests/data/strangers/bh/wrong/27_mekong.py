import math


class Value:

    def __init__(self, data, _prev = (), _op = ''):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None

    def __add__(self, other):
        if isinstance(other, Value):
            result = Value(self.data + other.data, (self, other), '+')
            def back(g):
                self.grad = self.grad + g
                other.grad = other.grad + g
        else:
            result = Value(self.data + other, (self,), '+')
            def back(g):
                self.grad = self.grad + g
        result._backward = back
        return result

    def __mul__(self, other):
        if isinstance(other, Value):
            result = Value(self.data * other.data, (self, other), '*')
            def back(g):
                self.grad = self.grad + g * other.data
                other.grad = other.grad + g * self.data
        else:
            result = Value(self.data * other, (self,), '*')
            def back(g):
                self.grad = self.grad + g * other
        result._backward = back
        return result

    def __pow__(self, n):
        result = Value(self.data ** n, (self,), '**')
        def back(g):
            if n != 0:
                self.grad = self.grad + g * n * self.data ** (n - 1)
        result._backward = back
        return result

    def tanh(self):
        t = math.tanh(self.data)
        result = Value(t, (self,), 'tanh')
        def back(g):
            self.grad = self.grad + g * (1 - t ** 2)
        result._backward = back
        return result

    def exp(self):
        e = math.exp(self.data)
        result = Value(e, (self,), 'exp')
        def back(g):
            self.grad = self.grad + g * e
        result._backward = back
        return result

    def relu(self):
        positive = self.data > 0
        result = Value(self.data if positive else 0.0, (self,), 'relu')
        def back(g):
            if positive:
                self.grad = self.grad + g
        result._backward = back
        return result

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other)

    def __truediv__(self, other):
        return self * other ** -1

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return (-self) + other

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return (self ** -1) * other

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._backward is not None:
                node.grad = 0.0
        self.grad = self.grad + 1.0
        for node in reversed(topo):
            if node._backward is not None:
                node._backward(node.grad)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            topo.append(node)
            continue
        stack.append((node, True))
        for child in node._prev:
            if child not in visited:
                visited.add(child)
                stack.append((child, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
