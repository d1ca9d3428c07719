import math

KNOWN = {}  # tanh is slow: remember what was computed


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    def push(self, amount):
        self.grad += amount

    def __add__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data + o.data, (self, o), lambda g: (self.push(g), o.push(g)))

    def __mul__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(
            self.data * o.data,
            (self, o),
            lambda g: (self.push(g * o.data), o.push(g * self.data)),
        )

    def __truediv__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        z = self.data / o.data
        return Value(
            z, (self, o), lambda g: (self.push(g / o.data), o.push(-g * z / o.data))
        )

    def __pow__(self, n):
        def rule(g):
            self.push(g * n * self.data ** (n - 1) if n else 0.0)

        return Value(self.data**n, (self,), rule)

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: self.push(-g))

    def __sub__(self, o):
        return self + (-o)

    def __radd__(self, k):
        return Value(k) + self

    def __rsub__(self, k):
        return Value(k) - self

    def __rmul__(self, k):
        return Value(k) * self

    def __rtruediv__(self, k):
        return Value(k) / self

    def tanh(self):
        x = self.data
        if x not in KNOWN:
            t = math.tanh(x)
            KNOWN[x] = Value(t, (self,), lambda g: self.push(g * (1 - t * t)))
        return KNOWN[x]

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: self.push(g * e))

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, (self,), lambda g: self.push(g * on))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.push(1.0)
        for node in topo[::-1]:
            if node._backward:
                node._backward(node.grad)


def build_topo(v, visited, topo):
    stack = [(v, len(v._prev))]
    visited.add(v)
    while stack:
        node, left = stack.pop()
        if left == 0:
            topo.append(node)
            continue
        stack.append((node, left - 1))
        p = node._prev[left - 1]
        if p not in visited:
            visited.add(p)
            stack.append((p, len(p._prev)))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
