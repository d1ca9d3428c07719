import numpy as np


def unbroadcast(grad, shape):
    grad = np.asarray(grad)
    for _ in range(grad.ndim - len(shape)):
        grad = np.asarray(grad.sum(0))
    for i in range(len(shape)):
        if shape[i] == 1:
            grad = grad.sum(i, keepdims=True)
    return grad


class Op:
    """Base of all operations.

    A subclass has `value(*arrays)` and `slopes(g)`, which gives one array for each argument, in
    the order of the arguments. Arguments may be tensors or plain numbers and arrays.
    """

    def __init__(self, *args):
        self.args = args
        self.arrays = [a.data if isinstance(a, Tensor) else np.asarray(a, float) for a in args]
        self.tensors = [a for a in args if isinstance(a, Tensor)]

    def __call__(self, **kw):
        self.__dict__.update(kw)
        self.result = self.value(*self.arrays)
        return Tensor(self.result, op=self)

    def pull(self, g):
        for arg, slope in zip(self.tensors, self.slopes(g)):
            if isinstance(arg, Tensor):
                arg.grad += unbroadcast(slope, arg.data.shape)


class Plus(Op):
    def value(self, a, b):
        return a + b

    def slopes(self, g):
        return g, g


class Minus(Op):
    def value(self, a, b):
        return a - b

    def slopes(self, g):
        return g, -g


class Times(Op):
    def value(self, a, b):
        return a * b

    def slopes(self, g):
        a, b = self.arrays
        return g * b, g * a


class Over(Op):
    def value(self, a, b):
        return a / b

    def slopes(self, g):
        a, b = self.arrays
        return g / b, -g * a / b**2


class Dot(Op):
    def value(self, a, b):
        return a @ b

    def slopes(self, g):
        a, b = self.arrays
        left, right = a.ndim == 1, b.ndim == 1
        if left:
            a = a[None]
        if right:
            b = b[:, None]
            g = g[..., None]
        if left:
            g = g[..., None, :]
        da = g @ np.swapaxes(b, -2, -1)
        db = np.swapaxes(a, -2, -1) @ g
        if left:
            da = da.reshape(-1, da.shape[-1]).sum(0)
        if right:
            db = db.reshape(-1, db.shape[-2]).sum(0)
        return da, db


class Power(Op):
    def value(self, a):
        return a**self.n

    def slopes(self, g):
        (a,) = self.arrays
        if self.n == 0:
            return (np.zeros_like(a),)
        return (g * self.n * a ** (self.n - 1),)


class Total(Op):
    def value(self, a):
        return np.sum(a, axis=self.axis, keepdims=self.keepdims)

    def slopes(self, g):
        (a,) = self.arrays
        if self.axis is not None and not self.keepdims:
            g = np.expand_dims(g, self.axis)
        return (np.broadcast_to(g, a.shape),)


class Average(Total):
    def value(self, a):
        return np.mean(a, axis=self.axis, keepdims=self.keepdims)

    def slopes(self, g):
        share = np.size(self.result) / self.arrays[0].size
        return super().slopes(g * share)


class Shape(Op):
    def value(self, a):
        return a.reshape(*self.shape)

    def slopes(self, g):
        return (g.reshape(self.arrays[0].shape),)


class Turn(Op):
    def value(self, a):
        return a.transpose(self.axes)

    def slopes(self, g):
        if self.axes is None:
            return (g.transpose(),)
        out = np.empty_like(self.arrays[0])
        out.transpose(self.axes)[...] = g
        return (out,)


class Pick(Op):
    def value(self, a):
        return a[self.index]

    def slopes(self, g):
        out = np.zeros_like(self.arrays[0])
        np.add.at(out, self.index, g)
        return (out,)


class Relu(Op):
    def value(self, a):
        return np.maximum(a, 0.0)

    def slopes(self, g):
        return (g * (self.result > 0),)


class Exp(Op):
    def value(self, a):
        return np.exp(a)

    def slopes(self, g):
        return (g * self.result,)


class Log(Op):
    def value(self, a):
        return np.log(a)

    def slopes(self, g):
        return (g / self.arrays[0],)


class Tanh(Op):
    def value(self, a):
        return np.tanh(a)

    def slopes(self, g):
        return (g * (1 - np.square(self.result)),)


class LogSoftmax(Op):
    def value(self, a):
        a = a - np.max(a, self.axis, keepdims=True)
        return a - np.log(np.sum(np.exp(a), self.axis, keepdims=True))

    def slopes(self, g):
        return (g - np.exp(self.result) * np.sum(g, self.axis, keepdims=True),)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, op=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.op = op

    def __add__(self, other):
        return Plus(self, other)()

    def __radd__(self, other):
        return Plus(other, self)()

    def __sub__(self, other):
        return Minus(self, other)()

    def __rsub__(self, other):
        return Minus(other, self)()

    def __mul__(self, other):
        return Times(self, other)()

    def __rmul__(self, other):
        return Times(other, self)()

    def __truediv__(self, other):
        return Over(self, other)()

    def __rtruediv__(self, other):
        return Over(other, self)()

    def __matmul__(self, other):
        return Dot(self, other)()

    def __rmatmul__(self, other):
        return Dot(other, self)()

    def __neg__(self):
        return Minus(0.0, self)()

    def __pow__(self, n):
        return Power(self)(n=n)

    def sum(self, axis=None, keepdims=False):
        return Total(self)(axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        return Average(self)(axis=axis, keepdims=keepdims)

    def reshape(self, *shape):
        return Shape(self)(shape=shape)

    def transpose(self, axes=None):
        return Turn(self)(axes=axes)

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return Pick(self)(index=index)

    def relu(self):
        return Relu(self)()

    def exp(self):
        return Exp(self)()

    def log(self):
        return Log(self)()

    def tanh(self):
        return Tanh(self)()

    def log_softmax(self, axis=-1):
        return LogSoftmax(self)(axis=axis)

    def _reachable(self):
        """Inputs first."""
        found, path, out = {id(self)}, [(self, 0)], []
        while path:
            t, k = path.pop()
            inputs = t.op.tensors if t.op else ()
            if k == len(inputs):
                out.append(t)
                continue
            path.append((t, k + 1))
            if id(inputs[k]) not in found:
                found.add(id(inputs[k]))
                path.append((inputs[k], 0))
        return out

    def backward(self):
        todo = self._reachable()
        for t in todo:
            if t.op:
                t.grad = np.zeros_like(t.data)
        self.grad += 1
        for t in reversed(todo):
            if t.op:
                t.op.pull(t.grad)


def cross_entropy(logits, labels):
    rows = len(logits.data)
    return -logits.log_softmax()[np.arange(rows), np.asarray(labels)].sum() / rows


def zero_grad(root):
    for t in root._reachable():
        t.grad = np.zeros_like(t.data)
