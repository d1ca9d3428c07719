import math


class Value:
    """ one scalar in the graph """

    def __init__(self, data, _prev=()):
        self.data, self.grad = data, 0.0
        self._prev = _prev
        self._backward = lambda: None

    @classmethod
    def make(cls, data, inputs, rule):
        out = cls(data, inputs)
        out._backward = lambda: rule(out)
        return out

    def __add__(self, other):
        """ d(a+b) = da + db """
        if isinstance(other, (int, float)):
            other = Value(other)

        def rule(out):
            self.grad += out.grad
            other.grad += out.grad
        return self.make(self.data + other.data, (self, other), rule)

    def __mul__(self, other):
        """ d(ab) = b da + a db """
        if isinstance(other, (int, float)):
            other = Value(other)

        def rule(out):
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        return self.make(self.data * other.data, (self, other), rule)

    def __truediv__(self, other):
        """ d(a/b) = da/b - a/b^2 db """
        if isinstance(other, (int, float)):
            other = Value(other)

        def rule(out):
            self.grad += out.grad / other.data
            other.grad -= self.data / other.data ** 2 * out.grad
        return self.make(self.data / other.data, (self, other), rule)

    def __pow__(self, n):
        """ d(a^n) = n a^(n-1) da """
        def rule(out):
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad
        return self.make(self.data ** n, (self,), rule)

    def tanh(self):
        """ d tanh(a) = (1 - tanh^2) da """
        def rule(out):
            slope = 1 - out.data ** 2
            self.grad += slope * out.grad
        return self.make(math.tanh(self.data), (self,), rule)

    def exp(self):
        """ d e^a = e^a da """
        def rule(out):
            out.data *= out.grad
            self.grad += out.data
        return self.make(math.exp(self.data), (self,), rule)

    def relu(self):
        """ d relu(a) = da where a > 0 """
        def rule(out):
            self.grad += out.grad if self.data > 0 else 0.0
        return self.make(max(0.0, self.data), (self,), rule)

    def __neg__(self): return self * -1
    def __sub__(self, other): return self + -other
    def __rsub__(self, other): return other + -self
    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other
    def __rtruediv__(self, other): return Value(other) / self

    def backward(self):
        """ from here to the leaves """
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    """ inputs first """
    first, second = [v], []
    # every path of edges is followed once: first collect with repeats of a node removed ...
    count = {v: 0}
    while first:
        node = first.pop()
        for p in node._prev:
            if p not in count:
                count[p] = 0
                first.append(p)
            count[p] += 1
    # ... then take a node when its last consumer was taken
    first = [v]
    while first:
        node = first.pop()
        second.append(node)
        for p in node._prev:
            count[p] -= 1
            if count[p] == 0:
                first.append(p)
    topo.extend(second[::-1])


def zero_grad(root):
    """ every node below root """
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
