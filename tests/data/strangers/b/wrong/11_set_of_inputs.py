import math

class Value:
    def __init__(self, data, children=()):
        self.data = data
        self.grad = 0.0
        self._prev = set(children)
        self._backward = None

    def __repr__(self):
        return f"Value({self.data:.4f}, grad={self.grad:.4f})"

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        result = Value(self.data + other.data, {self, other})

        def step():
            self.grad = self.grad + result.grad
            other.grad = result.grad

        result._backward = step
        return result

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        result = Value(self.data * other.data, {self, other})

        def step():
            self.grad = self.grad + result.grad * other.data
            other.grad = other.grad + result.grad * self.data

        result._backward = step
        return result

    def __pow__(self, n):
        result = Value(self.data**n, {self})

        def step():
            if n != 0:
                self.grad = self.grad + result.grad * n * self.data ** (n - 1)

        result._backward = step
        return result

    def tanh(self):
        result = Value(math.tanh(self.data), {self})

        def step():
            self.grad = self.grad + result.grad * (1 - result.data**2)

        result._backward = step
        return result

    def exp(self):
        result = Value(math.exp(self.data), {self})

        def step():
            self.grad = self.grad + result.grad * result.data

        result._backward = step
        return result

    def relu(self):
        result = Value(self.data if self.data > 0 else 0.0, {self})

        def step():
            if result.data > 0:
                self.grad = self.grad + result.grad

        result._backward = step
        return result

    def __neg__(self): return self * -1
    def __sub__(self, other): return self + (-1) * other
    def __truediv__(self, other): return self * other**-1
    def __radd__(self, other): return Value(other) + self
    def __rsub__(self, other): return Value(other) - self
    def __rmul__(self, other): return Value(other) * self
    def __rtruediv__(self, other): return Value(other) / self

    def backward(self):
        topo = build_topo(self, set(), [])
        for node in topo:
            if node._backward is not None:
                node.grad = 0.0
        self.grad = self.grad + 1.0
        for node in topo[::-1]:
            if node._backward is not None:
                node._backward()

def build_topo(v, visited, topo):
    stack = [(v, list(v._prev))]
    visited.add(v)
    while stack:
        node, left = stack[-1]
        if not left:
            topo.append(node)
            stack.pop()
            continue
        child = left.pop()
        if child not in visited:
            visited.add(child)
            stack.append((child, list(child._prev)))
    return topo

def zero_grad(root):
    for node in build_topo(root, set(), []):
        node.grad = 0.0
