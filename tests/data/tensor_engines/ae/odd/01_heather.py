"""Exercise 8: the engine with Function classes, as in the PyTorch book.

Every operation is a class with two static methods. `forward` gets a context and arrays and gives
an array, `backward` gets the context and the gradient of the result and gives one array for each
tensor that went in. The engine sums these in a table of its own; tensors hold no half-done sums.
"""

from itertools import count

import numpy as np


class Context:
    """What a Function puts aside for the way back."""


class Function:
    tickets = count(1)

    @classmethod
    def apply(cls, *inputs, **settings):
        tensors = tuple(each if isinstance(each, Tensor) else Tensor(each) for each in inputs)
        context = Context()
        out = Tensor(cls.forward(context, *(each.data for each in tensors), **settings))
        out.maker, out.context, out.inputs = cls, context, tensors
        return out


class Add(Function):
    @staticmethod
    def forward(context, a, b):
        return a + b

    @staticmethod
    def backward(context, grad):
        return grad, grad


class Subtract(Function):
    @staticmethod
    def forward(context, a, b):
        return a - b

    @staticmethod
    def backward(context, grad):
        return grad, -grad


class Multiply(Function):
    @staticmethod
    def forward(context, a, b):
        context.a, context.b = a, b
        return a * b

    @staticmethod
    def backward(context, grad):
        return grad * context.b, grad * context.a


class Divide(Function):
    @staticmethod
    def forward(context, a, b):
        context.b, context.ratio = b, a / b
        return context.ratio

    @staticmethod
    def backward(context, grad):
        share = grad / context.b
        return share, -share * context.ratio


class Scale(Function):
    @staticmethod
    def forward(context, a, factor):
        context.factor = factor
        return a * factor

    @staticmethod
    def backward(context, grad):
        return (grad * context.factor,)


class Power(Function):
    @staticmethod
    def forward(context, a, n):
        context.slope = n * a ** (n - 1) if n != 0 else np.zeros(a.shape)
        return a**n

    @staticmethod
    def backward(context, grad):
        return (grad * context.slope,)


class Product(Function):
    """Vectors are made matrices on the way in, and the axes that this adds are taken off again."""

    @staticmethod
    def forward(context, a, b):
        context.wide = tuple(
            axis for axis, vector in ((-2, a.ndim == 1), (-1, b.ndim == 1)) if vector
        )
        context.shapes = a.shape, b.shape
        context.a = a.reshape(1, -1) if a.ndim == 1 else a
        context.b = b.reshape(-1, 1) if b.ndim == 1 else b
        return np.squeeze(context.a @ context.b, axis=context.wide)

    @staticmethod
    def backward(context, grad):
        grad = np.expand_dims(grad, context.wide)
        to_a = grad @ np.swapaxes(context.b, -1, -2)
        to_b = np.swapaxes(context.a, -1, -2) @ grad
        to_a = unbroadcast(to_a, context.a.shape).reshape(context.shapes[0])
        return to_a, unbroadcast(to_b, context.b.shape).reshape(context.shapes[1])


class Sum(Function):
    @staticmethod
    def forward(context, a, axis, keepdims):
        kept = a.sum(axis=axis, keepdims=True)
        context.shape, context.kept = a.shape, kept.shape
        return kept if keepdims else np.squeeze(kept, axis=axis) if axis is not None else kept.sum()

    @staticmethod
    def backward(context, grad):
        return (np.broadcast_to(grad.reshape(context.kept), context.shape),)


class Rearrange(Function):
    """What NumPy does to the entries, it does to their numbers as well: these tell the way back."""

    @staticmethod
    def forward(context, a, there):
        context.size, context.shape = a.size, a.shape
        context.source = there(np.arange(a.size).reshape(a.shape))
        return there(a)

    @staticmethod
    def backward(context, grad):
        source = np.ravel(context.source)
        flat = np.bincount(source, weights=np.ravel(grad), minlength=context.size)
        return (flat.reshape(context.shape),)


class Relu(Function):
    @staticmethod
    def forward(context, a):
        context.open = a > 0
        return np.where(context.open, a, 0.0)

    @staticmethod
    def backward(context, grad):
        return (np.where(context.open, grad, 0.0),)


class Exp(Function):
    @staticmethod
    def forward(context, a):
        context.out = np.exp(a)
        return context.out

    @staticmethod
    def backward(context, grad):
        return (grad * context.out,)


class Log(Function):
    @staticmethod
    def forward(context, a):
        context.a = a
        return np.log(a)

    @staticmethod
    def backward(context, grad):
        return (grad / context.a,)


class Tanh(Function):
    @staticmethod
    def forward(context, a):
        context.out = np.tanh(a)
        return context.out

    @staticmethod
    def backward(context, grad):
        return (grad * (1.0 - context.out * context.out),)


class LogSoftmax(Function):
    @staticmethod
    def forward(context, a, axis):
        below = a - a.max(axis=axis, keepdims=True)
        out = below - np.log(np.exp(below).sum(axis=axis, keepdims=True))
        context.axis, context.odds = axis, np.exp(out)
        return out

    @staticmethod
    def backward(context, grad):
        return (grad - context.odds * grad.sum(axis=context.axis, keepdims=True),)


class Tensor:
    """An array, its gradient, and the Function that made it (None for a leaf)."""

    __array_ufunc__ = None
    maker = context = None
    inputs = ()

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.ticket = next(Function.tickets)

    def __repr__(self):
        return f"Tensor({self.data.tolist()})"

    def __add__(self, other):
        return Add.apply(self, other)

    __radd__ = __add__

    def __mul__(self, other):
        return Multiply.apply(self, other)

    __rmul__ = __mul__

    def __sub__(self, other):
        return Subtract.apply(self, other)

    def __rsub__(self, other):
        return Subtract.apply(other, self)

    def __truediv__(self, other):
        return Divide.apply(self, other)

    def __rtruediv__(self, other):
        return Divide.apply(other, self)

    def __matmul__(self, other):
        return Product.apply(self, other)

    def __rmatmul__(self, other):
        return Product.apply(other, self)

    def __neg__(self):
        return Scale.apply(self, factor=-1.0)

    def __pow__(self, n):
        return Power.apply(self, n=n)

    def sum(self, axis=None, keepdims=False):
        return Sum.apply(self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return Scale.apply(total, factor=total.data.size / self.data.size)

    def reshape(self, *shape):
        return Rearrange.apply(self, there=lambda array: array.reshape(*shape))

    def transpose(self, axes=None):
        return Rearrange.apply(self, there=lambda array: array.transpose(axes))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return Rearrange.apply(self, there=lambda array: array[index])

    def relu(self):
        return Relu.apply(self)

    def exp(self):
        return Exp.apply(self)

    def log(self):
        return Log.apply(self)

    def tanh(self):
        return Tanh.apply(self)

    def log_softmax(self, axis=-1):
        return LogSoftmax.apply(self, axis=axis)

    def backward(self):
        """The youngest tensor first: what consumes a tensor is always younger than it."""
        below = reachable(self)
        arrived = {self.ticket: np.ones(self.data.shape)}
        for ticket in sorted(below, reverse=True):
            node, grad = below[ticket], arrived.pop(ticket)
            if node.maker is None:
                node.grad = np.asarray(node.grad + grad)
                continue
            node.grad = np.array(grad)
            for each, part in zip(node.inputs, node.maker.backward(node.context, grad)):
                part = unbroadcast(part, each.data.shape)
                if each.ticket in arrived:
                    part = np.asarray(arrived[each.ticket] + part)
                arrived[each.ticket] = part


def reachable(root):
    """Every tensor that went into the root, by its ticket."""
    found, front = {}, [root]
    while front:
        node = front.pop()
        if node.ticket not in found:
            found[node.ticket] = node
            front.extend(node.inputs)
    return found


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    padded = (1,) * (grad.ndim - len(shape)) + tuple(shape)
    axes = tuple(i for i, (mine, his) in enumerate(zip(padded, grad.shape)) if mine != his)
    return grad.sum(axis=axes, keepdims=True).reshape(shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows = np.arange(len(labels))
    return -logits.log_softmax(axis=1)[rows, np.asarray(labels)].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in reachable(root).values():
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
