"""The whole engine as arithmetic of (number, slopes): every operator is one small generator.

A generator first yields the number of the result, then, when its gradient is known, it is
asked for the slope towards each input.
"""

import math
import traceback
import warnings
from types import SimpleNamespace

_OPERATIONS = SimpleNamespace()


def operation(recipe):
    """Turn a recipe (a generator of value and slopes) into a function of nodes."""

    def perform(*inputs, **options):
        nodes = [x if isinstance(x, Value) else Value(x) for x in inputs]
        arguments = [node.data for node in nodes]
        number = next(recipe(*arguments, **options))
        out = Value(number)
        out._prev = nodes

        def rule():
            steps = recipe(*arguments, **options)
            next(steps)
            gradient = out.grad
            for node, slope in zip(nodes, steps):
                # "0 times whatever" has to stay 0
                node.grad += gradient * slope if gradient else 0.0

        out._backward = rule
        return out

    setattr(_OPERATIONS, recipe.__name__, perform)
    return perform


@operation
def plus(a, b):
    yield a + b
    yield from (1, 1)


@operation
def times(a, b):
    yield a * b
    yield b
    yield a


@operation
def minus(a, b):
    yield a - b
    yield +1
    yield -1


@operation
def over(a, b):
    yield a / b
    yield 1 / b
    yield -(a / b) / b


@operation
def power(a, *, n):
    yield a**n
    yield 0 if n == 0 else n * a ** (n - 1)


@operation
def tanh(a):
    t = math.tanh(a)
    yield t
    yield (1 - t) * (1 + t)


@operation
def exp(a):
    yield (e := math.exp(a))
    yield e


@operation
def relu(a):
    yield (a > 0) * a + 0.0
    yield int(a > 0)


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=""):
        self.__dict__.update(data=data, grad=0.0, _prev=list(_prev), _op=_op)
        self._backward = tuple  # a leaf: makes an empty tuple, and that is all

    def __repr__(self):
        return f"<{self.data} (grad {self.grad})>"

    __add__ = lambda self, other: plus(self, other)
    __radd__ = lambda self, other: plus(other, self)
    __mul__ = lambda self, other: times(self, other)
    __rmul__ = lambda self, other: times(other, self)
    __sub__ = lambda self, other: minus(self, other)
    __rsub__ = lambda self, other: minus(other, self)
    __truediv__ = lambda self, other: over(self, other)
    __rtruediv__ = lambda self, other: over(other, self)
    __neg__ = lambda self: minus(0, self)
    __pow__ = lambda self, n: power(self, n=n)

    def __getattr__(self, name):
        # tanh, exp and relu are not methods: they are looked up when somebody asks
        if name in ("tanh", "exp", "relu"):
            function = getattr(_OPERATIONS, name)
            return lambda: function(self)
        raise AttributeError(name)

    def backward(self):
        forwards = []
        build_topo(self, set(), forwards)
        on_leaves = {node: node.grad for node in forwards if not node._prev}
        zero_grad(self)
        self.grad = 1.0
        for node in forwards[::-1]:
            node._backward()
        for leaf, before in on_leaves.items():
            leaf.grad += before


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    path = [v]
    progress = {v: 0}
    while path:
        node = path[-1]
        try:
            following = node._prev[progress[node]]
        except IndexError:
            topo.append(path.pop())
        else:
            progress[node] += 1
            if progress.setdefault(following, None) is None:
                progress[following] = 0
                path.append(following)
    visited.update(progress)


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    everything = []
    build_topo(root, set(), everything)
    for node in everything:
        node.grad = 0.0


# ---- Examples: run this file to see them. Nothing to do below this line. ----


def numbers(values):
    return ", ".join(f"{value + 0.0:.6g}" for value in values)


def example(what, expected, compute):
    """Print whether your code gives what is expected, and both if it does not."""
    said = ""
    try:
        found = compute()
    except NotImplementedError as todo:
        said = str(todo)
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1].lineno
        said = f"line {place}: {type(error).__name__}: {error}"
    else:
        if all(abs(found[i] - expected[i]) < 1e-6 for i in range(len(expected))):
            print(f"  right    {what}: {numbers(found)}")
            return True
    print(f"  not yet  {what}\n             expected {numbers(expected)}")
    print(f"             {said or 'found    ' + numbers(found)}")
    return False


def finish(done, exercise):
    if all(done):
        print(f"\nAll examples agree. The grader tries more: topograde check {exercise}")
    else:
        print("\nThere is still something to do: see # TODO in this file.")
        print(f"Stuck? topograde hint {exercise}")


def leaves(*values):
    return [Value(value) for value in values]


def gradients(root, *nodes):
    root.backward()
    return [node.grad for node in nodes]


def lesson():
    a, b, c = leaves(2.0, -3.0, 10.0)
    return gradients(a * b + c, a, b, c)


def showcase():
    a, b, c = leaves(2.0, 3.0, 1.0)
    return gradients((a * b + c) * (a + b), a, b, c)


def showcase_twice():
    a, b, c = leaves(2.0, 3.0, 1.0)
    L = (a * b + c) * (a + b)
    L.backward()
    return gradients(L, a, b, c)


def neuron():
    x1, x2, w1, w2, b = leaves(2.0, 0.0, -3.0, 1.0, 6.8813735870195432)
    return gradients((x1 * w1 + x2 * w2 + b).tanh(), x1, w1, x2, w2)


def shared():
    a, b = leaves(-2.0, 3.0)
    return gradients((a * b) * (a + b), a, b)


def two_losses():
    (x,) = leaves(3.0)
    h = x * x
    (h * 2).backward()
    return gradients(h * 5, x)


def operators():
    a, b = leaves(2.0, 4.0)
    return gradients(5 - a + 6 / a + a / b - sum([a, b]) + 2 * a**3, a, b)


def far_out():
    (a,) = leaves(1000.0)
    root = a.tanh()
    return [root.data, *gradients(root, a)]


def after_zero_grad():
    a, b, c = leaves(2.0, 3.0, 1.0)
    L = (a * b + c) * (a + b)
    L.backward()
    zero_grad(L)
    return [a.grad, b.grad, c.grad, L.grad]


def deep_chain():
    (x,) = leaves(1.0)
    y = x
    for _ in range(20_000):
        y = y + x
    return gradients(y, x)


def mixture(a, b):
    """An expression with everything in it, for your engine and for PyTorch alike."""
    c = a * b + (a - b) / 3
    d = c.tanh() + (a * 0.5).exp() - (2 - b).relu()
    return d * d + c**2 / (1 + a * a)


def mixture_twice():
    a, b = leaves(0.7, -1.3)
    root = mixture(a, b)
    root.backward()
    root.backward()
    return [root.data, a.grad, b.grad]


def compare_with_torch():
    """Two calls of backward() on `mixture`, beside PyTorch's if it is installed."""
    try:
        # Without NumPy beside it, PyTorch warns when it starts. That does not matter here.
        warnings.simplefilter("ignore")
        import torch
    except ImportError:
        print("  (PyTorch is not installed here, so there is no comparison with it.)")
        return True
    ta = torch.tensor(0.7, dtype=torch.float64, requires_grad=True)
    tb = torch.tensor(-1.3, dtype=torch.float64, requires_grad=True)
    torch_root = mixture(ta, tb)
    # Without retain_graph=True, PyTorch throws the graph away after the first call.
    torch_root.backward(retain_graph=True)
    torch_root.backward()
    expected = [torch_root.item(), ta.grad.item(), tb.grad.item()]
    return example("PyTorch, two calls: value, a, b", expected, mixture_twice)


def main():
    done = [
        example("a*b + c at 2, -3, 10: a, b, c", [-3, 2, 1], lesson),
        example("(a*b + c) * (a+b) at 2, 3, 1: a, b, c", [22, 17, 5], showcase),
        example("... two calls", [44, 34, 10], showcase_twice),
        example("a neuron with tanh: x1, w1, x2, w2", [-1.5, 1, 0.5, 0], neuron),
        example("(a*b) * (a+b) at -2, 3: a, b", [-3, -8], shared),
        example("h = x*x at 3; h*2, then h*5", [42], two_losses),
        example("all operators at 2, 4: a, b", [20.75, -1.125], operators),
        example("tanh(a) at 1000: value, a", [math.tanh(1000.0), 0], far_out),
        example("After zero_grad: a, b, c, L", [0, 0, 0, 0], after_zero_grad),
        example("20,000 additions: the leaf", [20_001], deep_chain),
    ]
    if all(done):
        done.append(compare_with_torch())
    else:
        print("  (The comparison with PyTorch follows once all of these agree.)")
    finish(done, "engine")


if __name__ == "__main__":
    main()
