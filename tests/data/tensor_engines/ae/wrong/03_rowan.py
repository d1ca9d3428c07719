"""Exercise 8: the engine, from edges.

A result keeps a list of edges. An edge is a tensor that went in, and a function that makes that
tensor's share of the result's gradient. Everything else works on edges only.
"""

import numpy as np


def as_array(value):
    return np.array(value, dtype=np.float64)


def result(data, *edges):
    out = Tensor(data)
    out.edges = edges
    return out


def pair(self, other, compute, to_left, to_right):
    """An operation of two operands that are broadcast against each other, entry by entry."""
    if not isinstance(other, Tensor):
        other = Tensor(other)
    a, b = self.data, other.data
    data = compute(a, b)
    return result(
        data,
        (self, lambda grad: unbroadcast(to_left(grad, a, b, data), a.shape)),
        (other, lambda grad: unbroadcast(to_right(grad, a, b, data), b.shape)),
    )


def entrywise(self, data, slope):
    """An operation of one operand, entry by entry; slope() is its derivative there."""
    return result(data, (self, lambda grad: grad * slope()))


class Tensor:
    """An array, its gradient, and the edges to what it was made of."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = as_array(data)
        self.grad = np.zeros_like(self.data)
        self.edges = ()

    def __repr__(self):
        return f"Tensor(shape={self.data.shape}, edges={len(self.edges)})"

    def __add__(self, other):
        return pair(self, other, np.add, lambda g, a, b, c: g, lambda g, a, b, c: g)

    def __sub__(self, other):
        return pair(self, other, np.subtract, lambda g, a, b, c: g, lambda g, a, b, c: -g)

    def __mul__(self, other):
        return pair(self, other, np.multiply, lambda g, a, b, c: g * b, lambda g, a, b, c: g * a)

    def __truediv__(self, other):
        return pair(
            self, other, np.divide, lambda g, a, b, c: g / b, lambda g, a, b, c: -g * c / b
        )

    def __matmul__(self, other):
        if not isinstance(other, Tensor):
            other = Tensor(other)
        a, b = self.data, other.data
        # A vector is a matrix of one row on the left, and of one column on the right.
        left = np.expand_dims(a, 0) if a.ndim == 1 else a
        right = np.expand_dims(b, 1) if b.ndim == 1 else b

        def full(grad):
            """The gradient with the axes that vectors do not give to the result."""
            if b.ndim == 1:
                grad = np.expand_dims(grad, -1)
            if a.ndim == 1:
                grad = np.expand_dims(grad, 0)
            return grad

        def to_left(grad):
            return unbroadcast(full(grad) @ right.swapaxes(-1, -2), left.shape).reshape(a.shape)

        def to_right(grad):
            return unbroadcast(left.swapaxes(-1, -2) @ full(grad), right.shape).reshape(b.shape)

        return result(a @ b, (self, to_left), (other, to_right))

    def __radd__(self, other):
        return Tensor(other) + self

    def __rsub__(self, other):
        return Tensor(other) - self

    def __rmul__(self, other):
        return Tensor(other) * self

    def __rtruediv__(self, other):
        return Tensor(other) / self

    def __rmatmul__(self, other):
        return Tensor(other) @ self

    def __neg__(self):
        return entrywise(self, -self.data, lambda: -1.0)

    def __pow__(self, n):
        a = self.data
        return entrywise(self, a**n, lambda: n * a ** (n - 1) if n else 0.0)

    def relu(self):
        positive = self.data > 0
        return entrywise(self, np.where(positive, self.data, 0.0), lambda: positive)

    def exp(self):
        data = np.exp(self.data)
        return entrywise(self, data, lambda: data)

    def log(self):
        a = self.data
        return entrywise(self, np.log(a), lambda: 1.0 / a)

    def tanh(self):
        data = np.tanh(self.data)
        return entrywise(self, data, lambda: 1.0 - data**2)

    def sum(self, axis=None, keepdims=False):
        shape = self.data.shape

        def spread(grad):
            if not keepdims and axis is not None:
                grad = np.expand_dims(grad, axis)
            return np.broadcast_to(grad, shape)

        return result(self.data.sum(axis=axis, keepdims=keepdims), (self, spread))

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total / (self.data.size / total.data.size)

    def reshape(self, *shape):
        old = self.data.shape
        return result(self.data.reshape(*shape), (self, lambda grad: grad.reshape(old)))

    def transpose(self, axes=None):
        axes = range(self.data.ndim)[::-1] if axes is None else [a % self.data.ndim for a in axes]
        back = [0] * len(axes)
        for new, old in enumerate(axes):
            back[old] = new
        return result(self.data.transpose(axes), (self, lambda grad: grad.transpose(back)))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        shape = self.data.shape

        def put_back(grad):
            full = np.zeros(shape)
            np.add.at(full, index, grad)
            return full

        return result(self.data[index], (self, put_back))

    def log_softmax(self, axis=-1):
        a = self.data
        top = a.max(axis=axis, keepdims=True)
        data = a - (top + np.log(np.exp(a - top).sum(axis=axis, keepdims=True)))
        return result(
            data,
            (self, lambda grad: grad - np.exp(data) * grad.sum(axis=axis, keepdims=True)),
        )

    def backward(self):
        grads = {id(self): np.ones_like(self.data)}
        for node in topological(self):
            grad = grads[id(node)]
            if not node.edges:
                node.grad += grad
            for source, share in node.edges:
                part = share(grad)
                if id(source) in grads:
                    part = grads[id(source)] + part
                grads[id(source)] = np.asarray(part)


def topological(root):
    """Results before their inputs: a tensor comes when all edges that lead to it are used up."""
    incoming, stack = {id(root): 0}, [root]
    while stack:
        for source, _ in stack.pop().edges:
            if id(source) not in incoming:
                incoming[id(source)] = 0
                stack.append(source)
            incoming[id(source)] += 1
    ready = [root]
    while ready:
        node = ready.pop()
        yield node
        for source, _ in node.edges:
            incoming[id(source)] -= 1
            if not incoming[id(source)]:
                ready.append(source)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    extra = grad.ndim - len(shape)
    axes = [i for i in range(grad.ndim) if i < extra or shape[i - extra] == 1]
    return grad.sum(axis=tuple(axes), keepdims=True).reshape(shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    wanted = np.zeros(logits.data.shape)
    wanted[np.arange(len(labels)), labels] = 1.0
    return -(logits.log_softmax(axis=1) * wanted).sum() / len(labels)


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in topological(root):
        node.grad = np.zeros_like(node.data)


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
