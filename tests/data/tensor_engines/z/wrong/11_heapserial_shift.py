"""Tensors have serial numbers. An input is older than its consumers, so backward takes the newest first."""

import heapq
import itertools

import numpy as np

serial = itertools.count()


def unbroadcast(grad, shape):
    shape = tuple(shape)
    while grad.shape != shape:
        if grad.ndim > len(shape):
            grad = grad.sum(axis=0)
        else:
            i = next(i for i in range(len(shape)) if grad.shape[i] != shape[i])
            grad = grad.sum(axis=i, keepdims=True)
    return grad


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, made_from=(), rule=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.made_from = made_from
        self.rule = rule
        self.number = next(serial)

    def __lt__(self, other):
        return self.number > other.number

    def take(self, g):
        self.grad += unbroadcast(np.asarray(g), self.data.shape)

    def __add__(self, other):
        other = wrap(other)
        out = Tensor(self.data + other.data, (self, other))

        def rule():
            self.take(out.grad)
            other.take(out.grad)

        out.rule = rule
        return out

    __radd__ = __add__

    def __neg__(self):
        out = Tensor(-self.data, (self,))
        out.rule = lambda: self.take(-out.grad)
        return out

    def __sub__(self, other):
        return self + (-wrap(other))

    def __rsub__(self, other):
        return wrap(other) + (-self)

    def __mul__(self, other):
        other = wrap(other)
        out = Tensor(self.data * other.data, (self, other))

        def rule():
            self.take(out.grad * other.data)
            other.take(out.grad * self.data)

        out.rule = rule
        return out

    __rmul__ = __mul__

    def inverse(self):
        out = Tensor(1.0 / self.data, (self,))
        out.rule = lambda: self.take(-out.grad * out.data * out.data)
        return out

    def __truediv__(self, other):
        return self * wrap(other).inverse()

    def __rtruediv__(self, other):
        return wrap(other) * self.inverse()

    def __pow__(self, n):
        out = Tensor(self.data**n, (self,))

        def rule():
            if n:
                self.take(out.grad * n * self.data ** (n - 1))

        out.rule = rule
        return out

    def __matmul__(self, other):
        other = wrap(other)
        out = Tensor(self.data @ other.data, (self, other))

        def rule():
            a, b, g = self.data, other.data, out.grad
            row, column = a.ndim == 1, b.ndim == 1
            if column:
                b, g = np.expand_dims(b, 1), np.expand_dims(g, -1)
            if row:
                a, g = np.expand_dims(a, 0), np.expand_dims(g, -2)
            ga, gb = g @ np.swapaxes(b, -1, -2), np.swapaxes(a, -1, -2) @ g
            self.take(ga.sum(axis=tuple(range(ga.ndim - 1))) if row else ga)
            other.take(gb.sum(axis=tuple(range(gb.ndim - 2)))[:, 0] if column else gb)

        out.rule = rule
        return out

    def __rmatmul__(self, other):
        return wrap(other) @ self

    def sum(self, axis=None, keepdims=False):
        out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,))
        lengths = self.data.sum(axis=axis, keepdims=True).shape

        def rule():
            self.grad += out.grad.reshape(lengths)

        out.rule = rule
        return out

    def mean(self, axis=None, keepdims=False):
        out = Tensor(self.data.mean(axis=axis, keepdims=keepdims), (self,))
        lengths = self.data.sum(axis=axis, keepdims=True).shape

        def rule():
            self.grad += out.grad.reshape(lengths) * out.data.size / self.data.size

        out.rule = rule
        return out

    def reshape(self, *shape):
        out = Tensor(self.data.reshape(*shape), (self,))
        out.rule = lambda: self.take(out.grad.reshape(self.data.shape))
        return out

    def transpose(self, axes=None):
        out = Tensor(self.data.transpose(axes), (self,))

        def rule():
            # the numbers of the entries, turned in the same way, tell where each one came from
            places = np.arange(self.data.size).reshape(self.data.shape).transpose(axes)
            back = np.empty(self.data.size)
            back[places.ravel()] = out.grad.ravel()
            self.take(back.reshape(self.data.shape))

        out.rule = rule
        return out

    T = property(lambda self: self.transpose())

    def __getitem__(self, index):
        out = Tensor(self.data[index], (self,))
        out.rule = lambda: np.add.at(self.grad, index, out.grad)
        return out

    def relu(self):
        out = Tensor(np.where(self.data > 0, self.data, 0.0), (self,))
        out.rule = lambda: self.take(np.where(self.data > 0, out.grad, 0.0))
        return out

    def exp(self):
        out = Tensor(np.exp(self.data), (self,))
        out.rule = lambda: self.take(out.grad * out.data)
        return out

    def log(self):
        out = Tensor(np.log(self.data), (self,))
        out.rule = lambda: self.take(out.grad / self.data)
        return out

    def tanh(self):
        out = Tensor(np.tanh(self.data), (self,))
        out.rule = lambda: self.take(out.grad * (1 - out.data**2))
        return out

    def log_softmax(self, axis=-1):
        c = np.abs(self.data).max(axis=axis, keepdims=True)
        log_sum = c + np.log(np.exp(self.data - c).sum(axis=axis, keepdims=True))
        out = Tensor(self.data - log_sum, (self,))
        out.rule = lambda: self.take(out.grad - np.exp(out.data) * out.grad.sum(axis=axis, keepdims=True))
        return out

    def backward(self):
        for t in newest_first(self):
            if t.rule:
                t.grad = np.zeros_like(t.data)
        self.grad += 1
        for t in newest_first(self):
            if t.rule:
                t.rule()


def wrap(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def newest_first(root):
    heap, seen = [root], {root.number}
    while heap:
        t = heapq.heappop(heap)
        yield t
        for source in t.made_from:
            if source.number not in seen:
                seen.add(source.number)
                heapq.heappush(heap, source)


def cross_entropy(logits, labels):
    rows = np.arange(logits.data.shape[0])
    return -logits.log_softmax(axis=1)[rows, labels].mean()


def zero_grad(root):
    for t in newest_first(root):
        t.grad = np.zeros_like(t.data)


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
