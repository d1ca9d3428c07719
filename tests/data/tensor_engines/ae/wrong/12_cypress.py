"""Exercise 8: the engine. One helper makes every result; its rule gives a gradient per input."""

import numpy as np


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, _prev=(), _rule=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._prev = _prev
        self._rule = _rule

    def __repr__(self):
        return f"Tensor(data={self.data}, grad={self.grad})"

    @property
    def shape(self):
        return self.data.shape

    @property
    def is_leaf(self):
        return self._rule is None

    # Operators

    def __add__(self, other):
        a, b = self, _tensor(other)
        return Tensor(a.data + b.data, (a, b), lambda g: (g, g))

    def __mul__(self, other):
        a, b = self, _tensor(other)
        return Tensor(a.data * b.data, (a, b), lambda g: (g * b.data, g * a.data))

    def __sub__(self, other):
        a, b = self, _tensor(other)
        return Tensor(a.data - b.data, (a, b), lambda g: (g, -g))

    def __truediv__(self, other):
        return self * _tensor(other)._inverse()

    def _inverse(self):
        inverse = 1.0 / self.data
        return Tensor(inverse, (self,), lambda g: (-g * inverse * inverse,))

    def __neg__(self):
        return Tensor(-self.data, (self,), lambda g: (-g,))

    def __pow__(self, n):
        def rule(g):
            return (g * n * self.data ** (n - 1) if n != 0 else np.zeros_like(g),)

        return Tensor(self.data**n, (self,), rule)

    def __matmul__(self, other):
        a, b = self, _tensor(other)
        if len(a.shape) == len(b.shape) == 1:
            return (a * b).sum()
        if len(a.shape) == 1:
            return (a.reshape(-1, 1) * b).sum(axis=-2)
        if len(b.shape) == 1:
            return (a * b).sum(axis=-1)

        def rule(g):
            return g @ b.data.swapaxes(-1, -2), a.data.swapaxes(-1, -2) @ g

        return Tensor(a.data @ b.data, (a, b), rule)

    def __radd__(self, other):
        return _tensor(other) + self

    def __rmul__(self, other):
        return _tensor(other) * self

    def __rsub__(self, other):
        return _tensor(other) - self

    def __rtruediv__(self, other):
        return _tensor(other) / self

    def __rmatmul__(self, other):
        return _tensor(other) @ self

    # Axes

    def _axes(self, axis):
        """The axes that are meant, from 0 up."""
        if axis is None:
            return tuple(range(self.data.ndim))
        if isinstance(axis, tuple):
            return tuple(each % self.data.ndim for each in axis)
        return (axis % self.data.ndim,)

    def sum(self, axis=None, keepdims=False):
        axes = self._axes(axis)
        kept = tuple(1 if i in axes else n for i, n in enumerate(self.shape))

        def rule(g):
            return (np.broadcast_to(g.reshape(kept), self.shape),)

        return Tensor(self.data.sum(axis=axes, keepdims=keepdims), (self,), rule)

    def mean(self, axis=None, keepdims=False):
        count = 1
        for each in self._axes(axis):
            count *= self.shape[each]
        return self.sum(axis, keepdims) * (1.0 / count)

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape), (self,), lambda g: (g.reshape(self.shape),))

    def transpose(self, axes=None):
        axes = self._axes(axes)[::-1] if axes is None else self._axes(tuple(axes))
        back = tuple(axes.index(i) for i in range(len(axes)))
        return Tensor(self.data.transpose(axes), (self,), lambda g: (g.transpose(back),))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def rule(g):
            full = np.zeros(self.shape)
            np.add.at(full, index, g)
            return (full,)

        return Tensor(self.data[index], (self,), rule)

    # Functions

    def relu(self):
        return Tensor(np.maximum(self.data, 0), (self,), lambda g: (g * (self.data > 0),))

    def exp(self):
        y = np.exp(self.data)
        return Tensor(y, (self,), lambda g: (g * y,))

    def log(self):
        return Tensor(np.log(self.data), (self,), lambda g: (g / self.data,))

    def tanh(self):
        y = np.tanh(self.data)
        return Tensor(y, (self,), lambda g: (g * (1 - y * y),))

    def log_softmax(self, axis=-1):
        centred = self.data - self.data.max(axis=axis, keepdims=True)
        y = centred - np.log(np.exp(centred).sum(axis=axis, keepdims=True))

        def rule(g):
            return (g - np.exp(y) * g.sum(axis=axis, keepdims=True),)

        return Tensor(y, (self,), rule)

    def backward(self):
        grads = {id(self): np.ones(self.shape)}
        for node in reversed(_inputs_first(self)):
            g = grads[id(node)]
            if node.is_leaf:
                node.grad += g
                continue
            for each, part in zip(node._prev, node._rule(g)):
                part = unbroadcast(part, each.shape)
                if id(each) not in grads:
                    grads[id(each)] = np.zeros(each.shape)
                grads[id(each)] += part


def _tensor(value):
    return value if isinstance(value, Tensor) else Tensor(value)


def _inputs_first(root):
    """The graph below root in the order of a depth-first search, inputs before results."""
    order = []
    stack = [(root, False)]
    seen = {id(root)}
    while stack:
        node, expanded = stack.pop()
        if expanded:
            order.append(node)
            continue
        stack.append((node, True))
        for each in node._prev:
            if id(each) not in seen:
                seen.add(id(each))
                stack.append((each, False))
    return order


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    while grad.ndim > len(shape):
        grad = grad.sum(axis=0)
    for axis, n in enumerate(shape):
        if n == 1:
            grad = grad.sum(axis=axis, keepdims=True)
    return grad


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows = np.arange(logits.shape[0])
    picked = logits.log_softmax()[rows, np.asarray(labels)]
    return -picked.mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in _inputs_first(root):
        node.grad = np.zeros(node.shape)


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
