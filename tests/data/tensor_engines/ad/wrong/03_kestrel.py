"""My engine. Each result knows its operands and one function, `_pull`, that is given the gradient
of the result and says what every operand gets. A tensor's turn comes when nobody is left who
could still send it something."""

import numpy as np

ZEROS = np.zeros


def unbroadcast(grad, shape):
    added = grad.ndim - len(shape)
    padded = (1,) * added + tuple(shape)
    for axis, (have, want) in enumerate(zip(grad.shape, padded)):
        if have != want:
            grad = np.add.reduce(grad, axis=axis, keepdims=True)
    return np.reshape(grad, shape)


def lift(value):
    if isinstance(value, Tensor):
        return value
    return Tensor(value)


def columns(m):
    return np.swapaxes(m, -1, -2)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, _from=(), _pull=None):
        self.data = np.asarray(data, dtype=np.float64).copy()
        self.grad = ZEROS(self.data.shape)
        self._from = _from
        self._pull = _pull

    def __add__(self, other):
        other = lift(other)
        return Tensor(self.data + other.data, (self, other), lambda g: (g, g))

    def __radd__(self, other):
        return lift(other) + self

    def __neg__(self):
        return Tensor(-self.data, (self,), lambda g: (-g,))

    def __sub__(self, other):
        other = lift(other)
        return Tensor(self.data - other.data, (self, other), lambda g: (g, -g))

    def __rsub__(self, other):
        return lift(other) - self

    def __mul__(self, other):
        other = lift(other)
        a, b = self.data, other.data
        return Tensor(a * b, (self, other), lambda g: (g * b, g * a))

    def __rmul__(self, other):
        return lift(other) * self

    def __truediv__(self, other):
        other = lift(other)
        a, b = self.data, other.data
        return Tensor(a / b, (self, other), lambda g: (g / b, -g * a / b**2))

    def __rtruediv__(self, other):
        return lift(other) / self

    def __pow__(self, n):
        x = self.data
        slope = n * x ** (n - 1) if n else np.zeros_like(x)
        return Tensor(x**n, (self,), lambda g: (g * slope,))

    def __matmul__(self, other):
        other = lift(other)
        a, b = self.data, other.data
        row, column = a.ndim == 1, b.ndim == 1
        a2 = a.reshape(1, -1) if row else a
        b2 = b.reshape(-1, 1) if column else b
        wide = a2 @ b2

        def pull(g):
            g = g.reshape(wide.shape)
            ga = unbroadcast(g @ columns(b2), a2.shape)
            gb = unbroadcast(columns(a2) @ g, b2.shape)
            return ga.reshape(a.shape), gb.reshape(b.shape)

        return Tensor(a @ b, (self, other), pull)

    def __rmatmul__(self, other):
        return lift(other) @ self

    def __getitem__(self, index):
        shape = self.data.shape

        def pull(g):
            back = ZEROS(shape)
            np.add.at(back, index, g)
            return (back,)

        return Tensor(self.data[index], (self,), pull)

    def sum(self, axis=None, keepdims=False):
        shape = self.data.shape
        kept = self.data.sum(axis=axis, keepdims=True).shape
        return Tensor(
            self.data.sum(axis=axis, keepdims=keepdims),
            (self,),
            lambda g: (np.broadcast_to(g.reshape(kept), shape),),
        )

    def mean(self, axis=None, keepdims=False):
        s = self.sum(axis, keepdims)
        return s / (self.data.size // s.data.size)

    def reshape(self, *shape):
        old = self.data.shape
        return Tensor(self.data.reshape(*shape), (self,), lambda g: (g.reshape(old),))

    def transpose(self, axes=None):
        where = np.arange(self.data.ndim)
        where = where[::-1] if axes is None else where[list(axes)]
        back = tuple(np.argsort(where))
        return Tensor(self.data.transpose(tuple(where)), (self,), lambda g: (g.transpose(back),))

    @property
    def T(self):
        return self.transpose()

    def relu(self):
        on = (self.data > 0.0).astype(np.float64)
        return Tensor(self.data * on, (self,), lambda g: (g * on,))

    def exp(self):
        y = np.exp(self.data)
        return Tensor(y, (self,), lambda g: (g * y,))

    def log(self):
        x = self.data
        return Tensor(np.log(x), (self,), lambda g: (g / x,))

    def tanh(self):
        y = np.tanh(self.data)
        return Tensor(y, (self,), lambda g: (g * (1.0 - y * y),))

    def log_softmax(self, axis=-1):
        x = self.data - np.max(self.data, axis=axis, keepdims=True)
        e = np.exp(x)
        total = e.sum(axis=axis, keepdims=True)
        p = e / total
        return Tensor(
            x - np.log(total), (self,), lambda g: (g - p * g.sum(axis=axis, keepdims=True),)
        )

    def backward(self):
        pending = {self: 0}
        todo = [self]
        while todo:
            t = todo.pop()
            for p in set(t._from):
                if p not in pending:
                    pending[p] = 0
                    todo.append(p)
                pending[p] += 1
        for t in pending:
            if t._from:
                t.grad = ZEROS(t.data.shape)
        self.grad = np.array(self.grad + 1.0)
        ready = [self]
        while ready:
            t = ready.pop()
            if t._pull is None:
                continue
            for p, g in zip(t._from, t._pull(t.grad)):
                p.grad = np.array(p.grad + unbroadcast(g, p.data.shape))
            for p in t._from:
                pending[p] -= 1
                if pending[p] == 0:
                    ready.append(p)


def cross_entropy(logits, labels):
    """Minus the mean of what log_softmax says at the labels."""
    rows, classes = logits.data.shape
    hot = ZEROS((rows, classes))
    hot[np.arange(rows), labels] = -1.0 / rows
    return (logits.log_softmax() * hot).sum()


def zero_grad(root):
    seen, todo = {root}, [root]
    while todo:
        t = todo.pop()
        t.grad = ZEROS(t.data.shape)
        for p in t._from:
            if p not in seen:
                seen.add(p)
                todo.append(p)
