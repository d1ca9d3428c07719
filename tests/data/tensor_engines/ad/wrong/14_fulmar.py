import numpy as np


class Tensor:
    """Every tensor keeps the name of the operation that made it; `_back_<name>` is its rule."""

    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.name = None
        self.src = ()
        self.memo = None

    def _new(self, name, value, src, memo=None):
        out = Tensor(value)
        out.name, out.src, out.memo = name, src, memo
        return out

    def _coerce(self, other):
        return other if isinstance(other, Tensor) else Tensor(other)

    def _send(self, g):
        self.grad += unbroadcast(np.asarray(g), self.data.shape)

    # add, subtract

    def __add__(self, other):
        other = self._coerce(other)
        return self._new("add", self.data + other.data, (self, other))

    __radd__ = __add__

    def _back_add(self, a, b):
        a._send(self.grad)
        b._send(self.grad)

    def __neg__(self):
        return self._new("neg", -self.data, (self,))

    def _back_neg(self, a):
        a._send(-self.grad)

    def __sub__(self, other):
        return self + (-self._coerce(other))

    def __rsub__(self, other):
        return (-self) + other

    # multiply, divide

    def __mul__(self, other):
        other = self._coerce(other)
        return self._new("mul", self.data * other.data, (self, other))

    __rmul__ = __mul__

    def _back_mul(self, a, b):
        a._send(self.grad * b.data)
        b._send(self.grad * a.data)

    def __truediv__(self, other):
        other = self._coerce(other)
        return self._new("div", self.data / other.data, (self, other))

    def __rtruediv__(self, other):
        return self._coerce(other) / self

    def _back_div(self, a, b):
        a._send(self.grad / b.data)
        b._send(-self.grad * self.data / b.data)

    def __pow__(self, n):
        return self._new("pow", self.data**n, (self,), n)

    def _back_pow(self, a):
        n = self.memo
        if n != 0:
            a._send(self.grad * n * a.data ** (n - 1))

    # the matrix product: vectors get an axis, which is taken away from the result again

    def __matmul__(self, other):
        other = self._coerce(other)
        a, b = self.data, other.data
        drop = ()
        if a.ndim == 1:
            a = a[np.newaxis, :]
            drop += (-2,)
        if b.ndim == 1:
            b = b[:, np.newaxis]
            drop += (-1,)
        full = a @ b
        out = np.squeeze(full) if drop else full
        return self._new("matmul", out, (self, other), (a, b, full.shape))

    def __rmatmul__(self, other):
        return self._coerce(other) @ self

    def _back_matmul(self, x, y):
        a, b, shape = self.memo
        g = self.grad.reshape(shape)
        x._send(unbroadcast(g @ b.swapaxes(-1, -2), a.shape).reshape(x.data.shape))
        y._send(unbroadcast(a.swapaxes(-1, -2) @ g, b.shape).reshape(y.data.shape))

    # sums

    def sum(self, axis=None, keepdims=False):
        kept = self.data.sum(axis=axis, keepdims=True)
        value = kept if keepdims else self.data.sum(axis=axis)
        return self._new("sum", value, (self,), kept.shape)

    def _back_sum(self, a):
        a._send(np.broadcast_to(self.grad.reshape(self.memo), a.data.shape))

    def mean(self, axis=None, keepdims=False):
        s = self.sum(axis, keepdims)
        return s / (self.data.size / s.data.size)

    # shapes

    def reshape(self, *shape):
        return self._new("reshape", self.data.reshape(*shape), (self,))

    def _back_reshape(self, a):
        a._send(self.grad.reshape(a.data.shape))

    def transpose(self, axes=None):
        return self._new("transpose", self.data.transpose(axes), (self,), axes)

    def _back_transpose(self, a):
        z = np.zeros(a.data.shape)
        z.transpose(self.memo)[...] = self.grad
        a._send(z)

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return self._new("getitem", self.data[index], (self,), index)

    def _back_getitem(self, a):
        z = np.zeros(a.data.shape)
        np.add.at(z, self.memo, self.grad)
        a._send(z)

    # functions

    def relu(self):
        return self._new("relu", self.data.clip(0.0), (self,))

    def _back_relu(self, a):
        a._send(self.grad * (a.data > 0))

    def exp(self):
        return self._new("exp", np.exp(self.data), (self,))

    def _back_exp(self, a):
        a._send(self.grad * self.data)

    def log(self):
        return self._new("log", np.log(self.data), (self,))

    def _back_log(self, a):
        a._send(self.grad / a.data)

    def tanh(self):
        return self._new("tanh", np.tanh(self.data), (self,))

    def _back_tanh(self, a):
        a._send(self.grad * (1 - self.data**2))

    def log_softmax(self, axis=-1):
        x = self.data - self.data.max(axis=axis, keepdims=True)
        y = x - np.log(np.exp(x).sum(axis=axis, keepdims=True))
        return self._new("log_softmax", y, (self,), axis)

    def _back_log_softmax(self, a):
        a._send(self.grad - np.exp(self.data) * self.grad.sum(axis=self.memo, keepdims=True))

    # backward

    def _family(self):
        order, seen = [], set()

        def go(t):
            seen.add(t)
            for s in t.src:
                if s not in seen:
                    go(s)
            order.append(t)

        go(self)
        return order

    def backward(self):
        order = self._family()
        for t in order:
            if t.name is not None:
                t.grad = np.zeros_like(t.data)
        self._send(np.ones_like(self.data))
        for t in reversed(order):
            if t.name is not None:
                getattr(t, "_back_" + t.name)(*t.src)


def unbroadcast(grad, shape):
    while grad.ndim > len(shape):
        grad = np.asarray(grad.sum(axis=0))
    for i, n in enumerate(shape):
        if n == 1 and grad.shape[i] != 1:
            grad = grad.sum(axis=i, keepdims=True)
    return grad


def cross_entropy(logits, labels):
    n = logits.data.shape[0]
    logp = logits.log_softmax()
    return -logp[np.arange(n), np.asarray(labels)].mean()


def zero_grad(root):
    for t in root._family():
        t.grad = np.zeros_like(t.data)
