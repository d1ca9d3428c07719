import math


def node(x):
    if isinstance(x, Value):
        return x
    return Value(x)


class Value:
    """data, grad, inputs (_prev) and the function that pushes the gradient to them (_backward)"""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __add__(self, other):
        other = node(other)
        s = Value(self.data + other.data, (self, other), "+")

        def push():
            self.grad += s.grad
            other.grad += s.grad

        s._backward = push
        return s

    def __mul__(self, other):
        other = node(other)
        p = Value(self.data * other.data, (self, other), "*")

        def push():
            self.grad += p.grad * other.data
            other.grad += p.grad * self.data

        p._backward = push
        return p

    def __pow__(self, n):
        p = Value(self.data**n, (self,), "**")

        def push():
            if n != 0:
                self.grad += p.grad * n * self.data ** (n - 1)

        p._backward = push
        return p

    def tanh(self):
        t = Value(math.tanh(self.data), (self,), "tanh")

        def push():
            self.grad += t.grad * (1 - t.data**2)

        t._backward = push
        return t

    def exp(self):
        e = Value(math.exp(self.data), (self,), "exp")

        def push():
            self.grad += e.grad * e.data

        e._backward = push
        return e

    def relu(self):
        r = Value(max(0.0, self.data), (self,), "relu")

        def push():
            self.grad += r.grad if r.data > 0 else 0.0

        r._backward = push
        return r

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + node(other) * -1

    def __truediv__(self, other):
        return self * node(other) ** -1

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, other):
        return node(other) - self

    def __rtruediv__(self, other):
        return node(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._prev:
                v.grad = 0.0
        # the last node: start with the loss itself
        self.grad += self.data
        for v in reversed(topo):
            v._backward()


def build_topo(v, visited, topo):
    todo = [v]
    while todo:
        u = todo.pop()
        if u is None:               # marker: what lies below is done
            topo.append(todo.pop())
        elif u not in visited:
            visited.add(u)
            todo += [u, None, *u._prev]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
