"""Exercise 8, the exam: the whole engine, on arrays.

Every operation is a Function: `forward` works out the array, `backward` returns one gradient for
each operand. Tensors know their Function, Functions know their tensors.
"""

from collections import deque

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    added = grad.ndim - len(shape)
    axes = list(range(added))
    axes += [added + i for i, n in enumerate(shape) if n == 1]
    return grad.sum(axis=tuple(axes), keepdims=True).reshape(shape)


class Function:
    """One operation in one graph."""

    def __init__(self, *operands, **options):
        self.operands = operands
        self.options = options

    @classmethod
    def apply(cls, *operands, **options):
        operands = tuple(x if isinstance(x, Tensor) else Tensor(x) for x in operands)
        function = cls(*operands, **options)
        out = Tensor(function.forward(*(x.data for x in operands), **options))
        out.function = function
        return out


class Add(Function):
    def forward(self, a, b):
        return a + b

    def backward(self, g):
        return g, g


class Sub(Function):
    def forward(self, a, b):
        return a - b

    def backward(self, g):
        return g, -g


class Mul(Function):
    def forward(self, a, b):
        self.a, self.b = a, b
        return a * b

    def backward(self, g):
        return g * self.b, g * self.a


class Div(Function):
    def forward(self, a, b):
        self.a, self.b = a, b
        return a / b

    def backward(self, g):
        return g / self.b, -g * self.a / self.b**2


class MatMul(Function):
    def forward(self, a, b):
        self.a, self.b = a, b
        return a @ b

    def backward(self, g):
        a, b = self.a, self.b
        if a.ndim == 1 and b.ndim == 1:
            return g * b, g * a
        if a.ndim == 1:
            # (k,) @ (..., k, n) -> (..., n)
            ga = (b @ g[..., :, None])[..., 0]
            gb = a[:, None] * g[..., None, :]
            return ga, gb
        if b.ndim == 1:
            # (..., m, k) @ (k,) -> (..., m)
            ga = g[..., :, None] * b
            gb = (np.swapaxes(a, -1, -2) @ g[..., :, None])[..., 0]
            return ga, gb
        return g @ np.swapaxes(b, -1, -2), np.swapaxes(a, -1, -2) @ g


class Pow(Function):
    def forward(self, a, n):
        self.a = a
        return a**n

    def backward(self, g):
        n = self.options["n"]
        return (np.zeros_like(self.a) if n == 0 else g * (n * self.a ** (n - 1)),)


class Relu(Function):
    def forward(self, a):
        self.mask = a > 0
        return np.where(self.mask, a, 0.0)

    def backward(self, g):
        return (np.where(self.mask, g, 0.0),)


class Exp(Function):
    def forward(self, a):
        self.out = np.exp(a)
        return self.out

    def backward(self, g):
        return (g * self.out,)


class Log(Function):
    def forward(self, a):
        self.a = a
        return np.log(a)

    def backward(self, g):
        return (g / self.a,)


class Tanh(Function):
    def forward(self, a):
        self.out = np.tanh(a)
        return self.out

    def backward(self, g):
        return (g * (1 - self.out * self.out),)


class LogSoftmax(Function):
    def forward(self, a, axis):
        a = a - np.max(a, axis=axis, keepdims=True)
        self.out = a - np.log(np.sum(np.exp(a), axis=axis, keepdims=True))
        return self.out

    def backward(self, g):
        axis = self.options["axis"]
        return (g - np.exp(self.out) * g.sum(axis=axis, keepdims=True),)


class Sum(Function):
    def forward(self, a, axis, keepdims):
        self.shape = a.shape
        kept = a.sum(axis=axis, keepdims=True)
        self.kept_shape = kept.shape
        return kept if keepdims else a.sum(axis=axis)

    def backward(self, g):
        return (np.broadcast_to(g.reshape(self.kept_shape), self.shape),)


class Reshape(Function):
    def forward(self, a, shape):
        self.shape = a.shape
        return a.reshape(shape)

    def backward(self, g):
        return (g.reshape(self.shape),)


class Transpose(Function):
    def forward(self, a, axes):
        self.back = tuple(np.argsort([i % a.ndim for i in axes])) if axes else None
        return np.transpose(a, axes)

    def backward(self, g):
        return (np.transpose(g, self.back),)


class Index(Function):
    def forward(self, a, index):
        self.shape = a.shape
        return a[index]

    def backward(self, g):
        full = np.zeros(self.shape)
        np.add.at(full, self.options["index"], g)
        return (full,)


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=float)
        self.grad = np.zeros(self.data.shape)
        self.function = None

    def __repr__(self):
        made = type(self.function).__name__ if self.function else "leaf"
        return f"Tensor({self.data}, {made})"

    def __add__(self, other): return Add.apply(self, other)
    def __radd__(self, other): return Add.apply(other, self)
    def __sub__(self, other): return Sub.apply(self, other)
    def __rsub__(self, other): return Sub.apply(other, self)
    def __mul__(self, other): return Mul.apply(self, other)
    def __rmul__(self, other): return Mul.apply(other, self)
    def __truediv__(self, other): return Div.apply(self, other)
    def __rtruediv__(self, other): return Div.apply(other, self)
    def __matmul__(self, other): return MatMul.apply(self, other)
    def __rmatmul__(self, other): return MatMul.apply(other, self)
    def __neg__(self): return Mul.apply(self, -1.0)
    def __pow__(self, n): return Pow.apply(self, n=n)
    def __getitem__(self, index): return Index.apply(self, index=index)

    def relu(self): return Relu.apply(self)
    def exp(self): return Exp.apply(self)
    def log(self): return Log.apply(self)
    def tanh(self): return Tanh.apply(self)
    def log_softmax(self, axis=-1): return LogSoftmax.apply(self, axis=axis)
    def sum(self, axis=None, keepdims=False): return Sum.apply(self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total / (self.data.size // total.data.size)

    def reshape(self, *shape):
        if len(shape) == 1 and not isinstance(shape[0], (int, np.integer)):
            shape = tuple(shape[0])
        return Reshape.apply(self, shape=shape)

    def transpose(self, axes=None): return Transpose.apply(self, axes=axes)

    @property
    def T(self): return self.transpose()

    def backward(self):
        """A tensor's turn comes when all that it went into have had theirs."""
        if self.function is None:
            self.grad = self.grad + np.ones_like(self.data)
            return
        waiting = {}
        for node in reachable(self):
            if node.function is None:
                continue
            node.grad = np.zeros_like(node.data)
            for operand in set(node.function.operands):
                waiting[operand] = waiting.get(operand, 0) + 1
        self.grad = np.ones_like(self.data)
        ready = deque([self])
        while ready:
            node = ready.popleft()
            grads = node.function.backward(node.grad)
            for operand, grad in zip(node.function.operands, grads, strict=True):
                grad = unbroadcast(np.asarray(grad), operand.data.shape)
                operand.grad = np.asarray(operand.grad + grad)
                waiting[operand] -= 1
                if waiting[operand] == 0 and operand.function is not None:
                    ready.append(operand)


def reachable(root):
    """All tensors that `root` is made of, and itself."""
    found, todo = {root}, [root]
    while todo:
        function = todo.pop().function
        for operand in function.operands if function else ():
            if operand not in found:
                found.add(operand)
                todo.append(operand)
    return found


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows = np.arange(logits.data.shape[0])
    return -(logits.log_softmax()[rows, np.array(labels)].mean())


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in reachable(root):
        node.grad = np.zeros(node.data.shape)


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
