"""The exam, with as few rules as I could: the rest is made of them."""

import numpy as np


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, _prev=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._prev = _prev
        self._backward = None

    def _receive(self, grad):
        self.grad = self.grad + unbroadcast(grad, self.data.shape)

    def _entrywise(self, value, slope):
        out = Tensor(value, (self,))
        out._backward = lambda: self._receive(out.grad * slope)
        return out

    # rules of two operands

    def __add__(self, other):
        other = wrapped(other)
        out = Tensor(self.data + other.data, (self, other))

        def _backward():
            self._receive(out.grad)
            other._receive(out.grad)

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = wrapped(other)
        out = Tensor(self.data * other.data, (self, other))

        def _backward():
            self._receive(out.grad * other.data)
            other._receive(out.grad * self.data)

        out._backward = _backward
        return out

    # rules of one operand

    def exp(self):
        value = np.exp(self.data)
        return self._entrywise(value, value)

    def log(self):
        return self._entrywise(np.log(self.data), 1 / self.data)

    def relu(self):
        return self._entrywise(np.maximum(self.data, 0), self.data > 0)

    def tanh(self):
        value = np.tanh(self.data)
        return self._entrywise(value, 1 - value * value)

    def __pow__(self, n):
        return (self.log() * n).exp()

    def sum(self, axis=None, keepdims=False):
        kept = self.data.sum(axis=axis, keepdims=True)
        out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,))

        def _backward():
            self._receive(np.broadcast_to(out.grad.reshape(kept.shape), self.data.shape))

        out._backward = _backward
        return out

    def reshape(self, *shape):
        out = Tensor(self.data.reshape(*shape), (self,))
        out._backward = lambda: self._receive(out.grad.reshape(self.data.shape))
        return out

    def __getitem__(self, index):
        out = Tensor(self.data[index], (self,))

        def _backward():
            grad = np.zeros_like(self.data)
            np.add.at(grad, index, out.grad)
            self._receive(grad)

        out._backward = _backward
        return out

    def transpose(self, axes=None):
        axes = range(self.data.ndim)[::-1] if axes is None else axes
        out = Tensor(self.data.transpose(axes), (self,))
        out._backward = lambda: self._receive(np.moveaxis(out.grad, range(out.grad.ndim), tuple(axes)))
        return out

    # all the others

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + wrapped(other) * -1

    def __truediv__(self, other):
        return self * wrapped(other) ** -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self**-1 * other

    def __rmatmul__(self, other):
        return wrapped(other) @ self

    def __matmul__(self, other):
        """Entry [i, k] is the sum over j of left[i, j] * right[j, k]: a product of three axes."""
        other = wrapped(other)
        left = self.reshape(self.data.shape + (1,))
        if other.data.ndim == 1:
            return (self * other).sum(axis=-1)
        shape = other.data.shape
        right = other if self.data.ndim == 1 else other.reshape(shape[:-2] + (1,) + shape[-2:])
        return (left * right).sum(axis=-2)

    @property
    def T(self):
        return self.transpose()

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total * (total.data.size / self.data.size)

    def log_softmax(self, axis=-1):
        x = self - self.data.max(axis=axis, keepdims=True)
        return x - x.exp().sum(axis=axis, keepdims=True).log()

    # the walk

    def _graph(self):
        order, seen, stack = [], set(), [(self, False)]
        while stack:
            node, inputs_done = stack.pop()
            if inputs_done:
                order.append(node)
            elif node not in seen:
                seen.add(node)
                stack.append((node, True))
                stack += [(each, False) for each in node._prev]
        return order

    def backward(self):
        inner = [node for node in self._graph() if node._prev]
        for node in inner:
            node.grad = np.zeros_like(node.data)
        self.grad = self.grad + np.ones_like(self.data)
        for node in reversed(inner):
            node._backward()


def wrapped(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def unbroadcast(grad, shape):
    while grad.ndim > len(shape):
        grad = grad.sum(axis=0)
    stretched = tuple(i for i in range(grad.ndim) if shape[i] == 1)
    return grad.sum(axis=stretched, keepdims=True)


def cross_entropy(logits, labels):
    picked = logits.log_softmax()[np.arange(len(logits.data)), np.asarray(labels)]
    return -picked.mean()


def zero_grad(root):
    for node in root._graph():
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
