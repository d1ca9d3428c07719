import math


class Node:
    """What all nodes have in common: numbers, inputs and the walk."""

    def __init__(self, data, *inputs):
        self.data = data
        self.grad = 0.0
        self._prev = list(inputs)

    @property
    def is_leaf(self):
        return not self._prev

    def _backward(self):
        pass

    def _order(self):
        topo = []
        build_topo(self, set(), topo)
        return topo

    def _clear_inner(self, topo):
        for i in range(len(topo) - 1):
            if not topo[i].is_leaf:
                topo[i].grad = 0.0

    def backward(self):
        topo = self._order()
        self._clear_inner(topo)
        self.grad += 1.0
        for i in range(len(topo) - 1, -1, -1):
            topo[i]._backward()


class Value(Node):
    def __add__(self, other):
        return _Add(self, _val(other))

    def __mul__(self, other):
        return _Mul(self, _val(other))

    def __pow__(self, n):
        return _Pow(self, n)

    def __neg__(self):
        return _Mul(self, Value(-1.0))

    def __sub__(self, other):
        return _Add(self, -_val(other))

    def __truediv__(self, other):
        return _Mul(self, _Pow(_val(other), -1))

    def __rsub__(self, other):
        return _val(other) - self

    def __rtruediv__(self, other):
        return _val(other) / self

    __radd__ = __add__
    __rmul__ = __mul__

    def tanh(self):
        return _Tanh(self)

    def exp(self):
        return _Exp(self)

    def relu(self):
        return _Relu(self)


def _val(x):
    return x if isinstance(x, Node) else Value(x)


class _Add(Value):
    def __init__(self, a, b):
        super().__init__(a.data + b.data, a, b)

    def _backward(self):
        for p in self._prev:
            p.grad += self.grad


class _Mul(Value):
    def __init__(self, a, b):
        super().__init__(a.data * b.data, a, b)

    def _backward(self):
        a, b = self._prev
        a.grad += self.grad * b.data
        b.grad += self.grad * a.data


class _Pow(Value):
    def __init__(self, a, n):
        super().__init__(a.data**n, a)
        self.n = n

    def _backward(self):
        (a,) = self._prev
        if self.n != 0:
            a.grad += self.grad * self.n * a.data ** (self.n - 1)


class _Tanh(Value):
    def __init__(self, a):
        super().__init__(math.tanh(a.data), a)

    def _backward(self):
        self._prev[0].grad += self.grad * (1 - self.data * self.data)


class _Exp(Value):
    def __init__(self, a):
        super().__init__(math.exp(a.data), a)

    def _backward(self):
        self._prev[0].grad += self.grad * self.data


class _Relu(Value):
    def __init__(self, a):
        super().__init__(a.data if a.data > 0 else 0.0, a)

    def _backward(self):
        if self.data > 0:
            self._prev[0].grad += self.grad


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        if node not in visited:
            visited.add(node)
            for p in node._prev:
                if p not in visited:
                    stack.append(p)
        else:
            stack.pop()
            if ("done", node) not in visited:
                visited.add(("done", node))
                topo.append(node)


def zero_grad(root):
    for node in root._order():
        node.grad = 0.0
