import math


class Sugar:
    def __sub__(self, other):
        return self + -other

    def __truediv__(self, other):
        return self * self.lift(other) ** -1

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return -self + other

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return (other * self) ** -1

    def __neg__(self):
        return self * -1


class Value(Sugar):
    def __init__(self, data, parents=()):
        self.data = data
        self.grad = 0.0
        self._prev = list(parents)
        self._backward = self._no_rule

    def _no_rule(self):
        pass

    def lift(self, x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = self.lift(other)
        s = Value(self.data + other.data, [self, other])

        def rule():
            self.grad += s.grad
            other.grad += s.grad

        s._backward = rule
        return s

    def __mul__(self, other):
        other = self.lift(other)
        p = Value(self.data * other.data, [self, other])

        def rule():
            self.grad += p.grad * other.data
            other.grad += p.grad * self.data

        p._backward = rule
        return p

    def __pow__(self, n):
        p = Value(self.data**n, [self])

        def rule():
            if n == 0:
                return
            self.grad += p.grad * n * self.data ** (n - 1)

        p._backward = rule
        return p

    def tanh(self):
        t = Value(math.tanh(self.data), [self])

        def rule():
            self.grad += t.grad * (1 - t.data) * (1 + t.data)

        t._backward = rule
        return t

    def exp(self):
        e = Value(math.exp(self.data), [self])

        def rule():
            self.grad += e.grad * e.data

        e._backward = rule
        return e

    def relu(self):
        r = Value(self.data * (self.data > 0), [self])

        def rule():
            self.grad += r.grad * (self.data > 0)

        r._backward = rule
        return r

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1
        for node in reversed(order):
            node._backward()


def build_topo(v, visited, topo):
    opened = []
    visited.add(v)
    opened.append((v, list(v._prev)))
    while opened:
        node, left = opened[-1]
        if left:
            child = left.pop()
            if child not in visited:
                visited.add(child)
                opened.append((child, list(child._prev)))
        else:
            opened.pop()
            topo.append(node)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0


if __name__ == "__main__":
    x, y = Value(2.0), Value(3.0)
    z = x * y + x
    z.backward()
    print(z.data, x.grad, y.grad)
