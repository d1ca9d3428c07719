import math


class Value:
    def __init__(self, data, edges=()):
        self.data = data
        self.grad = 0.0
        self._edges = dict(edges).items()

    @property
    def _prev(self):
        return [node for node, slope in self._edges]

    def _backward(self):
        for node, slope in self._edges:
            node.grad += slope * self.grad

    def __repr__(self):
        return f"Value({self.data:g}; {self.grad:g})"

    @classmethod
    def cast(cls, x):
        return x if isinstance(x, cls) else cls(x)

    def __add__(self, other):
        other = self.cast(other)
        return Value(self.data + other.data, zip((self, other), (1.0, 1.0)))

    def __sub__(self, other):
        other = self.cast(other)
        return Value(self.data - other.data, zip((self, other), (1.0, -1.0)))

    def __mul__(self, other):
        other = self.cast(other)
        return Value(self.data * other.data, zip((self, other), (other.data, self.data)))

    def __truediv__(self, other):
        other = self.cast(other)
        q = self.data / other.data
        return Value(q, zip((self, other), (1.0 / other.data, -q / other.data)))

    def __radd__(self, other):
        return self.cast(other) + self

    def __rsub__(self, other):
        return self.cast(other) - self

    def __rmul__(self, other):
        return self.cast(other) * self

    def __rtruediv__(self, other):
        return self.cast(other) / self

    def __neg__(self):
        return Value(-self.data, [(self, -1.0)])

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, [(self, slope)])

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [(self, 1.0 - t * t)])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [(self, e)])

    def relu(self):
        slope = 1.0 if self.data > 0 else 0.0
        return Value(slope * self.data, [(self, slope)])

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._edges:
                node.grad = 0.0
        self.grad += 1.0
        for i in range(len(topo) - 1, -1, -1):
            topo[i]._backward()


def build_topo(v, visited, topo):
    todo = [v]
    while todo:
        node = todo[-1]
        if node in visited:
            todo.pop()
            continue
        open_inputs = [p for p in node._prev if p not in visited]
        if open_inputs:
            todo.extend(open_inputs)
        else:
            visited.add(node)
            topo.append(node)
            todo.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
