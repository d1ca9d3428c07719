"""Exercise 8: the engine, on four primitives for axes and one for entries."""

import numpy as np


class Tensor:
    """An array, its gradient, and how it was made."""

    __slots__ = ("data", "grad", "_parents", "_vjps", "__weakref__")

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, _parents=(), _vjps=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._parents = _parents
        self._vjps = _vjps

    def __repr__(self):
        return f"Tensor({self.data}, grad={self.grad})"

    # -- entries --

    def _map(self, value, derivative):
        """A function of every entry, from its value and its derivative, both arrays."""
        return Tensor(value, (self,), (lambda grad: grad * derivative,))

    def _zip(self, other, value, by_self, by_other):
        """A function of every pair of entries, with both of its derivatives."""
        return Tensor(
            value,
            (self, other),
            (
                lambda grad: unbroadcast(grad * by_self, self.data.shape),
                lambda grad: unbroadcast(grad * by_other, other.data.shape),
            ),
        )

    def __add__(self, other):
        other = _lifted(other)
        return self._zip(other, self.data + other.data, 1.0, 1.0)

    def __sub__(self, other):
        other = _lifted(other)
        return self._zip(other, self.data - other.data, 1.0, -1.0)

    def __mul__(self, other):
        other = _lifted(other)
        return self._zip(other, self.data * other.data, other.data, self.data)

    def __truediv__(self, other):
        other = _lifted(other)
        ratio = self.data / other.data
        return self._zip(other, ratio, 1.0 / other.data, -ratio / other.data)

    def __neg__(self):
        return self._map(-self.data, -1.0)

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return self._map(self.data**n, slope)

    def relu(self):
        return self._map(np.maximum(self.data, 0.0), np.heaviside(self.data, 0.0))

    def exp(self):
        value = np.exp(self.data)
        return self._map(value, value)

    def log(self):
        return self._map(np.log(self.data), 1.0 / self.data)

    def tanh(self):
        value = np.tanh(self.data)
        return self._map(value, 1.0 - value**2)

    # -- axes --

    def sum(self, axis=None, keepdims=False):
        def vjp(grad):
            if axis is not None and not keepdims:
                grad = np.expand_dims(grad, axis)
            return np.broadcast_to(grad, self.data.shape)

        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,), (vjp,))

    def mean(self, axis=None, keepdims=False):
        count = np.prod(np.take(self.data.shape, axis)) if axis else self.data.size
        return self.sum(axis=axis, keepdims=keepdims) / count

    def reshape(self, *shape):
        def vjp(grad):
            return grad.reshape(self.data.shape)

        return Tensor(self.data.reshape(*shape), (self,), (vjp,))

    def transpose(self, axes=None):
        if axes is not None:
            axes = [axis % self.data.ndim for axis in axes]

        def vjp(grad):
            return grad.transpose(None if axes is None else np.argsort(axes))

        return Tensor(self.data.transpose(axes), (self,), (vjp,))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def vjp(grad):
            full = np.zeros_like(self.data)
            np.add.at(full, index, grad)
            return full

        return Tensor(self.data[index], (self,), (vjp,))

    # -- made of others --

    def __matmul__(self, other):
        other = _lifted(other)
        left = self.reshape(1, -1) if self.data.ndim == 1 else self
        right = other.reshape(-1, 1) if other.data.ndim == 1 else other

        def by_left(grad):
            return unbroadcast(grad @ np.swapaxes(right.data, -1, -2), left.data.shape)

        def by_right(grad):
            return unbroadcast(np.swapaxes(left.data, -1, -2) @ grad, right.data.shape)

        out = Tensor(left.data @ right.data, (left, right), (by_left, by_right))
        if left is self and right is other:
            return out
        return out.reshape((self.data @ other.data).shape)

    def log_softmax(self, axis=-1):
        low = self - self.data.max(axis=axis, keepdims=True)
        return low - low.exp().sum(axis=axis, keepdims=True).log()

    def __radd__(self, other):
        return _lifted(other) + self

    def __rsub__(self, other):
        return _lifted(other) - self

    def __rmul__(self, other):
        return _lifted(other) * self

    def __rtruediv__(self, other):
        return _lifted(other) / self

    def __rmatmul__(self, other):
        return _lifted(other) @ self

    def backward(self):
        nodes = _results_first(self)
        for node in nodes:
            if node._parents:
                node.grad = np.zeros_like(node.data)
        self.grad += np.ones_like(self.data)
        for node in nodes:
            for parent, vjp in zip(node._parents, node._vjps, strict=True):
                parent.grad += vjp(node.grad)


def _lifted(value):
    return value if isinstance(value, Tensor) else Tensor(value)


def _results_first(root):
    """Root and all that it is made of; a tensor comes after all of its consumers."""
    consumers, found = {root: 0}, [root]
    for node in found:
        for parent in node._parents:
            if parent not in consumers:
                consumers[parent] = 0
                found.append(parent)
            consumers[parent] += 1
    order = [root]
    for node in order:
        for parent in node._parents:
            consumers[parent] -= 1
            if consumers[parent] == 0:
                order.append(parent)
    return order


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    stretched = tuple(i for i, n in enumerate(shape) if n == 1 and grad.shape[i] != 1)
    return grad.sum(axis=stretched, keepdims=True)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows = np.arange(len(logits.data))
    return -logits.log_softmax()[rows, np.asarray(labels)].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in _results_first(root):
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
