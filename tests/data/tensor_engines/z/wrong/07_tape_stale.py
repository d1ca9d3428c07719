"""Tensor engine with a tape: operations are written down as they are done, and read backwards."""

import weakref

import numpy as np

_tape = []  # weak references to the results of operations, oldest first


def unbroadcast(grad, shape):
    while grad.ndim > len(shape):
        grad = np.add.reduce(grad, axis=0)
    for i, n in enumerate(shape):
        if n == 1 and grad.shape[i] > 1:
            grad = np.add.reduce(grad, axis=i, keepdims=True)
    return np.asarray(grad)


def _record(data, inputs, rule):
    """A new tensor, written on the tape."""
    out = Tensor(data)
    out._inputs = inputs
    out._rule = rule
    _tape.append(weakref.ref(out))
    return out


def _tensor(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def _feed(t, g):
    t.grad += unbroadcast(g, t.data.shape)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._inputs = ()
        self._rule = None

    def __add__(self, other):
        other = _tensor(other)

        def rule(g):
            _feed(self, g)
            _feed(other, g)

        return _record(self.data + other.data, (self, other), rule)

    def __neg__(self):
        return _record(-self.data, (self,), lambda g: _feed(self, -g))

    def __sub__(self, other):
        return self + (-_tensor(other))

    def __mul__(self, other):
        other = _tensor(other)

        def rule(g):
            _feed(self, g * other.data)
            _feed(other, g * self.data)

        return _record(self.data * other.data, (self, other), rule)

    def __truediv__(self, other):
        other = _tensor(other)

        def rule(g):
            _feed(self, g / other.data)
            _feed(other, -g * self.data / np.square(other.data))

        return _record(self.data / other.data, (self, other), rule)

    def __matmul__(self, other):
        other = _tensor(other)

        def rule(g):
            a, b = self.data, other.data
            if b.ndim == 1:
                b, g = b[:, None], np.asarray(g)[..., None]
            if a.ndim == 1:
                a, g = a[None], g[..., None, :]
            left = unbroadcast(g @ b.swapaxes(-2, -1), a.shape)
            right = unbroadcast(a.swapaxes(-2, -1) @ g, b.shape)
            _feed(self, left.reshape(self.data.shape))
            _feed(other, right.reshape(other.data.shape))

        return _record(self.data @ other.data, (self, other), rule)

    def __pow__(self, n):
        def rule(g):
            if n != 0:
                _feed(self, g * n * np.power(self.data, n - 1.0))

        return _record(self.data**n, (self,), rule)

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return -self + other

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return _tensor(other) / self

    def __rmatmul__(self, other):
        return _tensor(other) @ self

    def __getitem__(self, index):
        return _record(self.data[index], (self,), lambda g: np.add.at(self.grad, index, g))

    def sum(self, axis=None, keepdims=False):
        def rule(g):
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            self.grad += g

        return _record(self.data.sum(axis=axis, keepdims=keepdims), (self,), rule)

    def mean(self, axis=None, keepdims=False):
        s = self.sum(axis, keepdims)
        return s / (self.data.size / s.data.size)

    def reshape(self, *shape):
        return _record(self.data.reshape(*shape), (self,), lambda g: _feed(self, g.reshape(self.data.shape)))

    def transpose(self, axes=None):
        n = self.data.ndim
        axes = [a % n for a in (range(n)[::-1] if axes is None else axes)]
        back = [axes.index(i) for i in range(n)]
        return _record(self.data.transpose(axes), (self,), lambda g: _feed(self, g.transpose(back)))

    @property
    def T(self):
        return self.transpose()

    def relu(self):
        return _record(np.maximum(self.data, 0), (self,), lambda g: _feed(self, g * (self.data > 0)))

    def exp(self):
        y = np.exp(self.data)
        return _record(y, (self,), lambda g: _feed(self, g * y))

    def log(self):
        return _record(np.log(self.data), (self,), lambda g: _feed(self, g / self.data))

    def tanh(self):
        y = np.tanh(self.data)
        return _record(y, (self,), lambda g: _feed(self, g - g * y * y))

    def log_softmax(self, axis=-1):
        x = self.data - self.data.max(axis=axis, keepdims=True)
        y = x - np.log(np.exp(x).sum(axis=axis, keepdims=True))
        return _record(y, (self,), lambda g: _feed(self, g - np.exp(y) * g.sum(axis=axis, keepdims=True)))

    def backward(self):
        _tape[:] = [ref for ref in _tape if ref() is not None]
        mine = _reachable(self)
        for t in mine.values():
            if t._rule is not None:
                t.grad = np.zeros_like(t.data)
        self.grad += np.ones_like(self.data)
        for t in [ref() for ref in reversed(_tape)]:
            if t is not None:
                t._rule(t.grad)


def cross_entropy(logits, labels):
    n = len(labels)
    return -(logits.log_softmax()[np.arange(n), labels]).mean()


def _reachable(root):
    found, todo = {}, [root]
    while todo:
        t = todo.pop()
        if id(t) not in found:
            found[id(t)] = t
            todo.extend(t._inputs)
    return found


def zero_grad(root):
    for t in _reachable(root).values():
        t.grad = np.zeros_like(t.data)


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
