"""One operation only: a contraction.

A product, a matrix product, a sum, a broadcast, a transpose and a change of sign are all an einsum
of the operands with letters for their axes. The way back of an einsum is an einsum: the
letters change places. Beside it there are entrywise functions, reshape and index.
"""

import heapq
import string

import numpy as np

LETTERS = string.ascii_lowercase


class Tensor:
    __array_ufunc__ = None
    _born = 0

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._ways = []  # (operand, from my gradient to its share)
        self._born = Tensor._born = Tensor._born + 1

    def __lt__(self, other):  # for the heap: the youngest first
        return self._born > other._born

    def _made(self, value, way):
        out = Tensor(value)
        out._ways = [(self, way)]
        return out

    # -- products of every kind --

    def __mul__(self, other):
        other = _t(other)
        n = max(self.data.ndim, other.data.ndim)
        return contract(LETTERS[n - self.data.ndim : n], LETTERS[n - other.data.ndim : n], LETTERS[:n], self, other)

    def __matmul__(self, other):
        other = _t(other)
        a, b = self.data.ndim, other.data.ndim
        if a == 0 or b == 0:
            raise ValueError("@ takes no numbers")
        n = max(a - 2, b - 2, 0)
        front, (i, k, j) = LETTERS[:n], LETTERS[n : n + 3]
        left = (front[n - (a - 2) :] if a > 2 else "") + (i if a > 1 else "") + k
        right = (front[n - (b - 2) :] if b > 2 else "") + k + (j if b > 1 else "")
        if self.data.shape[-1] != other.data.shape[-1 if b == 1 else -2]:
            raise ValueError("shapes do not fit")
        return contract(left, right, front + (i if a > 1 else "") + (j if b > 1 else ""), self, other)

    def sum(self, axis=None, keepdims=False):
        n = self.data.ndim
        if axis is None:
            axis = tuple(range(n))
        gone = {int(x) % n for x in (axis if isinstance(axis, tuple) else (axis,))} if n else set()
        left = "".join(LETTERS[x] for x in range(n) if x not in gone)
        out = contract(LETTERS[:n], "", left, self, Tensor(1.0))
        if keepdims:
            return out.reshape(tuple(1 if x in gone else k for x, k in enumerate(self.data.shape)))
        return out

    def transpose(self, axes=None):
        n = self.data.ndim
        names = LETTERS[:n]
        turned = names[::-1] if axes is None else "".join(names[x] for x in axes)
        return contract(names, "", turned, self, Tensor(1.0))

    T = property(transpose)

    def __neg__(self):
        return self * -1.0

    # -- sums: what is left --

    def __add__(self, other):
        other = _t(other)
        out = Tensor(self.data + other.data)
        for t in (self, other):
            out._ways.append((t, lambda g, shape=t.data.shape: unbroadcast(g, shape)))
        return out

    def __sub__(self, other):
        return self + -_t(other)

    def __truediv__(self, other):
        return self * _t(other) ** -1

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return _t(other) + -self

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return _t(other) * self**-1

    def __rmatmul__(self, other):
        return _t(other) @ self

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis, keepdims)
        return out * (out.data.size / self.data.size)

    # -- entrywise, and entries put elsewhere --

    def __pow__(self, n):
        x = self.data
        slope = n * x ** (n - 1) if n != 0 else np.zeros_like(x)
        return self._made(x**n, lambda g: g * slope)

    def relu(self):
        sign = np.heaviside(self.data, 0.0)
        return self._made(self.data * sign, lambda g: g * sign)

    def exp(self):
        y = np.exp(self.data)
        return self._made(y, lambda g: g * y)

    def log(self):
        x = self.data
        return self._made(np.log(x), lambda g: g / x)

    def tanh(self):
        y = np.tanh(self.data)
        return self._made(y, lambda g: g - g * y**2)

    def reshape(self, *shape):
        before = self.data.shape
        return self._made(self.data.reshape(*shape), lambda g: g.reshape(before))

    def __getitem__(self, index):
        shape = self.data.shape
        places = np.arange(self.data.size).reshape(shape)[index]
        return self._made(
            self.data[index],
            lambda g: np.bincount(np.ravel(places), np.ravel(g), self.data.size).reshape(shape),
        )

    def log_softmax(self, axis=-1):
        low = self + -self.data.max(axis=axis, keepdims=True)
        return low - low.exp().sum(axis, keepdims=True).log()

    def _youngest_first(self):
        heap, known = [self], {self}
        while heap:
            t = heapq.heappop(heap)
            yield t
            for each, _ in t._ways:
                if each not in known:
                    known.add(each)
                    heapq.heappush(heap, each)

    def backward(self):
        arriving = {self: np.ones_like(self.data)}
        for t in self._youngest_first():
            g = arriving.pop(t)
            t.grad = g.copy() if t._ways else t.grad + g
            for each, way in t._ways:
                share = way(g)
                arriving[each] = arriving[each] + share if each in arriving else share


def _t(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def contract(a, b, c, s, t):
    """einsum "a,b->c" of s and t, where an axis of length 1 may stand for a longer one."""
    out = Tensor(np.einsum(f"{a},{b}->{c}", s.data, t.data))

    def way(own, mine, names, theirs):
        def back(g):
            reached = "".join(x for x in own if x in c or x in names)
            share = np.einsum(f"{c},{names}->{reached}", g, theirs)
            for place, x in enumerate(own):
                if x not in reached:  # summed, and nobody else has it: every entry gets the same
                    share = np.expand_dims(share, place)
            wide = np.broadcast_shapes(share.shape, mine.shape)
            return unbroadcast(np.broadcast_to(share, wide), mine.shape)

        return back

    out._ways = [(s, way(a, s.data, b, t.data)), (t, way(b, t.data, a, s.data))]
    return out


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = np.einsum(np.asarray(grad), list(range(np.ndim(grad))), list(range(np.ndim(grad) - len(shape), np.ndim(grad))))
    for axis, n in enumerate(shape):
        if n == 1:
            grad = grad.sum(axis=axis, keepdims=True)
    return np.array(grad)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    right = np.equal.outer(np.asarray(labels), np.arange(logits.data.shape[1])) * 1.0
    return (logits.log_softmax() * right).sum() * (-1.0 / len(right))


def zero_grad(root):
    for t in list(root._youngest_first()):
        t.grad = np.zeros_like(t.data)
