"""The exam: a Tensor whose results carry one function that returns all gradients."""

import numpy as np


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, inputs=(), vjp=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.inputs = tuple(dict.fromkeys(inputs))
        self.vjp = vjp  # gradient of the result -> gradients of the inputs, in order

    def __repr__(self):
        return f"Tensor({self.data})"

    # arithmetic

    def __add__(self, other):
        other = tensor(other)
        return Tensor(self.data + other.data, (self, other), lambda g: (g, g))

    def __mul__(self, other):
        other = tensor(other)
        return Tensor(self.data * other.data, (self, other), lambda g: (g * other.data, g * self.data))

    def __truediv__(self, other):
        other = tensor(other)
        out = Tensor(self.data / other.data, (self, other))
        out.vjp = lambda g: (g / other.data, -g * out.data / other.data)
        return out

    def __pow__(self, n):
        def vjp(g):
            return (g * n * self.data ** (n - 1) if n else 0 * g,)

        return Tensor(self.data**n, (self,), vjp)

    def __neg__(self):
        return Tensor(-self.data, (self,), lambda g: (-g,))

    def __sub__(self, other):
        return self + -tensor(other)

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return tensor(other) - self

    def __rtruediv__(self, other):
        return tensor(other) / self

    def __matmul__(self, other):
        other = tensor(other)
        row, column = self.data.ndim == 1, other.data.ndim == 1
        left = self.data[None, :] if row else self.data
        right = other.data[:, None] if column else other.data

        def vjp(g):
            if column:
                g = g[..., None]
            if row:
                g = g[..., None, :]
            to_left, to_right = g @ right.swapaxes(-1, -2), left.swapaxes(-1, -2) @ g
            return to_left[..., 0, :] if row else to_left, to_right[..., 0] if column else to_right

        return Tensor(self.data @ other.data, (self, other), vjp)

    def __rmatmul__(self, other):
        return tensor(other) @ self

    # sums and shapes

    def sum(self, axis=None, keepdims=False):
        def vjp(g):
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            return (np.broadcast_to(g, self.data.shape),)

        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,), vjp)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total * (total.data.size / self.data.size)

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape), (self,), lambda g: (g.reshape(self.data.shape),))

    def transpose(self, axes=None):
        def vjp(g):
            return (g.transpose(None if axes is None else np.argsort([a % g.ndim for a in axes])),)

        return Tensor(self.data.transpose(axes), (self,), vjp)

    T = property(transpose)

    def __getitem__(self, index):
        def vjp(g):
            full = np.zeros_like(self.data)
            np.add.at(full, index, g)
            return (full,)

        return Tensor(self.data[index], (self,), vjp)

    # functions

    def relu(self):
        return Tensor(np.maximum(self.data, 0), (self,), lambda g: (g * (self.data > 0),))

    def exp(self):
        value = np.exp(self.data)
        return Tensor(value, (self,), lambda g: (g * value,))

    def log(self):
        return Tensor(np.log(self.data), (self,), lambda g: (g / self.data,))

    def tanh(self):
        value = np.tanh(self.data)
        return Tensor(value, (self,), lambda g: (g * (1 - value**2),))

    def log_softmax(self, axis=-1):
        z = self.data - self.data.max(axis=axis, keepdims=True)
        value = z - np.log(np.exp(z).sum(axis=axis, keepdims=True))
        return Tensor(value, (self,), lambda g: (g - np.exp(value) * g.sum(axis=axis, keepdims=True),))

    def backward(self):
        nodes = topological(self)
        for node in nodes:
            if node.inputs:
                node.grad = np.zeros_like(node.data)
        self.grad = self.grad + 1.0
        for node in reversed(nodes):
            if node.inputs:
                for each, g in zip(node.inputs, node.vjp(node.grad)):
                    each.grad = each.grad + unbroadcast(g, each.data.shape)


def tensor(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def topological(root):
    order, seen = [], set()
    stack = [(root, iter(root.inputs))]
    seen.add(root)
    while stack:
        node, rest = stack[-1]
        for each in rest:
            if each not in seen:
                seen.add(each)
                stack.append((each, iter(each.inputs)))
                break
        else:
            order.append(node)
            stack.pop()
    return order


def unbroadcast(grad, shape):
    grad = np.asarray(grad)
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    return grad.sum(axis=tuple(i for i, n in enumerate(shape) if n == 1), keepdims=True)


def cross_entropy(logits, labels):
    rows = np.arange(len(logits.data))
    return -logits.log_softmax()[rows, np.asarray(labels)].mean()


def zero_grad(root):
    for node in topological(root):
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
