import numpy as np
from collections import deque


class Op:
    """Base class: value(...) works the result out, pull(g) gives one gradient per operand."""

    def __call__(self, *operands):
        self.operands = [Tensor.wrap(t) for t in operands]
        self.x = [t.data for t in self.operands]
        self.y = np.asarray(self.value(*self.x))
        out = Tensor(self.y)
        out.op = self
        return out


class Plus(Op):
    def value(self, a, b):
        return a + b

    def pull(self, g):
        return g, g


class Minus(Op):
    def value(self, a, b):
        return a - b

    def pull(self, g):
        return g, -g


class Times(Op):
    def value(self, a, b):
        return a * b

    def pull(self, g):
        a, b = self.x
        return g * b, g * a


class Over(Op):
    def value(self, a, b):
        return a / b

    def pull(self, g):
        a, b = self.x
        return g / b, -g * self.y / b


class At(Op):
    def value(self, a, b):
        return np.matmul(a, b)

    def pull(self, g):
        a, b = self.x
        if a.ndim == 1:
            a, g = a[None, :], np.expand_dims(g, g.ndim if b.ndim == 1 else -2)
            if b.ndim == 1:
                b, g = b[:, None], g.reshape(1, 1)
        elif b.ndim == 1:
            b, g = b[:, None], g[..., None]
        ga = unbroadcast(np.matmul(g, np.swapaxes(b, -2, -1)), a.shape)
        gb = unbroadcast(np.matmul(np.swapaxes(a, -2, -1), g), b.shape)
        return ga.reshape(self.x[0].shape), gb.reshape(self.x[1].shape)


class Entrywise(Op):
    def __init__(self, f, slope):
        self.f, self.slope = f, slope

    def value(self, a):
        return self.f(a)

    def pull(self, g):
        return (g * self.slope(self.x[0], self.y),)


class Power(Op):
    def __init__(self, n):
        self.n = n

    def value(self, a):
        return a**self.n

    def pull(self, g):
        if self.n == 0:
            return (0.0 * g,)
        return (g * self.n * self.x[0] ** (self.n - 1),)


class Total(Op):
    def __init__(self, axis, keepdims):
        self.axis, self.keepdims = axis, keepdims

    def value(self, a):
        return a.sum(axis=self.axis, keepdims=self.keepdims)

    def pull(self, g):
        if not self.keepdims and self.axis is not None:
            g = np.expand_dims(g, self.axis)
        return (np.broadcast_to(g, self.x[0].shape),)


class Move(Op):
    """Entries are put elsewhere: there is a way, and a way back."""

    def __init__(self, there, back):
        self.there, self.back = there, back

    def value(self, a):
        return self.there(a)

    def pull(self, g):
        return (self.back(g),)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.op = None

    @staticmethod
    def wrap(x):
        return x if isinstance(x, Tensor) else Tensor(x)

    @property
    def below(self):
        return self.op.operands if self.op else []

    def __add__(self, other):
        return Plus()(self, other)

    def __radd__(self, other):
        return Plus()(other, self)

    def __sub__(self, other):
        return Minus()(self, other)

    def __rsub__(self, other):
        return Minus()(other, self)

    def __mul__(self, other):
        return Times()(self, other)

    def __rmul__(self, other):
        return Times()(other, self)

    def __truediv__(self, other):
        return Over()(self, other)

    def __rtruediv__(self, other):
        return Over()(other, self)

    def __matmul__(self, other):
        return At()(self, other)

    def __rmatmul__(self, other):
        return At()(other, self)

    def __neg__(self):
        return Minus()(0.0, self)

    def __pow__(self, n):
        return Power(n)(self)

    def sum(self, axis=None, keepdims=False):
        return Total(axis, keepdims)(self)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total / (self.data.size / total.data.size)

    def reshape(self, *shape):
        return Move(lambda a: a.reshape(*shape), lambda g: g.reshape(self.data.shape))(self)

    def transpose(self, axes=None):
        n = self.data.ndim
        axes = [i % n for i in axes] if axes is not None else list(range(n))[::-1]
        back = [axes.index(i) for i in range(n)]
        return Move(lambda a: a.transpose(axes), lambda g: g.transpose(back))(self)

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def back(g):
            full = np.zeros_like(self.data)
            np.add.at(full, index, g)
            return full

        return Move(lambda a: a[index], back)(self)

    def relu(self):
        return Entrywise(lambda x: np.maximum(x, 0.0), lambda x, y: x > 0)(self)

    def exp(self):
        return Entrywise(np.exp, lambda x, y: y)(self)

    def log(self):
        return Entrywise(np.log, lambda x, y: 1 / x)(self)

    def tanh(self):
        return Entrywise(np.tanh, lambda x, y: 1 - y**2)(self)

    def log_softmax(self, axis=-1):
        low = self - self.data.max(axis=axis, keepdims=True)
        return low - low.exp().sum(axis=axis, keepdims=True).log()

    def backward(self):
        order = levels(self)
        for t in order:
            if t.op:
                t.grad = np.zeros_like(t.data)
        self.grad = self.grad + np.ones_like(self.data)
        for t in order:
            if t.op:
                for low, g in zip(t.below, t.op.pull(t.grad)):
                    low.grad = low.grad + unbroadcast(g, low.data.shape)


def everything(root):
    found, todo = {id(root): root}, [root]
    while todo:
        for t in todo.pop().below:
            if id(t) not in found:
                found[id(t)] = t
                todo.append(t)
    return list(found.values())


def levels(root):
    """Root first, then what it is made of, and so on down."""
    order, queue = [], deque([root])
    seen = {id(root)}
    while queue:
        t = queue.popleft()
        order.append(t)
        for low in t.below:
            if id(low) not in seen:
                seen.add(id(low))
                queue.append(low)
    return order


def unbroadcast(grad, shape):
    for _ in range(grad.ndim - len(shape)):
        grad = grad.sum(axis=0)
    for i, n in enumerate(shape):
        if n == 1:
            grad = grad.sum(axis=i, keepdims=True)
    return grad


def cross_entropy(logits, labels):
    rows = np.arange(len(labels))
    return -(logits.log_softmax(axis=1)[rows, np.asarray(labels)].mean())


def zero_grad(root):
    for t in everything(root):
        t.grad = np.zeros_like(t.data)
