import math


class Value:
    __slots__ = ("data", "grad", "_prev", "slopes")

    def __init__(self, data, _prev=(), slopes=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self.slopes = slopes if slopes is not None else []

    def _backward(self):
        shares = self.slopes
        for i in range(len(shares)):
            shares[i] *= self.grad
        for node, share in zip(self._prev, shares):
            node.grad += share

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        for node in nodes:
            if node.slopes:
                node.grad = 0.0
        self.grad += 1.0
        for k in range(len(nodes) - 1, -1, -1):
            nodes[k]._backward()

    def __add__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data + o.data, (self, o), [1.0, 1.0])

    def __sub__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data - o.data, (self, o), [1.0, -1.0])

    def __mul__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data * o.data, (self, o), [o.data, self.data])

    def __truediv__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        q = self.data / o.data
        return Value(q, (self, o), [1.0 / o.data, -q / o.data])

    def __radd__(self, o):
        return Value(o) + self

    def __rsub__(self, o):
        return Value(o) - self

    def __rmul__(self, o):
        return Value(o) * self

    def __rtruediv__(self, o):
        return Value(o) / self

    def __neg__(self):
        return Value(-self.data, (self,), [-1.0])

    def __pow__(self, n):
        return Value(self.data**n, (self,), [0.0 if n == 0 else n * self.data ** (n - 1)])

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), [1.0 - t * t])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), [e])

    def relu(self):
        return Value(max(self.data, 0.0), (self,), [1.0 if self.data > 0.0 else 0.0])


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        for p in node._prev:
            if p not in visited and node not in visited:
                stack.append(p)
                break
        else:
            stack.pop()
            if node not in visited:
                visited.add(node)
                topo.append(node)


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
