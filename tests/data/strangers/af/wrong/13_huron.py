import math


def _nothing():
    pass


def _val(x):
    return x if isinstance(x, Value) else Value(x)


class Sugar:
    def __neg__(self):
        return self * -1

    def __radd__(self, other):
        return self + other

    def __rtruediv__(self, other):
        return Value(other) / self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return self * other

    def __sub__(self, other):
        return self + -(_val(other))


class Value(Sugar):
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _nothing
        self._rank = 1.0 + sum(n._rank for n in _prev)

    def __mul__(self, other):
        other = _val(other)
        out = Value(self.data * other.data, (self, other), "*")

        def pass_on():
            self.grad = self.grad + other.data * out.grad
            other.grad = other.grad + self.data * out.grad

        out._backward = pass_on
        return out

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __truediv__(self, other):
        other = _val(other)
        out = Value(self.data / other.data, (self, other), "/")

        def pass_on():
            self.grad = self.grad + out.grad / other.data
            other.grad -= out.grad * (out.data / other.data)

        out._backward = pass_on
        return out

    def backward(self):
        nodes = _all_below(self)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad = self.grad + 1.0
        nodes.sort(key=lambda n: -n._rank)
        for node in nodes:
            node._backward()

    def __add__(self, other):
        other = _val(other)
        out = Value(self.data + other.data, (self, other), "+")

        def pass_on():
            self.grad = self.grad + out.grad
            other.grad = other.grad + out.grad

        out._backward = pass_on
        return out

    def __pow__(self, exponent):
        out = Value(self.data**exponent, (self,), "**")

        def pass_on():
            if exponent != 0:
                self.grad = self.grad + exponent * self.data ** (exponent - 1) * out.grad

        out._backward = pass_on
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def pass_on():
            self.grad = self.grad + out.data * out.grad

        out._backward = pass_on
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def pass_on():
            self.grad = self.grad + (1 - out.data**2) * out.grad

        out._backward = pass_on
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def pass_on():
            if out.data > 0:
                self.grad = self.grad + out.grad

        out._backward = pass_on
        return out


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
    for node in _all_below(root):
        node.grad = 0.0


def _all_below(root):
    found = [root]
    known = {root}
    for node in found:
        for n in node._prev:
            if n not in known:
                known.add(n)
                found.append(n)
    return found
