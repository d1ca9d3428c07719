"""Engine with named pullbacks, bound by functools.partial."""

from functools import partial

import numpy as np

# ---- pullbacks: the last argument is the gradient of the result, the answer is a list ----


def pull_add(g):
    return [g, g]


def pull_sub(g):
    return [g, -g]


def pull_mul(x, y, g):
    return [g * y, g * x]


def pull_div(x, y, g):
    return [g / y, -g * x / (y * y)]


def pull_scale(factor, g):
    """Wherever every entry has a slope of its own."""
    return [g * factor]


def pull_matmul(x, y, g):
    if x.ndim == 1:
        gx, gy = pull_matmul(x[None, :], y, np.expand_dims(g, 0 if y.ndim == 1 else -2))
        return [gx[0], gy]
    if y.ndim == 1:
        gx, gy = pull_matmul(x, y[:, None], g[..., None])
        return [gx, gy[:, 0]]
    gx = np.matmul(g, np.swapaxes(y, -1, -2))
    gy = np.matmul(np.swapaxes(x, -1, -2), g)
    return [unbroadcast(gx, x.shape), unbroadcast(gy, y.shape)]


def pull_sum(shape, axis, keepdims, g):
    if axis is not None and not keepdims:
        g = np.expand_dims(g, axis)
    return [np.broadcast_to(g, shape)]


def pull_reshape(shape, g):
    return [np.reshape(g, shape)]


def pull_transpose(axes, g):
    if axes is None:
        return [np.transpose(g)]
    return [np.transpose(g, np.argsort(axes))]


def pull_index(shape, index, g):
    z = np.zeros(shape)
    np.add.at(z, index, g)
    return [z]


def pull_log_softmax(y, axis, g):
    return [g - np.exp(y) * np.sum(g, axis=axis, keepdims=True)]


# ---- the class ----


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, parents=(), pull=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.parents = parents
        self.pull = pull

    def _with(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        return other, (self, other), self.data, other.data

    def __add__(self, other):
        other, both, x, y = self._with(other)
        return Tensor(x + y, both, pull_add)

    def __sub__(self, other):
        other, both, x, y = self._with(other)
        return Tensor(x - y, both, pull_sub)

    def __mul__(self, other):
        other, both, x, y = self._with(other)
        return Tensor(x * y, both, partial(pull_mul, x, y))

    def __truediv__(self, other):
        other, both, x, y = self._with(other)
        return Tensor(x / y, both, partial(pull_div, x, y))

    def __matmul__(self, other):
        other, both, x, y = self._with(other)
        return Tensor(x @ y, both, partial(pull_matmul, x, y))

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
        return Tensor(-self.data, (self,), partial(pull_scale, -1.0))

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return Tensor(self.data**n, (self,), partial(pull_scale, slope))

    def __getitem__(self, index):
        return Tensor(self.data[index], (self,), partial(pull_index, self.data.shape, index))

    def sum(self, axis=None, keepdims=False):
        value = self.data.sum(axis=axis, keepdims=keepdims)
        return Tensor(value, (self,), partial(pull_sum, self.data.shape, axis, keepdims))

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total / (self.data.size / total.data.size)

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape), (self,), partial(pull_reshape, self.data.shape))

    def transpose(self, axes=None):
        return Tensor(self.data.transpose(axes), (self,), partial(pull_transpose, axes))

    @property
    def T(self):
        return self.transpose()

    def relu(self):
        on = np.where(self.data > 0, 1.0, 0.0)
        return Tensor(on * self.data, (self,), partial(pull_scale, on))

    def exp(self):
        y = np.exp(self.data)
        return Tensor(y, (self,), partial(pull_scale, y))

    def log(self):
        return Tensor(np.log(self.data), (self,), partial(pull_scale, 1.0 / self.data))

    def tanh(self):
        y = np.tanh(self.data)
        return Tensor(y, (self,), partial(pull_scale, 1.0 - y * y))

    def log_softmax(self, axis=-1):
        x = self.data - self.data.max(axis=axis, keepdims=True)
        y = x - np.log(np.exp(x).sum(axis=axis, keepdims=True))
        return Tensor(y, (self,), partial(pull_log_softmax, y, axis))

    def backward(self):
        order = [*postorder(self)]
        for t in order:
            if t.pull is not None:
                t.grad = np.zeros(t.data.shape)
        self.grad += 1.0
        for t in order[::-1]:
            if t.pull is not None:
                for p, g in zip(t.parents, t.pull(t.grad)):
                    p.grad += unbroadcast(np.asarray(g), p.data.shape)


def postorder(root):
    seen = {root}
    stack = [(root, iter(root.parents))]
    while stack:
        t, parents = stack[-1]
        p = next((q for q in parents if q not in seen), None)
        if p is None:
            stack.pop()
            yield t
        else:
            seen.add(p)
            stack.append((p, iter(p.parents)))


def unbroadcast(grad, shape):
    grad = np.asarray(grad)
    if grad.shape == shape:
        return grad
    grad = np.asarray(grad.sum(axis=tuple(range(grad.ndim - len(shape)))))
    wide = tuple(i for i, n in enumerate(shape) if n < grad.shape[i])
    return np.asarray(grad.sum(axis=wide, keepdims=True))


def cross_entropy(logits, labels):
    logp = logits.log_softmax()
    return -logp[range(len(labels)), labels].mean()


def zero_grad(root):
    for t in postorder(root):
        t.grad = np.zeros(t.data.shape)
