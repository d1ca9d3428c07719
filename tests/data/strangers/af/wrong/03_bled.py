import math


def _nothing():
    pass


def as_node(x):
    return x if isinstance(x, Value) else Value(x)


class Arithmetic:
    def __neg__(self):
        return self * -1

    def __rsub__(self, other):
        return Value(other) - self

    def __radd__(self, other):
        return self + other

    def __sub__(self, other):
        return self + -(as_node(other))

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return Value(other) / self


class Value(Arithmetic):
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _nothing

    def tanh(self):
        made = Value(math.tanh(self.data), (self,), "tanh")

        def spread():
            self.grad += (1 - made.data**2) * made.grad

        made._backward = spread
        return made

    def relu(self):
        made = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def spread():
            if made.data > 0:
                self.grad += made.grad

        made._backward = spread
        return made

    def exp(self):
        made = Value(math.exp(self.data), (self,), "exp")

        def spread():
            self.grad += made.data * made.grad

        made._backward = spread
        return made

    def __mul__(self, other):
        other = as_node(other)
        made = Value(self.data * other.data, (self, other), "*")

        def spread():
            self.grad += other.data * made.grad
            other.grad += self.data * made.grad

        made._backward = spread
        return made

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()

    def __add__(self, other):
        other = as_node(other)
        made = Value(self.data + other.data, (self, other), "+")

        def spread():
            self.grad += made.grad
            other.grad += made.grad

        made._backward = spread
        return made

    def __pow__(self, exponent):
        constant = isinstance(exponent, int) and exponent == 0
        made = Value(self.data**exponent, (self,), f"**{exponent}")

        def spread():
            slope = 0.0 if constant else exponent * self.data ** (exponent - 1)
            self.grad += slope * made.grad

        made._backward = spread
        return made

    def __truediv__(self, other):
        other = as_node(other)
        made = Value(self.data / other.data, (self, other), "/")

        def spread():
            self.grad += made.grad / other.data
            other.grad -= made.grad * (made.data / other.data)

        made._backward = spread
        return made


def build_topo(v, visited, topo):
    pile = [v]
    opened = set()
    while pile:
        node = pile[-1]
        if node in visited:
            pile.pop()
        elif node in opened:
            pile.pop()
            visited.add(node)
            topo.append(node)
        else:
            opened.add(node)
            pile.extend(n for n in node._prev if n not in visited)


def zero_grad(root):
    seen = set()
    stack = [root]
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            node.grad = 0.0
            stack.extend(node._prev)
