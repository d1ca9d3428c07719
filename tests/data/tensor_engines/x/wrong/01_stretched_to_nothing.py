"""Exercise 8, the exam: the whole engine, on arrays."""

import numpy as np


class Tensor:
    """An array, its gradient, and how it was made."""

    __array_ufunc__ = None

    def __init__(self, data, _prev=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._prev = _prev
        self._backward = lambda: None

    def __repr__(self):
        return f"Tensor(data={self.data}, grad={self.grad})"

    def _add_grad(self, g):
        self.grad = np.asarray(self.grad + unbroadcast(g, self.data.shape))

    def __add__(self, other):
        other = as_tensor(other)
        out = Tensor(self.data + other.data, (self, other))

        def _backward():
            self._add_grad(out.grad)
            other._add_grad(out.grad)

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = as_tensor(other)
        out = Tensor(self.data * other.data, (self, other))

        def _backward():
            self._add_grad(out.grad * other.data)
            other._add_grad(out.grad * self.data)

        out._backward = _backward
        return out

    def __sub__(self, other):
        other = as_tensor(other)
        out = Tensor(self.data - other.data, (self, other))

        def _backward():
            self._add_grad(out.grad)
            other._add_grad(-out.grad)

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = as_tensor(other)
        out = Tensor(self.data / other.data, (self, other))

        def _backward():
            self._add_grad(out.grad / other.data)
            other._add_grad(-out.grad * self.data / other.data**2)

        out._backward = _backward
        return out

    def __radd__(self, other):
        return as_tensor(other) + self

    def __rmul__(self, other):
        return as_tensor(other) * self

    def __rsub__(self, other):
        return as_tensor(other) - self

    def __rtruediv__(self, other):
        return as_tensor(other) / self

    def __neg__(self):
        out = Tensor(-self.data, (self,))

        def _backward():
            self._add_grad(-out.grad)

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Tensor(self.data**n, (self,))

        def _backward():
            if n != 0:
                self._add_grad(n * self.data ** (n - 1) * out.grad)

        out._backward = _backward
        return out

    def __matmul__(self, other):
        other = as_tensor(other)
        out = Tensor(self.data @ other.data, (self, other))

        def _backward():
            a, b, g = self.data, other.data, out.grad
            # vectors become matrices, as NumPy does it
            if b.ndim == 1:
                b = b[:, None]
                g = g[..., None]
            if a.ndim == 1:
                a = a[None, :]
                g = np.expand_dims(g, -2)
            ga = unbroadcast(g @ b.swapaxes(-1, -2), a.shape)
            gb = unbroadcast(a.swapaxes(-1, -2) @ g, b.shape)
            self._add_grad(ga.reshape(self.data.shape))
            other._add_grad(gb.reshape(other.data.shape))

        out._backward = _backward
        return out

    def __rmatmul__(self, other):
        return as_tensor(other) @ self

    def sum(self, axis=None, keepdims=False):
        out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,))

        def _backward():
            g = out.grad
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            self._add_grad(np.broadcast_to(g, self.data.shape))

        out._backward = _backward
        return out

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total / (self.data.size / max(total.data.size, 1))

    def reshape(self, *shape):
        out = Tensor(self.data.reshape(*shape), (self,))

        def _backward():
            self._add_grad(out.grad.reshape(self.data.shape))

        out._backward = _backward
        return out

    def transpose(self, axes=None):
        out = Tensor(self.data.transpose(axes), (self,))

        def _backward():
            if axes is None:
                self._add_grad(out.grad.transpose())
            else:
                back = np.argsort([i % self.data.ndim for i in axes])
                self._add_grad(out.grad.transpose(back))

        out._backward = _backward
        return out

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        out = Tensor(self.data[index], (self,))

        def _backward():
            g = np.zeros_like(self.data)
            np.add.at(g, index, out.grad)
            self._add_grad(g)

        out._backward = _backward
        return out

    def relu(self):
        out = Tensor(np.maximum(self.data, 0.0), (self,))

        def _backward():
            self._add_grad(np.where(self.data > 0, out.grad, 0.0))

        out._backward = _backward
        return out

    def exp(self):
        out = Tensor(np.exp(self.data), (self,))

        def _backward():
            self._add_grad(out.grad * out.data)

        out._backward = _backward
        return out

    def log(self):
        out = Tensor(np.log(self.data), (self,))

        def _backward():
            self._add_grad(out.grad / self.data)

        out._backward = _backward
        return out

    def tanh(self):
        out = Tensor(np.tanh(self.data), (self,))

        def _backward():
            self._add_grad(out.grad * (1 - out.data**2))

        out._backward = _backward
        return out

    def log_softmax(self, axis=-1):
        moved = self.data - self.data.max(axis=axis, keepdims=True)
        out = Tensor(moved - np.log(np.exp(moved).sum(axis=axis, keepdims=True)), (self,))

        def _backward():
            taken = out.grad.sum(axis=axis, keepdims=True)
            self._add_grad(out.grad - np.exp(out.data) * taken)

        out._backward = _backward
        return out

    def backward(self):
        order = sorted_graph(self)
        for node in order:
            if node._prev:
                node.grad = np.zeros_like(node.data)
        self.grad = self.grad + np.ones_like(self.data)
        self.grad = np.asarray(self.grad)
        for node in reversed(order):
            node._backward()


def as_tensor(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def sorted_graph(root):
    """Inputs first, root last."""
    order, seen, stack = [], set(), [(root, False)]
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            order.append(node)
        elif id(node) not in seen:
            seen.add(id(node))
            stack.append((node, True))
            stack += [(each, False) for each in node._prev]
    return order


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    for i, n in enumerate(shape):
        if n == 1 and grad.shape[i] > 1:
            grad = grad.sum(axis=i, keepdims=True)
    return grad


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels, dtype=int)
    rows = np.arange(len(labels))
    return -logits.log_softmax(axis=-1)[rows, labels].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in sorted_graph(root):
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
