import math


class Value:

    def __init__(self, data, parents=(), op=None):
        self.data = data
        self.grad = 0.0
        self._prev = parents
        self.op = op
        self._backward = lambda: None

    def __add__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        r = Value(self.data + o.data, (self, o), '+')

        def bw():
            self.grad += r.grad
            o.grad += r.grad
        r._backward = bw
        return r

    def __mul__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        r = Value(self.data * o.data, (self, o), '*')

        def bw():
            self.grad += o.data * r.grad
            o.grad += self.data * r.grad
        r._backward = bw
        return r

    def __pow__(self, k):
        r = Value(self.data ** k, (self,), '**')

        def bw():
            if k == 0:
                return
            self.grad += k * self.data ** (k - 1) * r.grad
        r._backward = bw
        return r

    def __truediv__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        r = Value(self.data / o.data, (self, o), '/')

        def bw():
            self.grad += r.grad / o.data
            o.grad -= r.grad * r.data / o.data
        r._backward = bw
        return r

    def __neg__(self): return self * -1
    def __sub__(self, o): return self + (-o)
    def __radd__(self, o): return self + o
    def __rsub__(self, o): return (-self) + o
    def __rmul__(self, o): return self * o
    def __rtruediv__(self, o): return Value(o) / self

    def tanh(self):
        r = Value(math.tanh(self.data), (self,), 'tanh')

        def bw():
            self.grad += (1 - r.data * r.data) * r.grad
        r._backward = bw
        return r

    def exp(self):
        r = Value(math.exp(self.data), (self,), 'exp')

        def bw():
            self.grad += r.data * r.grad
        r._backward = bw
        return r

    def relu(self):
        r = Value(self.data if self.data > 0 else 0.0, (self,), 'relu')

        def bw():
            self.grad += r.grad * (1.0 if r.data > 0 else 0.0)
        r._backward = bw
        return r

    def backward(self):
        t = []
        build_topo(self, set(), t)
        for n in t:
            if n._prev:
                n.grad = 0.0
        self.grad += 1.0
        for n in reversed(t):
            n._backward()


def build_topo(v, visited, topo):
    s = [(v, 0)]
    while s:
        n, second = s.pop()
        if second:
            topo.append(n)
            continue
        if n in visited:
            continue
        visited.add(n)
        s.append((n, 1))
        for p in n._prev:
            s.append((p, 0))


def zero_grad(root):
    seen = {root}
    todo = [root]
    while todo:
        n = todo.pop()
        for p in n._prev:
            if p not in seen:
                seen.add(p)
                todo.append(p)
    n.grad = 0.0
