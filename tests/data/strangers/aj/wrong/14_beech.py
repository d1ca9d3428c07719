import math


class Value:
    def __init__(self, data, _prev=(), *, leaf=True):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._leaf = leaf
        self._backward = self._nothing

    def _nothing(self):
        pass

    def __repr__(self):
        kind = "leaf" if self._leaf else "node"
        return f"<{kind} {self.data:g}>"

    @staticmethod
    def _coerce(x):
        if isinstance(x, Value):
            return x
        return Value(x)

    # -- two inputs ----------------------------------------------------------

    def __add__(self, other):
        other = self._coerce(other)
        out = Value(self.data + other.data, (self, other), leaf=False)

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = self._coerce(other)
        out = Value(self.data * other.data, (self, other), leaf=False)

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    # -- one input -----------------------------------------------------------

    def __pow__(self, n):
        out = Value(self.data**n, (self,))

        def _backward():
            if n:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = _backward
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), leaf=False)

        def _backward():
            self.grad += (1 - out.data**2) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), leaf=False)

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,), leaf=False)

        def _backward():
            self.grad += out.grad if out.data > 0 else 0.0

        out._backward = _backward
        return out

    # -- the rest comes for free ---------------------------------------------

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + self._coerce(other) * -1

    def __truediv__(self, other):
        return self * self._coerce(other) ** -1

    def __radd__(self, other):
        return self._coerce(other) + self

    def __rmul__(self, other):
        return self._coerce(other) * self

    def __rsub__(self, other):
        return self._coerce(other) - self

    def __rtruediv__(self, other):
        return self._coerce(other) / self

    # -- backward ------------------------------------------------------------

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if not node._leaf:
                node.grad = 0.0
        if self._leaf:
            self.grad += 1.0
        else:
            self.grad = 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    to_do = [v]
    entered = set()
    while to_do:
        node = to_do[-1]
        if node in visited:
            to_do.pop()
        elif node in entered:
            to_do.pop()
            visited.add(node)
            topo.append(node)
        else:
            entered.add(node)
            for p in node._prev:
                if p not in visited:
                    to_do.append(p)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
