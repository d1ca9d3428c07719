from dataclasses import dataclass, field
from collections import deque
import math

@dataclass(eq=False, slots=True, repr=False)
class Value:
    data: float
    grad: float = field(default=0.0, init=False)
    _prev: tuple = ()
    _slopes: tuple = ()

    @property
    def _backward(self):
        def run():
            for p, s in zip(self._prev, self._slopes, strict=True):
                p.grad += s * self.grad
        return run

    def __add__(self, o):
        match o:
            case Value(): return Value(self.data + o.data, (self, o), (1.0, 1.0))
            case int() | float(): return Value(self.data + o, (self,), (1.0,))
            case _: return NotImplemented
    def __mul__(self, o):
        match o:
            case Value(): return Value(self.data * o.data, (self, o), (o.data, self.data))
            case int() | float(): return Value(self.data * o, (self,), (o,))
            case _: return NotImplemented
    def __truediv__(self, o):
        match o:
            case Value(data=d): return Value(self.data / d, (self, o), (1 / d, -self.data / (d * d)))
            case int() | float(): return self * (1 / o)
            case _: return NotImplemented
    def __rtruediv__(self, k): return Value(k / self.data, (self,), (-k / self.data / self.data,))
    def __neg__(self): return Value(-self.data, (self,), (-1.0,))
    def __sub__(self, o): return self + (-o)
    def __rsub__(self, k): return Value(k - self.data, (self,), (-1.0,))
    def __radd__(self, k): return self + k
    def __rmul__(self, k): return self * k
    def __pow__(self, n):
        if n == 0: return Value(1.0, (self,), (0.0,))
        return Value(self.data ** n, (self,), (n * self.data ** (n - 1),))
    def tanh(self):
        t = math.tanh(self.data); return Value(t, (self,), (1 - t * t,))
    def exp(self):
        e = math.exp(self.data); return Value(e, (self,), (e,))
    def relu(self):
        return Value(self.data, (self,), (1.0,)) if self.data > 0 else Value(0.0, (self,), (0.0,))
    def backward(self):
        # Kahn: count consumers, then release
        waits = {self: 0}
        queue = deque([self])
        while queue:
            n = queue.popleft()
            for p in n._prev:
                if p not in waits:
                    waits[p] = 0
                    queue.append(p)
                waits[p] += 1
        for n in waits:
            if n._prev: n.grad = 0.0
        self.grad += 1.0
        queue.append(self)
        while queue:
            n = queue.popleft()
            n._backward()
            for p in n._prev:
                waits[p] -= 1
                if not waits[p]: queue.append(p)

def build_topo(v, visited, topo):
    out = {v: 0}
    q = [v]
    while q:
        for p in q.pop()._prev:
            if p not in out: out[p] = 0; q.append(p)
            out[p] += 1
    ready = [v]
    while ready:
        n = ready.pop()
        topo.insert(0, n)
        for p in n._prev:
            out[p] -= 1
            if out[p] == 0: ready.append(p)
def zero_grad(root):
    seen = set()
    q = deque([root])
    while q:
        n = q.popleft()
        if n in seen: continue
        seen.add(n); n.grad = 0.0; q.extend(n._prev)
