"""The tensor engine. Each operation leaves its name; `_back_<name>` is its rule."""

import numpy as np


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, made_by="", operands=(), saved=None):
        if not isinstance(data, np.ndarray):
            data = np.array(data, dtype=np.float64)
        self.data = data
        self.grad = np.zeros_like(data)
        self.made_by = made_by
        self.operands = operands
        self.saved = saved

    @staticmethod
    def _pair(a, b):
        return tuple(x if isinstance(x, Tensor) else Tensor(x) for x in (a, b))

    def _to(self, operand, grad):
        operand.grad = operand.grad + unbroadcast(grad, operand.data.shape)

    # ---- add, subtract

    def __add__(self, other):
        a, b = Tensor._pair(self, other)
        return Tensor(a.data + b.data, "add", (a, b))

    def __radd__(self, other):
        a, b = Tensor._pair(other, self)
        return Tensor(a.data + b.data, "add", (a, b))

    def _back_add(self, a, b):
        self._to(a, self.grad)
        self._to(b, self.grad)

    def __sub__(self, other):
        a, b = Tensor._pair(self, other)
        return Tensor(a.data - b.data, "sub", (a, b))

    def __rsub__(self, other):
        a, b = Tensor._pair(other, self)
        return Tensor(a.data - b.data, "sub", (a, b))

    def _back_sub(self, a, b):
        self._to(a, self.grad)
        self._to(b, -self.grad)

    def __neg__(self):
        return 0.0 - self

    # ---- multiply, divide, power

    def __mul__(self, other):
        a, b = Tensor._pair(self, other)
        return Tensor(a.data * b.data, "mul", (a, b))

    def __rmul__(self, other):
        a, b = Tensor._pair(other, self)
        return Tensor(a.data * b.data, "mul", (a, b))

    def _back_mul(self, a, b):
        self._to(a, self.grad * b.data)
        self._to(b, self.grad * a.data)

    def __truediv__(self, other):
        a, b = Tensor._pair(self, other)
        return Tensor(a.data / b.data, "div", (a, b))

    def __rtruediv__(self, other):
        a, b = Tensor._pair(other, self)
        return Tensor(a.data / b.data, "div", (a, b))

    def _back_div(self, a, b):
        self._to(a, self.grad / b.data)
        self._to(b, -self.grad * self.data / b.data)

    def __pow__(self, n):
        return Tensor(self.data**n, "pow", (self,), n)

    def _back_pow(self, a):
        n = self.saved
        if n != 0:
            self._to(a, self.grad * n * a.data ** (n - 1))

    # ---- matrices

    def __matmul__(self, other):
        a, b = Tensor._pair(self, other)
        return Tensor(a.data @ b.data, "matmul", (a, b))

    def __rmatmul__(self, other):
        a, b = Tensor._pair(other, self)
        return Tensor(a.data @ b.data, "matmul", (a, b))

    def _back_matmul(self, a, b):
        x = np.atleast_2d(a.data)
        y = b.data if b.data.ndim > 1 else b.data[:, None]
        g = self.grad
        if b.data.ndim == 1:
            g = np.expand_dims(g, -1)
        if a.data.ndim == 1:
            g = np.expand_dims(g, -2)
        gx = unbroadcast(g @ y.swapaxes(-1, -2), x.shape)
        gy = unbroadcast(x.swapaxes(-1, -2) @ g, y.shape)
        self._to(a, gx.reshape(a.data.shape))
        self._to(b, gy.reshape(b.data.shape))

    # ---- shapes

    def sum(self, axis=None, keepdims=False):
        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), "sum", (self,), (axis, keepdims))

    def _back_sum(self, a):
        axis, keepdims = self.saved
        g = self.grad
        if axis is not None and not keepdims:
            g = np.expand_dims(g, axis)
        self._to(a, np.broadcast_to(g, a.data.shape))

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis, keepdims)
        return out / (self.data.size / out.data.size)

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape), "reshape", (self,))

    def _back_reshape(self, a):
        self._to(a, self.grad.reshape(a.data.shape))

    def transpose(self, axes=None):
        return Tensor(self.data.transpose(axes), "transpose", (self,), axes)

    def _back_transpose(self, a):
        axes = self.saved
        if axes is None:
            self._to(a, self.grad.transpose())
        else:
            self._to(a, self.grad.transpose(np.argsort(np.array(axes) % a.data.ndim)))

    T = property(transpose)

    def __getitem__(self, index):
        return Tensor(self.data[index], "getitem", (self,), index)

    def _back_getitem(self, a):
        grad = np.zeros_like(a.data)
        np.add.at(grad, self.saved, self.grad)
        self._to(a, grad)

    # ---- functions

    def relu(self):
        return Tensor(np.maximum(self.data, 0), "relu", (self,))

    def _back_relu(self, a):
        self._to(a, self.grad * (self.data > 0))

    def exp(self):
        return Tensor(np.exp(self.data), "exp", (self,))

    def _back_exp(self, a):
        self._to(a, self.grad * self.data)

    def log(self):
        return Tensor(np.log(self.data), "log", (self,))

    def _back_log(self, a):
        self._to(a, self.grad / a.data)

    def tanh(self):
        return Tensor(np.tanh(self.data), "tanh", (self,))

    def _back_tanh(self, a):
        self._to(a, self.grad * (1 - self.data * self.data))

    def log_softmax(self, axis=-1):
        z = self.data.copy()
        z -= z.max(axis=axis, keepdims=True)
        z -= np.log(np.exp(z).sum(axis=axis, keepdims=True))
        return Tensor(z, "log_softmax", (self,), axis)

    def _back_log_softmax(self, a):
        self._to(a, self.grad - np.exp(self.data) * self.grad.sum(axis=self.saved, keepdims=True))

    # ---- backward

    def _history(self):
        order, seen, stack = [], set(), [(self, 0)]
        while stack:
            node, i = stack.pop()
            if i == 0:
                if id(node) in seen:
                    continue
                seen.add(id(node))
            if i < len(node.operands):
                stack += [(node, i + 1), (node.operands[i], 0)]
            else:
                order.append(node)
        return order

    def backward(self):
        order = self._history()
        for node in order:
            if node.operands:
                node.grad = np.zeros_like(node.data)
        self.grad = self.grad + np.ones_like(self.data)
        for node in order[::-1]:
            if node.operands:
                getattr(node, "_back_" + node.made_by)(*node.operands)


def unbroadcast(grad, shape):
    grad = np.asarray(grad)
    while grad.ndim > len(shape):
        grad = grad.sum(axis=0)
    for i in range(len(shape)):
        if shape[i] == 1 and grad.shape[i] > 1:
            grad = grad.sum(axis=i, keepdims=True)
    return grad


def cross_entropy(logits, labels):
    rows = np.arange(len(logits.data))
    return -logits.log_softmax()[rows, np.array(labels)].mean()


def zero_grad(root):
    for node in root._history():
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
