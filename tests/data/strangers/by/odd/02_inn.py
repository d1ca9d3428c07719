"""Exercise 13, the exam: the whole engine."""

import math
import traceback
import warnings

# Odd, but it works: local derivatives come from dual numbers (value, slope), each formula is
# written once; numbers are worked out when somebody reads them; and whatever would be
# recursive is a generator that a small trampoline runs.


class Dual:
    __slots__ = ("v", "s")

    def __init__(self, v, s=0.0):
        self.v, self.s = v, s


def d_add(a, b):
    return Dual(a.v + b.v, a.s + b.s)


def d_mul(a, b):
    return Dual(a.v * b.v, a.s * b.v + a.v * b.s)


def d_div(a, b):
    q = a.v / b.v
    return Dual(q, (a.s - q * b.s) / b.v)


def d_pow(n):
    return lambda a: Dual(a.v**n, n * a.v ** (n - 1) * a.s if n and a.s else 0.0)


def d_tanh(a):
    t = math.tanh(a.v)
    return Dual(t, (1.0 - t * t) * a.s)


def d_exp(a):
    e = math.exp(a.v)
    return Dual(e, e * a.s)


def d_relu(a):
    return a if a.v > 0 else Dual(0.0)


def trampoline(task):
    """Run a generator that yields the generators it waits for."""
    waiting = [task]
    while waiting:
        try:
            waiting.append(next(waiting[-1]))
        except StopIteration:
            waiting.pop()


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _formula=None):
        self.grad = 0.0
        self._prev = _prev
        self._formula = _formula
        if _formula is None:
            self._data = data

    @property
    def data(self):
        if not hasattr(self, "_data"):
            trampoline(self._work_out())
        return self._data

    @data.setter
    def data(self, number):
        self._data = number

    def _work_out(self):
        for source in self._prev:
            if not hasattr(source, "_data"):
                yield source._work_out()
        if not hasattr(self, "_data"):
            result = self._formula(*(Dual(source._data) for source in self._prev))
            # the slopes belong to the numbers that were used
            self._slopes = tuple(
                self._formula(
                    *(Dual(p._data, float(k == seeded)) for k, p in enumerate(self._prev))
                ).s
                for seeded in range(len(self._prev))
            )
            self._data = result.v

    def _backward(self):
        for source, slope in zip(self._prev, self._slopes if self._prev else ()):
            source.grad += slope * self.grad

    def __add__(self, other):
        return Value(None, (self, wrap(other)), d_add)

    def __mul__(self, other):
        return Value(None, (self, wrap(other)), d_mul)

    def __truediv__(self, other):
        return Value(None, (self, wrap(other)), d_div)

    def __rtruediv__(self, other):
        return wrap(other) / self

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -wrap(other)

    def __rsub__(self, other):
        return -self + other

    def __pow__(self, n):
        return Value(None, (self,), d_pow(n))

    __radd__, __rmul__ = __add__, __mul__

    def tanh(self):
        return Value(None, (self,), d_tanh)

    def exp(self):
        return Value(None, (self,), d_exp)

    def relu(self):
        return Value(None, (self,), d_relu)

    def backward(self):
        self.data  # now everything below has a number, too
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while topo:
            topo.pop()._backward()

    def zero_grad(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            node.grad = 0.0


def wrap(thing):
    return thing if isinstance(thing, Value) else Value(float(thing))


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""

    def visit(node):
        if node not in visited:
            visited.add(node)
            for source in node._prev:
                yield visit(source)
            topo.append(node)

    trampoline(visit(v))


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    root.zero_grad()


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
