import math


class Value:
    def __init__(self, data, **slopes_of):
        self.data = data
        self.grad = 0.0
        self._prev = list(slopes_of.get("inputs", []))
        self._backward = list(slopes_of.get("slopes", []))
        self.uses = 0  # how many operations took this node, for __repr__
        self.pending = 0
        for p in self._prev:
            p.uses += 1

    def __repr__(self):
        return f"<{self.data:.4g}, grad {self.grad:.4g}, used {self.uses} times>"

    def __add__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data + o.data, inputs=[self, o], slopes=[1.0, 1.0])

    def __sub__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data - o.data, inputs=[self, o], slopes=[1.0, -1.0])

    def __mul__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data * o.data, inputs=[self, o], slopes=[o.data, self.data])

    def __truediv__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        y = 1 / o.data
        return Value(self.data * y, inputs=[self, o], slopes=[y, -self.data * y * y])

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, inputs=[self], slopes=[slope])

    def __neg__(self): return Value(-self.data, inputs=[self], slopes=[-1.0])
    def __radd__(self, k): return Value(k) + self
    def __rsub__(self, k): return Value(k) - self
    def __rmul__(self, k): return Value(k) * self
    def __rtruediv__(self, k): return Value(k) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, inputs=[self], slopes=[1 - t * t])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, inputs=[self], slopes=[e])

    def relu(self):
        on = 1.0 if self.data > 0 else 0.0
        return Value(on * self.data, inputs=[self], slopes=[on])

    def backward(self):
        below = []
        build_topo(self, set(), below)
        for node in below:
            if node._prev:
                node.grad = 0.0
            node.pending = node.uses
        self.grad += 1.0
        ready = [self]
        while ready:
            node = ready.pop()
            for p, slope in zip(node._prev, node._backward):
                p.grad += slope * node.grad
                p.pending -= 1
                if p.pending == 0:
                    ready.append(p)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, leave = stack.pop()
        if leave:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((p, False) for p in node._prev)


def zero_grad(root):
    below = []
    build_topo(root, set(), below)
    for node in below:
        node.grad = 0.0
