"""Every operation is a generator: it yields its value, is sent the gradient, and yields what each
operand gets. A generator runs once only, so each call of backward plays the operations again."""

import numpy as np


def unbroadcast(grad, shape):
    out = np.zeros(shape)
    # the axes in front are summed by hand, the stretched ones by adding slices
    flat = np.reshape(grad, (-1,) + grad.shape[grad.ndim - len(shape):])
    total = flat.sum(axis=0)
    out += np.add.reduce(total, axis=tuple(i for i, n in enumerate(shape) if n == 1), keepdims=True)
    return out


def add(x, y):
    g = yield x + y
    yield g, g


def mul(x, y):
    g = yield x * y
    yield g * y, g * x


def sub(x, y):
    g = yield x - y
    yield g, -g


def div(x, y):
    g = yield x / y
    yield g / y, -g * x / y / y


def matmul(x, y):
    left = x[None] if x.ndim == 1 else x
    right = y[:, None] if y.ndim == 1 else y
    z = left @ right
    g = yield x @ y
    g = g.reshape(z.shape)
    dx = unbroadcast(g @ right.swapaxes(-1, -2), left.shape)
    dy = unbroadcast(left.swapaxes(-1, -2) @ g, right.shape)
    yield dx.reshape(x.shape), dy.reshape(y.shape)


def power(x, n):
    g = yield x**n
    yield (g * n * x ** (n - 1 if n else 1),)


def total(x, axis, keepdims):
    g = yield x.sum(axis=axis, keepdims=keepdims)
    if axis and not keepdims:  # axis 0 comes in front by itself
        g = np.expand_dims(g, axis)
    yield (np.broadcast_to(g, x.shape),)


def reshape(x, shape):
    g = yield x.reshape(*shape)
    yield (g.reshape(x.shape),)


def transpose(x, axes):
    g = yield x.transpose(axes)
    places = np.arange(x.size).reshape(x.shape).transpose(axes)
    flat = np.empty(x.size)
    flat[places] = g
    yield (flat.reshape(x.shape),)


def index(x, where):
    g = yield x[where]
    back = np.zeros_like(x)
    np.add.at(back, where, g)
    yield (back,)


def relu(x):
    g = yield np.maximum(x, 0)
    yield (g * np.heaviside(x, 0),)


def exp(x):
    y = np.exp(x)
    g = yield y
    yield (g * y,)


def log(x):
    g = yield np.log(x)
    yield (g / x,)


def tanh(x):
    y = np.tanh(x)
    g = yield y
    yield (g - g * y * y,)


def log_softmax(x, axis):
    y = x - x.max(axis=axis, keepdims=True)
    y = y - np.log(np.exp(y).sum(axis=axis, keepdims=True))
    g = yield y
    yield (g - np.exp(y) * g.sum(axis=axis, keepdims=True),)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, play=None, cast=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.play, self.cast = play, cast

    def backward(self):
        order = programme(self)
        sums = {t: np.zeros_like(t.data) for t in order}
        sums[self] += 1
        for t in order:
            if t.play is None:
                t.grad += sums[t]
                continue
            act = t.play()
            next(act)
            for p, g in zip(t.cast, act.send(sums[t])):
                sums[p] += unbroadcast(np.asarray(g), p.data.shape)


def perform(piece, *cast, **how):
    cast = tuple(c if isinstance(c, Tensor) else Tensor(c) for c in cast)
    arrays = [c.data for c in cast]

    def play():
        return piece(*arrays, **how)

    return Tensor(next(play()), play, cast)


for sign, piece in dict(add=add, sub=sub, mul=mul, truediv=div, matmul=matmul).items():
    setattr(Tensor, f"__{sign}__", lambda a, b, piece=piece: perform(piece, a, b))
    setattr(Tensor, f"__r{sign}__", lambda a, b, piece=piece: perform(piece, b, a))
for piece in (relu, exp, log, tanh):
    setattr(Tensor, piece.__name__, lambda t, piece=piece: perform(piece, t))
Tensor.__neg__ = lambda t: 0.0 - t
Tensor.__pow__ = lambda t, n: perform(power, t, n=n)
Tensor.__getitem__ = lambda t, where: perform(index, t, where=where)
Tensor.sum = lambda t, axis=None, keepdims=False: perform(total, t, axis=axis, keepdims=keepdims)
Tensor.reshape = lambda t, *shape: perform(reshape, t, shape=shape)
Tensor.transpose = lambda t, axes=None: perform(transpose, t, axes=axes)
Tensor.T = property(Tensor.transpose)
Tensor.log_softmax = lambda t, axis=-1: perform(log_softmax, t, axis=axis)


def mean(t, axis=None, keepdims=False):
    s = t.sum(axis, keepdims)
    return s / (t.data.size / s.data.size)


Tensor.mean = mean


def programme(root):
    seen, out, stack = set(), [], [(root, False)]
    while stack:
        t, after = stack.pop()
        if after:
            out.insert(0, t)
        elif t not in seen:
            seen.add(t)
            stack.append((t, True))
            stack.extend((c, False) for c in t.cast)
    return out


def cross_entropy(logits, labels):
    return -logits.log_softmax()[np.arange(len(labels)), np.asarray(labels)].mean()


def zero_grad(root):
    for t in programme(root):
        t.grad = np.zeros_like(t.data)
