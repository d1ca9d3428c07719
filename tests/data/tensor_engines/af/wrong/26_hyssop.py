"""Exercise 8, the exam. Every operator is a small class with forward and backward; a gradient is
gathered in a dictionary while backward() runs, and only leaves keep it afterwards."""

import numpy as np


# ---- operators: forward gives the value, backward gives one gradient for each input ----


class Op:
    def __init__(self, **options):
        self.__dict__.update(options)


class Add(Op):
    def forward(self, a, b):
        return a + b

    def backward(self, grad, out, a, b):
        return unbroadcast(grad, a.shape), unbroadcast(grad, b.shape)


class Sub(Op):
    def forward(self, a, b):
        return a - b

    def backward(self, grad, out, a, b):
        return unbroadcast(grad, a.shape), unbroadcast(-grad, b.shape)


class Mul(Op):
    def forward(self, a, b):
        return a * b

    def backward(self, grad, out, a, b):
        return unbroadcast(grad * b, a.shape), unbroadcast(grad * a, b.shape)


class Div(Op):
    def forward(self, a, b):
        return a / b

    def backward(self, grad, out, a, b):
        return unbroadcast(grad / b, a.shape), unbroadcast(-grad * a / b**2, b.shape)


class Power(Op):
    def forward(self, a):
        return a**self.n

    def backward(self, grad, out, a):
        if self.n == 0:
            return (np.zeros_like(a),)
        return (grad * self.n * a ** (self.n - 1),)


class MatMul(Op):
    def forward(self, a, b):
        return a @ b

    def backward(self, grad, out, a, b):
        # A vector on the left is one row, a vector on the right is one column.
        rows = a.reshape(1, -1) if a.ndim == 1 else a
        columns = b.reshape(-1, 1) if b.ndim == 1 else b
        if b.ndim == 1:
            grad = grad[..., None]
        if a.ndim == 1:
            grad = grad[..., None, :]
        to_a = unbroadcast(grad @ columns.swapaxes(-1, -2), rows.shape)
        to_b = unbroadcast(rows.swapaxes(-1, -2) @ grad, columns.shape)
        return to_a.reshape(a.shape), to_b.reshape(b.shape)


class Sum(Op):
    def forward(self, a):
        return a.sum(axis=self.axis, keepdims=self.keepdims)

    def backward(self, grad, out, a):
        if self.axis is not None and not self.keepdims:
            grad = np.expand_dims(grad, self.axis)
        return (np.broadcast_to(grad, a.shape),)


class Mean(Sum):
    def forward(self, a):
        return a.mean(axis=self.axis, keepdims=self.keepdims)

    def backward(self, grad, out, a):
        return super().backward(grad * out.size / a.size, out, a)


class Reshape(Op):
    def forward(self, a):
        return a.reshape(self.shape)

    def backward(self, grad, out, a):
        return (grad.reshape(a.shape),)


class Transpose(Op):
    def forward(self, a):
        return a.transpose(self.axes)

    def backward(self, grad, out, a):
        if self.axes is None:
            return (grad.transpose(),)
        back = [0] * a.ndim
        for new, old in enumerate(self.axes):
            back[old] = new
        return (grad.transpose(back),)


class Index(Op):
    def forward(self, a):
        return a[self.index]

    def backward(self, grad, out, a):
        full = np.zeros_like(a)
        if isinstance(self.index, (list, np.ndarray)):
            # np.add.at on whole rows is slow: sum the copies of each row first, then put them.
            wanted = np.asarray(self.index)
            rows, copy_of = np.unique(wanted.reshape(-1), return_inverse=True)
            sums = np.zeros((len(rows),) + a.shape[1:])
            for k, part in zip(copy_of.reshape(-1), grad.reshape((-1,) + a.shape[1:])):
                sums[k] += part
            full[rows] = sums
        else:
            np.add.at(full, self.index, grad)
        return (full,)


class Relu(Op):
    def forward(self, a):
        return np.where(a > 0, a, 0.0)

    def backward(self, grad, out, a):
        return (np.where(a > 0, grad, 0.0),)


class Exp(Op):
    def forward(self, a):
        return np.exp(a)

    def backward(self, grad, out, a):
        return (grad * out,)


class Log(Op):
    def forward(self, a):
        return np.log(a)

    def backward(self, grad, out, a):
        return (grad / a,)


class Tanh(Op):
    def forward(self, a):
        return np.tanh(a)

    def backward(self, grad, out, a):
        return (grad * (1.0 - out * out),)


class LogSoftmax(Op):
    def forward(self, a):
        a = a - a.max(axis=self.axis, keepdims=True)
        return a - np.log(np.exp(a).sum(axis=self.axis, keepdims=True))

    def backward(self, grad, out, a):
        return (grad - np.exp(out) * grad.sum(axis=self.axis, keepdims=True),)


def apply(op, *inputs):
    inputs = tuple(t if isinstance(t, Tensor) else Tensor(t) for t in inputs)
    return Tensor(op.forward(*(t.data for t in inputs)), inputs, op)


# ---- the tensor ----


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, _prev=(), _op=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self._prev = _prev
        self._op = _op

    def __repr__(self):
        return f"Tensor(data={self.data}, grad={self.grad})"

    __add__ = lambda self, other: apply(Add(), self, other)
    __radd__ = lambda self, other: apply(Add(), other, self)
    __sub__ = lambda self, other: apply(Sub(), self, other)
    __rsub__ = lambda self, other: apply(Sub(), other, self)
    __mul__ = lambda self, other: apply(Mul(), self, other)
    __rmul__ = lambda self, other: apply(Mul(), other, self)
    __truediv__ = lambda self, other: apply(Div(), self, other)
    __rtruediv__ = lambda self, other: apply(Div(), other, self)
    __matmul__ = lambda self, other: apply(MatMul(), self, other)
    __rmatmul__ = lambda self, other: apply(MatMul(), other, self)
    __neg__ = lambda self: apply(Mul(), self, -1.0)
    __pow__ = lambda self, n: apply(Power(n=n), self)
    __getitem__ = lambda self, index: apply(Index(index=index), self)

    def sum(self, axis=None, keepdims=False):
        return apply(Sum(axis=axis, keepdims=keepdims), self)

    def mean(self, axis=None, keepdims=False):
        return apply(Mean(axis=axis, keepdims=keepdims), self)

    def reshape(self, *shape):
        if len(shape) == 1:
            shape = shape[0]
        return apply(Reshape(shape=shape), self)

    def transpose(self, axes=None):
        return apply(Transpose(axes=axes), self)

    T = property(transpose)

    def relu(self):
        return apply(Relu(), self)

    def exp(self):
        return apply(Exp(), self)

    def log(self):
        return apply(Log(), self)

    def tanh(self):
        return apply(Tanh(), self)

    def log_softmax(self, axis=-1):
        return apply(LogSoftmax(axis=axis), self)

    def backward(self):
        arrived = {self: np.ones(self.data.shape)}
        for node in reversed(sorted_graph(self)):
            grad = arrived.pop(node)
            if node._op is None:
                node.grad = np.asarray(node.grad + grad)
                continue
            node.grad = np.array(grad)
            parts = node._op.backward(grad, node.data, *(t.data for t in node._prev))
            for parent, part in zip(node._prev, parts):
                arrived[parent] = np.asarray(arrived[parent] + part if parent in arrived else part)


def sorted_graph(root):
    """Operands before results. A stack, since a chain may be longer than Python's own."""
    order, entered, stack = [], set(), [(root, False)]
    while stack:
        node, finished = stack.pop()
        if finished:
            order.append(node)
        elif node not in entered:
            entered.add(node)
            stack.append((node, True))
            stack.extend((parent, False) for parent in node._prev)
    return order


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    while grad.ndim > len(shape):
        grad = grad.sum(axis=0)
    for axis, length in enumerate(shape):
        if length == 1:
            grad = grad.sum(axis=axis, keepdims=True)
    return grad


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    scores = logits.log_softmax(axis=1)
    return -scores[np.arange(len(labels)), np.array(labels)].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in sorted_graph(root):
        node.grad = np.zeros(node.data.shape)
