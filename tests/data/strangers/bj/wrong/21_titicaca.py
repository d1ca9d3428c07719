import math


def inputs_first(root, visited):
    """Yield every node under `root` once, its inputs before it."""
    stack = [(root, iter(root._prev))]
    visited.add(root)
    while stack:
        node, rest = stack[-1]
        for child in rest:
            if child not in visited:
                visited.add(child)
                stack.append((child, iter(child._prev)))
                break
        else:
            stack.pop()
            yield node


def build_topo(v, visited, topo):
    topo.extend(inputs_first(v, visited))


def zero_grad(root):
    waiting = [root]
    seen = set()
    while waiting:
        node = waiting.pop()
        if node in seen or node.grad == 0.0:
            continue
        seen.add(node)
        node.grad = 0.0
        waiting.extend(node._prev)


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda g: None

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def back(g):
            self.grad += g
            other.grad += g

        out._backward = back
        return out

    def __radd__(self, other):
        return Value(other) + self

    def __sub__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data - other.data, (self, other), "-")

        def back(g):
            self.grad += g
            other.grad -= g

        out._backward = back
        return out

    def __rsub__(self, other):
        return Value(other) - self

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def back(g):
            self.grad += g * other.data
            other.grad += g * self.data

        out._backward = back
        return out

    def __rmul__(self, other):
        return Value(other) * self

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data / other.data, (self, other), "/")

        def back(g):
            self.grad += g / other.data
            other.grad -= g * out.data / other.data

        out._backward = back
        return out

    def __rtruediv__(self, other):
        return Value(other) / self

    def __neg__(self):
        out = Value(-self.data, (self,), "neg")

        def back(g):
            self.grad -= g

        out._backward = back
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")

        def back(g):
            if n != 0:
                self.grad += g * n * self.data ** (n - 1)

        out._backward = back
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def back(g):
            self.grad += g * (1.0 - out.data * out.data)

        out._backward = back
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def back(g):
            self.grad += g * out.data

        out._backward = back
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def back(g):
            self.grad += g if self.data > 0 else 0.0

        out._backward = back
        return out

    def backward(self):
        order = list(inputs_first(self, set()))
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order[::-1]:
            node._backward(node.grad)
