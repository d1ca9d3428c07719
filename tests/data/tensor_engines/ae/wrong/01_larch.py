"""Exercise 8, the exam: the whole engine, on arrays."""

import numpy as np


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, _prev=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._prev = _prev
        self._backward = lambda: None

    def __repr__(self):
        return f"Tensor(data={self.data}, grad={self.grad})"

    def _receive(self, grad):
        self.grad += unbroadcast(grad, self.data.shape)

    @staticmethod
    def _wrap(other):
        return other if isinstance(other, Tensor) else Tensor(other)

    def __add__(self, other):
        other = self._wrap(other)
        out = Tensor(self.data + other.data, (self, other))

        def _backward():
            self._receive(out.grad)
            other._receive(out.grad)

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = self._wrap(other)
        out = Tensor(self.data * other.data, (self, other))

        def _backward():
            self._receive(out.grad * other.data)
            other._receive(out.grad * self.data)

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = self._wrap(other)
        out = Tensor(self.data / other.data, (self, other))

        def _backward():
            self._receive(out.grad / other.data)
            other._receive(-out.grad * self.data / other.data**2)

        out._backward = _backward
        return out

    def __matmul__(self, other):
        other = self._wrap(other)
        out = Tensor(self.data @ other.data, (self, other))

        def _backward():
            a, b, grad = self.data, other.data, out.grad
            if a.ndim == 1:
                a, grad = a[None, :], np.expand_dims(grad, -1 if b.ndim == 1 else -2)
            if b.ndim == 1:
                b, grad = b[:, None], grad[..., None]
            if grad.ndim < 2:
                grad = grad.reshape(1, 1)
            to_self = unbroadcast(grad @ np.swapaxes(b, -1, -2), a.shape)
            to_other = unbroadcast(np.swapaxes(a, -1, -2) @ grad, b.shape)
            self.grad += to_self.reshape(self.data.shape)
            other.grad += to_other.reshape(other.data.shape)

        out._backward = _backward
        return out

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -self._wrap(other)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return self._wrap(other) - self

    def __rtruediv__(self, other):
        return self._wrap(other) / self

    def __rmatmul__(self, other):
        return self._wrap(other) @ self

    def __pow__(self, n):
        out = Tensor(self.data**n, (self,))

        def _backward():
            if n != 0:
                self._receive(out.grad * n * self.data ** (n - 1))

        out._backward = _backward
        return out

    def sum(self, axis=None, keepdims=False):
        out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,))

        def _backward():
            grad = out.grad
            if axis is not None and not keepdims:
                grad = np.expand_dims(grad, axis)
            self.grad += grad

        out._backward = _backward
        return out

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis=axis, keepdims=keepdims)
        return total * (total.data.size / self.data.size)

    def reshape(self, *shape):
        out = Tensor(self.data.reshape(*shape), (self,))

        def _backward():
            self.grad += out.grad.reshape(self.data.shape)

        out._backward = _backward
        return out

    def transpose(self, axes=None):
        out = Tensor(self.data.transpose(axes), (self,))

        def _backward():
            if axes is None:
                self.grad += out.grad.transpose()
            else:
                back = np.argsort([axis % self.data.ndim for axis in axes])
                self.grad += out.grad.transpose(back)

        out._backward = _backward
        return out

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        out = Tensor(self.data[index], (self,))

        def _backward():
            np.add.at(self.grad, index, out.grad)

        out._backward = _backward
        return out

    def relu(self):
        out = Tensor(np.maximum(self.data, 0.0), (self,))

        def _backward():
            self.grad += out.grad * (self.data > 0)

        out._backward = _backward
        return out

    def exp(self):
        out = Tensor(np.exp(self.data), (self,))

        def _backward():
            self.grad += out.grad * out.data

        out._backward = _backward
        return out

    def log(self):
        out = Tensor(np.log(self.data), (self,))

        def _backward():
            self.grad += out.grad / self.data

        out._backward = _backward
        return out

    def tanh(self):
        out = Tensor(np.tanh(self.data), (self,))

        def _backward():
            self.grad += out.grad * (1.0 - out.data**2)

        out._backward = _backward
        return out

    def log_softmax(self, axis=-1):
        out = Tensor(_log_probabilities(self.data, axis), (self,))

        def _backward():
            lost = np.exp(out.data) * out.grad.sum(axis=axis, keepdims=True)
            self.grad += out.grad - lost

        out._backward = _backward
        return out

    def _order(self):
        """Every tensor below this one, each after all that went into it."""
        order, seen, stack = [], set(), [(self, False)]
        while stack:
            node, inputs_done = stack.pop()
            if inputs_done:
                order.append(node)
            elif id(node) not in seen:
                seen.add(id(node))
                stack.append((node, True))
                stack += [(each, False) for each in node._prev]
        return order

    def backward(self):
        """Every tensor's rule runs once, after the rules of all of its consumers."""
        order = self._order()
        for node in order:
            if node._prev:
                node.grad = np.zeros_like(node.data)
        self.grad += np.ones_like(self.data)
        for node in reversed(order):
            node._backward()


def _log_probabilities(data, axis):
    low = data - data.max(axis=axis, keepdims=True)
    return low - np.log(np.exp(low).sum(axis=axis, keepdims=True))


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    stretched = tuple(i for i, n in enumerate(shape) if n == 1 and grad.shape[i] != 1)
    return grad.sum(axis=stretched, keepdims=True)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label.

    One tensor instead of three: the gradient of a row is its probabilities, less 1 at the label.
    """
    labels = np.asarray(labels)
    rows = np.arange(len(labels))
    chances = _log_probabilities(logits.data, 1)
    out = Tensor(-chances[rows, labels].mean(), (logits,))
    np.exp(chances, out=chances)

    def _backward():
        chances[rows, labels] -= 1.0
        logits.grad += out.grad * chances / len(rows)

    out._backward = _backward
    return out


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in root._order():
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
