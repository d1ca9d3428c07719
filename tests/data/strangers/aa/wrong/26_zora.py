"""Exam. backward() counts consumers (exercise 12), build_topo goes depth first (11)."""
import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __add__(self, other):
        if isinstance(other, (int, float)):
            other = Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        if isinstance(other, (int, float)):
            other = Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), f"**{n}")

        def _backward():
            if n != 0:
                self.grad += out.grad * n * self.data ** (n - 1)

        out._backward = _backward
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other)

    def __truediv__(self, other):
        return self * other**-1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return (-self) + other

    def __rtruediv__(self, other):
        return self**-1 * other

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def _backward():
            self.grad += out.grad * (1 - out.data**2)

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def _backward():
            self.grad += out.grad * out.data

        out._backward = _backward
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,), "relu")

        def _backward():
            if out.data > 0:
                self.grad += out.grad

        out._backward = _backward
        return out

    def backward(self):
        waits_for = consumers(self)
        for node in waits_for:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        ready = [self]
        while ready:
            node = ready.pop()
            node._backward()
            for p in set(node._prev):
                waits_for[p] -= 1
                if waits_for[p] == 0:
                    ready.append(p)


def consumers(root):
    """How many consumers each node below root has; one that uses it twice counts twice."""
    count = {root: 0}
    todo = [root]
    while todo:
        for p in todo.pop()._prev:
            if p not in count:
                count[p] = 0
                todo.append(p)
            count[p] += 1
    return count


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, back = stack.pop()
        if back:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack += [(p, False) for p in node._prev]


def zero_grad(root):
    for node in consumers(root):
        node.grad = 0.0
