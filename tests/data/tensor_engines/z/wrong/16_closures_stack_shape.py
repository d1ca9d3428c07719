"""My engine. Closures, as in the scalar engine."""

import numpy as np


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, _children=(), _op=""):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._backward = lambda: None
        self._prev = tuple(_children)
        self._op = _op

    def __repr__(self):
        return f"Tensor({self.data}, op={self._op!r})"

    def __add__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        out = Tensor(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad = self.grad + unbroadcast(out.grad, self.data.shape)
            other.grad = other.grad + unbroadcast(out.grad, other.data.shape)

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        out = Tensor(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad = self.grad + unbroadcast(out.grad * other.data, self.data.shape)
            other.grad = other.grad + unbroadcast(out.grad * self.data, other.data.shape)

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Tensor(self.data**n, (self,), f"**{n}")

        def _backward():
            if n != 0:
                self.grad = self.grad + out.grad * n * self.data ** (n - 1)

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        return self * other**-1

    def __matmul__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        out = Tensor(self.data @ other.data, (self, other), "@")

        def _backward():
            a, b, g = self.data, other.data, out.grad
            if b.ndim == 1:
                b, g = b[:, None], g[..., None]
            if a.ndim == 1:
                a, g = a[None, :], np.expand_dims(g, -2)
            da = fold_stack(g @ b.swapaxes(-1, -2), a.shape)
            db = fold_stack(a.swapaxes(-1, -2) @ g, b.shape)
            self.grad = self.grad + (da[0] if self.data.ndim == 1 else da)
            other.grad = other.grad + (db[:, 0] if other.data.ndim == 1 else db)

        out._backward = _backward
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other)

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return (-self) + other

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return self**-1 * other

    def __rmatmul__(self, other):
        return Tensor(other) @ self

    def sum(self, axis=None, keepdims=False):
        out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,), "sum")

        def _backward():
            g = out.grad
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            self.grad = self.grad + np.broadcast_to(g, self.data.shape)

        out._backward = _backward
        return out

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis=axis, keepdims=keepdims)
        return total * (total.data.size / self.data.size)

    def reshape(self, *shape):
        out = Tensor(self.data.reshape(*shape), (self,), "reshape")

        def _backward():
            self.grad = self.grad + out.grad.reshape(self.data.shape)

        out._backward = _backward
        return out

    def transpose(self, axes=None):
        out = Tensor(self.data.transpose(axes), (self,), "transpose")

        def _backward():
            if axes is None:
                back = None
            else:
                back = np.argsort([ax % self.data.ndim for ax in axes])
            self.grad = self.grad + out.grad.transpose(back)

        out._backward = _backward
        return out

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        out = Tensor(self.data[index], (self,), "[]")

        def _backward():
            g = np.zeros_like(self.data)
            np.add.at(g, index, out.grad)
            self.grad = self.grad + g

        out._backward = _backward
        return out

    def relu(self):
        out = Tensor(np.where(self.data > 0, self.data, 0.0), (self,), "relu")

        def _backward():
            self.grad = self.grad + (self.data > 0) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        out = Tensor(np.exp(self.data), (self,), "exp")

        def _backward():
            self.grad = self.grad + out.data * out.grad

        out._backward = _backward
        return out

    def log(self):
        out = Tensor(np.log(self.data), (self,), "log")

        def _backward():
            self.grad = self.grad + out.grad / self.data

        out._backward = _backward
        return out

    def tanh(self):
        out = Tensor(np.tanh(self.data), (self,), "tanh")

        def _backward():
            self.grad = self.grad + (1 - out.data**2) * out.grad

        out._backward = _backward
        return out

    def log_softmax(self, axis=-1):
        shifted = self - self.data.max(axis=axis, keepdims=True)
        return shifted - shifted.exp().sum(axis=axis, keepdims=True).log()

    def backward(self):
        topo, visited = [], set()

        def build(v):
            if v not in visited:
                visited.add(v)
                for child in v._prev:
                    build(child)
                topo.append(v)

        build(self)
        for v in topo:
            if v._prev:
                v.grad = np.zeros_like(v.data)
        self.grad = self.grad + np.ones_like(self.data)
        for v in reversed(topo):
            v._backward()


def unbroadcast(grad, shape):
    while grad.ndim > len(shape):
        grad = grad.sum(axis=0)
    for i, n in enumerate(shape):
        if n == 1:
            grad = grad.sum(axis=i, keepdims=True)
    return grad


def fold_stack(grad, shape):
    """A single matrix is repeated for the whole stack: sum what its copies get."""
    extra = tuple(range(grad.ndim - len(shape)))
    return grad.sum(axis=extra)


def cross_entropy(logits, labels):
    rows = np.arange(logits.data.shape[0])
    return -logits.log_softmax()[rows, labels].mean()


def zero_grad(root):
    seen, todo = {root}, [root]
    while todo:
        v = todo.pop()
        v.grad = np.zeros_like(v.data)
        for child in v._prev:
            if child not in seen:
                seen.add(child)
                todo.append(child)


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
