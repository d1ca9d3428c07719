"""Exercise 8, the exam. A tensor holds a tuple that describes its operation, as a small language
would: ("mul", a, b) or ("sum", a, axis, keepdims). `value` and `owed` read it with `match`.

A tensor also knows its height above the leaves. backward() goes down height by height: whatever is
consumed is lower than its consumer, so a whole floor is complete when its turn comes.
"""

import numpy as np

wrap = lambda x: x if isinstance(x, Tensor) else Tensor(x)


def value(term):
    """What the operation computes."""
    match term:
        case ("add", a, b):
            return a.data + b.data
        case ("mul", a, b):
            return a.data * b.data
        case ("matmul", a, b):
            return a.data @ b.data
        case ("pow", a, n):
            return a.data**n
        case ("sum", a, axis, keepdims):
            return a.data.sum(axis=axis, keepdims=keepdims)
        case ("reshape", a, shape):
            return a.data.reshape(*shape)
        case ("transpose", a, axes):
            return a.data.transpose(axes)
        case ("index", a, index):
            return a.data[index]
        case ("relu", a):
            return np.fmax(a.data, 0.0)
        case ("exp", a):
            return np.exp(a.data)
        case ("log", a):
            return np.log(a.data)
        case ("tanh", a):
            return np.tanh(a.data)
        case ("log_softmax", a, axis):
            x = a.data - a.data.max(axis=axis, keepdims=True)
            return x - np.log(np.exp(x).sum(axis=axis, keepdims=True))
    raise TypeError(term)


def owed(term, out, g):
    """Pairs of an operand and what it gets of the gradient g of the result. A generator."""
    match term:
        case ("add", a, b):
            yield a, g
            yield b, g
        case ("mul", a, b):
            yield a, g * b.data
            yield b, g * a.data
        case ("matmul", a, b):
            yield from owed_by_product(a, b, g)
        case ("pow", a, n):
            if n:
                yield a, g * n * a.data ** (n - 1)
        case ("sum", a, axis, keepdims):
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            yield a, np.broadcast_to(g, a.data.shape)
        case ("reshape", a, _):
            yield a, g.reshape(a.data.shape)
        case ("transpose", a, axes):
            source = range(a.data.ndim)
            axes = source[::-1] if axes is None else axes
            yield a, np.moveaxis(g, tuple(source), tuple(axes))
        case ("index", a, index):
            box = np.zeros_like(a.data)
            np.add.at(box, index, g)
            yield a, box
        case ("relu", a):
            yield a, g * (a.data > 0)
        case ("exp", _):
            yield term[1], g * out
        case ("log", a):
            yield a, g / a.data
        case ("tanh", a):
            yield a, g * (1 - out**2)
        case ("log_softmax", a, axis):
            yield a, g - np.exp(out) * g.sum(axis=axis, keepdims=True)


def owed_by_product(a, b, g):
    # einsum with letters: z is the axis that is summed, x and y stay, and the dots are the stack.
    left = "z" if a.data.ndim == 1 else "...xz"
    right = "z" if b.data.ndim == 1 else "...zy"
    stack = "..." if g.ndim + (a.data.ndim == 1) + (b.data.ndim == 1) > 2 else ""
    left, right = left.replace("...", stack), right.replace("...", stack)
    result = stack + left[-2:-1].strip(".") + right[-1:].strip("z")
    full_left = left if left.startswith(stack) else stack + left
    full_right = right if right.startswith(stack) else stack + right
    yield a, np.einsum(f"{result},{right}->{full_left}", g, b.data)
    yield b, np.einsum(f"{left},{result}->{full_right}", a.data, g)


class Tensor:
    """An array, its gradient, and how it was made."""

    __array_ufunc__ = None

    def __init__(self, data, term=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.term = term
        self.height = 1 + max((t.height for t in self.operands), default=-1)

    @classmethod
    def of(cls, *term):
        return cls(value(term), term)

    @property
    def operands(self):
        match self.term:
            case ("add" | "mul" | "matmul", a, b):
                return (a, b)
            case (_, a, *_):
                return (a,)
        return ()

    def __repr__(self):
        return f"Tensor({self.data}, {self.term[:1]}, height {self.height})"

    __add__ = lambda a, b: Tensor.of("add", a, wrap(b))
    __radd__ = lambda b, a: Tensor.of("add", wrap(a), b)
    __mul__ = lambda a, b: Tensor.of("mul", a, wrap(b))
    __rmul__ = lambda b, a: Tensor.of("mul", wrap(a), b)
    __matmul__ = lambda a, b: Tensor.of("matmul", a, wrap(b))
    __rmatmul__ = lambda b, a: Tensor.of("matmul", wrap(a), b)
    __neg__ = lambda a: a * -1.0
    __sub__ = lambda a, b: a + -wrap(b)
    __rsub__ = lambda b, a: a + -b
    __truediv__ = lambda a, b: a * wrap(b) ** -1
    __rtruediv__ = lambda b, a: a * b**-1
    __pow__ = lambda a, n: Tensor.of("pow", a, n)
    __getitem__ = lambda a, index: Tensor.of("index", a, index)

    def sum(self, axis=None, keepdims=False):
        return Tensor.of("sum", self, axis, keepdims)

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis, keepdims)
        return out * (out.data.size / self.data.size)

    def reshape(self, *shape):
        return Tensor.of("reshape", self, shape)

    def transpose(self, axes=None):
        return Tensor.of("transpose", self, axes)

    T = property(lambda self: self.transpose())
    relu = lambda self: Tensor.of("relu", self)
    exp = lambda self: Tensor.of("exp", self)
    log = lambda self: Tensor.of("log", self)
    tanh = lambda self: Tensor.of("tanh", self)
    log_softmax = lambda self, axis=-1: Tensor.of("log_softmax", self, axis)

    def backward(self):
        floors = [{} for _ in range(self.height + 1)]  # per height: tensor -> what it got so far
        floors[self.height][self] = np.ones_like(self.data)
        while floors:
            for tensor, g in floors.pop().items():
                tensor.grad = np.array(g if tensor.term else tensor.grad + g)
                for operand, part in owed(tensor.term, tensor.data, g):
                    floor = floors[operand.height]
                    part = unbroadcast(part, operand.data.shape)
                    floor[operand] = np.asarray(floor[operand] + part if operand in floor else part)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    while grad.ndim > len(shape):
        grad = np.add.reduce(grad, axis=0)
    for axis in (k for k, n in enumerate(shape) if n == 1):
        grad = np.add.reduce(grad, axis=axis, keepdims=True)
    return np.asarray(grad)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    one_hot = np.equal.outer(np.asarray(labels), np.arange(logits.data.shape[-1]))
    return (logits.log_softmax() * one_hot).sum() / -len(one_hot)


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    met, stack = {root}, [root]
    while stack:
        tensor = stack.pop()
        tensor.grad = np.zeros_like(tensor.data)
        fresh = set(tensor.operands) - met
        met |= fresh
        stack += fresh
