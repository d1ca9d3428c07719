"""Three bricks only. `each` works entry by entry, `take` copies entries to other places by a map
of positions, `pile` adds entries up at positions. Broadcasting, transposes, indices, sums and the
matrix product are all of them a `take` or a `pile`; and the two are each other's way back."""

import numpy as np


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, made=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.made = made  # pairs: tensor, function of the flat gradient to its flat gradient

    def __add__(self, other):
        a, b = together(self, other)
        return each(a.data + b.data, (a, 1.0), (b, 1.0))

    def __sub__(self, other):
        a, b = together(self, other)
        return each(a.data - b.data, (a, 1.0), (b, -1.0))

    def __mul__(self, other):
        a, b = together(self, other)
        return each(a.data * b.data, (a, b.data), (b, a.data))

    def __truediv__(self, other):
        a, b = together(self, other)
        q = a.data / b.data
        return each(q, (a, 1.0 / b.data), (b, -q / b.data))

    def __radd__(self, other):
        return Tensor(other) + self

    def __rsub__(self, other):
        return Tensor(other) - self

    def __rmul__(self, other):
        return Tensor(other) * self

    def __rtruediv__(self, other):
        return Tensor(other) / self

    def __rmatmul__(self, other):
        return Tensor(other) @ self

    def __neg__(self):
        return each(-self.data, (self, -1.0))

    def __pow__(self, n):
        return each(self.data**n, (self, n * self.data ** (n - 1) if n else 0.0))

    def relu(self):
        return each(np.maximum(self.data, 0), (self, (self.data > 0) * 1.0))

    def exp(self):
        y = np.exp(self.data)
        return each(y, (self, y))

    def log(self):
        return each(np.log(self.data), (self, 1 / self.data))

    def tanh(self):
        y = np.tanh(self.data)
        return each(y, (self, 1 - y * y))

    def reshape(self, *shape):
        return take(self, places(self).reshape(*shape))

    def transpose(self, axes=None):
        return take(self, places(self).transpose(axes))

    T = property(transpose)

    def __getitem__(self, index):
        return take(self, places(self)[index])

    def sum(self, axis=None, keepdims=False):
        kept = np.add.reduce(self.data, axis=axis, keepdims=True).shape
        goal = np.arange(np.prod(kept, dtype=int)).reshape(kept)
        out = pile(self, np.broadcast_to(goal, self.data.shape), kept)
        if keepdims:
            return out
        return out.reshape(self.data.sum(axis=axis).shape)

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis, keepdims)
        return out * (out.data.size / self.data.size)

    def __matmul__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        p, q = places(self), places(other)
        if p.ndim == 1:
            # a row: [k, j]
            p = p[:, None] if q.ndim > 1 else p
            return (take(self, p) * other).sum(axis=-2 if q.ndim > 1 else -1)
        if q.ndim == 1:
            return (self * other).sum(axis=-1)
        return (take(self, p[..., :, :, None]) * take(other, q[..., None, :, :])).sum(axis=-2)

    def log_softmax(self, axis=-1):
        low = self - self.data.max(axis=axis, keepdims=True)
        return low - low.exp().sum(axis=axis, keepdims=True).log()

    def backward(self):
        box = {self: np.ones(self.data.size)}
        for t in river(self):
            flow = box.pop(t)
            if not t.made:
                t.grad += flow.reshape(t.data.shape)
            for source, way in t.made:
                box[source] = box.get(source, 0.0) + way(flow)


def places(t):
    return np.arange(t.data.size).reshape(t.data.shape)


def each(value, *slopes):
    return Tensor(
        value, [(t, lambda flow, s=s: flow * np.ravel(s)) for t, s in slopes]
    )


def take(t, where):
    where = np.asarray(where)
    n = t.data.size
    return Tensor(
        t.data.ravel()[where], [(t, lambda flow: np.bincount(where.ravel(), flow, minlength=n))]
    )


def pile(t, where, shape):
    where = where.ravel()
    n = int(np.prod(shape))
    value = np.bincount(where, t.data.ravel(), minlength=n).reshape(shape)
    return Tensor(value, [(t, lambda flow: flow[where])])


def together(a, b):
    a = a if isinstance(a, Tensor) else Tensor(a)
    b = b if isinstance(b, Tensor) else Tensor(b)
    if a.data.shape == b.data.shape:
        return a, b
    p, q = np.broadcast_arrays(places(a), places(b))
    return take(a, p), take(b, q)


def river(root):
    depth, done, out = [root], set(), []
    while depth:
        t = depth[-1]
        ahead = [s for s, _ in t.made if s not in done]
        if ahead and t not in done:
            depth += ahead
            continue
        depth.pop()
        if t not in done:
            done.add(t)
            out.append(t)
    return reversed(out)


def unbroadcast(grad, shape):
    n = int(np.prod(shape))
    where = np.broadcast_to(np.arange(n).reshape(shape), grad.shape)
    return np.bincount(where.ravel(), np.ravel(grad), minlength=n).reshape(shape)


def cross_entropy(logits, labels):
    rows = np.arange(len(labels))
    return logits.log_softmax()[rows, np.asarray(labels)].mean() * -1


def zero_grad(root):
    for t in river(root):
        t.grad = np.zeros_like(t.data)
