import numpy as np


def unbroadcast(grad, shape):
    extra = grad.ndim - len(shape)
    axes = tuple(range(extra))
    axes += tuple(i for i in range(extra, grad.ndim) if shape[i - extra] == 1)
    if axes:
        return np.sum(grad, axis=axes, keepdims=True).reshape(shape)
    return grad


class Function:
    """One operation that was carried out: what went in, and how to come back."""

    def __init__(self, parents):
        self.parents = parents

    @classmethod
    def apply(cls, *inputs, **options):
        parents = tuple(x if isinstance(x, Tensor) else Tensor(x) for x in inputs)
        fn = cls(parents)
        value = fn.forward(*(p.data for p in parents), **options)
        return Tensor(value, fn)

    def forward(self, *arrays):
        raise NotImplementedError

    def backward(self, g):
        raise NotImplementedError


class Add(Function):
    def forward(self, a, b):
        self.shapes = a.shape, b.shape
        return a + b

    def backward(self, g):
        return [unbroadcast(g, s) for s in self.shapes]


class Mul(Function):
    def forward(self, a, b):
        self.a, self.b = a, b
        return a * b

    def backward(self, g):
        return [unbroadcast(g * self.b, self.a.shape), unbroadcast(g * self.a, self.b.shape)]


class Div(Function):
    def forward(self, a, b):
        self.a, self.b = a, b
        return a / b

    def backward(self, g):
        ga = g / self.b
        gb = -g * self.a / (self.b * self.b)
        return [unbroadcast(ga, self.a.shape), unbroadcast(gb, self.b.shape)]


class Neg(Function):
    def forward(self, a):
        return -a

    def backward(self, g):
        return [-g]


class Pow(Function):
    def forward(self, a, n):
        self.a, self.n = a, n
        return a**n

    @classmethod
    def of(cls, a, n):
        fn = cls((a,))
        return Tensor(fn.forward(a.data, n), fn)

    def backward(self, g):
        if self.n == 0:
            return [np.zeros_like(self.a)]
        return [g * self.n * self.a ** (self.n - 1)]


class MatMul(Function):
    def forward(self, a, b):
        self.a, self.b = a, b
        return a @ b

    def backward(self, g):
        a, b = self.a, self.b
        if a.ndim == 1 and b.ndim == 1:
            return [g * b, g * a]
        if a.ndim == 1:
            ga = (b @ g[..., :, None])[..., 0]
            gb = a[:, None] * g[..., None, :]
            return [unbroadcast(ga, a.shape), unbroadcast(gb, b.shape)]
        if b.ndim == 1:
            ga = g[..., :, None] * b
            gb = (np.swapaxes(a, -1, -2) @ g[..., :, None])[..., 0]
            return [unbroadcast(ga, a.shape), unbroadcast(gb, b.shape)]
        ga = g @ np.swapaxes(b, -1, -2)
        gb = np.swapaxes(a, -1, -2) @ g
        return [unbroadcast(ga, a.shape), unbroadcast(gb, b.shape)]


class Sum(Function):
    def forward(self, a, axis, keepdims):
        self.shape, self.axis, self.keepdims = a.shape, axis, keepdims
        return a.sum(axis=axis, keepdims=keepdims)

    def backward(self, g):
        if self.axis is not None and not self.keepdims:
            g = np.expand_dims(g, self.axis)
        return [g * np.ones(self.shape)]


class Reshape(Function):
    def forward(self, a, shape):
        self.shape = a.shape
        return a.reshape(*shape)

    def backward(self, g):
        return [g.reshape(self.shape)]


class Transpose(Function):
    def forward(self, a, axes):
        if axes is None:
            axes = range(a.ndim)[::-1]
        self.axes = [x % a.ndim for x in axes]
        return a.transpose(self.axes)

    def backward(self, g):
        return [g.transpose([self.axes.index(i) for i in range(g.ndim)])]


class Index(Function):
    def forward(self, a, index):
        self.shape, self.index = a.shape, index
        return a[index]

    def backward(self, g):
        full = np.zeros(self.shape)
        np.add.at(full, self.index, g)
        return [full]


class Relu(Function):
    def forward(self, a):
        self.mask = a > 0
        return np.where(self.mask, a, 0.0)

    def backward(self, g):
        return [np.where(self.mask, g, 0.0)]


class Exp(Function):
    def forward(self, a):
        self.y = np.exp(a)
        return self.y

    def backward(self, g):
        return [g * self.y]


class Log(Function):
    def forward(self, a):
        self.a = a
        return np.log(a)

    def backward(self, g):
        return [g / self.a]


class Tanh(Function):
    def forward(self, a):
        self.y = np.tanh(a)
        return self.y

    def backward(self, g):
        return [g * (1 - self.y * self.y)]


class LogSoftmax(Function):
    def forward(self, a, axis):
        self.axis = axis
        a = a - a.max(axis=axis, keepdims=True)
        self.y = a - np.log(np.exp(a).sum(axis=axis, keepdims=True))
        return self.y

    def backward(self, g):
        return [g - np.exp(self.y) * g.sum(axis=self.axis, keepdims=True)]


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, fn=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.fn = fn

    @property
    def parents(self):
        return self.fn.parents if self.fn else ()

    def __add__(self, other):
        return Add.apply(self, other)

    def __radd__(self, other):
        return Add.apply(other, self)

    def __mul__(self, other):
        return Mul.apply(self, other)

    def __rmul__(self, other):
        return Mul.apply(other, self)

    def __neg__(self):
        return Neg.apply(self)

    def __sub__(self, other):
        return Add.apply(self, Neg.apply(other))

    def __rsub__(self, other):
        return Add.apply(other, Neg.apply(self))

    def __truediv__(self, other):
        return Div.apply(self, other)

    def __rtruediv__(self, other):
        return Div.apply(other, self)

    def __matmul__(self, other):
        return MatMul.apply(self, other)

    def __rmatmul__(self, other):
        return MatMul.apply(other, self)

    def __pow__(self, n):
        return Pow.of(self, n)

    def __getitem__(self, index):
        return Index.apply(self, index=index)

    def sum(self, axis=None, keepdims=False):
        return Sum.apply(self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis=axis, keepdims=keepdims)
        return total / (self.data.size / total.data.size)

    def reshape(self, *shape):
        return Reshape.apply(self, shape=shape)

    def transpose(self, axes=None):
        return Transpose.apply(self, axes=axes)

    T = property(transpose)

    def relu(self):
        return Relu.apply(self)

    def exp(self):
        return Exp.apply(self)

    def log(self):
        return Log.apply(self)

    def tanh(self):
        return Tanh.apply(self)

    def log_softmax(self, axis=-1):
        return LogSoftmax.apply(self, axis=axis)

    def backward(self):
        grads = {self: np.ones_like(self.data)}
        for t in consumers_first(self):
            if t.fn is None:
                t.grad = np.array(t.grad + grads[t])
                continue
            for p, g in zip(t.parents, t.fn.backward(grads[t])):
                if p in grads:
                    grads[p] += g
                else:
                    grads[p] = g


def consumers_first(root):
    done, out, stack = set(), [], [(root, iter(root.parents))]
    done.add(root)
    while stack:
        t, rest = stack[-1]
        for p in rest:
            if p not in done:
                done.add(p)
                stack.append((p, iter(p.parents)))
                break
        else:
            stack.pop()
            out.append(t)
    return out[::-1]


def cross_entropy(logits, labels):
    n = logits.data.shape[0]
    picked = logits.log_softmax()[(np.arange(n), np.array(labels))]
    return -picked.mean()


def zero_grad(root):
    for t in consumers_first(root):
        t.grad = np.zeros_like(t.data)
