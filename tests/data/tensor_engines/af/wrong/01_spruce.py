"""Exercise 8, the exam: the whole engine, on arrays."""

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = np.asarray(grad)
    while grad.ndim > len(shape):
        grad = grad.sum(axis=0)
    for axis, length in enumerate(shape):
        if length == 1 and grad.shape[axis] != 1:
            grad = grad.sum(axis=axis, keepdims=True)
    return grad


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

    @staticmethod
    def _wrap(value):
        return value if isinstance(value, Tensor) else Tensor(value)

    def _gets(self, grad):
        """Add to the gradient; always a new array."""
        self.grad = np.asarray(self.grad + unbroadcast(grad, self.data.shape))

    # ---- operators with two operands

    def __add__(self, other):
        other = Tensor._wrap(other)
        out = Tensor(self.data + other.data, (self, other))

        def _backward():
            self._gets(out.grad)
            other._gets(out.grad)

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = Tensor._wrap(other)
        out = Tensor(self.data * other.data, (self, other))

        def _backward():
            self._gets(out.grad * other.data)
            other._gets(out.grad * self.data)

        out._backward = _backward
        return out

    def __sub__(self, other):
        other = Tensor._wrap(other)
        out = Tensor(self.data - other.data, (self, other))

        def _backward():
            self._gets(out.grad)
            other._gets(-out.grad)

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = Tensor._wrap(other)
        out = Tensor(self.data / other.data, (self, other))

        def _backward():
            self._gets(out.grad / other.data)
            other._gets(-out.grad * self.data / (other.data * other.data))

        out._backward = _backward
        return out

    def __matmul__(self, other):
        other = Tensor._wrap(other)
        out = Tensor(self.data @ other.data, (self, other))

        def _backward():
            a, b, g = self.data, other.data, out.grad
            # a vector on the left is a row, a vector on the right is a column
            if a.ndim == 1:
                a, g = a[None, :], np.expand_dims(g, -2 if b.ndim > 1 else -1)
            if b.ndim == 1:
                b, g = b[:, None], np.expand_dims(g, -1)
            ga = unbroadcast(g @ np.swapaxes(b, -1, -2), a.shape)
            gb = unbroadcast(np.swapaxes(a, -1, -2) @ g, b.shape)
            self._gets(ga.reshape(self.data.shape))
            other._gets(gb.reshape(other.data.shape))

        out._backward = _backward
        return out

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return Tensor(other) - self

    def __rtruediv__(self, other):
        return Tensor(other) / self

    def __rmatmul__(self, other):
        return Tensor(other) @ self

    # ---- operators with one operand

    def __neg__(self):
        return self * -1.0

    def __pow__(self, n):
        out = Tensor(self.data**n, (self,))

        def _backward():
            if n != 0:
                self._gets(out.grad * n * self.data ** (n - 1))

        out._backward = _backward
        return out

    def relu(self):
        out = Tensor(np.maximum(self.data, 0.0), (self,))

        def _backward():
            self._gets(out.grad * (self.data > 0))

        out._backward = _backward
        return out

    def exp(self):
        out = Tensor(np.exp(self.data), (self,))

        def _backward():
            self._gets(out.grad * out.data)

        out._backward = _backward
        return out

    def log(self):
        out = Tensor(np.log(self.data), (self,))

        def _backward():
            self._gets(out.grad / self.data)

        out._backward = _backward
        return out

    def tanh(self):
        out = Tensor(np.tanh(self.data), (self,))

        def _backward():
            self._gets(out.grad * (1.0 - out.data**2))

        out._backward = _backward
        return out

    def log_softmax(self, axis=-1):
        shifted = self.data - self.data.max(axis=axis, keepdims=True)
        out = Tensor(shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True)), (self,))

        def _backward():
            total = out.grad.sum(axis=axis, keepdims=True)
            self._gets(out.grad - np.exp(out.data) * total)

        out._backward = _backward
        return out

    # ---- fewer entries

    def sum(self, axis=None, keepdims=False):
        out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,))

        def _backward():
            grad = out.grad
            if axis is not None and not keepdims:
                grad = np.expand_dims(grad, axis)
            self._gets(np.broadcast_to(grad, self.data.shape))

        out._backward = _backward
        return out

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis=axis, keepdims=keepdims)
        return total * (total.data.size / self.data.size)

    # ---- entries in other places

    def reshape(self, *shape):
        out = Tensor(self.data.reshape(*shape), (self,))

        def _backward():
            self._gets(out.grad.reshape(self.data.shape))

        out._backward = _backward
        return out

    def transpose(self, axes=None):
        out = Tensor(self.data.transpose(axes), (self,))

        def _backward():
            if axes is None:
                self._gets(out.grad.transpose())
            else:
                self._gets(out.grad.transpose(np.argsort([n % self.data.ndim for n in axes])))

        out._backward = _backward
        return out

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        out = Tensor(self.data[index], (self,))

        def _backward():
            grad = np.zeros_like(self.data)
            np.add.at(grad, index, out.grad)
            self._gets(grad)

        out._backward = _backward
        return out

    # ---- the walk

    def _ordered(self):
        """All tensors below this one, each after its operands."""
        order, seen = [], {id(self)}
        stack = [(self, False)]
        while stack:
            node, operands_done = stack.pop()
            if operands_done:
                order.append(node)
                continue
            stack.append((node, True))
            for each in node._prev:
                if id(each) not in seen:
                    seen.add(id(each))
                    stack.append((each, False))
        return order

    def backward(self):
        order = self._ordered()
        for node in order:
            if node._prev:
                node.grad = np.zeros_like(node.data)
        self.grad = np.asarray(self.grad + np.ones_like(self.data))
        for node in reversed(order):
            node._backward()


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels)
    picked = logits.log_softmax(axis=-1)[np.arange(len(labels)), labels]
    return -picked.mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in root._ordered():
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
