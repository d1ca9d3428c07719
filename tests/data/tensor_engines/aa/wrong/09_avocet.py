"""The engine as plain functions; the class gets them as methods at the end."""

import numpy as np


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, parents=(), back=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.parents = parents
        self.back = back


def node(value, *links):
    """A result. Each link is (tensor, function from the result's gradient to the tensor's)."""
    out = Tensor(value, tuple(t for t, _ in links))

    def back():
        for t, f in links:
            t.grad = t.grad + unbroadcast(f(out.grad), t.data.shape)

    out.back = back
    return out


def T_(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def unbroadcast(grad, shape):
    while len(grad.shape) > len(shape):
        grad = grad.sum(axis=0)
    for i, (have, want) in enumerate(zip(grad.shape, shape)):
        if have != want:
            grad = grad.sum(axis=i, keepdims=True)
    return grad


def add(a, b):
    a, b = T_(a), T_(b)
    return node(a.data + b.data, (a, lambda g: g), (b, lambda g: g))


def sub(a, b):
    a, b = T_(a), T_(b)
    return node(a.data - b.data, (a, lambda g: g), (b, lambda g: -g))


def mul(a, b):
    a, b = T_(a), T_(b)
    return node(a.data * b.data, (a, lambda g: g * b.data), (b, lambda g: g * a.data))


def div(a, b):
    a, b = T_(a), T_(b)
    q = a.data / b.data
    return node(q, (a, lambda g: g / b.data), (b, lambda g: -g * q / b.data))


def neg(a):
    return node(-a.data, (a, lambda g: -g))


def power(a, n):
    if n == 0:
        return node(np.ones_like(a.data), (a, lambda g: np.zeros_like(g)))
    return node(a.data**n, (a, lambda g: g * n * a.data ** (n - 1)))


def matmul(a, b):
    a, b = T_(a), T_(b)
    x, y = a.data, b.data
    if x.ndim == 1:
        x = x.reshape(1, x.size)
    if y.ndim == 1:
        y = y.reshape(y.size, 1)
    full = np.matmul(x, y)

    def for_a(g):
        g = unbroadcast(g.reshape(full.shape) @ np.swapaxes(y, -1, -2), x.shape)
        return g.reshape(a.data.shape)

    def for_b(g):
        g = unbroadcast(np.swapaxes(x, -1, -2) @ g.reshape(full.shape), y.shape)
        return g.reshape(b.data.shape)

    return node(np.matmul(a.data, b.data), (a, for_a), (b, for_b))


def put_axes_back(g, axis, keepdims):
    if axis is None or keepdims:
        return g
    return np.expand_dims(g, axis)


def sum_(a, axis=None, keepdims=False):
    value = a.data.sum(axis=axis, keepdims=keepdims)
    return node(value, (a, lambda g: np.ones_like(a.data) * put_axes_back(g, axis, keepdims)))


def mean(a, axis=None, keepdims=False):
    s = sum_(a, axis, keepdims)
    return div(s, a.data.size / s.data.size)


def reshape(a, *shape):
    return node(a.data.reshape(*shape), (a, lambda g: g.reshape(a.data.shape)))


def transpose(a, axes=None):
    if axes is None:
        axes = range(a.data.ndim)[::-1]
    axes = np.array([i % a.data.ndim for i in axes], dtype=int)
    back = np.empty_like(axes)
    back[axes] = np.arange(len(axes))
    return node(a.data.transpose(axes), (a, lambda g: g.transpose(back)))


def getitem(a, index):
    def back(g):
        full = np.zeros_like(a.data)
        np.add.at(full, index, g)
        return full

    return node(a.data[index], (a, back))


def relu(a):
    return node(np.where(a.data > 0, a.data, 0.0), (a, lambda g: np.where(a.data > 0, g, 0.0)))


def exp(a):
    y = np.exp(a.data)
    return node(y, (a, lambda g: g * y))


def log(a):
    return node(np.log(a.data), (a, lambda g: g / a.data))


def tanh(a):
    y = np.tanh(a.data)
    return node(y, (a, lambda g: g * (1 - y * y)))


def log_softmax(a, axis=-1):
    z = a.data - a.data.max(axis=axis, keepdims=True)
    y = z - np.log(np.exp(z).sum(axis=axis, keepdims=True))
    return node(y, (a, lambda g: g - np.exp(y) * g.sum(axis=axis, keepdims=True)))


def cross_entropy(logits, labels):
    labels = np.asarray(labels)
    chosen = getitem(log_softmax(logits), (slice(None), labels))
    return neg(mean(chosen))


def order_of(root):
    result, seen = [], set()
    stack = [root]
    while stack:
        t = stack[-1]
        if id(t) in seen:
            stack.pop()
            continue
        missing = [p for p in t.parents if id(p) not in seen]
        if missing:
            stack.extend(missing)
            continue
        seen.add(id(t))
        result.append(t)
        stack.pop()
    return result


def backward(root):
    order = order_of(root)
    for t in order:
        if t.back is not None:
            t.grad = np.zeros_like(t.data)
    root.grad = root.grad + np.ones_like(root.data)
    for t in reversed(order):
        if t.back is not None:
            t.back()


def zero_grad(root):
    for t in order_of(root):
        t.grad = np.zeros_like(t.data)


Tensor.__add__ = add
Tensor.__radd__ = lambda self, other: add(other, self)
Tensor.__sub__ = sub
Tensor.__rsub__ = lambda self, other: sub(other, self)
Tensor.__mul__ = mul
Tensor.__rmul__ = lambda self, other: mul(other, self)
Tensor.__truediv__ = div
Tensor.__rtruediv__ = lambda self, other: div(other, self)
Tensor.__matmul__ = matmul
Tensor.__rmatmul__ = lambda self, other: matmul(other, self)
Tensor.__neg__ = neg
Tensor.__pow__ = power
Tensor.__getitem__ = getitem
Tensor.sum = sum_
Tensor.mean = mean
Tensor.reshape = reshape
Tensor.transpose = transpose
Tensor.T = property(transpose)
Tensor.relu = relu
Tensor.exp = exp
Tensor.log = log
Tensor.tanh = tanh
Tensor.log_softmax = log_softmax
Tensor.backward = backward


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
