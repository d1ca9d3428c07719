"""Exercise 8: the engine, grown out of my scalar engine. Few rules, the rest is made of them."""

import numpy as np


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, children=(), name=""):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.children = children
        self.name = name
        self.step = None

    def __repr__(self):
        return f"Tensor({self.data}{', ' + self.name if self.name else ''})"

    @classmethod
    def of(cls, thing):
        return thing if isinstance(thing, cls) else cls(thing, name="constant")

    def pass_on(self, to, grad):
        to.grad = np.asarray(to.grad + unbroadcast(grad, to.data.shape))

    def __add__(self, other):
        other = Tensor.of(other)
        out = Tensor(self.data + other.data, (self, other), "+")

        def step():
            out.pass_on(self, out.grad)
            out.pass_on(other, out.grad)

        out.step = step
        return out

    def __mul__(self, other):
        other = Tensor.of(other)
        out = Tensor(self.data * other.data, (self, other), "*")

        def step():
            out.pass_on(self, other.data * out.grad)
            out.pass_on(other, self.data * out.grad)

        out.step = step
        return out

    def __pow__(self, n):
        out = Tensor(self.data**n, (self,), f"**{n}")

        def step():
            if n == 0:
                return
            out.pass_on(self, n * self.data ** (n - 1) * out.grad)

        out.step = step
        return out

    def __matmul__(self, other):
        other = Tensor.of(other)
        if self.data.ndim == 1 and other.data.ndim == 1:
            return (self * other).sum()
        if self.data.ndim == 1:
            product = self.reshape(1, -1) @ other
            return product.reshape(product.data.shape[:-2] + product.data.shape[-1:])
        if other.data.ndim == 1:
            product = self @ other.reshape(-1, 1)
            return product.reshape(product.data.shape[:-1])
        out = Tensor(self.data @ other.data, (self, other), "@")

        def step():
            out.pass_on(self, out.grad @ np.swapaxes(other.data, -1, -2))
            out.pass_on(other, np.swapaxes(self.data, -1, -2) @ out.grad)

        out.step = step
        return out

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -Tensor.of(other)

    def __truediv__(self, other):
        return self * Tensor.of(other) ** -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return Tensor.of(other) - self

    def __rtruediv__(self, other):
        return Tensor.of(other) / self

    def __rmatmul__(self, other):
        return Tensor.of(other) @ self

    def sum(self, axis=None, keepdims=False):
        out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,), "sum")

        def step():
            grad = out.grad
            if axis is not None and not keepdims:
                grad = np.expand_dims(grad, axis)
            out.pass_on(self, grad * np.ones_like(self.data))

        out.step = step
        return out

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis=axis, keepdims=keepdims)
        return total * (total.data.size / self.data.size)

    def reshape(self, *shape):
        out = Tensor(self.data.reshape(*shape), (self,), "reshape")

        def step():
            out.pass_on(self, out.grad.reshape(self.data.shape))

        out.step = step
        return out

    def transpose(self, axes=None):
        if axes is None:
            axes = tuple(range(self.data.ndim - 1, -1, -1))
        out = Tensor(self.data.transpose(axes), (self,), "transpose")

        def step():
            grad = np.empty_like(self.data)
            grad.transpose(axes)[...] = out.grad
            out.pass_on(self, grad)

        out.step = step
        return out

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        out = Tensor(self.data[index], (self,), "[]")

        def step():
            grad = np.zeros_like(self.data)
            np.add.at(grad, index, out.grad)
            out.pass_on(self, grad)

        out.step = step
        return out

    def relu(self):
        out = Tensor(np.maximum(self.data, 0.0), (self,), "relu")

        def step():
            out.pass_on(self, out.grad * (out.data > 0))

        out.step = step
        return out

    def exp(self):
        out = Tensor(np.exp(self.data), (self,), "exp")

        def step():
            out.pass_on(self, out.data * out.grad)

        out.step = step
        return out

    def log(self):
        out = Tensor(np.log(self.data), (self,), "log")

        def step():
            out.pass_on(self, out.grad / self.data)

        out.step = step
        return out

    def tanh(self):
        out = Tensor(np.tanh(self.data), (self,), "tanh")

        def step():
            out.pass_on(self, (1 - out.data**2) * out.grad)

        out.step = step
        return out

    def softmax(self, axis):
        """The probabilities, as an array."""
        powers = np.exp(self.data - self.data.max(axis=axis, keepdims=True))
        return powers / powers.sum(axis=axis, keepdims=True)

    def log_softmax(self, axis=-1):
        chances = self.softmax(axis)
        out = Tensor(np.log(chances + 1e-12), (self,), "log_softmax")

        def step():
            out.pass_on(self, out.grad - chances * out.grad.sum(axis=axis, keepdims=True))

        out.step = step
        return out

    def family(self):
        """This tensor and all below it, children first."""
        seen, order = set(), []

        def visit(node):
            seen.add(node)
            for child in node.children:
                if child not in seen:
                    visit(child)
            order.append(node)

        visit(self)
        return order

    def backward(self):
        order = self.family()
        for node in order:
            if node.step:
                node.grad = np.zeros_like(node.data)
        self.grad = np.asarray(self.grad + np.ones_like(self.data))
        for node in order[::-1]:
            if node.step:
                node.step()


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    added = grad.ndim - len(shape)
    grad = grad.sum(axis=tuple(range(added)))
    return grad.sum(axis=tuple(i for i, n in enumerate(shape) if n == 1), keepdims=True)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows = np.arange(len(labels))
    return -(logits.log_softmax(axis=1)[rows, np.asarray(labels)].mean())


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in root.family():
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
