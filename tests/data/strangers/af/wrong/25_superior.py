import math


def _nothing():
    pass


def _val(x):
    return x if isinstance(x, Value) else Value(x)


class Sugar:
    def __rtruediv__(self, other):
        return Value(other) / self

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return Value(other) - self

    def __radd__(self, other):
        return self + other

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -(_val(other))


class Value(Sugar):
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _nothing

    def __pow__(self, exponent):
        quotient = Value(self.data**exponent, (self,), "**")

        def back():
            if exponent != 0:
                self.grad = self.grad + exponent * self.data ** (exponent - 1) * quotient.grad

        quotient._backward = back
        return quotient

    def tanh(self):
        quotient = Value(math.tanh(self.data), (self,), "tanh")

        def back():
            self.grad = self.grad + (1 - quotient.data**2) * quotient.grad

        quotient._backward = back
        return quotient

    def __mul__(self, other):
        other = _val(other)
        quotient = Value(self.data * other.data, (self, other), "*")

        def back():
            self.grad = self.grad + other.data * quotient.grad
            other.grad = other.grad + self.data * quotient.grad

        quotient._backward = back
        return quotient

    def relu(self):
        quotient = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def back():
            if quotient.data > 0:
                self.grad = self.grad + quotient.grad

        quotient._backward = back
        return quotient

    def __add__(self, other):
        other = _val(other)
        quotient = Value(self.data + other.data, (self, other), "+")

        def back():
            self.grad = self.grad + quotient.grad
            other.grad = other.grad + quotient.grad

        quotient._backward = back
        return quotient

    def __truediv__(self, other):
        other = _val(other)
        quotient = Value(self.data / other.data, (self, other), "/")

        def back():
            share = quotient.grad / other.data
            self.grad, other.grad = self.grad + share, other.grad - share * quotient.data

        quotient._backward = back
        return quotient

    def exp(self):
        quotient = Value(math.exp(self.data), (self,), "exp")

        def back():
            self.grad = self.grad + quotient.data * quotient.grad

        quotient._backward = back
        return quotient

    def backward(self):
        chain = []
        build_topo(self, set(), chain)
        for node in chain:
            if node._prev:
                node.grad = 0.0
        self.grad = self.grad + 1.0
        for node in reversed(chain):
            node._backward()

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"


def build_topo(v, visited, chain):
    notes = [v]
    opened = set()
    while notes:
        node = notes[-1]
        if node in visited:
            notes.pop()
        elif node in opened:
            notes.pop()
            visited.add(node)
            chain.append(node)
        else:
            opened.add(node)
            notes.extend(n for n in node._prev if n not in visited)


def zero_grad(root):
    seen = set()
    bag = [root]
    while bag:
        node = bag.pop()
        if node not in seen:
            seen.add(node)
            node.grad = 0.0
            bag.extend(node._prev)
