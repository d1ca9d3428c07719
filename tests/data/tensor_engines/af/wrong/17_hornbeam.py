"""Exercise 8, the exam: the whole engine, on arrays.

One class per operation. `forward` takes arrays and gives an array, `backward` takes the gradient
of the result and gives one gradient per input, still in the shape of the result where operands
were broadcast. Shapes, sums over what was repeated, and who gets what are all done in one place.
"""

import numpy as np


class Function:
    """One application of an operation: its inputs, and what backward wants to remember."""

    __slots__ = ("inputs", "saved")

    def __init__(self, inputs):
        self.inputs = inputs
        self.saved = ()

    @classmethod
    def apply(cls, *inputs, **options):
        inputs = tuple(each if isinstance(each, Tensor) else Tensor(each) for each in inputs)
        function = cls(inputs)
        return Tensor(function.forward(*(each.data for each in inputs), **options), function)

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
        self.saved = a, b
        return a * b

    def backward(self, g):
        a, b = self.saved
        return g * b, g * a

class Div(Function):
    def forward(self, a, b):
        self.saved = a, b
        return a / b

    def backward(self, g):
        a, b = self.saved
        share = g / b
        return share, -share * a / b

class Pow(Function):
    def forward(self, a, n):
        self.saved = a, n
        return a**n

    def backward(self, g):
        a, n = self.saved
        return (g * n * a ** (n - 1) if n else np.zeros_like(g),)

class MatMul(Function):
    def forward(self, a, b):
        self.saved = a, b
        return a @ b

    def backward(self, g):
        a, b = self.saved
        # vectors as matrices: a row on the left, a column on the right
        if b.ndim == 1:
            b, g = b[:, None], g[..., None]
        if a.ndim == 1:
            a, g = a[None, :], g[..., None, :] if self.inputs[1].data.ndim > 1 else g[None, :]
        left, right = g @ b.swapaxes(-1, -2), a.swapaxes(-1, -2) @ g
        first, second = (each.data for each in self.inputs)
        if first.ndim == 1:
            left = left[..., 0, :]
        if second.ndim == 1:
            right = right[..., 0]
        return left, right

class Sum(Function):
    def forward(self, a, axis, keepdims):
        total = a.sum(axis=axis, keepdims=True)
        self.saved = a.shape, total.shape
        return total if keepdims else a.sum(axis=axis)

    def backward(self, g):
        shape, kept = self.saved
        return (np.broadcast_to(g.reshape(kept), shape),)

class Reshape(Function):
    def forward(self, a, shape):
        self.saved = a.shape
        return a.reshape(*shape)

    def backward(self, g):
        return (g.reshape(self.saved),)

class Transpose(Function):
    def forward(self, a, axes):
        if axes is None:
            axes = tuple(range(a.ndim))[::-1]
        self.saved = np.argsort([axis % a.ndim for axis in axes])
        return a.transpose(axes)

    def backward(self, g):
        return (g.transpose(tuple(int(axis) for axis in self.saved)),)

class Index(Function):
    def forward(self, a, index):
        self.saved = a.shape, index
        return a[index]

    def backward(self, g):
        shape, index = self.saved
        spread = np.zeros(shape)
        np.add.at(spread, index, g)
        return (spread,)

class Relu(Function):
    def forward(self, a):
        self.saved = a > 0
        return np.where(self.saved, a, 0.0)

    def backward(self, g):
        return (g * self.saved,)

class Exp(Function):
    def forward(self, a):
        self.saved = np.exp(a)
        return self.saved

    def backward(self, g):
        return (g * self.saved,)

class Log(Function):
    def forward(self, a):
        self.saved = a
        return np.log(a)

    def backward(self, g):
        return (g / self.saved,)

class Tanh(Function):
    def forward(self, a):
        self.saved = np.tanh(a)
        return self.saved

    def backward(self, g):
        return (g * (1.0 - self.saved**2),)

class LogSoftmax(Function):
    def forward(self, a, axis):
        shifted = a - a.max(axis=axis, keepdims=True)
        out = shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True))
        self.saved = np.exp(out), axis
        return out

    def backward(self, g):
        softmax, axis = self.saved
        return (g - softmax * g.sum(axis=axis, keepdims=True),)


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, function=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.function = function

    __add__ = lambda self, other: Add.apply(self, other)
    __radd__ = lambda self, other: Add.apply(other, self)
    __sub__ = lambda self, other: Sub.apply(self, other)
    __rsub__ = lambda self, other: Sub.apply(other, self)
    __mul__ = lambda self, other: Mul.apply(self, other)
    __rmul__ = lambda self, other: Mul.apply(other, self)
    __truediv__ = lambda self, other: Div.apply(self, other)
    __rtruediv__ = lambda self, other: Div.apply(other, self)
    __matmul__ = lambda self, other: MatMul.apply(self, other)
    __rmatmul__ = lambda self, other: MatMul.apply(other, self)
    __neg__ = lambda self: Mul.apply(self, -1.0)

    def __pow__(self, n):
        return Pow.apply(self, n=n)

    def __getitem__(self, index):
        return Index.apply(self, index=index)

    def sum(self, axis=None, keepdims=False):
        return Sum.apply(self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total / (self.data.size // total.data.size)

    def reshape(self, *shape):
        return Reshape.apply(self, shape=shape)

    def transpose(self, axes=None):
        return Transpose.apply(self, axes=axes)

    T = property(transpose)

    relu = lambda self: Relu.apply(self)
    exp = lambda self: Exp.apply(self)
    log = lambda self: Log.apply(self)
    tanh = lambda self: Tanh.apply(self)

    def log_softmax(self, axis=-1):
        return LogSoftmax.apply(self, axis=axis)

    def backward(self):
        pending = {self: np.ones(self.data.shape)}
        for node in reversed(ordered(self)):
            g = pending.pop(node)
            if node.function is None:
                node.grad = np.asarray(node.grad + g)
                continue
            for target, part in zip(node.function.inputs, node.function.backward(g), strict=True):
                deliver(pending, target, unbroadcast(part, target.data.shape))


def deliver(pending, target, part):
    """Add one contribution. Arrays that are nobody's view are added to in place."""
    held = pending.get(target)
    if held is None:
        pending[target] = part
    elif held.base is None:
        held += part
    else:
        pending[target] = held + part


def ordered(root):
    """All tensors below root, inputs before results. A stack of iterators, no recursion."""
    order, seen, stack = [], {root}, [(root, iter(inputs_of(root)))]
    while stack:
        node, rest = stack[-1]
        for each in rest:
            if each not in seen:
                seen.add(each)
                stack.append((each, iter(inputs_of(each))))
                break
        else:
            order.append(node)
            stack.pop()
    return order


def inputs_of(tensor):
    return tensor.function.inputs if tensor.function else ()


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    if grad.shape == shape:
        return np.asarray(grad)
    lead = grad.ndim - len(shape)
    axes = (*range(lead), *(lead + k for k, n in enumerate(shape) if n == 1))
    return np.sum(grad, axis=axes, keepdims=True).reshape(shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows = np.arange(logits.data.shape[0])
    return -logits.log_softmax(axis=-1)[rows, np.asarray(labels)].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for tensor in ordered(root):
        tensor.grad = np.zeros(tensor.data.shape)


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
