"""Exercise 8. A tensor remembers the name of its operation; `_back_<name>` is the rule."""

import numpy as np


class Tensor:
    """An array, its gradient, and how it was made: the operation's name, operands, and extras."""

    __array_ufunc__ = None

    def __init__(self, data, op="", args=(), extra=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(data)
        self.op = op
        self.args = args
        self.extra = extra

    def __repr__(self):
        return f"Tensor({self.data!r}, op={self.op!r})"

    def give(self, g):
        self.grad[...] = self.grad + unbroadcast(np.asarray(g), self.data.shape)

    # ---- values

    def __add__(self, other):
        other = as_tensor(other)
        return Tensor(self.data + other.data, "add", (self, other))

    def __sub__(self, other):
        other = as_tensor(other)
        return Tensor(self.data - other.data, "sub", (self, other))

    def __mul__(self, other):
        other = as_tensor(other)
        return Tensor(self.data * other.data, "mul", (self, other))

    def __truediv__(self, other):
        other = as_tensor(other)
        return Tensor(self.data / other.data, "div", (self, other))

    def __matmul__(self, other):
        other = as_tensor(other)
        return Tensor(self.data @ other.data, "matmul", (self, other))

    def __radd__(self, other):
        return as_tensor(other) + self

    def __rsub__(self, other):
        return as_tensor(other) - self

    def __rmul__(self, other):
        return as_tensor(other) * self

    def __rtruediv__(self, other):
        return as_tensor(other) / self

    def __rmatmul__(self, other):
        return as_tensor(other) @ self

    def __neg__(self):
        return Tensor(-self.data, "neg", (self,))

    def __pow__(self, n):
        return Tensor(self.data**n, "pow", (self,), n)

    def __getitem__(self, index):
        return Tensor(self.data[index], "index", (self,), index)

    def sum(self, axis=None, keepdims=False):
        kept = self.data.sum(axis=axis, keepdims=True)
        value = kept if keepdims else self.data.sum(axis=axis)
        return Tensor(value, "sum", (self,), kept.shape)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total / (self.data.size // total.data.size)

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape), "reshape", (self,))

    def transpose(self, axes=None):
        if axes is None:
            axes = range(self.data.ndim)[::-1]
        axes = [a % self.data.ndim for a in axes]
        return Tensor(self.data.transpose(axes), "transpose", (self,), axes)

    @property
    def T(self):
        return self.transpose()

    def relu(self):
        return Tensor(np.maximum(self.data, 0.0), "relu", (self,))

    def exp(self):
        return Tensor(np.exp(self.data), "exp", (self,))

    def log(self):
        return Tensor(np.log(self.data), "log", (self,))

    def tanh(self):
        return Tensor(np.tanh(self.data), "tanh", (self,))

    def log_softmax(self, axis=-1):
        z = self.data - self.data.max(axis=axis, keepdims=True)
        z = z - np.log(np.exp(z).sum(axis=axis, keepdims=True))
        return Tensor(z, "log_softmax", (self,), axis)

    # ---- rules

    def _back_(self, g):
        pass

    def _back_add(self, g, a, b):
        a.give(g)
        b.give(g)

    def _back_sub(self, g, a, b):
        a.give(g)
        b.give(-g)

    def _back_mul(self, g, a, b):
        a.give(g * b.data)
        b.give(g * a.data)

    def _back_div(self, g, a, b):
        a.give(g / b.data)
        b.give(-g * self.data / b.data)

    def _back_matmul(self, g, a, b):
        x = a.data.reshape(1, -1) if a.data.ndim == 1 else a.data
        y = b.data.reshape(-1, 1) if b.data.ndim == 1 else b.data
        g = g.reshape((x @ y).shape)
        a.give(unbroadcast(g @ np.swapaxes(y, -1, -2), x.shape).reshape(a.data.shape))
        b.give(unbroadcast(np.swapaxes(x, -1, -2) @ g, y.shape).reshape(b.data.shape))

    def _back_neg(self, g, a):
        a.give(-g)

    def _back_pow(self, g, a):
        n = self.extra
        if n != 0:
            a.give(g * n * a.data ** (n - 1))

    def _back_index(self, g, a):
        full = np.zeros(a.data.shape)
        np.add.at(full, self.extra, g)
        a.give(full)

    def _back_sum(self, g, a):
        a.give(np.broadcast_to(g.reshape(self.extra), a.data.shape))

    def _back_reshape(self, g, a):
        a.give(g.reshape(a.data.shape))

    def _back_transpose(self, g, a):
        a.give(g.transpose([self.extra.index(i) for i in range(g.ndim)]))

    def _back_relu(self, g, a):
        a.give(np.where(a.data > 0, g, 0.0))

    def _back_exp(self, g, a):
        a.give(g * self.data)

    def _back_log(self, g, a):
        a.give(g / a.data)

    def _back_tanh(self, g, a):
        a.give(g * (1 - self.data**2))

    def _back_log_softmax(self, g, a):
        a.give(g - np.exp(self.data) * g.sum(axis=self.extra, keepdims=True))

    # ---- the walk

    def tree(self):
        out, seen = [], set()

        def visit(t):
            if id(t) in seen:
                return
            seen.add(id(t))
            for a in t.args:
                visit(a)
            out.append(t)

        visit(self)
        return out[::-1]

    def backward(self):
        tree = self.tree()
        for t in tree:
            if t.op:
                t.grad[...] = 0
        self.grad[...] = self.grad + 1
        for t in tree:
            getattr(t, "_back_" + t.op)(t.grad, *t.args)


def as_tensor(x):
    if isinstance(x, Tensor):
        return x
    return Tensor(x)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    stretched = tuple(i for i, n in enumerate(shape) if n == 1 and grad.shape[i] != 1)
    return grad.sum(axis=stretched, keepdims=True)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels, dtype=int)
    picked = logits.log_softmax(axis=-1)[np.arange(labels.size), labels]
    return -picked.mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in root.tree():
        t.grad[...] = 0


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
