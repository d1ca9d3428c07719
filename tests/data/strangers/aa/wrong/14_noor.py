import math as m


def to_value(o):
    """Plain numbers become leaves."""
    if isinstance(o, Value):
        return o
    return Value(float(o))


class Value:
    def __init__(self, data, ins=()):
        self.data = data
        self.grad = 0.0
        self._prev = ins
        self._backward = lambda: None

    def __repr__(self):
        return f"Value({self.data}, grad={self.grad})"

    def __add__(self, o):
        o = to_value(o)
        res = Value(self.data + o.data, (self, o))

        def back():
            self.grad += res.grad
            o.grad += res.grad

        res._backward = back
        return res

    def __sub__(self, o):
        o = to_value(o)
        res = Value(self.data - o.data, (self, o))

        def back():
            self.grad += res.grad
            o.grad += -res.grad

        res._backward = back
        return res

    def __rsub__(self, o):
        return to_value(o) - self

    def __mul__(self, o):
        o = to_value(o)
        res = Value(self.data * o.data, (self, o))

        def back():
            self.grad += o.data * res.grad
            o.grad += self.data * res.grad

        res._backward = back
        return res

    def __rmul__(self, o):
        return to_value(o) * self

    def __truediv__(self, o):
        o = to_value(o)
        res = Value(self.data / o.data, (self, o))

        def back():
            self.grad += res.grad / o.data
            o.grad += -res.grad * self.data / o.data / o.data

        res._backward = back
        return res

    def __rtruediv__(self, o):
        return to_value(o) / self

    def __neg__(self):
        res = Value(-self.data, (self,))

        def back():
            self.grad += -res.grad

        res._backward = back
        return res

    def __pow__(self, k):
        res = Value(self.data**k, (self,))

        def back():
            if k != 0:
                self.grad += k * self.data ** (k - 1) * res.grad

        res._backward = back
        return res

    def tanh(self):
        res = Value(m.tanh(self.data), (self,))

        def back():
            self.grad += (1 - res.data**2) * res.grad

        res._backward = back
        return res

    def exp(self):
        res = Value(m.exp(self.data), (self,))

        def back():
            self.grad += res.data * res.grad

        res._backward = back
        return res

    def relu(self):
        res = Value(max(0.0, self.data), (self,))

        def back():
            if res.data > 0:
                self.grad += res.grad

        res._backward = back
        return res

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._prev:
                v.grad = 0.0
        self.grad += 1.0
        for v in topo[::-1]:
            v._backward()


def build_topo(v, visited, topo):
    frames = [v]
    while frames:
        top = frames.pop()
        if isinstance(top, tuple):
            topo.append(top[0])
        elif top not in visited:
            visited.add(top)
            frames.append((top,))
            frames.extend(top._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
