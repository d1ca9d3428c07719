import math


class Leaf(Exception):
    """This node was made by the user."""


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()

    def _backward(self):
        raise Leaf(self)

    def __add__(self, other):
        try:
            out = result(self.data + other.data, self, other)
        except AttributeError:
            return self + Value(other)

        def rule():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = rule
        return out

    def __mul__(self, other):
        try:
            out = result(self.data * other.data, self, other)
        except AttributeError:
            return self * Value(other)

        def rule():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out._backward = rule
        return out

    def __pow__(self, n):
        out = result(self.data ** n, self)
        try:
            slope = n * self.data ** (n - 1)
        except ZeroDivisionError:
            slope = 0.0
        return chain(out, self, slope)

    def tanh(self):
        y = math.tanh(self.data)
        return chain(result(y, self), self, 1 - y * y)

    def exp(self):
        y = math.exp(self.data)
        return chain(result(y, self), self, y)

    def relu(self):
        if self.data <= 0:
            return chain(result(0.0, self), self, 0.0)
        return chain(result(self.data, self), self, 1.0)

    def __neg__(self): return chain(result(-self.data, self), self, -1.0)
    def __radd__(self, other): return Value(other) + self
    def __sub__(self, other): return self + (-other)
    def __rsub__(self, other): return Value(other) - self
    def __rmul__(self, other): return Value(other) * self
    def __truediv__(self, other): return self * other ** -1.0
    def __rtruediv__(self, other): return Value(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad = 1.0
        while True:
            try:
                topo.pop()._backward()
            except Leaf:
                continue
            except IndexError:
                break


def result(data, *inputs):
    out = Value(data)
    out._prev = inputs
    return out


def chain(out, inner, slope):
    def rule():
        inner.grad += slope * out.grad
    out._backward = rule
    return out


def build_topo(v, visited, topo):
    visited.add(v)
    path = [v]
    todo = [iter(v._prev)]
    try:
        while True:
            try:
                child = next(todo[-1])
            except StopIteration:
                todo.pop()
                topo.append(path.pop())
            else:
                if child not in visited:
                    visited.add(child)
                    path.append(child)
                    todo.append(iter(child._prev))
    except IndexError:
        return topo


def zero_grad(root):
    for node in build_topo(root, set(), []):
        node.grad = 0.0
