import math


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        result = Value(self.data + other.data, (self, other))

        def chain_rule():
            self.grad += result.grad
            other.grad += result.grad

        result._backward = chain_rule
        return result

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        result = Value(self.data * other.data, (self, other))

        def chain_rule():
            self.grad += other.data * result.grad
            other.grad += self.data * result.grad

        result._backward = chain_rule
        return result

    def __pow__(self, n):
        result = Value(self.data**n, (self,))

        def chain_rule():
            if n == 0:
                slope = 0.0
            else:
                slope = n * self.data ** (n - 1)
            self.grad += slope * result.grad

        result._backward = chain_rule
        return result

    def __truediv__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        result = Value(self.data / other.data, (self, other))

        def chain_rule():
            self.grad += result.grad / other.data
            other.grad += -self.data / other.data**2 * result.grad

        result._backward = chain_rule
        return result

    def __neg__(self):
        result = Value(-self.data, (self,))

        def chain_rule():
            self.grad += -result.grad

        result._backward = chain_rule
        return result

    def __sub__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        result = Value(self.data - other.data, (self, other))

        def chain_rule():
            self.grad += result.grad
            other.grad += -result.grad

        result._backward = chain_rule
        return result

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def tanh(self):
        result = Value(math.tanh(self.data), (self,))

        def chain_rule():
            self.grad += (1 - result.data**2) * result.grad

        result._backward = chain_rule
        return result

    def exp(self):
        result = Value(math.exp(self.data), (self,))

        def chain_rule():
            self.grad += result.data * result.grad

        result._backward = chain_rule
        return result

    def relu(self):
        result = Value(self.data if self.data > 0 else 0.0, (self,))

        def chain_rule():
            if self.data > 0:
                self.grad += result.grad

        result._backward = chain_rule
        return result

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if len(node._prev) > 0:
                node.grad = 0.0
        if len(self._prev) > 0:
            self.grad = 1.0
        else:
            self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    visited.add(v)
    # the inputs stand in front of the node
    for p in v._prev:
        if p not in visited:
            build_topo(p, visited, topo)
    topo.append(v)


def zero_grad(root):
    visited = {root}
    waiting = [root]
    while waiting:
        node = waiting.pop()
        node.grad = 0.0
        for p in node._prev:
            if p not in visited:
                visited.add(p)
                waiting.append(p)
