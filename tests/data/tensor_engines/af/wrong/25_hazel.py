"""Exercise 8, the exam.

Each tensor knows the name of the operation that made it. backward() walks down the sorted graph
and asks for the method `_back_<name>`. Whatever has to be remembered for it is in `_saved`.
"""

import numpy as np


def lift(value):
    return value if isinstance(value, Tensor) else Tensor(value)


class Tensor:
    """An array, its gradient, and how it was made."""

    __slots__ = ("data", "grad", "_prev", "_made_by", "_saved", "_round", "_rounds")
    __array_ufunc__ = None

    def __init__(self, data, _prev=(), _made_by=None, _saved=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._prev = _prev
        self._made_by = _made_by
        self._saved = _saved
        self._round = 0  # the round in which something was last received
        self._rounds = 0  # how often backward() was called here

    def __repr__(self):
        return f"Tensor({self.data.tolist()}, made by {self._made_by})"

    # ---------------------------------------------------------------- operators

    def __add__(self, other):
        other = lift(other)
        return Tensor(self.data + other.data, (self, other), "add")

    __radd__ = __add__

    def _back_add(self):
        for parent in self._prev:
            self._send(parent, unbroadcast(self.grad, parent.data.shape))

    def __mul__(self, other):
        other = lift(other)
        return Tensor(self.data * other.data, (self, other), "mul")

    __rmul__ = __mul__

    def _back_mul(self):
        a, b = self._prev
        self._send(a, unbroadcast(self.grad * b.data, a.data.shape))
        self._send(b, unbroadcast(self.grad * a.data, b.data.shape))

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -lift(other)

    def __rsub__(self, other):
        return lift(other) + -self

    def __truediv__(self, other):
        return self * lift(other) ** -1.0

    def __rtruediv__(self, other):
        return lift(other) * self**-1.0

    def __pow__(self, n):
        return Tensor(self.data**n, (self,), "pow", n)

    def _back_pow(self):
        (a,) = self._prev
        n = self._saved
        slope = n * a.data ** (n - 1) if n != 0 else np.zeros_like(a.data)
        self._send(a, self.grad * slope)

    def __matmul__(self, other):
        other = lift(other)
        return Tensor(self.data @ other.data, (self, other), "matmul")

    def __rmatmul__(self, other):
        return lift(other) @ self

    def _back_matmul(self):
        a, b = self._prev
        x = a.data if a.data.ndim > 1 else a.data[np.newaxis, :]
        y = b.data if b.data.ndim > 1 else b.data[:, np.newaxis]
        # The shape that the product would have had with matrices on both sides.
        stack = np.broadcast_shapes(x.shape[:-2], y.shape[:-2])
        g = self.grad.reshape(stack + (x.shape[-2], y.shape[-1]))
        gx = unbroadcast(np.matmul(g, np.swapaxes(y, -1, -2)), x.shape)
        gy = unbroadcast(np.matmul(np.swapaxes(x, -1, -2), g), y.shape)
        self._send(a, gx.reshape(a.data.shape))
        self._send(b, gy.reshape(b.data.shape))

    # --------------------------------------------------------------- reductions

    def sum(self, axis=None, keepdims=False):
        kept = self.data.sum(axis=axis, keepdims=True)
        value = kept if keepdims else self.data.sum(axis=axis)
        return Tensor(value, (self,), "sum", kept.shape)

    def _back_sum(self):
        (a,) = self._prev
        self._send(a, np.ones_like(a.data) * self.grad.reshape(self._saved))

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis, keepdims)
        return out * (out.data.size / self.data.size)

    # ------------------------------------------------------------------- shapes

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape), (self,), "reshape")

    def _back_reshape(self):
        (a,) = self._prev
        self._send(a, self.grad.reshape(a.data.shape))

    def transpose(self, axes=None):
        if axes is None:
            axes = range(self.data.ndim)[::-1]
        axes = [k % self.data.ndim for k in axes]
        return Tensor(self.data.transpose(axes), (self,), "transpose", axes)

    T = property(lambda self: self.transpose())

    def _back_transpose(self):
        (a,) = self._prev
        self._send(a, self.grad.transpose([self._saved.index(k) for k in range(a.data.ndim)]))

    def __getitem__(self, index):
        return Tensor(self.data[index], (self,), "index", index)

    def _back_index(self):
        (a,) = self._prev
        spread = np.zeros_like(a.data)
        np.add.at(spread, self._saved, self.grad)
        self._send(a, spread)

    # ---------------------------------------------------------------- functions

    def relu(self):
        return Tensor(self.data * (self.data > 0), (self,), "relu")

    def _back_relu(self):
        (a,) = self._prev
        self._send(a, self.grad * (a.data > 0))

    def exp(self):
        return Tensor(np.exp(self.data), (self,), "exp")

    def _back_exp(self):
        self._send(self._prev[0], self.grad * self.data)

    def log(self):
        return Tensor(np.log(self.data), (self,), "log")

    def _back_log(self):
        (a,) = self._prev
        self._send(a, self.grad / a.data)

    def tanh(self):
        return Tensor(np.tanh(self.data), (self,), "tanh")

    def _back_tanh(self):
        self._send(self._prev[0], self.grad * (1.0 - self.data**2))

    def log_softmax(self, axis=-1):
        low = self.data - np.max(self.data, axis=axis, keepdims=True)
        value = low - np.log(np.sum(np.exp(low), axis=axis, keepdims=True))
        return Tensor(value, (self,), "log_softmax", axis)

    def _back_log_softmax(self):
        total = self.grad.sum(axis=self._saved, keepdims=True)
        self._send(self._prev[0], self.grad - np.exp(self.data) * total)

    # ----------------------------------------------------------------- the walk

    def _send(self, parent, grad):
        parent._receive(grad, self._round)

    def _receive(self, grad, this_round):
        """Leaves keep what they have. The others begin anew with the first gift of a round."""
        if self._prev and self._round != this_round:
            self.grad = np.zeros_like(self.data)
        self._round = this_round
        self.grad = np.array(self.grad + grad)

    def backward(self):
        self._rounds += 1
        self._receive(np.ones_like(self.data), self._rounds)
        for tensor in reversed(family(self)):
            if tensor._made_by is not None:
                getattr(tensor, "_back_" + tensor._made_by)()


def family(root):
    """`root` and everything that it was made of, parents first."""
    line, known = [], set()

    def visit(tensor):
        known.add(id(tensor))
        for parent in tensor._prev:
            if id(parent) not in known:
                visit(parent)
        line.append(tensor)

    visit(root)
    return line


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    added = grad.ndim - len(shape)
    padded = (1,) * added + tuple(shape)
    axes = tuple(k for k, n in enumerate(padded) if n == 1)
    return grad.sum(axis=axes, keepdims=True).reshape(shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels)
    return -logits.log_softmax()[np.arange(labels.size), labels].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for tensor in family(root):
        tensor.grad = np.zeros_like(tensor.data)
