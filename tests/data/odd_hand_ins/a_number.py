from numbers import Number
import math, heapq
class Value(Number):
    made = 0
    __hash__ = object.__hash__
    def __init__(self, data, inputs=(), rule=None):
        assert isinstance(data, (int, float)) and not isinstance(data, bool), "a number, please"
        self.data, self.grad, self._prev, self._backward = data, 0.0, inputs, rule
        Value.made += 1
        self.number = Value.made
    def __lt__(self, other): return self.number > other.number
    def __add__(self, o):
        if not isinstance(o, Value): return Value(self.data + o, [self], lambda g: [g])
        return Value(self.data + o.data, [self, o], lambda g: [g, g])
    def __mul__(self, o):
        if not isinstance(o, Value): return Value(self.data * o, [self], lambda g: [g * o])
        x, y = self.data, o.data
        return Value(x * y, [self, o], lambda g: [g * y, g * x])
    def __neg__(self): return self * -1
    def __sub__(self, o): return self + -o
    def __truediv__(self, o):
        if isinstance(o, Value): return self * o ** -1
        return self * (1.0 / o)
    __radd__ = lambda self, o: self + o
    __rmul__ = lambda self, o: self * o
    __rsub__ = lambda self, o: -self + o
    __rtruediv__ = lambda self, o: self ** -1 * o
    def __pow__(self, n):
        x = self.data
        return Value(x ** n, [self], lambda g: [g * n * x ** (n - 1) if n != 0 else 0.0])
    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [self], lambda g: [g * (1 - t * t)])
    def exp(self):
        e = math.exp(self.data)
        return Value(e, [self], lambda g: [g * e])
    def relu(self):
        x = self.data
        return Value(max(x, 0), [self], lambda g: [g if x > 0 else 0])
    def backward(self):
        grads = {self: 1.0}
        heap = [self]
        while heap:
            n = heapq.heappop(heap)
            g = grads.pop(n)
            if n._backward is None:
                n.grad += g
                continue
            n.grad = g
            for p, share in zip(n._prev, n._backward(g)):
                if p in grads: grads[p] += share
                else:
                    grads[p] = share
                    heapq.heappush(heap, p)
def build_topo(v, visited, topo):
    heap = [v]
    visited.add(v)
    back = []
    while heap:
        n = heapq.heappop(heap)
        back.append(n)
        for p in n._prev:
            if p not in visited:
                visited.add(p)
                heapq.heappush(heap, p)
    topo[:] = back[::-1]
def zero_grad(root):
    seen = []
    build_topo(root, set(), seen)
    for n in seen: n.grad = 0.0
