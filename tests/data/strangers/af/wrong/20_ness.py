import math


def _nothing():
    pass


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
    done = set()
    stack = [root]
    while stack:
        node = stack.pop()
        if node not in done:
            done.add(node)
            node.grad = 0.0
            stack.extend(node._prev)


class Operators:
    def __sub__(self, other):
        return self + -(other if isinstance(other, Value) else Value(other))

    def __neg__(self):
        return self * -1

    def __rtruediv__(self, other):
        return Value(other) / self

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return self * other


class Value(Operators):
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _nothing

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        res = Value(self.data / other.data, (self, other), "/")

        def push():
            self.grad += res.grad / other.data
            other.grad -= res.grad * (res.data / other.data)

        res._backward = push
        return res

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        res = Value(self.data + other.data, (self, other), "+")

        def push():
            self.grad += res.grad
            other.grad += res.grad

        res._backward = push
        return res

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()

    def __pow__(self, power):
        res = Value(self.data**power, (self,), "**")

        def push():
            if power != 0:
                self.grad += power * self.data ** (power - 1) * res.grad

        res._backward = push
        return res

    def tanh(self):
        res = Value(math.tanh(self.data), (self,), "tanh")

        def push():
            self.grad += (1 - res.data**2) * res.grad

        res._backward = push
        return res

    def relu(self):
        if self.data > 0:
            return self
        return Value(0.0, (self,), "relu")

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        res = Value(self.data * other.data, (self, other), "*")

        def push():
            self.grad += other.data * res.grad
            other.grad += self.data * res.grad

        res._backward = push
        return res

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def exp(self):
        res = Value(math.exp(self.data), (self,), "exp")

        def push():
            self.grad += res.data * res.grad

        res._backward = push
        return res
