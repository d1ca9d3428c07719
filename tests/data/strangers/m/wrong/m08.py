"""A heap: the youngest waiting node always runs next, and it can have no waiting consumer."""
import heapq
import math


class Value:
    born = 0

    def __init__(self, data, _prev=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._slopes = ()
        Value.born += 1
        self.age = Value.born

    def _with(self, *slopes):
        self._slopes = slopes
        return self

    def _backward(self):
        for p, s in zip(self._prev, self._slopes):
            p.grad += self.grad * s

    def __add__(self, other):
        other = Value._cast(other)
        return Value(self.data + other.data, (self, other))._with(1.0, 1.0)

    __radd__ = __add__

    def __mul__(self, other):
        other = Value._cast(other)
        return Value(self.data * other.data, (self, other))._with(other.data, self.data)

    __rmul__ = __mul__

    def __sub__(self, other):
        other = Value._cast(other)
        return Value(self.data - other.data, (self, other))._with(1.0, -1.0)

    def __rsub__(self, other):
        return Value._cast(other).__sub__(self)

    def __truediv__(self, other):
        other = Value._cast(other)
        inverse = 1.0 / other.data
        out = Value(self.data / other.data, (self, other))
        return out._with(inverse, -self.data * inverse * inverse)

    def __rtruediv__(self, other):
        return Value._cast(other).__truediv__(self)

    def __neg__(self):
        return Value(-self.data, (self,))._with(-1.0)

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, (self,))._with(slope)

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,))._with((1.0 - t) * (1.0 + t))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,))._with(e)

    def relu(self):
        if self.data <= 0.0:
            return Value(0.0, (self,))._with(0.0)
        return Value(self.data, (self,))._with(1.0)

    @staticmethod
    def _cast(x):
        return x if isinstance(x, Value) else Value(x)

    def backward(self):
        if self._prev:
            self.grad = 0.0
        self.grad += 1.0
        heap = [(-self.age, self)]
        pushed = {self}
        while heap:
            _, node = heapq.heappop(heap)
            for p in node._prev:
                if p not in pushed:
                    pushed.add(p)
                    heapq.heappush(heap, (p.age, p))
                    if p._prev:
                        p.grad = 0.0
            node._backward()


def everything(root):
    found = {id(root): root}
    todo = [root]
    while todo:
        for p in todo.pop()._prev:
            if id(p) not in found:
                found[id(p)] = p
                todo.append(p)
    return found.values()


def build_topo(v, visited, topo):
    topo += sorted(everything(v), key=lambda node: node.age)


def zero_grad(root):
    for node in everything(root):
        node.grad = 0.0
