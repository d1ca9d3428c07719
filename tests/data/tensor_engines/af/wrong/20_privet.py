"""Exercise 8, the exam: the whole engine, on arrays.

Tensors are numbered as they are made, and a result always has a higher number than its operands.
So the way back is a heap: take the tensor with the highest number, send its gradient on, until
the heap is empty. Gradients are added to in place (`+=`), every tensor owns its array.
"""

import heapq
from itertools import count

import numpy as np

_number = count()


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, _prev=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._prev = _prev
        self._number = next(_number)

    def __repr__(self):
        return f"Tensor(data={self.data}, grad={self.grad})"

    def __lt__(self, other):  # for the heap: the newest comes first
        return self._number > other._number

    def _send(self):
        """Add to the gradients of what self was made of. Leaves have nobody to send to."""

    # ---- operators with two operands ----

    def __add__(self, other):
        other = _tensor(other)
        out = Tensor(self.data + other.data, (self, other))

        def _send():
            self.grad += unbroadcast(out.grad, self.data.shape)
            other.grad += unbroadcast(out.grad, other.data.shape)

        out._send = _send
        return out

    def __sub__(self, other):
        other = _tensor(other)
        out = Tensor(self.data - other.data, (self, other))

        def _send():
            self.grad += unbroadcast(out.grad, self.data.shape)
            other.grad -= unbroadcast(out.grad, other.data.shape)

        out._send = _send
        return out

    def __mul__(self, other):
        other = _tensor(other)
        out = Tensor(self.data * other.data, (self, other))

        def _send():
            self.grad += unbroadcast(out.grad * other.data, self.data.shape)
            other.grad += unbroadcast(out.grad * self.data, other.data.shape)

        out._send = _send
        return out

    def __truediv__(self, other):
        other = _tensor(other)
        out = Tensor(self.data / other.data, (self, other))

        def _send():
            share = out.grad / other.data
            self.grad += unbroadcast(share, self.data.shape)
            other.grad -= unbroadcast(share * out.data, other.data.shape)

        out._send = _send
        return out

    def __matmul__(self, other):
        other = _tensor(other)
        out = Tensor(self.data @ other.data, (self, other))

        def _send():
            # views that are matrices: a row for a vector on the left, a column on the right
            a, b, g = np.atleast_2d(self.data), other.data, out.grad
            if b.ndim == 1:
                b, g = b[:, np.newaxis], g[..., np.newaxis]
            if self.data.ndim == 1:
                g = np.expand_dims(g, -2)
            first = unbroadcast(g @ np.swapaxes(b, -1, -2), a.shape)
            second = unbroadcast(np.swapaxes(a, -1, -2) @ g, b.shape)
            self.grad += first.reshape(self.data.shape)
            other.grad += second.reshape(other.data.shape)

        out._send = _send
        return out

    def __radd__(self, other):
        return _tensor(other) + self

    def __rsub__(self, other):
        return _tensor(other) - self

    def __rmul__(self, other):
        return _tensor(other) * self

    def __rtruediv__(self, other):
        return _tensor(other) / self

    def __rmatmul__(self, other):
        return _tensor(other) @ self

    # ---- one operand ----

    def _mapped(self, data, slope):
        """A function of every entry; slope() is its derivative, worked out on the way back."""
        out = Tensor(data, (self,))

        def _send():
            self.grad += out.grad * slope(out.data)

        out._send = _send
        return out

    def __neg__(self):
        return self._mapped(-self.data, lambda y: -1.0)

    def __pow__(self, n):
        return self._mapped(self.data**n, lambda y: n * self.data ** (n - 1) if n else 0.0)

    def relu(self):
        return self._mapped(np.maximum(self.data, 0.0), lambda y: y > 0)

    def exp(self):
        return self._mapped(np.exp(self.data), lambda y: y)

    def log(self):
        return self._mapped(np.log(self.data), lambda y: 1 / self.data)

    def tanh(self):
        return self._mapped(np.tanh(self.data), lambda y: 1 - y**2)

    def sum(self, axis=None, keepdims=False):
        out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,))

        def _send():
            put_back = axis is not None and not keepdims
            self.grad += np.expand_dims(out.grad, axis) if put_back and self.data.ndim else out.grad

        out._send = _send
        return out

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis, keepdims)
        return out / (self.data.size // out.data.size)

    def reshape(self, *shape):
        out = Tensor(self.data.reshape(*shape), (self,))

        def _send():
            self.grad += out.grad.reshape(self.data.shape)

        out._send = _send
        return out

    def transpose(self, axes=None):
        out = Tensor(self.data.transpose(axes), (self,))

        def _send():
            np.transpose(self.grad, axes)[...] += out.grad

        out._send = _send
        return out

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        out = Tensor(self.data[index], (self,))

        def _send():
            # The same index into 0, 1, 2, ... says where each entry was taken from. To add at
            # positions of a flat view is several times faster than at rows and columns.
            came_from = np.arange(self.data.size).reshape(self.data.shape)[index]
            flat = self.grad.reshape(-1)
            np.add.at(flat, came_from, out.grad)

        out._send = _send
        return out

    def log_softmax(self, axis=-1):
        shifted = self.data - self.data.max(axis=axis, keepdims=True)
        out = Tensor(shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True)), (self,))

        def _send():
            self.grad += out.grad - np.exp(out.data) * out.grad.sum(axis=axis, keepdims=True)

        out._send = _send
        return out

    def backward(self):
        heap, reached = [self], {self}
        if self._prev:
            self.grad = np.zeros_like(self.data)
        self.grad += 1.0
        while heap:
            node = heapq.heappop(heap)
            for each in node._prev:
                if each not in reached:
                    reached.add(each)
                    heapq.heappush(heap, each)
                    if each._prev:
                        each.grad = np.zeros_like(each.data)
            node._send()


def _tensor(value):
    return value if isinstance(value, Tensor) else Tensor(value)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    added = grad.ndim - len(shape)
    stretched = (added + k for k, n in enumerate(shape) if n == 1)
    return grad.sum(axis=(*range(added), *stretched), keepdims=True).reshape(shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    every_row = np.arange(len(logits.data))
    return -logits.log_softmax()[every_row, np.asarray(labels)].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    reached, todo = {root}, [root]
    for node in todo:  # grows while we go through it
        node.grad = np.zeros_like(node.data)
        new = set(node._prev) - reached
        reached |= new
        todo.extend(new)


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
