"""Exercise 8: the engine. Backward is a walk over (tensor, rule) records, sorted by depth."""

import numpy as np


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._operands = ()
        self._backward = None
        self._depth = 0  # of a leaf; a result is deeper than all of its operands

    def __repr__(self):
        return f"Tensor(data={self.data}, depth={self._depth})"

    def _made_of(self, *operands):
        self._operands = operands
        self._depth = 1 + max(each._depth for each in operands)
        return self

    def _add_grad(self, grad):
        self.grad += unbroadcast(grad, self.data.shape)

    def __add__(self, other):
        other = tensor(other)
        out = Tensor(self.data + other.data)._made_of(self, other)

        def _backward(grad):
            self._add_grad(grad)
            other._add_grad(grad)

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = tensor(other)
        out = Tensor(self.data * other.data)._made_of(self, other)

        def _backward(grad):
            self._add_grad(grad * other.data)
            other._add_grad(grad * self.data)

        out._backward = _backward
        return out

    def __matmul__(self, other):
        other = tensor(other)
        out = Tensor(self.data @ other.data)._made_of(self, other)

        def _backward(grad):
            a, b = self.data, other.data
            if a.ndim == 1 and b.ndim == 1:
                self._add_grad(grad * b)
                other._add_grad(grad * a)
            elif a.ndim == 1:
                self._add_grad((b @ grad[..., None])[..., 0])
                other._add_grad(a[:, None] * grad[..., None, :])
            elif b.ndim == 1:
                self._add_grad(grad[..., None] * b)
                other._add_grad((grad[..., None, :] @ a)[..., 0, :])
            else:
                self._add_grad(grad @ b.swapaxes(-1, -2))
                other._add_grad(a.swapaxes(-1, -2) @ grad)

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Tensor(self.data**n)._made_of(self)

        def _backward(grad):
            if n != 0:
                self._add_grad(grad * n * self.data ** (n - 1))

        out._backward = _backward
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + tensor(other) * -1

    def __truediv__(self, other):
        return self * tensor(other) ** -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return self * -1 + other

    def __rtruediv__(self, other):
        return self**-1 * other

    def __rmatmul__(self, other):
        return tensor(other) @ self

    def sum(self, axis=None, keepdims=False):
        out = Tensor(self.data.sum(axis=axis, keepdims=keepdims))._made_of(self)

        def _backward(grad):
            if axis is not None and not keepdims:
                grad = np.expand_dims(grad, axis)
            self._add_grad(np.broadcast_to(grad, self.data.shape))

        out._backward = _backward
        return out

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis=axis, keepdims=keepdims)
        return total * (total.data.size / self.data.size)

    def reshape(self, *shape):
        out = Tensor(self.data.reshape(*shape))._made_of(self)
        out._backward = lambda grad: self._add_grad(grad.reshape(self.data.shape))
        return out

    def transpose(self, axes=None):
        if axes is None:
            axes = tuple(range(self.data.ndim))[::-1]
        out = Tensor(self.data.transpose(axes))._made_of(self)
        back = np.argsort(np.arange(self.data.ndim)[list(axes)])
        out._backward = lambda grad: self._add_grad(grad.transpose(back))
        return out

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        out = Tensor(self.data[index])._made_of(self)
        out._backward = lambda grad: np.add.at(self.grad, index, grad)
        return out

    def relu(self):
        out = Tensor(np.maximum(self.data, 0))._made_of(self)
        out._backward = lambda grad: self._add_grad(grad * (self.data > 0))
        return out

    def exp(self):
        out = Tensor(np.exp(self.data))._made_of(self)
        out._backward = lambda grad: self._add_grad(grad * out.data)
        return out

    def log(self):
        out = Tensor(np.log(self.data))._made_of(self)
        out._backward = lambda grad: self._add_grad(grad / self.data)
        return out

    def tanh(self):
        out = Tensor(np.tanh(self.data))._made_of(self)
        out._backward = lambda grad: self._add_grad(grad * (1 - out.data**2))
        return out

    def log_softmax(self, axis=-1):
        logits = np.asarray(self.data)
        logits -= logits.max(axis=axis, keepdims=True)  # no exp is above 1 now
        out = Tensor(logits - np.log(np.exp(logits).sum(axis=axis, keepdims=True)))
        out._made_of(self)

        def _backward(grad):
            taken = np.exp(out.data) * grad.sum(axis=axis, keepdims=True)
            self._add_grad(grad - taken)

        out._backward = _backward
        return out

    def backward(self):
        deepest_first = sorted(everything(self), key=lambda node: -node._depth)
        for node in deepest_first:
            if node._operands:
                node.grad = np.zeros_like(node.data)
        self.grad += 1
        for node in deepest_first:
            if node._operands:
                node._backward(node.grad)


def tensor(value):
    return value if isinstance(value, Tensor) else Tensor(value)


def everything(root):
    """All that can be reached from root, in no special order."""
    found, front = {root}, [root]
    while front:
        for each in front.pop()._operands:
            if each not in found:
                found.add(each)
                front.append(each)
    return found


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    front = grad.ndim - len(shape)
    grad = grad.sum(axis=tuple(range(front)))
    for axis, length in enumerate(shape):
        if length == 1 and grad.shape[axis] > 1:
            grad = grad.sum(axis=axis, keepdims=True)
    return grad


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows = np.arange(len(labels))
    return -logits.log_softmax(axis=1)[rows, np.asarray(labels)].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in everything(root):
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
