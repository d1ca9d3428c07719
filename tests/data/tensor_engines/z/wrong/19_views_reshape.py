"""Tensor engine which never copies where NumPy can give a view."""

import numpy as np

_F = np.float64


def _t(x):
    return x if isinstance(x, Tensor) else Tensor(x)


class Tensor:
    __slots__ = ("data", "grad", "parents", "pull", "__weakref__")
    __array_ufunc__ = None

    def __init__(self, data, parents=(), pull=None):
        self.data = np.asarray(data, dtype=_F)
        self.grad = np.zeros(self.data.shape, dtype=_F)
        self.parents = parents
        self.pull = pull  # gradient of this tensor -> gradients of the parents

    # -- arithmetic ---------------------------------------------------------
    def __add__(self, o):
        o = _t(o)
        return Tensor(self.data + o.data, (self, o), lambda g: (g, g))

    def __sub__(self, o):
        o = _t(o)
        return Tensor(self.data - o.data, (self, o), lambda g: (g, -g))

    def __mul__(self, o):
        o = _t(o)
        return Tensor(self.data * o.data, (self, o), lambda g: (g * o.data, g * self.data))

    def __truediv__(self, o):
        o = _t(o)
        return Tensor(
            self.data / o.data,
            (self, o),
            lambda g: (g / o.data, -g * self.data / (o.data * o.data)),
        )

    def __pow__(self, n):
        def pull(g):
            if n == 0:
                return (np.zeros_like(g),)
            return (g * (n * np.power(self.data, n - 1)),)

        return Tensor(np.power(self.data, n), (self,), pull)

    def __matmul__(self, o):
        o = _t(o)

        def pull(g):
            a, b = self.data, o.data
            A = a.reshape(1, -1) if a.ndim == 1 else a
            B = b.reshape(-1, 1) if b.ndim == 1 else b
            lead = np.broadcast_shapes(A.shape[:-2], B.shape[:-2])
            G = g.reshape(lead + (A.shape[-2], B.shape[-1]))
            ga = unbroadcast(G @ np.swapaxes(B, -1, -2), A.shape)
            gb = unbroadcast(np.swapaxes(A, -1, -2) @ G, B.shape)
            return ga.reshape(a.shape), gb.reshape(b.shape)

        return Tensor(self.data @ o.data, (self, o), pull)

    def __neg__(self):
        return Tensor(-self.data, (self,), lambda g: (-g,))

    def __radd__(self, o):
        return _t(o) + self

    def __rsub__(self, o):
        return _t(o) - self

    def __rmul__(self, o):
        return _t(o) * self

    def __rtruediv__(self, o):
        return _t(o) / self

    def __rmatmul__(self, o):
        return _t(o) @ self

    # -- reductions -----------------------------------------------------------
    def sum(self, axis=None, keepdims=False):
        kept = self.data.sum(axis=axis, keepdims=True)
        value = kept if keepdims else self.data.sum(axis=axis)
        return Tensor(
            value,
            (self,),
            lambda g: (np.broadcast_to(g.reshape(kept.shape), self.data.shape),),
        )

    def mean(self, axis=None, keepdims=False):
        s = self.sum(axis=axis, keepdims=keepdims)
        return s / (self.data.size // s.data.size)

    # -- views ------------------------------------------------------------------
    def reshape(self, *shape):
        if len(shape) == 1 and isinstance(shape[0], (tuple, list)):
            shape = tuple(shape[0])
        return Tensor(
            np.reshape(self.data, shape, order="A"),
            (self,),
            lambda g: (np.reshape(g, self.data.shape),),
        )

    def transpose(self, axes=None):
        if axes is None:
            axes = range(self.data.ndim)[::-1]
        axes = [k % self.data.ndim for k in axes]
        return Tensor(
            np.transpose(self.data, axes),
            (self,),
            lambda g: (np.transpose(g, [axes.index(k) for k in range(len(axes))]),),
        )

    T = property(lambda self: self.transpose())

    def __getitem__(self, index):
        def pull(g):
            z = np.zeros(self.data.shape)
            np.add.at(z, index, g)
            return (z,)

        return Tensor(self.data[index], (self,), pull)

    # -- functions ----------------------------------------------------------------
    def relu(self):
        on = self.data > 0
        return Tensor(self.data * on, (self,), lambda g: (g * on,))

    def exp(self):
        y = np.exp(self.data)
        return Tensor(y, (self,), lambda g: (g * y,))

    def log(self):
        return Tensor(np.log(self.data), (self,), lambda g: (g / self.data,))

    def tanh(self):
        y = np.tanh(self.data)
        return Tensor(y, (self,), lambda g: (g - g * y * y,))

    def log_softmax(self, axis=-1):
        z = self.data - np.max(self.data, axis=axis, keepdims=True)
        y = z - np.log(np.exp(z).sum(axis=axis, keepdims=True))
        return Tensor(y, (self,), lambda g: (g - np.exp(y) * g.sum(axis=axis, keepdims=True),))

    # -- the walk -------------------------------------------------------------------
    def backward(self):
        nodes = _sorted(self)
        for t in nodes:
            if t.pull:
                t.grad = np.zeros(t.data.shape)
        self.grad = self.grad + np.ones(self.data.shape)
        for t in nodes:
            if t.pull:
                for p, g in zip(t.parents, t.pull(t.grad)):
                    p.grad = p.grad + unbroadcast(g, p.data.shape)


def _sorted(root):
    """Consumers first: a tensor is given out when all that use it have been (Kahn)."""
    waiting, todo = {root: 0}, [root]
    while todo:
        for p in todo.pop().parents:
            if p not in waiting:
                waiting[p] = 0
                todo.append(p)
            waiting[p] += 1
    out, todo = [], [root]
    while todo:
        t = todo.pop()
        out.append(t)
        for p in t.parents:
            waiting[p] -= 1
            if not waiting[p]:
                todo.append(p)
    return out


def unbroadcast(grad, shape):
    lead = grad.ndim - len(shape)
    full = (1,) * lead + tuple(shape)
    axes = tuple(i for i, (m, n) in enumerate(zip(grad.shape, full)) if m != n)
    return grad.sum(axis=axes, keepdims=True).reshape(shape)


def cross_entropy(logits, labels):
    n = len(labels)
    return logits.log_softmax()[range(n), list(labels)].sum() / -n


def zero_grad(root):
    for t in _sorted(root):
        t.grad = np.zeros(t.data.shape)


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
