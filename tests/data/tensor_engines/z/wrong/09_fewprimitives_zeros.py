"""The engine from as few rules as possible: the rest is composed of them."""

import numpy as np


def unbroadcast(grad, shape):
    padded = (1,) * (grad.ndim - len(shape)) + tuple(shape)
    axes = tuple(i for i, (have, want) in enumerate(zip(grad.shape, padded)) if want == 1 and have != 1)
    return grad.sum(axis=axes, keepdims=True).reshape(shape)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, _prev=(), _rule=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self._prev = _prev
        self._rule = _rule

    # The primitives: each rule gives one gradient for each input.

    def __add__(self, other):
        other = tensor(other)
        return Tensor(self.data + other.data, (self, other), lambda g: [g, g])

    def __mul__(self, other):
        other = tensor(other)
        return Tensor(self.data * other.data, (self, other), lambda g: [g * other.data, g * self.data])

    def __pow__(self, n):
        def rule(g):
            return [g * n * self.data ** (n - 1) if n != 0 else g * 0.0]

        return Tensor(self.data**n, (self,), rule)

    def exp(self):
        value = np.exp(self.data)
        return Tensor(value, (self,), lambda g: [g * value])

    def log(self):
        return Tensor(np.log(self.data), (self,), lambda g: [g / self.data])

    def tanh(self):
        value = np.tanh(self.data)
        return Tensor(value, (self,), lambda g: [g * (1.0 - value * value)])

    def sum(self, axis=None, keepdims=False):
        def rule(g):
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            return [np.broadcast_to(g, self.data.shape)]

        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,), rule)

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape), (self,), lambda g: [g.reshape(self.data.shape)])

    def transpose(self, axes=None):
        if axes is None:
            axes = range(self.data.ndim)[::-1]
        axes = [a if a >= 0 else a + self.data.ndim for a in axes]
        return Tensor(self.data.transpose(axes), (self,), lambda g: [g.transpose(np.argsort(axes))])

    def __getitem__(self, index):
        def rule(g):
            into = np.zeros(self.data.shape)
            np.add.at(into, index, g)
            return [into]

        return Tensor(self.data[index], (self,), rule)

    # Composed.

    def __matmul__(self, other):
        other = tensor(other)
        a = self if self.data.ndim > 1 else self.reshape(1, -1)
        b = other if other.data.ndim > 1 else other.reshape(-1, 1)
        # a[..., i, k, 1] * b[..., 1, k, j], summed over k
        left = a.reshape(*a.data.shape, 1)
        right = b.reshape(*b.data.shape[:-2], 1, *b.data.shape[-2:])
        product = (left * right).sum(axis=-2)
        return product.reshape((self.data @ other.data).shape)

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -tensor(other)

    def __truediv__(self, other):
        return self * tensor(other) ** -1

    def __radd__(self, other):
        return tensor(other) + self

    def __rsub__(self, other):
        return tensor(other) - self

    def __rmul__(self, other):
        return tensor(other) * self

    def __rtruediv__(self, other):
        return tensor(other) / self

    def __rmatmul__(self, other):
        return tensor(other) @ self

    @property
    def T(self):
        return self.transpose()

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis=axis, keepdims=keepdims)
        return total * (total.data.size / self.data.size)

    def relu(self):
        return self * np.where(self.data > 0, 1.0, 0.0)

    def log_softmax(self, axis=-1):
        # the largest entry is a constant: what one subtracts has no influence
        shifted = self - self.data.max(axis=axis, keepdims=True)
        return shifted - shifted.exp().sum(axis=axis, keepdims=True).log()

    def backward(self):
        order = sorted_nodes(self)
        for node in order:
            if node._rule:
                node.grad = np.zeros(node.data.shape)
        self.grad += 1.0
        for node in reversed(order):
            if node._rule:
                for source, g in zip(node._prev, node._rule(node.grad)):
                    source.grad += unbroadcast(np.asarray(g), source.data.shape)


def tensor(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def sorted_nodes(root):
    order, seen, stack = [], set(), [(root, False)]
    while stack:
        node, done = stack.pop()
        if done:
            order.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack.extend((source, False) for source in node._prev)
    return order


def cross_entropy(logits, labels):
    rows, columns = logits.data.shape
    chosen = np.zeros((rows, columns))
    chosen[np.arange(rows), labels] = -1.0 / rows
    return (logits.log_softmax(axis=1) * chosen).sum()


def zero_grad(root):
    zeros = {}
    for node in sorted_nodes(root):
        shape = node.data.shape
        if shape not in zeros:
            zeros[shape] = np.zeros(shape)
        node.grad = zeros[shape]


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
