import math


class Value:
    def __init__(self, data, _prev=(), local=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._local = local
        self.uses = 0                 # how often this node is used as an input
        for p in _prev:
            p.uses += 1

    def _backward(self):
        for p, d in zip(self._prev, self._local):
            p.grad += d * self.grad

    def backward(self):
        nodes = set()
        build_topo(self, nodes, [])
        for n in nodes:
            if n._prev:
                n.grad = 0.0
        self.grad += 1.0
        waiting = {n: n.uses for n in nodes}
        ready = [self]
        while ready:
            n = ready.pop()
            n._backward()
            for p in n._prev:
                waiting[p] -= 1
                if not waiting[p]:
                    ready.append(p)

    def __add__(self, o):
        o = V(o)
        return Value(self.data + o.data, (self, o), (1, 1))

    def __sub__(self, o):
        o = V(o)
        return Value(self.data - o.data, (self, o), (1, -1))

    def __mul__(self, o):
        o = V(o)
        return Value(self.data * o.data, (self, o), (o.data, self.data))

    def __truediv__(self, o):
        o = V(o)
        q = self.data / o.data
        return Value(q, (self, o), (1 / o.data, -q / o.data))

    def __radd__(self, o): return V(o) + self
    def __rsub__(self, o): return V(o) - self
    def __rmul__(self, o): return V(o) * self
    def __rtruediv__(self, o): return V(o) / self
    def __neg__(self): return Value(-self.data, (self,), (-1,))

    def __pow__(self, n):
        d = 0 if n == 0 else n * self.data ** (n - 1)
        return Value(self.data ** n, (self,), (d,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        on = 1 if self.data > 0 else 0
        return Value(self.data if on else 0.0, (self,), (on,))


def V(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    work = [(v, False)]
    while work:
        n, finished = work.pop()
        if finished:
            topo.append(n)
        elif n not in visited:
            visited.add(n)
            work.append((n, True))
            work.extend([(p, False) for p in n._prev])


def zero_grad(root):
    nodes = set()
    build_topo(root, nodes, [])
    for n in nodes:
        n.grad = 0.0
