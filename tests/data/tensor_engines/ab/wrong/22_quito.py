"""The whole engine. backward() works in a dict of gradients; only leaves keep theirs."""

import numpy as np


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, parents=(), pullback=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.parents = parents
        self.pullback = pullback

    def backward(self):
        pending = {self: np.ones_like(self.data)}
        for node in postorder(self)[::-1]:
            grad = pending.pop(node)
            if node.pullback is None:
                node.grad = node.grad + grad
                continue
            for parent, sent in zip(node.parents, node.pullback(grad)):
                sent = unbroadcast(sent, parent.data.shape)
                if parent in pending:
                    pending[parent] += sent
                else:
                    pending[parent] = sent

    def __add__(self, other):
        other = as_tensor(other)
        return Tensor(self.data + other.data, (self, other), lambda g: [g, g])

    def __sub__(self, other):
        other = as_tensor(other)
        return Tensor(self.data - other.data, (self, other), lambda g: [g, -g])

    def __mul__(self, other):
        other = as_tensor(other)
        return Tensor(self.data * other.data, (self, other), lambda g: [g * other.data, g * self.data])

    def __truediv__(self, other):
        other = as_tensor(other)
        return Tensor(
            self.data / other.data,
            (self, other),
            lambda g: [g / other.data, -g * self.data / np.square(other.data)],
        )

    def __matmul__(self, other):
        other = as_tensor(other)
        if self.data.ndim == 1 and other.data.ndim == 1:
            return (self * other).sum()
        if self.data.ndim == 1:
            out = self.reshape(1, -1) @ other
            return out.reshape(out.data.shape[:-2] + out.data.shape[-1:])
        if other.data.ndim == 1:
            out = self @ other.reshape(-1, 1)
            return out.reshape(out.data.shape[:-1])
        return Tensor(
            self.data @ other.data,
            (self, other),
            lambda g: [g @ np.swapaxes(other.data, -2, -1), np.swapaxes(self.data, -2, -1) @ g],
        )

    def __neg__(self):
        return Tensor(-self.data, (self,), lambda g: [-g])

    def __pow__(self, n):
        slope = np.zeros_like(self.data) if n == 0 else n * self.data ** (n - 1)
        return Tensor(self.data**n, (self,), lambda g: [g * slope])

    def __radd__(self, other):
        return as_tensor(other) + self

    def __rsub__(self, other):
        return as_tensor(other) - self

    def __rmul__(self, other):
        return as_tensor(other) * self

    def __rtruediv__(self, other):
        return as_tensor(other) / self

    def __rmatmul__(self, other):
        return as_tensor(other) @ self

    def sum(self, axis=None, keepdims=False):
        axes = tuple(range(self.data.ndim)) if axis is None else np.atleast_1d(axis) % max(self.data.ndim, 1)
        kept = tuple(1 if i in axes else n for i, n in enumerate(self.data.shape))
        return Tensor(
            self.data.sum(axis=tuple(int(i) for i in axes), keepdims=keepdims),
            (self,),
            lambda g: [np.broadcast_to(g.reshape(kept), self.data.shape).copy()],
        )

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis=axis, keepdims=keepdims)
        return out / (self.data.size // out.data.size)

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape), (self,), lambda g: [g.reshape(self.data.shape)])

    def transpose(self, axes=None):
        out = self.data.transpose(axes)
        if axes is None:
            return Tensor(out, (self,), lambda g: [g.transpose()])
        back = sorted(range(len(axes)), key=lambda i: axes[i] % len(axes))
        return Tensor(out, (self,), lambda g: [g.transpose(back)])

    T = property(lambda self: self.transpose())

    def __getitem__(self, index):
        def pullback(g):
            grad = np.zeros_like(self.data)
            np.add.at(grad, index, g)
            return [grad]

        return Tensor(self.data[index], (self,), pullback)

    def relu(self):
        alive = self.data > 0
        return Tensor(self.data * alive, (self,), lambda g: [g * alive])

    def exp(self):
        y = np.exp(self.data)
        return Tensor(y, (self,), lambda g: [g * y])

    def log(self):
        return Tensor(np.log(self.data), (self,), lambda g: [g / self.data])

    def tanh(self):
        y = np.tanh(self.data)
        return Tensor(y, (self,), lambda g: [g - g * y * y])

    def log_softmax(self, axis=-1):
        z = self.data - self.data.max(axis=axis, keepdims=True)
        e = np.exp(z)
        total = e.sum(axis=axis, keepdims=True)
        return Tensor(
            z - np.log(total), (self,), lambda g: [g - e / total * g.sum(axis=axis, keepdims=True)]
        )


def as_tensor(x):
    if isinstance(x, Tensor):
        return x
    return Tensor(x)


def postorder(root):
    done, order, stack = set(), [], [root]
    while stack:
        node = stack[-1]
        waiting = [p for p in node.parents if p not in done]
        if waiting:
            stack.append(waiting[0])
            continue
        stack.pop()
        if node not in done:
            done.add(node)
            order.append(node)
    return order


def unbroadcast(grad, shape):
    if grad.shape == shape:
        return grad
    extra = grad.ndim - len(shape)
    axes = tuple(range(extra)) + tuple(i + extra for i, n in enumerate(shape) if n == 1)
    return grad.sum(axis=axes).reshape(shape)


def cross_entropy(logits, labels):
    labels = np.asarray(labels)
    return -logits.log_softmax(-1)[np.arange(labels.size), labels].mean()


def zero_grad(root):
    for node in postorder(root):
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
