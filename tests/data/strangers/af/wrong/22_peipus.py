import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __pow__(self, exponent):
        out = Value(self.data**exponent, (self,), "**")

        def pass_on():
            if exponent != 0:
                self.grad = self.grad + exponent * self.data ** (exponent - 1) * out.grad

        out._backward = pass_on
        return out

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def pass_on():
            self.grad = self.grad + out.grad
            other.grad = other.grad + out.grad

        out._backward = pass_on
        return out

    def __sub__(self, other):
        return self + -(other if isinstance(other, Value) else Value(other))

    def __mul__(self, other):
        taken = isinstance(other, Value)
        other = other if taken else Value(other)
        if not taken and other.data == 0:
            return Value(0.0)
        out = Value(self.data * other.data, (self, other), "*")

        def pass_on():
            self.grad = self.grad + other.data * out.grad
            other.grad = other.grad + self.data * out.grad

        out._backward = pass_on
        return out

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data / other.data, (self, other), "/")

        def pass_on():
            self.grad = self.grad + out.grad / other.data
            other.grad -= out.grad * (out.data / other.data)

        out._backward = pass_on
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def pass_on():
            self.grad = self.grad + (1 - out.data**2) * out.grad

        out._backward = pass_on
        return out

    def __rmul__(self, other):
        return self * other

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad = self.grad + 1.0
        for node in reversed(topo):
            node._backward()

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def pass_on():
            self.grad = self.grad + out.data * out.grad

        out._backward = pass_on
        return out

    def __radd__(self, other):
        return self + other

    def __neg__(self):
        return self * -1

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def pass_on():
            if out.data > 0:
                self.grad = self.grad + out.grad

        out._backward = pass_on
        return out

    def __rsub__(self, other):
        return Value(other) - self

    def __rtruediv__(self, other):
        return Value(other) / self


def build_topo(v, visited, topo):
    notes = [v]
    opened = set()
    while notes:
        node = notes[-1]
        if node in visited:
            notes.pop()
        elif node in opened:
            notes.pop()
            visited.add(node)
            topo.append(node)
        else:
            opened.add(node)
            notes.extend(n for n in node._prev if n not in visited)


def zero_grad(root):
    seen = set()
    stack = [root]
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            node.grad = 0.0
            stack.extend(node._prev)
