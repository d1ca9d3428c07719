import math
from collections import deque


class Value:
    def __init__(self, data, _children=()):
        self.data = data
        self.grad = 0.0
        self._prev = _children
        self._backward = None

    def _is_leaf(self):
        return self._prev == ()

    def __add__(self, other):
        other = Value(other) if not isinstance(other, Value) else other
        out = Value(self.data + other.data, (self, other))
        out._backward = lambda: out._give(out.grad, out.grad)
        return out

    def __sub__(self, other):
        other = Value(other) if not isinstance(other, Value) else other
        out = Value(self.data - other.data, (self, other))
        out._backward = lambda: out._give(out.grad, -out.grad)
        return out

    def __mul__(self, other):
        other = Value(other) if not isinstance(other, Value) else other
        out = Value(self.data * other.data, (self, other))
        out._backward = lambda: out._give(out.grad * other.data, out.grad * self.data)
        return out

    def __truediv__(self, other):
        other = Value(other) if not isinstance(other, Value) else other
        out = Value(self.data / other.data, (self, other))
        out._backward = lambda: out._give(out.grad / other.data, -out.grad * self.data / other.data ** 2)
        return out

    def __pow__(self, n):
        out = Value(self.data ** n, (self,))
        out._backward = lambda: out._give(out.grad * n * self.data ** (n - 1) if n else 0.0)
        return out

    def __neg__(self):
        out = Value(-self.data, (self,))
        out._backward = lambda: out._give(-out.grad)
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))
        out._backward = lambda: out._give(out.grad * (1 - out.data ** 2))
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))
        out._backward = lambda: out._give(out.grad * out.data)
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,))
        out._backward = lambda: out._give(out.grad if self.data > 0 else 0.0)
        return out

    def _give(self, *amounts):
        for child, amount in zip(self._prev, amounts):
            child.grad += amount

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def backward(self):
        order = deque()
        build_topo(self, set(), order)
        for node in order:
            if not node._is_leaf():
                node.grad = 0.0
        self.grad += 1.0
        while order:
            node = order.popleft()
            if not node._is_leaf():
                node._backward()


def build_topo(v, visited, topo):
    line = deque([(v, False)])
    while line:
        node, again = line.pop()
        if again:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            line.append((node, True))
            line.extend((child, False) for child in node._prev)


def zero_grad(root):
    order = deque()
    build_topo(root, set(), order)
    while order:
        order.popleft().grad = 0.0
