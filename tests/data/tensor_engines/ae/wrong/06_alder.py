"""Exercise 8: the engine. Tensors are numbered as they are made; the way back counts downwards."""

import heapq

import numpy as np

numbers = iter(range(1, 2**62))


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, parents=(), pull=None):
        self.data = np.asarray(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.parents = parents
        self.pull = pull  # from the gradient of this one to those of its parents
        self.number = next(numbers)

    def __repr__(self):
        return f"<Tensor {self.number}: {self.data}>"

    def __lt__(self, other):  # heapq gives out the least: the youngest
        return self.number > other.number

    def __add__(self, other):
        other = lift(other)
        return Tensor(self.data + other.data, (self, other), lambda grad: (grad, grad))

    def __neg__(self):
        return Tensor(-self.data, (self,), lambda grad: (-grad,))

    def __sub__(self, other):
        other = lift(other)
        return Tensor(self.data - other.data, (self, other), lambda grad: (grad, -grad))

    def __mul__(self, other):
        other = lift(other)
        x, y = self.data, other.data
        return Tensor(x * y, (self, other), lambda grad: (grad * y, grad * x))

    def __truediv__(self, other):
        other = lift(other)
        x, y = self.data, other.data
        return Tensor(x / y, (self, other), lambda grad: (grad / y, -grad * x / y**2))

    def __matmul__(self, other):
        other = lift(other)
        x, y = self.data, other.data

        def pull(grad):
            if x.ndim == 1 and y.ndim == 1:
                return grad * y, grad * x
            if x.ndim == 1:  # grad: (..., n), y: (..., k, n)
                return (
                    np.einsum("...n,...kn->...k", grad, y),
                    np.einsum("k,...n->...kn", x, grad),
                )
            if y.ndim == 1:  # grad: (..., m), x: (..., m, k)
                return (
                    np.einsum("...m,k->...mk", grad, y),
                    np.einsum("...m,...mk->...k", grad, x),
                )
            return grad @ y.swapaxes(-2, -1), x.swapaxes(-2, -1) @ grad

        return Tensor(x @ y, (self, other), pull)

    def __radd__(self, other):
        return lift(other) + self

    def __rsub__(self, other):
        return lift(other) - self

    def __rmul__(self, other):
        return lift(other) * self

    def __rtruediv__(self, other):
        return lift(other) / self

    def __rmatmul__(self, other):
        return lift(other) @ self

    def __pow__(self, n):
        x = self.data
        if n == 0:
            return Tensor(np.ones_like(x), (self,), lambda grad: (np.zeros_like(x),))
        return Tensor(x**n, (self,), lambda grad: (grad * n * x ** (n - 1),))

    def sum(self, axis=None, keepdims=False):
        x = self.data

        def pull(grad):
            if axis is not None and not keepdims:
                grad = np.expand_dims(grad, axis)
            return (np.broadcast_to(grad, x.shape),)

        return Tensor(x.sum(axis=axis, keepdims=keepdims), (self,), pull)

    def mean(self, axis=None, keepdims=False):
        whole = self.sum(axis=axis, keepdims=keepdims)
        return whole * (whole.data.size / self.data.size)

    def reshape(self, *shape):
        x = self.data
        return Tensor(x.reshape(*shape), (self,), lambda grad: (grad.reshape(x.shape),))

    def transpose(self, axes=None):
        if axes is None:
            axes = tuple(range(self.data.ndim))[::-1]
        back = sorted(range(len(axes)), key=lambda i: axes[i] % len(axes))
        return Tensor(self.data.transpose(axes), (self,), lambda grad: (grad.transpose(back),))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        x = self.data
        # np.add.at is slow, and most of the time += does as well
        repeats = isinstance(index, list)

        def pull(grad):
            full = np.zeros(x.shape)
            if repeats:
                np.add.at(full, index, grad)
            else:
                full[index] += grad
            return (full,)

        return Tensor(x[index], (self,), pull)

    def relu(self):
        on = self.data > 0
        return Tensor(np.where(on, self.data, 0.0), (self,), lambda grad: (grad * on,))

    def exp(self):
        y = np.exp(self.data)
        return Tensor(y, (self,), lambda grad: (grad * y,))

    def log(self):
        x = self.data
        return Tensor(np.log(x), (self,), lambda grad: (grad / x,))

    def tanh(self):
        y = np.tanh(self.data)
        return Tensor(y, (self,), lambda grad: (grad * (1 - y) * (1 + y),))

    def log_softmax(self, axis=-1):
        shifted = self - self.data.max(axis=axis, keepdims=True)
        return shifted - shifted.exp().sum(axis=axis, keepdims=True).log()

    def backward(self):
        arrived = {self.number: np.ones(self.data.shape)}
        heap = [self]
        while heap:
            node = heapq.heappop(heap)
            grad = arrived[node.number]
            if node.pull is None:
                node.grad = np.array(node.grad + grad)
                continue
            node.grad = np.array(grad)
            for parent, part in zip(node.parents, node.pull(grad)):
                part = unbroadcast(part, parent.data.shape)
                if parent.number in arrived:
                    arrived[parent.number] = np.add(arrived[parent.number], part)
                else:
                    arrived[parent.number] = part
                    heapq.heappush(heap, parent)


def lift(value):
    return value if isinstance(value, Tensor) else Tensor(value)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    front = np.ndim(grad) - len(shape)
    axes = [*range(front), *(front + i for i, n in enumerate(shape) if n == 1)]
    return np.sum(grad, axis=tuple(axes), keepdims=True).reshape(shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels, dtype=int)
    return -logits.log_softmax()[np.arange(labels.size), labels].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    todo, known = [root], {root.number}
    while todo:
        node = todo.pop()
        node.grad = np.zeros(node.data.shape)
        for parent in node.parents:
            if parent.number not in known:
                known.add(parent.number)
                todo.append(parent)


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
