"""Exercise 8. One class for each operation; the tensors only know which operation made them."""

import numpy as np


class Operation:
    """Has `inputs`, works out `forward(*arrays)`, and gives back one gradient for each input."""

    def __init__(self, *inputs, **options):
        self.inputs = [x if isinstance(x, Tensor) else Tensor(x) for x in inputs]
        self.options = options

    def run(self):
        arrays = [x.data for x in self.inputs]
        self.value = np.asarray(self.forward(*arrays, **self.options), dtype=np.float64)
        return Tensor(self.value, op=self)

    def gradients(self, g):
        arrays = [x.data for x in self.inputs]
        found = self.backward(g, *arrays, **self.options)
        return found if isinstance(found, tuple) else (found,)


class Add(Operation):
    def forward(self, a, b):
        return a + b

    def backward(self, g, a, b):
        return g, g


class Sub(Operation):
    def forward(self, a, b):
        return a - b

    def backward(self, g, a, b):
        return g, -g


class Mul(Operation):
    def forward(self, a, b):
        return a * b

    def backward(self, g, a, b):
        return g * b, g * a


class Div(Operation):
    def forward(self, a, b):
        return a / b

    def backward(self, g, a, b):
        return g / b, -g * a / b**2


class Pow(Operation):
    def forward(self, a, n):
        return a**n

    def backward(self, g, a, n):
        return g * (n * a ** (n - 1) if n else 0.0)


class MatMul(Operation):
    def forward(self, a, b):
        return a @ b

    def backward(self, g, a, b):
        if a.ndim == 1 and b.ndim == 1:
            return g * b, g * a
        if a.ndim == 1:  # (k,) @ (..., k, n)
            return (b @ g[..., None])[..., 0], a[:, None] * g[..., None, :]
        if b.ndim == 1:  # (..., m, k) @ (k,)
            return g[..., None] * b, (g[..., None, :] @ a)[..., 0, :]
        return g @ np.swapaxes(b, -1, -2), np.swapaxes(a, -1, -2) @ g


class Sum(Operation):
    def forward(self, a, axis, keepdims):
        return a.sum(axis=axis, keepdims=keepdims)

    def backward(self, g, a, axis, keepdims):
        kept = a.sum(axis=axis, keepdims=True).shape
        return np.broadcast_to(g.reshape(kept), a.shape)


class Mean(Sum):
    def forward(self, a, axis, keepdims):
        return a.mean(axis=axis, keepdims=keepdims)

    def backward(self, g, a, axis, keepdims):
        return super().backward(g, a, axis, keepdims) * (g.size / a.size)


class Reshape(Operation):
    def forward(self, a, shape):
        return a.reshape(*shape)

    def backward(self, g, a, shape):
        return g.reshape(a.shape)


class Transpose(Operation):
    def forward(self, a, axes):
        return a.transpose(axes)

    def backward(self, g, a, axes):
        back = [0] * a.ndim
        for new, old in enumerate(axes):
            back[old] = new
        return g.transpose(back)


class Take(Operation):
    def forward(self, a, index):
        return a[index]

    def backward(self, g, a, index):
        full = np.zeros(a.shape)
        np.add.at(full, index, g)
        return full


class Relu(Operation):
    def forward(self, a):
        return np.where(a > 0, a, 0.0)

    def backward(self, g, a):
        return np.where(a > 0, g, 0.0)


class Exp(Operation):
    def forward(self, a):
        return np.exp(a)

    def backward(self, g, a):
        return g * self.value


class Log(Operation):
    def forward(self, a):
        return np.log(a)

    def backward(self, g, a):
        return g / a


class Tanh(Operation):
    def forward(self, a):
        return np.tanh(a)

    def backward(self, g, a):
        return g * (1.0 - self.value * self.value)


class LogSoftmax(Operation):
    def forward(self, a, axis):
        a = a - a.max(axis=axis, keepdims=True)
        return a - np.log(np.exp(a).sum(axis=axis, keepdims=True))

    def backward(self, g, a, axis):
        return g - np.exp(self.value) * g.sum(axis=axis, keepdims=True)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, op=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.op = op

    def __add__(self, other):
        return Add(self, other).run()

    def __radd__(self, other):
        return Add(other, self).run()

    def __sub__(self, other):
        return Sub(self, other).run()

    def __rsub__(self, other):
        return Sub(other, self).run()

    def __mul__(self, other):
        return Mul(self, other).run()

    def __rmul__(self, other):
        return Mul(other, self).run()

    def __truediv__(self, other):
        return Div(self, other).run()

    def __rtruediv__(self, other):
        return Div(other, self).run()

    def __matmul__(self, other):
        return MatMul(self, other).run()

    def __rmatmul__(self, other):
        return MatMul(other, self).run()

    def __neg__(self):
        return Mul(self, -1.0).run()

    def __pow__(self, n):
        return Pow(self, n=n).run()

    def __getitem__(self, index):
        return Take(self, index=index).run()

    def sum(self, axis=None, keepdims=False):
        return Sum(self, axis=axis, keepdims=keepdims).run()

    def mean(self, axis=None, keepdims=False):
        return Mean(self, axis=axis, keepdims=keepdims).run()

    def reshape(self, *shape):
        return Reshape(self, shape=shape).run()

    def transpose(self, axes=None):
        if axes is None:
            axes = range(self.data.ndim)[::-1]
        return Transpose(self, axes=tuple(axes)).run()

    @property
    def T(self):
        return self.transpose()

    def relu(self):
        return Relu(self).run()

    def exp(self):
        return Exp(self).run()

    def log(self):
        return Log(self).run()

    def tanh(self):
        return Tanh(self).run()

    def log_softmax(self, axis=-1):
        return LogSoftmax(self, axis=axis).run()

    def backward(self):
        order = topological(self)
        if self.op is None:
            self.grad += 1.0
            return
        self.grad = np.ones(self.data.shape)
        for node in reversed(order):
            if node.op is None:
                continue
            for tensor, g in zip(node.op.inputs, node.op.gradients(node.grad)):
                tensor.grad += unbroadcast(g, tensor.data.shape)
        for node in order[:-1]:
            if node.op is not None:
                node.grad = np.zeros(node.data.shape)


def topological(root):
    order, seen = [], set()
    stack = [(root, False)]
    while stack:
        node, expanded = stack.pop()
        if expanded:
            order.append(node)
            continue
        if node in seen:
            continue
        seen.add(node)
        stack.append((node, True))
        if node.op is not None:
            stack.extend((x, False) for x in node.op.inputs)
    return order


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    while grad.ndim > len(shape):
        grad = grad.sum(axis=0)
    for axis, n in enumerate(shape):
        if n == 1 and grad.shape[axis] > 1:
            grad = grad.sum(axis=axis, keepdims=True)
    return grad


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows = list(range(logits.data.shape[0]))
    picked = logits.log_softmax(axis=1)[rows, np.asarray(labels, dtype=int)]
    return -picked.mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in topological(root):
        node.grad = np.zeros(node.data.shape)
