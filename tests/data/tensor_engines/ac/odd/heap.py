"""No sort at all: a heap of what has to be done, the youngest tensor first."""

import heapq
import itertools
from types import SimpleNamespace

import numpy as np

_birthday = itertools.count()


def _op(value, *edges):
    t = Tensor(value)
    t._how = SimpleNamespace(edges=edges)
    return t


class Tensor:
    __slots__ = ("data", "grad", "_born", "_how", "_box")
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._born = next(_birthday)
        self._how = None

    def __lt__(self, other):
        return self._born > other._born

    def _edges(self):
        return self._how.edges if self._how else ()

    def __add__(self, x, sign=1):
        x = x if isinstance(x, Tensor) else Tensor(x)
        return _op(self.data + sign * x.data, (self, lambda g: g), (x, lambda g: sign * g))

    def __sub__(self, x):
        return self.__add__(x, -1)

    def __mul__(self, x):
        x = x if isinstance(x, Tensor) else Tensor(x)
        return _op(
            self.data * x.data, (self, lambda g, b=x.data: g * b), (x, lambda g, a=self.data: g * a)
        )

    def __truediv__(self, x):
        x = x if isinstance(x, Tensor) else Tensor(x)
        y = self.data / x.data
        return _op(y, (self, lambda g: g / x.data), (x, lambda g: g * -y / x.data))

    def __matmul__(self, x):
        x = x if isinstance(x, Tensor) else Tensor(x)
        a, b = self.data, x.data
        ia = "...ij" if a.ndim > 1 else "j"
        ib = "...jk" if b.ndim > 1 else "j"
        io = "..." + "i" * (a.ndim > 1) + "k" * (b.ndim > 1)
        # an ellipsis that one operand does not have is summed by unbroadcast afterwards
        full = {"j": "...j"}
        return _op(
            np.matmul(a, b),
            (self, lambda g: np.einsum(f"{io},{ib}->{full.get(ia, ia)}", g, b)),
            (x, lambda g: np.einsum(f"{ia},{io}->{full.get(ib, ib)}", a, g)),
        )

    def __radd__(self, x):
        return Tensor(x) + self

    def __rsub__(self, x):
        return Tensor(x) - self

    def __rmul__(self, x):
        return Tensor(x) * self

    def __rtruediv__(self, x):
        return Tensor(x) / self

    def __rmatmul__(self, x):
        return Tensor(x) @ self

    def __neg__(self):
        return _op(np.negative(self.data), (self, np.negative))

    def __pow__(self, n):
        with np.errstate(all="ignore"):
            slope = np.where(n == 0, 0.0, n * self.data ** (n - 1.0))
        return _op(self.data**n, (self, lambda g: g * slope))

    def sum(self, axis=None, keepdims=False):
        # one numbering of the results, stretched over the entries that go into each
        kept = np.add.reduce(self.data, axis=axis, keepdims=True)
        number = np.broadcast_to(np.arange(kept.size).reshape(kept.shape), self.data.shape)
        return _op(
            kept if keepdims else np.add.reduce(self.data, axis=axis),
            (self, lambda g: g.ravel()[number]),
        )

    def mean(self, axis=None, keepdims=False):
        s = self.sum(axis, keepdims)
        return s / (self.data.size / s.data.size)

    def reshape(self, *shape):
        return _op(self.data.reshape(*shape), (self, lambda g: g.reshape(self.data.shape)))

    def transpose(self, axes=None):
        n = range(self.data.ndim)
        axes = n[::-1] if axes is None else axes
        return _op(
            np.moveaxis(self.data, list(axes), list(n)),
            (self, lambda g: np.moveaxis(g, list(n), list(axes))),
        )

    @property
    def T(self):
        return self.transpose(None)

    def __getitem__(self, index):
        def pull(g):
            z = np.zeros(self.data.shape)
            np.add.at(z, index, g)
            return z

        return _op(self.data[index], (self, pull))

    def relu(self):
        return _op(np.fmax(self.data, 0), (self, lambda g: np.where(self.data > 0, g, 0)))

    def exp(self):
        y = np.exp(self.data)
        return _op(y, (self, y.__mul__))

    def log(self):
        return _op(np.log(self.data), (self, lambda g: g / self.data))

    def tanh(self):
        y = np.tanh(self.data)
        return _op(y, (self, (1 - y * y).__mul__))

    def log_softmax(self, axis=-1):
        x = self.data - np.maximum.reduce(self.data, axis=axis, keepdims=True)
        e = np.exp(x)
        s = np.add.reduce(e, axis=axis, keepdims=True)
        return _op(
            x - np.log(s), (self, lambda g: g - e / s * np.add.reduce(g, axis=axis, keepdims=True))
        )

    def backward(self):
        flow = {id(self): np.ones(self.data.shape)}
        heap = [self]
        while heap:
            t = heapq.heappop(heap)
            g = flow.pop(id(t))
            t.grad = np.array(g) if t._how else np.array(t.grad + g)
            for p, f in t._edges():
                d = unbroadcast(np.asarray(f(g)), p.data.shape)
                if id(p) in flow:
                    flow[id(p)] = flow[id(p)] + d
                else:
                    flow[id(p)] = d
                    heapq.heappush(heap, p)


def unbroadcast(grad, shape):
    size = np.empty(shape).size
    number = np.broadcast_to(np.arange(size).reshape(shape), np.shape(grad))
    flat = np.bincount(number.ravel(), np.ravel(grad), minlength=size)
    return flat.reshape(shape)


def cross_entropy(logits, labels):
    n, m = logits.data.shape
    flat = np.arange(n) * m + np.array(labels, dtype=int)
    return logits.log_softmax().reshape(n * m)[flat].mean() * -1.0


def zero_grad(root):
    seen, heap = set(), [root]
    while heap:
        t = heap.pop()
        if id(t) not in seen:
            seen.add(id(t))
            t.grad = np.zeros(t.data.shape)
            heap.extend(p for p, _ in t._edges())
