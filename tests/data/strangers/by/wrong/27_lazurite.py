"""Exercise 13, the exam: the whole engine.

The rules are plain functions at the end of the module's first part; a node holds a
functools.partial of one of them.
"""

import math
import traceback
import warnings
from functools import partial


def rule_leaf():
    pass


def rule_add(box, a, b):
    g = box[0].grad
    a.grad += g
    b.grad += g


def rule_mul(box, a, b):
    g = box[0].grad
    a.grad += g * b.data
    b.grad += g * a.data


def rule_reciprocal(box, a):
    out = box[0]
    a.grad -= out.grad * out.data * out.data


def rule_pow(box, a, n):
    a.grad += box[0].grad * n * a.data ** (n - 1)


def rule_tanh(box, a):
    out = box[0]
    a.grad += out.grad * (1.0 - out.data) * (1.0 + out.data)


def rule_exp(box, a):
    out = box[0]
    a.grad += out.grad * out.data


def rule_pass(box, a):
    a.grad += box[0].grad


def rule_block(box, a):
    pass


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _rule=None, *_more):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = partial(_rule, [self], *_prev, *_more) if _rule else rule_leaf

    def __repr__(self):
        return f"Value({self.data!r})"

    def __add__(self, other):
        other = wrapped(other)
        return Value(self.data + other.data, (self, other), rule_add)

    def __mul__(self, other):
        other = wrapped(other)
        return Value(self.data * other.data, (self, other), rule_mul)

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, (self,), rule_block)
        return Value(self.data**n, (self,), rule_pow, n)

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -wrapped(other)

    def __truediv__(self, other):
        other = wrapped(other)
        if other.data == 1.0:
            return self
        return Value(1.0 / other.data, (other,), rule_reciprocal) * self

    def __radd__(self, other):
        return wrapped(other) + self

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return wrapped(other) - self

    def __rtruediv__(self, other):
        return wrapped(other) / self

    def tanh(self):
        return Value(math.tanh(self.data), (self,), rule_tanh)

    def exp(self):
        return Value(math.exp(self.data), (self,), rule_exp)

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), rule_pass)
        return Value(0.0, (self,), rule_block)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def wrapped(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    opened, stack = set(), [v]
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
        elif node in opened:
            stack.pop()
            visited.add(node)
            topo.append(node)
        else:
            opened.add(node)
            stack.extend(child for child in node._prev if child not in visited)


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
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
