"""Tensor engine with __slots__; backward counts consumers instead of sorting."""

import numpy as np


def unbroadcast(grad, shape):
    n = grad.ndim - len(shape)
    repeated = list(range(n))
    for i, length in enumerate(shape):
        if length == 1 and grad.shape[n + i] > 1:
            repeated.append(n + i)
    if not repeated:
        return grad
    return grad.sum(axis=tuple(repeated)).reshape(shape)


def as_tensor(value):
    if isinstance(value, Tensor):
        return value
    return Tensor(value)


class Tensor:
    __slots__ = ("data", "grad", "parents", "rule")
    __array_ufunc__ = None

    def __init__(self, data, parents=(), rule=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape, dtype=np.float64)
        self.parents = parents
        self.rule = rule

    @property
    def shape(self):
        return self.data.shape

    def _receive(self, g):
        self.grad += unbroadcast(g, self.shape)

    def __add__(self, other):
        other = as_tensor(other)

        def rule(g):
            self._receive(g)
            other._receive(g)

        return Tensor(self.data + other.data, (self, other), rule)

    def __sub__(self, other):
        other = as_tensor(other)

        def rule(g):
            self._receive(g)
            other._receive(-g)

        return Tensor(self.data - other.data, (self, other), rule)

    def __mul__(self, other):
        other = as_tensor(other)

        def rule(g):
            self._receive(g * other.data)
            other._receive(g * self.data)

        return Tensor(self.data * other.data, (self, other), rule)

    def __truediv__(self, other):
        other = as_tensor(other)

        def rule(g):
            self._receive(g / other.data)
            other._receive(unbroadcast(-g, other.shape) * self.data / other.data**2)

        return Tensor(self.data / other.data, (self, other), rule)

    def __matmul__(self, other):
        other = as_tensor(other)
        a, b = self.data, other.data

        def rule(g):
            left, right = np.atleast_2d(a), b
            if b.ndim == 1:
                right = b[:, None]
                g = np.expand_dims(g, -1)
            if a.ndim == 1:
                g = g[..., None, :]
            to_left = unbroadcast(g @ right.swapaxes(-1, -2), left.shape)
            to_right = unbroadcast(left.swapaxes(-1, -2) @ g, right.shape)
            self._receive(to_left.reshape(a.shape))
            other._receive(to_right.reshape(b.shape))

        return Tensor(a @ b, (self, other), rule)

    def __pow__(self, n):
        def rule(g):
            if n == 0:
                return
            self._receive(g * (n * self.data ** (n - 1)))

        return Tensor(self.data**n, (self,), rule)

    def __neg__(self):
        return 0.0 - self

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
        kept = self.data.sum(axis=axis, keepdims=True)

        def rule(g):
            self.grad += g.reshape(kept.shape)

        return Tensor(kept if keepdims else self.data.sum(axis=axis), (self,), rule)

    def mean(self, axis=None, keepdims=False):
        kept = self.data.mean(axis=axis, keepdims=True)
        share = kept.size / self.data.size

        def rule(g):
            self.grad += g.reshape(kept.shape) * share

        return Tensor(kept if keepdims else self.data.mean(axis=axis), (self,), rule)

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape), (self,), lambda g: self._receive(g.reshape(self.shape)))

    def transpose(self, axes=None):
        if axes is None:
            axes = tuple(range(self.data.ndim))[::-1]
        axes = tuple(a % self.data.ndim for a in axes)
        home = tuple(axes.index(i) for i in range(len(axes)))
        return Tensor(self.data.transpose(axes), (self,), lambda g: self._receive(g.transpose(home)))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return Tensor(self.data[index], (self,), lambda g: np.add.at(self.grad, index, g))

    def relu(self):
        return Tensor(self.data.clip(min=0), (self,), lambda g: self._receive(g * (self.data > 0)))

    def exp(self):
        value = np.exp(self.data)
        return Tensor(value, (self,), lambda g: self._receive(g * value))

    def log(self):
        return Tensor(np.log(self.data), (self,), lambda g: self._receive(g / self.data))

    def tanh(self):
        value = np.tanh(self.data)
        return Tensor(value, (self,), lambda g: self._receive(g * (1 - value * value)))

    def log_softmax(self, axis=-1):
        shifted = self.data - self.data.max(axis, keepdims=True)
        value = shifted - np.log(np.exp(shifted).sum(axis, keepdims=True))

        def rule(g):
            self._receive(g - np.exp(value) * g.sum(axis, keepdims=True))

        return Tensor(value, (self,), rule)

    def backward(self):
        nodes = reachable(self)
        waiting = {id(t): 0 for t in nodes}
        for t in nodes:
            if t.rule is not None:
                t.grad = np.zeros(t.shape)
            for p in t.parents:
                waiting[id(p)] += 1
        self.grad += 1
        ready = [self]
        while ready:
            t = ready.pop()
            if t.rule is not None:
                t.rule(t.grad)
            for p in t.parents:
                waiting[id(p)] -= 1
                if waiting[id(p)] == 0:
                    ready.append(p)


def reachable(root):
    found, todo = {id(root): root}, [root]
    while todo:
        for p in todo.pop().parents:
            if id(p) not in found:
                found[id(p)] = p
                todo.append(p)
    return list(found.values())


def cross_entropy(logits, labels):
    n = logits.shape[0]
    return logits.log_softmax(1)[np.arange(n), np.asarray(labels)].sum() / -n


def zero_grad(root):
    for t in reachable(root):
        t.grad = np.zeros(t.shape)


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
