import math

# A node keeps weighted edges (input, local derivative), computed on the way forward.


class Value:
    __slots__ = ("data", "grad", "edges", "_prev")

    def __init__(self, data, edges=()):
        self.data = data
        self.grad = 0.0
        self.edges = edges
        self._prev = tuple(node for node, _ in edges)

    def _backward(self):
        for node, weight in self.edges:
            node.grad += weight * self.grad

    def __add__(self, other):
        if type(other) is Value:
            return Value(self.data + other.data, ((self, 1.0), (other, 1.0)))
        return Value(self.data + other, ((self, 1.0),))

    __radd__ = __add__

    def __neg__(self):
        return Value(-self.data, ((self, -1.0),))

    def __sub__(self, other):
        if type(other) is Value:
            return Value(self.data - other.data, ((self, 1.0), (other, -1.0)))
        return Value(self.data - other, ((self, 1.0),))

    def __rsub__(self, number):
        return Value(number - self.data, ((self, -1.0),))

    def __mul__(self, other):
        if type(other) is Value:
            return Value(self.data * other.data, ((self, other.data), (other, self.data)))
        return Value(self.data * other, ((self, other),))

    __rmul__ = __mul__

    def __truediv__(self, other):
        if type(other) is Value:
            ratio = self.data / other.data
            return Value(ratio, ((self, 1.0 / other.data), (other, -ratio / other.data)))
        return Value(self.data / other, ((self, other),))

    def __rtruediv__(self, number):
        ratio = number / self.data
        return Value(ratio, ((self, -ratio / self.data),))

    def __pow__(self, n):
        if n == 0:
            slope = 0.0
        elif self.data == 0 and n < 1:
            slope = math.inf
        else:
            slope = n * self.data ** (n - 1)
        return Value(self.data ** n, ((self, slope),))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, ((self, 1.0 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, ((self, e),))

    def relu(self):
        on = 1.0 if self.data > 0 else 0.0
        return Value(self.data * on, ((self, on),))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node.edges:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    path = [v]
    pointers = [0]
    visited.add(v)
    while path:
        node = path[-1]
        if pointers[-1] < len(node._prev):
            child = node._prev[pointers[-1]]
            pointers[-1] += 1
            if child not in visited:
                visited.add(child)
                path.append(child)
                pointers.append(0)
        else:
            topo.append(node)
            path.pop()
            pointers.pop()


def zero_grad(root):
    seen = {root}
    heap = [root]
    for node in heap:
        node.grad = 0.0
        for child in node._prev:
            if child not in seen:
                seen.add(child)
                heap.append(child)
