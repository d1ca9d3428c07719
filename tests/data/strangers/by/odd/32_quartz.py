"""Exercise 13, the exam: the whole engine.

The operations are a table of text: a formula for the number (with x, y and n) and one for each
slope (with z, the number, too). A metaclass makes methods of them. The order comes from peeling
a dictionary of consumers.
"""

import math
import traceback
import warnings

TABLE = """
add      ; x + y                 ; 1.0                                 ; 1.0
sub      ; x - y                 ; 1.0                                 ; -1.0
mul      ; x * y                 ; y                                   ; x
truediv  ; x / y                 ; 1.0 / y                             ; -z / y
neg      ; -x                    ; -1.0
pow      ; x ** n                ; n * x ** (n - 1) if n != 0 else 0.0
tanh     ; tanh(x)               ; 1.0 - z * z
exp      ; exp(x)                ; z
relu     ; x if x > 0 else 0.0   ; 1.0 if x > 0 else 0.0
"""


class Made(type):
    """Puts one method for each line of the table into the class."""

    def __new__(meta, name, bases, body):
        for line in TABLE.strip().splitlines():
            op, number, *slopes = [cell.strip() for cell in line.split(";")]
            hidden = op not in ("tanh", "exp", "relu")
            method = meta.method(number, slopes, "n" in number.replace("tanh", ""))
            body[f"__{op}__" if hidden else op] = method
            if len(slopes) == 2:
                body[f"__r{op}__"] = meta.mirror(method)
        return super().__new__(meta, name, bases, body)

    @staticmethod
    def compiled(text):
        return eval("lambda x, y, z, n: " + text, {"tanh": math.tanh, "exp": math.exp})

    @classmethod
    def method(meta, number, slopes, takes_exponent):
        number = meta.compiled(number)
        slopes = tuple(meta.compiled(slope) for slope in slopes)

        def method(self, *rest):
            n = rest[0] if takes_exponent else None
            others = () if takes_exponent else rest
            inputs = (self, *map(node, others))
            x, y = inputs[0].data, inputs[-1].data
            z = number(x, y, None, n)
            out = Value(z)
            out._prev = inputs
            wires = [(i, slope(x, y, z, n)) for i, slope in zip(inputs, slopes)]

            def rule():
                for wire in wires:
                    wire[0].grad += wire[1] * out.grad

            out._backward = rule
            return out

        return method

    @staticmethod
    def mirror(method):
        return lambda self, other: method(node(other), self)


class Value(metaclass=Made):
    """One number, its gradient, and how it was made."""

    grad = 0.0
    _prev = ()

    def __init__(self, data):
        self.data = data

    @staticmethod
    def _backward():
        """The rule of a leaf."""

    def backward(self):
        kept = {}
        for i in peeled(self):
            kept[i] = 0.0 if i._prev else i.grad
            i.grad = 0.0
        self.grad = 1.0
        for i in kept:
            i._backward()
            i.grad += kept[i]


def node(x):
    return x if isinstance(x, Value) else Value(float(x))


def peeled(root):
    """The nodes reachable from `root`, each before its inputs."""
    consumers = {root: []}
    todo = [root]
    for out in todo:
        for i in out._prev:
            if i not in consumers:
                consumers[i] = []
                todo.append(i)
            consumers[i].append(out)
    layer, order = [root], []
    while layer:
        order += layer
        below = []
        for out in layer:
            for i in out._prev:
                consumers[i].pop()
                if not consumers[i]:
                    below.append(i)
        layer = below
    return order


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    for i in reversed(peeled(v)):
        visited.add(id(i))
        topo.append(i)


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    for i in peeled(root):
        i.grad = 0.0


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
