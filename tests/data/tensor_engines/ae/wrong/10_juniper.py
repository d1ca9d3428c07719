"""Exercise 8: the engine. A tensor is handed a gradient, and hands parts of it to its inputs."""

import numpy as np


def constant(value):
    return value if isinstance(value, Tensor) else Tensor(value)


class Tensor:
    """An array, its gradient, and how it was made.

    `_hand_on(grad)` is set by the operation: a generator of pairs (input, its part of grad).
    """

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, inputs=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._inputs = inputs
        self._hand_on = None
        self._arrived = None

    def __repr__(self):
        return f"Tensor({self.data}, grad={self.grad})"

    def __add__(self, other):
        other = constant(other)
        out = Tensor(self.data + other.data, (self, other))

        def hand_on(grad):
            yield self, grad
            yield other, grad

        out._hand_on = hand_on
        return out

    def __sub__(self, other):
        other = constant(other)
        out = Tensor(self.data - other.data, (self, other))

        def hand_on(grad):
            yield self, grad
            yield other, -grad

        out._hand_on = hand_on
        return out

    def __mul__(self, other):
        other = constant(other)
        out = Tensor(self.data * other.data, (self, other))

        def hand_on(grad):
            yield self, grad * other.data
            yield other, grad * self.data

        out._hand_on = hand_on
        return out

    def __truediv__(self, other):
        other = constant(other)
        out = Tensor(self.data / other.data, (self, other))

        def hand_on(grad):
            yield self, grad / other.data
            yield other, -grad * out.data / other.data

        out._hand_on = hand_on
        return out

    def __matmul__(self, other):
        other = constant(other)
        out = Tensor(self.data @ other.data, (self, other))

        def hand_on(grad):
            a, b = self.data, other.data
            if b.ndim == 1:
                b, grad = b[:, None], np.expand_dims(grad, -1)
            if a.ndim == 1:
                a, grad = a[None, :], np.expand_dims(grad, -2)
            part = unbroadcast(grad @ b.swapaxes(-1, -2), a.shape)
            yield self, part.reshape(self.data.shape)
            part = unbroadcast(a.swapaxes(-1, -2) @ grad, b.shape)
            yield other, part.reshape(other.data.shape)

        out._hand_on = hand_on
        return out

    def __neg__(self):
        return 0.0 - self

    def __radd__(self, other):
        return constant(other) + self

    def __rsub__(self, other):
        return constant(other) - self

    def __rmul__(self, other):
        return constant(other) * self

    def __rtruediv__(self, other):
        return constant(other) / self

    def __rmatmul__(self, other):
        return constant(other) @ self

    def __pow__(self, n):
        out = Tensor(self.data**n, (self,))

        def hand_on(grad):
            yield self, grad * (n * self.data ** (n - 1)) if n != 0 else np.zeros_like(grad)

        out._hand_on = hand_on
        return out

    def sum(self, axis=None, keepdims=False):
        out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,))

        def hand_on(grad):
            if axis is not None and not keepdims:
                grad = np.expand_dims(grad, axis)
            yield self, np.full(self.data.shape, grad)

        out._hand_on = hand_on
        return out

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis=axis, keepdims=keepdims)
        return out / (self.data.size / out.data.size)

    def reshape(self, *shape):
        out = Tensor(self.data.reshape(*shape), (self,))

        def hand_on(grad):
            yield self, grad.reshape(self.data.shape)

        out._hand_on = hand_on
        return out

    def transpose(self, axes=None):
        out = Tensor(np.transpose(self.data, axes), (self,))

        def hand_on(grad):
            if axes is None:
                yield self, np.transpose(grad)
            else:
                yield self, np.moveaxis(grad, range(grad.ndim), axes)

        out._hand_on = hand_on
        return out

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        out = Tensor(self.data[index], (self,))

        def hand_on(grad):
            part = np.zeros_like(self.data)
            np.add.at(part, index, grad)
            yield self, part

        out._hand_on = hand_on
        return out

    def relu(self):
        out = Tensor(np.maximum(self.data, 0.0), (self,))

        def hand_on(grad):
            grad[self.data <= 0] = 0.0
            yield self, grad

        out._hand_on = hand_on
        return out

    def exp(self):
        out = Tensor(np.exp(self.data), (self,))

        def hand_on(grad):
            yield self, grad * out.data

        out._hand_on = hand_on
        return out

    def log(self):
        out = Tensor(np.log(self.data), (self,))

        def hand_on(grad):
            yield self, grad / self.data

        out._hand_on = hand_on
        return out

    def tanh(self):
        out = Tensor(np.tanh(self.data), (self,))

        def hand_on(grad):
            yield self, grad * (1.0 - out.data * out.data)

        out._hand_on = hand_on
        return out

    def log_softmax(self, axis=-1):
        least = self.data - self.data.max(axis=axis, keepdims=True)
        out = Tensor(least - np.log(np.exp(least).sum(axis=axis, keepdims=True)), (self,))

        def hand_on(grad):
            yield self, grad - np.exp(out.data) * grad.sum(axis=axis, keepdims=True)

        out._hand_on = hand_on
        return out

    def backward(self):
        order = inputs_first(self)
        for node in order:
            node._arrived = None
        self._arrived = np.ones_like(self.data)
        while order:
            node = order.pop()
            grad, node._arrived = node._arrived, None
            if node._hand_on is None:
                node.grad = np.array(node.grad + grad)
                continue
            for to, part in node._hand_on(grad):
                part = unbroadcast(part, to.data.shape)
                to._arrived = np.asarray(part if to._arrived is None else to._arrived + part)


def inputs_first(root):
    """Every tensor that can be reached from root, and root, inputs before results."""
    order, seen, stack = [], set(), [(root, False)]
    while stack:
        node, done = stack.pop()
        if done:
            order.append(node)
        elif id(node) not in seen:
            seen.add(id(node))
            stack.append((node, True))
            for each in node._inputs:
                stack.append((each, False))
    return order


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    if grad.shape == tuple(shape):
        return grad
    lead = grad.ndim - len(shape)
    axes = tuple(i for i in range(grad.ndim) if i < lead or shape[i - lead] == 1)
    return grad.sum(axis=axes, keepdims=True).reshape(shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    chosen = logits.log_softmax()[np.arange(len(labels)), np.asarray(labels)]
    return -chosen.mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in inputs_first(root):
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
