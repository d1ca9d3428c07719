"""Threads through the graph: a walk leaves its trail on the nodes themselves.

No stack, no set and no list: on the way down each node notes where it was entered from
(_up) and which input comes next (_at); on the way up it is hooked into a chain (_link), at
the front. In the end the chain begins with the root, and every node comes before its inputs.
Each walk has a token of its own, so nothing has to be cleaned up before it.
"""

import math


class Token:
    pass


class Value:
    __slots__ = (
        "data",
        "grad",
        "_prev",
        "_backward",
        "_token",
        "_up",
        "_at",
        "_link",
        "__weakref__",
    )

    def __init__(self, data, prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = prev
        self._backward = rest
        self._token = self._up = self._link = None
        self._at = 0

    def thread(self):
        """The first node of the chain, which is self."""
        token = Token()
        self._token, self._up, self._at = token, None, 0
        here, chain = self, None
        while here is not None:
            if here._at < len(here._prev):
                below = here._prev[here._at]
                here._at += 1
                if below._token is not token:
                    below._token, below._up, below._at = token, here, 0
                    here = below
            else:
                here._link, chain = chain, here
                up, here._up = here._up, None
                here = up
        return chain

    def backward(self):
        node = self.thread()
        while node is not None:
            if node._prev:
                node.grad = 0.0
            node = node._link
        self.grad += 1.0
        node = self
        while node is not None:
            node._backward()
            following, node._link = node._link, None
            node = following

    def __add__(self, other):
        other = of(other)
        out = Value(self.data + other.data, (self, other))

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __sub__(self, other):
        other = of(other)
        out = Value(self.data - other.data, (self, other))

        def _backward():
            self.grad += out.grad
            other.grad -= out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = of(other)
        out = Value(self.data * other.data, (self, other))

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = of(other)
        out = Value(self.data / other.data, (self, other))

        def _backward():
            self.grad += out.grad / other.data
            other.grad -= out.data / other.data * out.grad

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,))

        def _backward():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        return 0.0 - self

    def __radd__(self, other):
        return of(other) + self

    def __rsub__(self, other):
        return of(other) - self

    def __rmul__(self, other):
        return of(other) * self

    def __rtruediv__(self, other):
        return of(other) / self

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))

        def _backward():
            self.grad += (1.0 - out.data * out.data) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,))

        def _backward():
            if out.data > 0:
                self.grad += out.grad

        out._backward = _backward
        return out


def rest():
    pass


def of(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    node = v.thread()
    while node is not None:
        topo.append(node)
        following, node._link = node._link, None
        node = following
    topo.reverse()


def zero_grad(root):
    node = root.thread()
    while node is not None:
        node.grad = 0.0
        following, node._link = node._link, None
        node = following
