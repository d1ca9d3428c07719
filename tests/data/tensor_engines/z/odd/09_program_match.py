"""A tensor remembers an expression, a plain tuple such as ("*", a, b). One function, a single
match statement, says for every expression what its operands get."""

import numpy as np


def gradients(expression, y, g):
    """Pairs: a tensor, and what it gets if the value y of the expression gets g."""
    match expression:
        case None:
            return
        case ("+", a, b):
            yield a, g
            yield b, g
        case ("-", a, b):
            yield a, g
            yield b, -g
        case ("*", a, b):
            yield a, g * b.data
            yield b, g * a.data
        case ("/", a, b):
            yield a, g / b.data
            yield b, -g * y / b.data
        case ("@", Tensor(ndim=1) as a, Tensor(ndim=1) as b):
            yield a, g * b.data
            yield b, g * a.data
        case ("@", Tensor(ndim=1) as a, b):
            yield a, (b.data * g[..., None, :]).sum(axis=-1)
            yield b, a.data[:, None] * g[..., None, :]
        case ("@", a, Tensor(ndim=1) as b):
            yield a, g[..., :, None] * b.data
            yield b, (a.data * g[..., :, None]).sum(axis=-2)
        case ("@", a, b):
            yield a, g @ b.data.swapaxes(-1, -2)
            yield b, a.data.swapaxes(-1, -2) @ g
        case ("**", _, 0):
            return
        case ("**", a, n):
            yield a, g * n * a.data ** (n - 1)
        case ("sum", a, axis, False) if axis is not None:
            yield a, np.broadcast_to(np.expand_dims(g, axis), a.data.shape)
        case ("sum", a, _, _):
            yield a, np.broadcast_to(g, a.data.shape)
        case ("reshape", a):
            yield a, g.reshape(a.data.shape)
        case ("transpose", a, None):
            yield a, g.T
        case ("transpose", a, axes):
            yield a, g.transpose(np.argsort([ax % g.ndim for ax in axes]))
        case ("[]", a, index):
            z = np.zeros_like(a.data)
            np.add.at(z, index, g)
            yield a, z
        case ("relu", a):
            yield a, np.where(a.data > 0, g, 0.0)
        case ("exp", a):
            yield a, g * y
        case ("log", a):
            yield a, g / a.data
        case ("tanh", a):
            yield a, g - g * y**2
        case ("log_softmax", a, axis):
            yield a, g - np.exp(y) * g.sum(axis=axis, keepdims=True)
        case _:
            raise TypeError(f"no rule for {expression[0]}")


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, expression=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.expression = expression

    @property
    def ndim(self):
        return self.data.ndim

    @property
    def operands(self):
        return [x for x in self.expression or () if isinstance(x, Tensor)]

    def __add__(self, other, swapped=False):
        a, b = pair(self, other, swapped)
        return Tensor(a.data + b.data, ("+", a, b))

    def __sub__(self, other, swapped=False):
        a, b = pair(self, other, swapped)
        return Tensor(a.data - b.data, ("-", a, b))

    def __mul__(self, other, swapped=False):
        a, b = pair(self, other, swapped)
        return Tensor(a.data * b.data, ("*", a, b))

    def __truediv__(self, other, swapped=False):
        a, b = pair(self, other, swapped)
        return Tensor(a.data / b.data, ("/", a, b))

    def __matmul__(self, other, swapped=False):
        a, b = pair(self, other, swapped)
        return Tensor(a.data @ b.data, ("@", a, b))

    def __radd__(self, other):
        return self.__add__(other, swapped=True)

    def __rsub__(self, other):
        return self.__sub__(other, swapped=True)

    def __rmul__(self, other):
        return self.__mul__(other, swapped=True)

    def __rtruediv__(self, other):
        return self.__truediv__(other, swapped=True)

    def __rmatmul__(self, other):
        return self.__matmul__(other, swapped=True)

    def __neg__(self):
        return 0 - self

    def __pow__(self, n):
        return Tensor(self.data**n, ("**", self, n))

    def sum(self, axis=None, keepdims=False):
        value = self.data.sum(axis=axis, keepdims=keepdims)
        return Tensor(value, ("sum", self, axis, keepdims))

    def mean(self, axis=None, keepdims=False):
        s = self.sum(axis=axis, keepdims=keepdims)
        return s / (self.data.size / s.data.size)

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape), ("reshape", self))

    def transpose(self, axes=None):
        return Tensor(self.data.transpose(axes), ("transpose", self, axes))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return Tensor(self.data[index], ("[]", self, index))

    def relu(self):
        return Tensor(self.data.clip(0), ("relu", self))

    def exp(self):
        return Tensor(np.exp(self.data), ("exp", self))

    def log(self):
        return Tensor(np.log(self.data), ("log", self))

    def tanh(self):
        return Tensor(np.tanh(self.data), ("tanh", self))

    def log_softmax(self, axis=-1):
        x = self.data - self.data.max(axis=axis, keepdims=True)
        value = x - np.log(np.exp(x).sum(axis=axis, keepdims=True))
        return Tensor(value, ("log_softmax", self, axis))

    def backward(self):
        nodes = consumers_first(self)
        for node in nodes:
            if node.expression is not None:
                node.grad = np.zeros_like(node.data)
        self.grad = self.grad + np.ones_like(self.data)
        for node in nodes:
            for operand, g in gradients(node.expression, node.data, node.grad):
                operand.grad = operand.grad + unbroadcast(g, operand.data.shape)


def pair(a, b, swapped):
    b = b if isinstance(b, Tensor) else Tensor(b)
    return (b, a) if swapped else (a, b)


def consumers_first(root):
    """A tensor is ready when everything that uses it has been given out."""
    uses = {}
    todo = [root]
    while todo:
        node = todo.pop()
        if node not in uses:
            uses[node] = 0
            todo += node.operands
    for node in uses:
        for each in node.operands:
            uses[each] += 1
    ready, order = [root], []
    while ready:
        node = ready.pop(0)
        order.append(node)
        for each in node.operands:
            uses[each] -= 1
            if uses[each] == 0:
                ready.append(each)
    return order


def unbroadcast(grad, shape):
    while grad.ndim > len(shape):
        grad = np.add.reduce(grad, axis=0)
    for axis, n in enumerate(shape):
        if n == 1:
            grad = np.add.reduce(grad, axis=axis, keepdims=True)
    return grad


def cross_entropy(logits, labels):
    rows = len(labels)
    return logits.log_softmax(axis=1)[range(rows), labels].sum() / -rows


def zero_grad(root):
    for node in consumers_first(root):
        node.grad = np.zeros_like(node.data)
