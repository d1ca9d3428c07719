"""A global tape: operations are recorded as they happen and played back in reverse."""

import numpy as np

TAPE = []  # (result, inputs, pullback), in the order in which they were computed


def record(value, inputs, pullback):
    out = Tensor(value)
    out.place = len(TAPE)
    TAPE.append((out, inputs, pullback))
    return out


def const(x):
    return x if isinstance(x, Tensor) else Tensor(x)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.place = None  # where on the tape; None for a leaf
        self.live = False  # whether a gradient has arrived

    def collect(self, g):
        self.live = True
        self.grad = self.grad + unbroadcast(g, self.data.shape)

    def __add__(self, other):
        other = const(other)
        return record(self.data + other.data, (self, other), lambda g: (g, g))

    def __sub__(self, other):
        other = const(other)
        return record(self.data - other.data, (self, other), lambda g: (g, -g))

    def __mul__(self, other):
        other = const(other)
        return record(
            self.data * other.data, (self, other), lambda g: (g * other.data, g * self.data)
        )

    def __truediv__(self, other):
        other = const(other)
        q = self.data / other.data
        return record(q, (self, other), lambda g: (g / other.data, -g * q / other.data))

    def __matmul__(self, other):
        other = const(other)

        def pullback(g):
            x, y = self.data, other.data
            if y.ndim == 1:
                y, g = y[:, None], g[..., None]
            if x.ndim == 1:
                x, g = x[None, :], g[..., None, :]
            gx, gy = g @ y.swapaxes(-1, -2), x.swapaxes(-1, -2) @ g
            if self.data.ndim == 1:
                gx = gx.reshape(-1, self.data.size)
            if other.data.ndim == 1:
                gy = gy.reshape(-1, other.data.size)
            return gx, gy

        return record(self.data @ other.data, (self, other), pullback)

    def __neg__(self):
        return record(-self.data, (self,), lambda g: (-g,))

    def __pow__(self, n):
        def pullback(g):
            return (g * n * self.data ** (n - 1) if n else np.zeros(g.shape),)

        return record(self.data**n, (self,), pullback)

    def __radd__(self, other):
        return const(other) + self

    def __rsub__(self, other):
        return const(other) - self

    def __rmul__(self, other):
        return const(other) * self

    def __rtruediv__(self, other):
        return const(other) / self

    def __rmatmul__(self, other):
        return const(other) @ self

    def sum(self, axis=None, keepdims=False):
        def pullback(g):
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            return (np.tile(g, 1) + np.zeros(self.data.shape),)

        return record(self.data.sum(axis=axis, keepdims=keepdims), (self,), pullback)

    def mean(self, axis=None, keepdims=False):
        s = self.sum(axis=axis, keepdims=keepdims)
        return s / (self.data.size / s.data.size)

    def reshape(self, *shape):
        return record(
            self.data.reshape(*shape), (self,), lambda g: (g.reshape(self.data.shape),)
        )

    def transpose(self, axes=None):
        n = self.data.ndim
        order = list(range(n))[::-1] if axes is None else [ax % n for ax in axes]
        back = [order.index(i) for i in range(n)]
        return record(self.data.transpose(order), (self,), lambda g: (g.transpose(back),))

    T = property(lambda self: self.transpose())

    def __getitem__(self, index):
        def pullback(g):
            z = np.zeros(self.data.shape)
            np.add.at(z, index, g)
            return (z,)

        return record(self.data[index], (self,), pullback)

    def relu(self):
        return record(np.maximum(self.data, 0), (self,), lambda g: (g * (self.data > 0),))

    def exp(self):
        y = np.exp(self.data)
        return record(y, (self,), lambda g: (g * y,))

    def log(self):
        return record(np.log(self.data), (self,), lambda g: (g / self.data,))

    def tanh(self):
        y = np.tanh(self.data)
        return record(y, (self,), lambda g: (g * (1 - y * y),))

    def log_softmax(self, axis=-1):
        c = self.data.max(axis=axis, keepdims=True)
        y = self.data - c
        y = y - np.log(np.exp(y).sum(axis=axis, keepdims=True))
        softmax = np.exp(y)
        return record(y, (self,), lambda g: (g - softmax * g.sum(axis=axis, keepdims=True),))

    def backward(self):
        if self.place is None:
            self.grad = self.grad + np.ones(self.data.shape)
            return
        played = TAPE[: self.place + 1]
        for out, _, _ in played:
            if out.live:
                out.live = False
                out.grad = np.zeros(out.data.shape)
        self.collect(np.ones(self.data.shape))
        for out, inputs, pullback in reversed(TAPE):
            if out.live:
                for each, g in zip(inputs, pullback(out.grad)):
                    each.collect(g)


def unbroadcast(grad, shape):
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    stretched = tuple(i for i, n in enumerate(shape) if n == 1)
    return grad.sum(axis=stretched, keepdims=True)


def cross_entropy(logits, labels):
    log_p = logits.log_softmax()
    return -log_p[np.arange(len(labels)), labels].mean()


def zero_grad(root):
    reached = [root]
    seen = {id(root)}
    for t in reached:  # grows while it is read
        t.grad = np.zeros(t.data.shape)
        if t.place is not None:
            for each in TAPE[t.place][1]:
                if id(each) not in seen:
                    seen.add(id(each))
                    reached.append(each)


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
