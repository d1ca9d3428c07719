import math


class Value:
    def __init__(self, data, inputs=()):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(inputs)
        self._backward = None
        self.marked = False

    def __add__(self, other):
        other = Value.make(other)
        out = Value(self.data + other.data, (self, other))
        out._backward = lambda: out.send(1.0, 1.0)
        return out

    def __sub__(self, other):
        other = Value.make(other)
        out = Value(self.data - other.data, (self, other))
        out._backward = lambda: out.send(1.0, -1.0)
        return out

    def __mul__(self, other):
        other = Value.make(other)
        out = Value(self.data * other.data, (self, other))
        out._backward = lambda: out.send(other.data, self.data)
        return out

    def __truediv__(self, other):
        other = Value.make(other)
        out = Value(self.data / other.data, (self, other))
        out._backward = lambda: out.send(1 / other.data, -out.data / other.data)
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,))
        out._backward = lambda: out.send(n * self.data ** (n - 1) if n else 0.0)
        return out

    def __neg__(self): return 0 - self
    def __radd__(self, other): return Value(other) + self
    def __rsub__(self, other): return Value(other) - self
    def __rmul__(self, other): return Value(other) * self
    def __rtruediv__(self, other): return Value(other) / self

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))
        out._backward = lambda: out.send(1 - out.data**2)
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))
        out._backward = lambda: out.send(out.data)
        return out

    def relu(self):
        out = Value(max(self.data, 0.0), (self,))
        out._backward = lambda: out.send(1.0 if self.data > 0 else 0.0)
        return out

    @staticmethod
    def make(x):
        return x if isinstance(x, Value) else Value(x)

    def send(self, *slopes):
        for node, slope in zip(self._prev, slopes):
            node.grad += slope * self.grad

    def backward(self):
        order, stack = [], [(self, False)]
        while stack:
            node, close = stack.pop()
            if close:
                order.append(node)
            elif not node.marked:
                node.marked = True
                stack.append((node, True))
                stack.extend((p, False) for p in node._prev)
        for node in order:
            if node._backward:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            if node._backward:
                node._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, close = stack.pop()
        if close:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((p, False) for p in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
