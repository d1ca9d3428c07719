import math


class Value:
    """A node. `ran` tells whether backward() was called on it before."""

    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self.ran = False
        self._prev = _prev
        self._backward = _backward

    # ---------------------------------------------------------------- walk
    def order(self):
        """Consumers first. No recursion."""
        topo = []
        build_topo(self, set(), topo)
        topo.reverse()
        return topo

    def backward(self):
        order = self.order()
        stale = order if self.ran else []
        for node in stale:
            if node._prev:
                node.grad = 0.0
        self.ran = True
        if self._prev:
            self.grad = 1.0
        else:
            self.grad += 1.0
        for node in order:
            if node._backward:
                node._backward(node)

    # ------------------------------------------------------------ operators
    def __add__(self, other):
        def rule(out):
            self.grad += out.grad
            other.grad += out.grad
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), rule)

    def __mul__(self, other):
        def rule(out):
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), rule)

    def __truediv__(self, other):
        def rule(out):
            self.grad += out.grad / other.data
            other.grad += -out.grad * out.data / other.data
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data / other.data, (self, other), rule)

    def __pow__(self, n):
        def rule(out):
            self.grad += 0.0 if n == 0 else out.grad * n * self.data ** (n - 1)
        return Value(self.data ** n, (self,), rule)

    def __neg__(self):
        def rule(out):
            self.grad += -out.grad
        return Value(-self.data, (self,), rule)

    def __sub__(self, other):
        return self + (-other)

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return (-self) + other

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return Value(other) / self

    # ------------------------------------------------------------ functions
    def tanh(self):
        def rule(out):
            self.grad += (1 - out.data * out.data) * out.grad
        return Value(math.tanh(self.data), (self,), rule)

    def exp(self):
        def rule(out):
            self.grad += out.data * out.grad
        return Value(math.exp(self.data), (self,), rule)

    def relu(self):
        def rule(out):
            if self.data > 0:
                self.grad += out.grad
        return Value(max(self.data, 0.0), (self,), rule)


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, iter(v._prev))]
    while stack:
        node, children = stack[-1]
        for child in children:
            if child not in visited:
                visited.add(child)
                stack.append((child, iter(child._prev)))
                break
        else:
            stack.pop()
            topo.append(node)


def zero_grad(root):
    for node in root.order():
        node.grad = 0.0
