import math


class Value:
    def __init__(self, data, _children=()):
        self.data = data
        self.grad = 0.0
        self._prev = _children
        self._backward = lambda: None

    def __repr__(self):
        return "Value(%g)" % self.data

    @property
    def leaf(self):
        return not self._prev

    # every rule hands on its gradient with this
    def push(self, *slopes):
        def rule():
            for child, slope in zip(self._prev, slopes):
                child.grad += slope * self.grad

        self._backward = rule
        return self

    def __add__(self, other):
        other = to_value(other)
        return Value(self.data + other.data, (self, other)).push(1.0, 1.0)

    def __sub__(self, other):
        other = to_value(other)
        return Value(self.data - other.data, (self, other)).push(1.0, -1.0)

    def __mul__(self, other):
        other = to_value(other)
        product = self.data * other.data
        return Value(product, (self, other)).push(other.data, self.data)

    def __truediv__(self, other):
        other = to_value(other)
        inverse = 1.0 / other.data
        quotient = self.data / other.data
        return Value(quotient, (self, other)).push(inverse, -quotient * inverse)

    def __radd__(self, other):
        return to_value(other) + self

    def __rsub__(self, other):
        return to_value(other) - self

    def __rmul__(self, other):
        return to_value(other) * self

    def __rtruediv__(self, other):
        return to_value(other) / self

    def __neg__(self):
        return Value(-self.data, (self,)).push(-1.0)

    def __pow__(self, n):
        if n == 0:
            slope = 0.0
        else:
            slope = n * self.data ** (n - 1)
        return Value(self.data**n, (self,)).push(slope)

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,)).push(1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,)).push(e)

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,)).push(1.0)
        return Value(0.0, (self,)).push(0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        self.grad = self.grad + 1.0 if self.leaf else 1.0
        for node in reversed(topo):
            node._backward()
        # tidy up for the next call
        for node in topo:
            if not node.leaf and node is not self:
                node.grad = 0.0


def to_value(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    stack = [[v, 0]]
    visited.add(v)
    while stack:
        top = stack[-1]
        node, position = top
        if position < len(node._prev):
            top[1] += 1
            child = node._prev[position]
            if child not in visited:
                visited.add(child)
                stack.append([child, 0])
        else:
            topo.append(node)
            stack.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
