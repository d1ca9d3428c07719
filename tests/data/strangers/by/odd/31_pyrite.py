"""Exercise 13, the exam: the whole engine.

Slopes are not written down: every operation is run once with dual numbers for each input, and
the dual part of the answer is the slope. Gradients flow through a heap of serial numbers.
"""

import heapq
import math
import traceback
import warnings


class Dual:
    """number + part * e, where e * e = 0."""

    def __init__(self, number, part=0.0):
        self.number = number
        self.part = part

    def __add__(self, o):
        return Dual(self.number + o.number, self.part + o.part)

    def __sub__(self, o):
        return Dual(self.number - o.number, self.part - o.part)

    def __mul__(self, o):
        return Dual(self.number * o.number, self.part * o.number + self.number * o.part)

    def __truediv__(self, o):
        q = self.number / o.number
        return Dual(q, (self.part - q * o.part) / o.number)

    def power(self, n):
        if n == 0:
            return Dual(1.0)
        return Dual(self.number**n, n * self.number ** (n - 1) * self.part)

    def tanh(self):
        t = math.tanh(self.number)
        return Dual(t, (1.0 - t * t) * self.part)

    def exp(self):
        e = math.exp(self.number)
        return Dual(e, e * self.part)

    def relu(self):
        return self if self.number > 0 else Dual(0.0)


class Value:
    """One number, its gradient, and how it was made."""

    serial = 0

    def __new__(cls, data):
        node = super().__new__(cls)
        Value.serial += 1
        node.serial = Value.serial
        return node

    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = []
        self._slopes = []
        self._backward = self._push

    def __repr__(self):
        return f"Value no. {self.serial}: {self.data}"

    def _push(self):
        for i in range(len(self._prev)):
            self._prev[i].grad += self.grad * self._slopes[i]

    def __radd__(self, o):
        return run(Dual.__add__, o, self)

    def __rsub__(self, o):
        return run(Dual.__sub__, o, self)

    def __rmul__(self, o):
        return run(Dual.__mul__, o, self)

    def __rtruediv__(self, o):
        return run(Dual.__truediv__, o, self)

    def __add__(self, o):
        return run(Dual.__add__, self, o)

    def __sub__(self, o):
        return run(Dual.__sub__, self, o)

    def __mul__(self, o):
        return run(Dual.__mul__, self, o)

    def __truediv__(self, o):
        return run(Dual.__truediv__, self, o)

    def __neg__(self):
        return run(lambda a: Dual(-a.number, -a.part), self)

    def __pow__(self, n):
        return run(lambda a: a.power(n), self)

    def tanh(self):
        return run(Dual.tanh, self)

    def exp(self):
        return run(Dual.exp, self)

    def relu(self):
        return run(Dual.relu, self)

    def backward(self):
        order = list(downwards(self))
        for node in order:
            node.grad = node.grad if not node._prev else 0.0
        self.grad = self.grad + 1.0
        for node in order:
            node._backward()


def run(formula, *operands):
    """The node for `formula` of the operands, numbers or nodes."""
    duals = [Dual(x.data if isinstance(x, Value) else float(x)) for x in operands]
    out = Value(formula(*duals).number)
    for x, dual in zip(operands, duals):
        if isinstance(x, Value):
            dual.part = 1.0
            out._prev.append(x)
            out._slopes.append(formula(*duals).part)
            dual.part = 0.0
    return out


def downwards(root):
    """Yield the nodes reachable from `root`, the youngest first; inputs are older than results."""
    waiting = {root.serial: root}
    heap = [-root.serial]
    while heap:
        node = waiting.pop(-heapq.heappop(heap))
        yield node
        for child in node._prev:
            if child.serial not in waiting:
                waiting[child.serial] = child
                heapq.heappush(heap, -child.serial)


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    topo[:] = list(downwards(v))[::-1]


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    for node in downwards(root):
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
