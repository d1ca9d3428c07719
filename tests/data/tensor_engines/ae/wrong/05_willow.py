"""Exercise 8: the engine. Every kind of result is a class of its own, below Tensor."""

import numpy as np


class Tensor:
    """An array and its gradient. What is just a Tensor is a leaf; a result is something more."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None
    sources = ()

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)

    def __repr__(self):
        return f"{type(self).__name__}({self.data.tolist()})"

    def give(self, grad):
        """One more consumer has its share for this tensor."""
        self.grad += unbroadcast(grad, self.data.shape)

    def clear(self):
        self.grad = np.zeros_like(self.data)

    def send(self):
        """A leaf sends nothing on."""

    def __add__(self, other):
        return Sum2(self, other)

    def __mul__(self, other):
        return Product2(self, other)

    def __matmul__(self, other):
        return Matmul(self, other)

    def __truediv__(self, other):
        return Quotient(self, other)

    def __sub__(self, other):
        return Sum2(self, Product2(other, -1.0))

    def __neg__(self):
        return Product2(self, -1.0)

    def __radd__(self, other):
        return Sum2(other, self)

    def __rmul__(self, other):
        return Product2(other, self)

    def __rsub__(self, other):
        return Sum2(other, -self)

    def __rtruediv__(self, other):
        return Quotient(other, self)

    def __rmatmul__(self, other):
        return Matmul(other, self)

    def __pow__(self, n):
        return Power(self, n)

    def sum(self, axis=None, keepdims=False):
        return Total(self, axis, keepdims)

    def mean(self, axis=None, keepdims=False):
        total = Total(self, axis, keepdims)
        return Quotient(total, self.data.size / total.data.size)

    def reshape(self, *shape):
        return Reshaped(self, *shape)

    def transpose(self, axes=None):
        return Turned(self, axes)

    @property
    def T(self):
        return Turned(self, None)

    def __getitem__(self, index):
        return Picked(self, index)

    def relu(self):
        return Relu(self)

    def exp(self):
        return Exp(self)

    def log(self):
        return Log(self)

    def tanh(self):
        return Tanh(self)

    def log_softmax(self, axis=-1):
        return LogSoftmax(self, axis)

    def backward(self):
        order = ancestors(self)
        if self.sources:
            self.clear()
        self.grad += 1.0
        # What is inside the graph is handed on once and then forgotten, ready for the next call.
        for node in reversed(order):
            node.send()
            if node.sources and node is not self:
                node.clear()


class Result(Tensor):
    def __init__(self, *sources):
        self.sources = [each if isinstance(each, Tensor) else Tensor(each) for each in sources]
        super().__init__(self.compute(*(each.data for each in self.sources)))


class Sum2(Result):
    def compute(self, a, b):
        return a + b

    def send(self):
        for each in self.sources:
            each.give(self.grad)


class Product2(Result):
    def compute(self, a, b):
        return a * b

    def send(self):
        a, b = self.sources
        a.give(self.grad * b.data)
        b.give(self.grad * a.data)


class Quotient(Result):
    def compute(self, a, b):
        return a / b

    def send(self):
        a, b = self.sources
        a.give(self.grad / b.data)
        b.give(-self.grad * a.data / b.data**2)


class Matmul(Result):
    def compute(self, a, b):
        return a @ b

    def send(self):
        a, b = self.sources
        rows = a.data.reshape(1, -1) if a.data.ndim == 1 else a.data
        columns = b.data.reshape(-1, 1) if b.data.ndim == 1 else b.data
        stack = np.broadcast_shapes(rows.shape[:-2], columns.shape[:-2])
        grad = self.grad.reshape(*stack, rows.shape[-2], columns.shape[-1])
        to_rows = grad @ columns.swapaxes(-1, -2)
        to_columns = rows.swapaxes(-1, -2) @ grad
        a.give(unbroadcast(to_rows, rows.shape).reshape(a.data.shape))
        b.give(unbroadcast(to_columns, columns.shape).reshape(b.data.shape))


class Unary(Result):
    def send(self):
        (a,) = self.sources
        a.give(self.grad * self.slope(a.data))


class Power(Unary):
    def __init__(self, source, n):
        self.n = n
        super().__init__(source)

    def compute(self, a):
        return a**self.n

    def slope(self, a):
        return self.n * a ** (self.n - 1) if self.n != 0 else np.zeros_like(a)


class Relu(Unary):
    def compute(self, a):
        return np.maximum(a, 0)

    def slope(self, a):
        return (a > 0).astype(float)


class Exp(Unary):
    def compute(self, a):
        return np.exp(a)

    def slope(self, a):
        return self.data


class Log(Unary):
    def compute(self, a):
        return np.log(a)

    def slope(self, a):
        return 1 / a


class Tanh(Unary):
    def compute(self, a):
        return np.tanh(a)

    def slope(self, a):
        return 1 - self.data**2


class Total(Result):
    def __init__(self, source, axis, keepdims):
        self.axis, self.keepdims = axis, keepdims
        super().__init__(source)

    def compute(self, a):
        return np.sum(a, axis=self.axis, keepdims=self.keepdims)

    def send(self):
        (a,) = self.sources
        grad = self.grad
        if self.axis is not None and not self.keepdims:
            grad = np.expand_dims(grad, self.axis)
        a.give(np.ones_like(a.data) * grad)


class LogSoftmax(Result):
    def __init__(self, source, axis):
        self.axis = axis
        super().__init__(source)

    def compute(self, a):
        a = a - np.max(a, axis=self.axis, keepdims=True)
        return a - np.log(np.sum(np.exp(a), axis=self.axis, keepdims=True))

    def send(self):
        total = np.sum(self.grad, axis=self.axis, keepdims=True)
        self.sources[0].give(self.grad - np.exp(self.data) * total)


class Reshaped(Result):
    def __init__(self, source, *shape):
        self.shape = shape
        super().__init__(source)

    def compute(self, a):
        return a.reshape(*self.shape)

    def send(self):
        (a,) = self.sources
        a.give(self.grad.reshape(a.data.shape))


class Turned(Result):
    def __init__(self, source, axes):
        self.axes = axes
        super().__init__(source)

    def compute(self, a):
        if self.axes is None:
            self.axes = tuple(reversed(range(a.ndim)))
        return np.transpose(a, self.axes)

    def send(self):
        self.sources[0].give(np.moveaxis(self.grad, range(len(self.axes)), self.axes))


class Picked(Result):
    def __init__(self, source, index):
        self.index = index
        super().__init__(source)

    def compute(self, a):
        return a[self.index]

    def send(self):
        (a,) = self.sources
        grad = np.zeros_like(a.data)
        np.add.at(grad, self.index, self.grad)
        a.give(grad)


def ancestors(root):
    """All that root is made of, and root; inputs come before what is made of them."""
    order, met, stack = [], set(), [(root, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            order.append(node)
        elif node not in met:
            met.add(node)
            stack.append((node, True))
            stack.extend((each, False) for each in node.sources)
    return order


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    for _ in range(np.ndim(grad) - len(shape)):
        grad = np.sum(grad, axis=0)
    for axis, length in enumerate(shape):
        if length == 1:
            grad = np.sum(grad, axis=axis, keepdims=True)
    return grad


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows = np.arange(len(logits.data))
    return logits.log_softmax()[rows, np.array(labels)].mean() * -1.0


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in ancestors(root):
        node.clear()


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
