"""Primitives are marked by a decorator: they work on arrays and return a value and a pullback."""

import functools

import numpy as np


def primitive(fun):
    @functools.wraps(fun)
    def traced(*args, **kwargs):
        tensors = [a if isinstance(a, Tensor) else Tensor(a) for a in args]
        value, pullback = fun(*[t.data for t in tensors], **kwargs)
        return Tensor(value, tensors, pullback)

    return traced


def flip(fun):
    return lambda self, other: fun(other, self)


@primitive
def add(a, b):
    return a + b, lambda g: (g, g)


@primitive
def sub(a, b):
    return a - b, lambda g: (g, -g)


@primitive
def mul(a, b):
    return a * b, lambda g: (g * b, g * a)


@primitive
def div(a, b):
    return a / b, lambda g: (g / b, -g * a / (b * b))


@primitive
def neg(a):
    return -a, lambda g: (-g,)


@primitive
def matmul(a, b):
    def pullback(g):
        if a.ndim == 1 and b.ndim == 1:
            return g * b, g * a
        if a.ndim == 1:
            g = np.expand_dims(g, -2)
            return np.squeeze(g @ b.swapaxes(-1, -2), axis=-2), a[:, None] @ g
        if b.ndim == 1:
            g = np.expand_dims(g, -1)
            return g * b, np.squeeze(a.swapaxes(-1, -2) @ g, axis=-1)
        return g @ b.swapaxes(-1, -2), a.swapaxes(-1, -2) @ g

    return a @ b, pullback


@primitive
def power(a, *, n):
    return a**n, lambda g: (g * n * a ** (n - 1) if n != 0 else np.zeros_like(a),)


@primitive
def total(a, *, axis, keepdims):
    def pullback(g):
        if axis is not None and not keepdims:
            g = np.expand_dims(g, axis)
        return (np.broadcast_to(g, a.shape),)

    return a.sum(axis=axis, keepdims=keepdims), pullback


@primitive
def average(a, *, axis, keepdims):
    y = a.mean(axis=axis, keepdims=keepdims)

    def pullback(g):
        if axis is not None and not keepdims:
            g = np.expand_dims(g, axis)
        return (np.broadcast_to(g * y.size / a.size, a.shape),)

    return y, pullback


@primitive
def reshaped(a, *, shape):
    return a.reshape(*shape), lambda g: (g.reshape(a.shape),)


@primitive
def transposed(a, *, axes):
    y = a.transpose(axes)
    if axes is None:
        return y, lambda g: (g.transpose(),)
    return y, lambda g: (g.transpose(np.argsort([i % a.ndim for i in axes])),)


@primitive
def indexed(a, *, index):
    def pullback(g):
        into = np.zeros_like(a)
        np.add.at(into, index, g)
        return (into,)

    return a[index], pullback


@primitive
def relu(a):
    return a.clip(min=0), lambda g: (g * (a > 0),)


@primitive
def exp(a):
    y = np.exp(a)
    return y, lambda g: (g * y,)


@primitive
def log(a):
    return np.log(a), lambda g: (g / a,)


@primitive
def tanh(a):
    y = np.tanh(a)
    return y, lambda g: (g * (1 - y * y),)


@primitive
def log_softmax(a, *, axis):
    z = a - a.max(axis=axis, keepdims=True)
    y = z - np.log(np.sum(np.exp(z), axis=axis, keepdims=True))
    return y, lambda g: (log_softmax_gradient(g, np.exp(y), axis),)


def log_softmax_gradient(g, softmax, axis):
    sums = np.sum(g)
    return g - softmax * sums


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, inputs=(), pullback=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.inputs = inputs
        self.pullback = pullback

    __add__, __radd__ = add, flip(add)
    __sub__, __rsub__ = sub, flip(sub)
    __mul__, __rmul__ = mul, flip(mul)
    __truediv__, __rtruediv__ = div, flip(div)
    __matmul__, __rmatmul__ = matmul, flip(matmul)
    __neg__ = neg
    relu, exp, log, tanh = relu, exp, log, tanh

    def __pow__(self, n):
        return power(self, n=n)

    def __getitem__(self, index):
        return indexed(self, index=index)

    def sum(self, axis=None, keepdims=False):
        return total(self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        return average(self, axis=axis, keepdims=keepdims)

    def reshape(self, *shape):
        return reshaped(self, shape=shape)

    def transpose(self, axes=None):
        return transposed(self, axes=axes)

    @property
    def T(self):
        return transposed(self, axes=None)

    def log_softmax(self, axis=-1):
        return log_softmax(self, axis=axis)

    def backward(self):
        order = list(postorder(self))
        for t in order:
            if t.pullback is not None:
                t.grad = np.zeros_like(t.data)
        self.grad = self.grad + np.ones_like(self.data)
        for t in reversed(order):
            if t.pullback is not None:
                for each, g in zip(t.inputs, t.pullback(t.grad)):
                    each.grad = each.grad + unbroadcast(g, each.data.shape)


def postorder(root):
    seen = {root}
    stack = [(root, iter(root.inputs))]
    while stack:
        t, rest = stack[-1]
        fresh = next((each for each in rest if each not in seen), None)
        if fresh is None:
            stack.pop()
            yield t
        else:
            seen.add(fresh)
            stack.append((fresh, iter(fresh.inputs)))


def unbroadcast(grad, shape):
    offset = grad.ndim - len(shape)
    axes = tuple(
        k for k in range(grad.ndim) if k < offset or (shape[k - offset] == 1 < grad.shape[k])
    )
    return np.sum(grad, axis=axes).reshape(shape)


def cross_entropy(logits, labels):
    picked = logits.log_softmax()[np.arange(len(labels)), labels]
    return -picked.mean()


def zero_grad(root):
    for t in postorder(root):
        t.grad = np.zeros_like(t.data)


# ---- Examples: run this file to see them. Nothing to do below this line. ----


def broadcast():
    a, b = Tensor([[1.0], [2.0]]), Tensor([3.0, 4.0, 5.0])
    (a * b).sum().backward()
    return [a.grad, b.grad]


def product():
    a, b = Tensor([[1.0, 2.0], [3.0, 4.0]]), Tensor([5.0, 6.0])
    (a @ b).mean().backward()
    return [a.grad, b.grad]


def twice():
    a = Tensor([1.0, 2.0])
    root = (a * a + a).sum()
    root.backward()
    root.backward()
    return [a.grad]


def same_row():
    a = Tensor([[1.0, 2.0], [3.0, 4.0]])
    (a[[0, 0, 1]] * 2).sum().backward()
    return [a.grad]


def labelled():
    x = Tensor([[1000.0, 0.0], [0.0, 0.0]])
    root = cross_entropy(x, [0, 1])
    root.backward()
    return [root.data, x.grad]


EXAMPLES = [
    ("(a * b).sum(), shapes (2, 1) and (3,)", broadcast, [[[12], [12]], [3, 3, 3]]),
    ("(a @ b).mean()", product, [[[2.5, 3], [2.5, 3]], [2, 3]]),
    ("(a * a + a).sum(), two calls", twice, [[6, 10]]),
    ("a[[0, 0, 1]] takes a row twice", same_row, [[[4, 4], [2, 2]]]),
    ("cross_entropy, logits of 1000", labelled, [np.log(2) / 2, [[0, 0], [0.25, -0.25]]]),
]


def main():
    for what, compute, wanted in EXAMPLES:
        try:
            found = compute()
        except Exception as error:
            print(f"  not yet  {what}: {type(error).__name__}: {error}")
            continue
        right = all(
            np.shape(one) == np.shape(other) and np.allclose(one, other)
            for one, other in zip(found, wanted, strict=True)
        )
        print(f"  {'right    ' if right else 'not yet  '}{what}")
        if not right:
            print(f"             expected {wanted}\n             found    {found}")


if __name__ == "__main__":
    main()
