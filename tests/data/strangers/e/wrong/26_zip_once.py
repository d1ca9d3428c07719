import math


class Value:
    def __init__(self, data, _prev=(), slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        # the local rule: pairs (input, slope)
        self._backward = zip(_prev, slopes)

    def __add__(self, other):
        if type(other) in (int, float):
            return Value(self.data + other, (self,), (1.0,))
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __radd__(self, number):
        return Value(number + self.data, (self,), (1.0,))

    def __sub__(self, other):
        if type(other) in (int, float):
            return Value(self.data - other, (self,), (1.0,))
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __rsub__(self, number):
        return Value(number - self.data, (self,), (-1.0,))

    def __mul__(self, other):
        if type(other) in (int, float):
            return Value(self.data * other, (self,), (other,))
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __rmul__(self, number):
        return Value(number * self.data, (self,), (number,))

    def __truediv__(self, other):
        if type(other) in (int, float):
            return Value(self.data / other, (self,), (1.0 / other,))
        x, y = self.data, other.data
        return Value(x / y, (self, other), (1.0 / y, -x / (y * y)))

    def __rtruediv__(self, number):
        y = self.data
        return Value(number / y, (self,), (-number / (y * y),))

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        x = self.data
        return Value(x ** n, (self,), (n * x ** (n - 1),) if n != 0 else (0.0,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        x = self.data
        return Value(x, (self,), (1.0,)) if x > 0 else Value(0.0, (self,), (0.0,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if len(node._prev):
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            for source, slope in node._backward:
                source.grad += slope * node.grad


def build_topo(v, visited, topo):
    """Depth first with two stacks: one to go down, one of numbers to come back."""
    down, turn = [v], [0]
    visited.add(v)
    while down:
        node = down[-1]
        if turn[-1] < len(node._prev):
            child = node._prev[turn[-1]]
            turn[-1] += 1
            if child not in visited:
                visited.add(child)
                down.append(child)
                turn.append(0)
        else:
            topo.append(down.pop())
            turn.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
