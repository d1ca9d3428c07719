import numpy as np


class Tensor:
    """__slots__ and einsum; rules are methods that the result looks up by name."""

    __slots__ = ("data", "grad", "kind", "src", "memo")
    __array_ufunc__ = None

    def __init__(self, data, kind="leaf", src=(), memo=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape, dtype=np.float64)
        self.kind = kind
        self.src = src
        self.memo = memo

    def _give(self, grad):
        self.grad += unbroadcast(grad, self.data.shape)

    # forwards

    def __add__(self, other):
        other = const(other)
        return Tensor(self.data + other.data, "add", (self, other))

    def __sub__(self, other):
        other = const(other)
        return Tensor(self.data - other.data, "sub", (self, other))

    def __mul__(self, other):
        other = const(other)
        return Tensor(self.data * other.data, "mul", (self, other))

    def __truediv__(self, other):
        other = const(other)
        return Tensor(self.data / other.data, "div", (self, other))

    def __matmul__(self, other):
        other = const(other)
        return Tensor(self.data @ other.data, "mat", (self, other))

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

    def __neg__(self):
        return const(0) - self

    def __pow__(self, n):
        return Tensor(self.data**n, "pow", (self,), n)

    def sum(self, axis=None, keepdims=False):
        kept = self.data.sum(axis=axis, keepdims=True).shape
        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), "sum", (self,), (kept, 1))

    def mean(self, axis=None, keepdims=False):
        value = self.data.mean(axis=axis, keepdims=keepdims)
        kept = self.data.sum(axis=axis, keepdims=True).shape
        return Tensor(value, "sum", (self,), (kept, self.data.size // value.size))

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape), "shape", (self,))

    def transpose(self, axes=None):
        return Tensor(self.data.transpose(axes), "turn", (self,), axes)

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return Tensor(self.data[index], "index", (self,), index)

    def relu(self):
        return Tensor(np.maximum(self.data, 0), "each", (self,), 1.0 * (self.data > 0))

    def exp(self):
        y = np.exp(self.data)
        return Tensor(y, "each", (self,), y)

    def log(self):
        return Tensor(np.log(self.data), "each", (self,), 1 / self.data)

    def tanh(self):
        y = np.tanh(self.data)
        return Tensor(y, "each", (self,), 1 - y**2)

    def log_softmax(self, axis=-1):
        y = self.data - self.data.max(axis=axis, keepdims=True)
        y = y - np.log(np.exp(y).sum(axis=axis, keepdims=True))
        return Tensor(y, "logsoft", (self,), axis)

    # rules

    def _add(self, g, a, b):
        a._give(g)
        b._give(g)

    def _sub(self, g, a, b):
        a._give(g)
        b._give(-g)

    def _mul(self, g, a, b):
        a._give(g * b.data)
        b._give(g * a.data)

    def _div(self, g, a, b):
        a._give(g / b.data)
        b._give(-g * a.data / np.square(b.data))

    def _mat(self, g, a, b):
        i = "" if a.data.ndim == 1 else "i"
        j = "" if b.data.ndim == 1 else "j"
        va = "" if a.data.ndim == 1 else "..."
        vb = "" if b.data.ndim == 1 else "..."
        vg = "..." if g.ndim > len(i + j) else ""
        a._give(lead(np.einsum(f"{vg}{i}{j},{vb}k{j}->...{i}k", g, b.data), a))
        b._give(lead(np.einsum(f"{va}{i}k,{vg}{i}{j}->...k{j}", a.data, g), b))

    def _pow(self, g, a):
        n = self.memo
        if n <= 0:
            a._give(np.zeros_like(g))
        else:
            a._give(g * n * a.data ** (n - 1))

    def _sum(self, g, a):
        kept, n = self.memo
        a._give(np.broadcast_to(g.reshape(kept) / n, a.data.shape))

    def _shape(self, g, a):
        a._give(g.reshape(a.data.shape))

    def _turn(self, g, a):
        if self.memo is None:
            a._give(g.transpose())
        else:
            a._give(np.moveaxis(g, range(g.ndim), self.memo))

    def _index(self, g, a):
        np.add.at(a.grad, self.memo, g)

    def _each(self, g, a):
        a._give(g * self.memo)

    def _logsoft(self, g, a):
        a._give(g - np.exp(self.data) * g.sum(axis=self.memo, keepdims=True))

    def backward(self):
        order = sort(self)
        for t in order:
            if t.src:
                t.grad = np.zeros_like(t.data)
        self.grad += np.ones_like(self.data)
        while order:
            t = order.pop()
            if t.src:
                getattr(t, "_" + t.kind)(t.grad, *t.src)


def const(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def lead(g, t):
    """Stacks that einsum has not summed."""
    while g.ndim > t.data.ndim:
        g = g.sum(axis=0)
    return g


def sort(root):
    order, entered, stack = [], set(), [("in", root)]
    while stack:
        what, t = stack.pop()
        if what == "out":
            order.append(t)
        elif id(t) not in entered:
            entered.add(id(t))
            stack.append(("out", t))
            for s in t.src:
                stack.append(("in", s))
    return order


def unbroadcast(grad, shape):
    grad = np.asarray(grad)
    while len(grad.shape) != len(shape):
        grad = np.add.reduce(grad, axis=0)
    for axis, (have, want) in enumerate(zip(grad.shape, shape)):
        if have != want:
            grad = np.add.reduce(grad, axis=axis, keepdims=True)
    return grad


def cross_entropy(logits, labels):
    labels = list(labels)
    return -logits.log_softmax()[list(range(len(labels))), labels].mean()


def zero_grad(root):
    for t in sort(root):
        t.grad = np.zeros_like(t.data)
