"""A heap of tensors that wait, the youngest on top: no list of nodes in order is ever made."""

import heapq
from itertools import count

import numpy as np

serial = count(1).__next__


def axes_repeated(full, own):
    k = len(full) - len(own)
    return tuple(range(k)), tuple(i for i in range(len(own)) if own[i] == 1 != full[k + i])


def unbroadcast(grad, shape):
    front, stretched = axes_repeated(grad.shape, shape)
    return grad.sum(axis=front).sum(axis=stretched, keepdims=True)


def binary(compute):
    """compute(a, b) -> value, left(g), right(g). Gives the operator and its mirror."""

    def op(x, y):
        x, y = (t if type(t) is Tensor else Tensor(t) for t in (x, y))
        value, left, right = compute(x.data, y.data)
        return Tensor(value, [(x, left), (y, right)])

    return op, lambda x, y: op(y, x)


def plus(a, b):
    return a + b, lambda g: g, lambda g: g


def minus(a, b):
    return a - b, lambda g: g, np.negative


def times(a, b):
    return a * b, lambda g: g * b, lambda g: g * a


def over(a, b):
    return a / b, lambda g: g / b, lambda g: -g * a / np.square(b)


def at(a, b):
    A = a[None, :] if a.ndim == 1 else a
    B = b[:, None] if b.ndim == 1 else b
    AB = A @ B

    def left(g):
        return unbroadcast(g.reshape(AB.shape) @ np.matrix_transpose(B), A.shape).reshape(a.shape)

    def right(g):
        return unbroadcast(np.matrix_transpose(A) @ g.reshape(AB.shape), B.shape).reshape(b.shape)

    return a @ b, left, right


class Tensor:
    __slots__ = ("data", "grad", "serial", "links")
    __array_ufunc__ = None

    def __init__(self, data, links=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.serial = serial()
        self.links = links  # None for a leaf

    def __lt__(self, other):
        return self.serial > other.serial  # heapq takes the smallest: that is the youngest

    __add__, __radd__ = binary(plus)
    __sub__, __rsub__ = binary(minus)
    __mul__, __rmul__ = binary(times)
    __truediv__, __rtruediv__ = binary(over)
    __matmul__, __rmatmul__ = binary(at)

    def _unary(self, value, back):
        return Tensor(value, [(self, back)])

    def __neg__(self):
        return self._unary(-self.data, np.negative)

    def __pow__(self, n):
        x = self.data
        if n == 0:
            return self._unary(np.ones(x.shape), np.zeros_like)
        return self._unary(x**n, lambda g: g * (n * x ** (n - 1)))

    def sum(self, axis=None, keepdims=False):
        return self._reduce(1.0, axis, keepdims)

    def mean(self, axis=None, keepdims=False):
        ones = np.ones(self.data.shape)
        many = np.sum(ones, axis=axis).max(initial=0.0)  # how many entries each mean is of
        return self._reduce(np.divide(1.0, many), axis, keepdims)

    def _reduce(self, factor, axis, keepdims):
        x = self.data
        long = x.sum(axis=axis, keepdims=True)
        value = long if keepdims else x.sum(axis=axis)

        def back(g):
            return factor * np.broadcast_to(np.reshape(g, long.shape), x.shape)

        return self._unary(value * factor, back)

    def reshape(self, *shape):
        old = self.data.shape
        return self._unary(self.data.reshape(*shape), lambda g: g.reshape(old))

    def transpose(self, axes=None):
        if axes is None:
            return self._unary(self.data.T, lambda g: g.T)
        axes = [i % self.data.ndim for i in axes]
        return self._unary(self.data.transpose(axes), lambda g: g.transpose(np.argsort(axes)))

    @property
    def T(self):
        return self.transpose(None)

    def __getitem__(self, index):
        shape = self.data.shape

        def back(g):
            z = np.zeros(shape)
            np.add.at(z, index, g)
            return z

        return self._unary(self.data[index], back)

    def relu(self):
        x = self.data
        return self._unary(np.clip(x, 0.0, None), lambda g: np.where(x > 0, g, 0.0))

    def exp(self):
        y = np.exp(self.data)
        return self._unary(y, lambda g: g * y)

    def log(self):
        x = self.data
        return self._unary(np.log(x), lambda g: g / x)

    def tanh(self):
        y = np.tanh(self.data)
        return self._unary(y, lambda g: g * (1 - y**2))

    def log_softmax(self, axis=-1):
        x = self.data
        y = x - np.logaddexp.reduce(x, axis=axis, keepdims=True)
        return self._unary(y, lambda g: g - np.exp(y) * g.sum(axis=axis, keepdims=True))

    def backward(self):
        arrived = {self: np.ones(self.data.shape)}
        heap = [self]
        while heap:
            node = heapq.heappop(heap)
            g = arrived.pop(node)
            if node.links is None:
                node.grad = np.asarray(node.grad + g)
                continue
            node.grad = np.array(g)
            for source, back in node.links:
                piece = unbroadcast(np.asarray(back(g)), source.data.shape)
                if source in arrived:
                    arrived[source] = arrived[source] + piece
                else:
                    arrived[source] = piece
                    heapq.heappush(heap, source)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows = range(logits.data.shape[0])
    at_label = np.zeros(logits.data.shape)
    for i, label in zip(rows, labels, strict=True):
        at_label[i, int(label)] = 1.0
    return ((logits.log_softmax() * at_label).sum(axis=1) * -1).mean()


def zero_grad(root):
    heap, met = [root], {root}
    while heap:
        node = heapq.heappop(heap)
        node.grad = np.zeros(node.data.shape)
        for source, _ in node.links or ():
            if source not in met:
                met.add(source)
                heapq.heappush(heap, source)


# ---- Examples: run this file to see them. Nothing to do below this line. ----


def broadcast():
    a, b = Tensor([[1.0], [2.0]]), Tensor([3.0, 4.0, 5.0])
    (a * b).sum().backward()
    return [a.grad, b.grad]


def product():
    a, b = Tensor([[1.0, 2.0], [3.0, 4.0]]), Tensor([5.0, 6.0])
    (a @ b).mean().backward()
    return [a.grad, b.grad]


def twice():
    a = Tensor([1.0, 2.0])
    root = (a * a + a).sum()
    root.backward()
    root.backward()
    return [a.grad]


def same_row():
    a = Tensor([[1.0, 2.0], [3.0, 4.0]])
    (a[[0, 0, 1]] * 2).sum().backward()
    return [a.grad]


def labelled():
    x = Tensor([[1000.0, 0.0], [0.0, 0.0]])
    root = cross_entropy(x, [0, 1])
    root.backward()
    return [root.data, x.grad]


EXAMPLES = [
    ("(a * b).sum(), shapes (2, 1) and (3,)", broadcast, [[[12], [12]], [3, 3, 3]]),
    ("(a @ b).mean()", product, [[[2.5, 3], [2.5, 3]], [2, 3]]),
    ("(a * a + a).sum(), two calls", twice, [[6, 10]]),
    ("a[[0, 0, 1]] takes a row twice", same_row, [[[4, 4], [2, 2]]]),
    ("cross_entropy, logits of 1000", labelled, [np.log(2) / 2, [[0, 0], [0.25, -0.25]]]),
]


def main():
    for what, compute, wanted in EXAMPLES:
        try:
            found = compute()
        except Exception as error:
            print(f"  not yet  {what}: {type(error).__name__}: {error}")
            continue
        right = all(
            np.shape(one) == np.shape(other) and np.allclose(one, other)
            for one, other in zip(found, wanted, strict=True)
        )
        print(f"  {'right    ' if right else 'not yet  '}{what}")
        if not right:
            print(f"             expected {wanted}\n             found    {found}")


if __name__ == "__main__":
    main()
