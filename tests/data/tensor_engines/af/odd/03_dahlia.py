"""Exercise 8, the exam: the whole engine, on arrays.

No walk at all: every tensor brings its own past along, a dictionary from birth numbers to all the
tensors it is made of. An operand is always born before the result. So the past in order of birth
is an order of the graph, and each tensor asks the tensors that used it for its gradient.
"""

from itertools import count

import numpy as np

born = count(1).__next__


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    if np.shape(grad) == tuple(shape):
        return np.asarray(grad)
    if np.ndim(grad) > len(shape):
        return unbroadcast(np.sum(grad, axis=0), shape)
    axis = next(i for i, (n, m) in enumerate(zip(shape, np.shape(grad), strict=True)) if n != m)
    return unbroadcast(np.sum(grad, axis=axis, keepdims=True), shape)


def value(op, xs, how):
    """The array that an operation makes of the arrays xs."""
    match op, xs:
        case "+", (a, b):
            return a + b
        case "-", (a, b):
            return a - b
        case "*", (a, b):
            return a * b
        case "/", (a, b):
            return a / b
        case "@", (a, b):
            return a @ b
        case "**", (a,):
            return a**how
        case "relu", (a,):
            return a.clip(min=0.0)
        case "exp" | "log" | "tanh", (a,):
            return getattr(np, op)(a)
        case "log_softmax", (a,):
            a = a - a.max(axis=how, keepdims=True)
            return a - np.log(np.exp(a).sum(axis=how, keepdims=True))
        case "sum" | "mean", (a,):
            axis, keepdims = how
            return getattr(a, op)(axis=axis, keepdims=keepdims)
        case "reshape", (a,):
            return a.reshape(*how)
        case "transpose", (a,):
            return a.transpose(how)
        case "index", (a,):
            return a[how]
    raise ValueError(op)


def share(op, place, g, y, xs, how):
    """What the operand at this place gets when the result y has the gradient g."""
    match op, place, xs:
        case "+", _, _:
            return g
        case "-", 0, _:
            return g
        case "-", 1, _:
            return -g
        case "*", _, _:
            return g * xs[1 - place]
        case "/", 0, (_, b):
            return g / b
        case "/", 1, (_, b):
            return -(g * y) / b
        case "@", _, (a, b):
            return share_of_product(place, g, a, b)
        case "**", _, (a,):
            return g * (how * a ** (how - 1)) if how != 0 else np.zeros(a.shape)
        case "relu", _, (a,):
            return g * np.greater(a, 0.0)
        case "exp", _, _:
            return g * y
        case "log", _, (a,):
            return g / a
        case "tanh", _, _:
            return g * (1.0 - y) * (1.0 + y)
        case "log_softmax", _, _:
            return g - np.exp(y) * g.sum(axis=how, keepdims=True)
        case "sum" | "mean", _, (a,):
            axis, keepdims = how
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            weight = y.size / a.size if op == "mean" else 1.0
            return np.full(a.shape, weight) * g
        case "reshape", _, (a,):
            return g.reshape(a.shape)
        case "transpose", _, (a,):
            # where does each old axis stand now?
            return g.transpose(np.arange(a.ndim)[::-1] if how is None else np.argsort(how))
        case "index", _, (a,):
            rows = np.zeros(a.shape)
            np.add.at(rows, how, g)
            return rows
    raise ValueError(op)


def share_of_product(place, g, a, b):
    """Letters: i and k are the axes of the left matrix, k and j those of the right one."""
    left = "...ik" if a.ndim > 1 else "k"
    right = "...kj" if b.ndim > 1 else "k"
    out = "..." + ("i" if a.ndim > 1 else "") + ("j" if b.ndim > 1 else "")
    stack = "..." if a.ndim > 1 or b.ndim > 1 else ""
    if place == 0:
        wanted = left if left.startswith("...") else stack + left
        return np.einsum(f"{out},{right}->{wanted}", g, b)
    wanted = right if right.startswith("...") else stack + right
    return np.einsum(f"{out},{left}->{wanted}", g, a)


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    __slots__ = ("data", "grad", "birth", "past", "made")

    def __init__(self, data, made=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.birth = born()
        self.made = made  # (name, operands, how)
        self.past = {}
        for operand in made[1] if made else ():
            self.past |= operand.past
            self.past[operand.birth] = operand

    def __repr__(self):
        return f"Tensor(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        return do("+", self, other)

    def __radd__(self, other):
        return do("+", other, self)

    def __sub__(self, other):
        return do("-", self, other)

    def __rsub__(self, other):
        return do("-", other, self)

    def __mul__(self, other):
        return do("*", self, other)

    def __rmul__(self, other):
        return do("*", other, self)

    def __truediv__(self, other):
        return do("/", self, other)

    def __rtruediv__(self, other):
        return do("/", other, self)

    def __matmul__(self, other):
        return do("@", self, other)

    def __rmatmul__(self, other):
        return do("@", other, self)

    def __neg__(self):
        return do("-", 0.0, self)

    def __pow__(self, n):
        return do("**", self, how=n)

    def __getitem__(self, index):
        return do("index", self, how=index)

    def __getattr__(self, name):
        """relu, exp, log and tanh have no options: one line for all four."""
        if name in ("relu", "exp", "log", "tanh"):
            return lambda: do(name, self)
        raise AttributeError(name)

    def log_softmax(self, axis=-1):
        return do("log_softmax", self, how=axis)

    def sum(self, axis=None, keepdims=False):
        return do("sum", self, how=(axis, keepdims))

    def mean(self, axis=None, keepdims=False):
        return do("mean", self, how=(axis, keepdims))

    def reshape(self, *shape):
        return do("reshape", self, how=shape)

    def transpose(self, axes=None):
        if axes is not None:
            axes = tuple(axis % self.data.ndim for axis in axes)
        return do("transpose", self, how=axes)

    @property
    def T(self):
        return self.transpose()

    def backward(self):
        users = {birth: [] for birth in self.past}
        for user in (*self.past.values(), self):
            for place, operand in enumerate(user.made[1] if user.made else ()):
                users[operand.birth].append((user, place))
        arrived = {self.birth: np.ones(self.data.shape)}
        for birth in sorted(self.past, reverse=True):
            node = self.past[birth]
            total = np.zeros(node.data.shape)
            for user, place in users[birth]:
                name, operands, how = user.made
                xs = tuple(each.data for each in operands)
                part = share(name, place, arrived[user.birth], user.data, xs, how)
                total = total + unbroadcast(part, node.data.shape)
            arrived[birth] = np.asarray(total)
        for node in (*self.past.values(), self):
            if node.made:
                node.grad = arrived[node.birth]
            else:
                node.grad = np.asarray(node.grad + arrived[node.birth])


def do(name, *operands, how=None):
    """Carry an operation out, and write down how it was done."""
    operands = tuple(each if isinstance(each, Tensor) else Tensor(each) for each in operands)
    made = (name, operands, how)
    return Tensor(value(name, tuple(each.data for each in operands), how), made)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels)
    return -logits.log_softmax()[np.arange(len(labels)), labels].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in (root, *root.past.values()):
        node.grad = np.zeros(node.data.shape)


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
