"""Exercise 7: tanh, exp and relu.

The idea
--------
A network that can only add and multiply can only ever make polynomials. Three functions of
one number bring the bends:

    tanh(x)   between -1 and 1: steep in the middle, flat far out
    exp(x)    the number e to the power of x
    relu(x)   x where x is positive, 0 elsewhere

Each is a node with one input, and its rule looks like that of + or *:

    contribution to the input  =  slope of the function here  *  gradient of the result

A pleasant surprise: all three slopes can be read off the RESULT, which you have at hand.
For exp the slope is the result itself. For tanh write the slope with t = tanh(x), and test
your formula: it must be 1 at x = 0 and 0 far out. For relu ask: is `out.data` positive?
At exactly x = 0 relu has a kink and no slope; we agree, as PyTorch does, on 0 there.

Take care at large numbers. For tanh, (e^2x - 1) / (e^2x + 1) is right on paper. But
it overflows at x = 355, though the answer is so close to 1. Python's `math` module knows better.

And: a number that came out of an operation must remember its input. Make `out` with
`Value(number, (self,), "tanh")`, and give it a `_backward`.

(What input, consumer, leaf and root mean is said in exercise 1.)

Your task
---------
Write `tanh()`, `exp()` and `relu()`. Once all examples agree, your tanh trains a neuron,
in twenty steps.

What is judged
--------------
Value and gradient of each; when the result is not the root; when the value is used twice; tanh
at 1000 and -1000 (value 1 and -1, gradient 0, no error); relu left of, at and right of 0; and
the neuron below. Not judged: exp where the result does not fit a float, infinite numbers, and
digits that tanh loses close to 0. What is built after a function's exception is judged.

Run this file to see the examples:  python 07_functions.py
Stuck?  topograde hint functions        Ready?  topograde check functions
"""

import math
import traceback


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __radd__(self, other):  # number + self
        return self + other

    def __rmul__(self, other):  # number * self
        return self * other

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def _backward():
            self.grad += (1 - out.data**2) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def relu(self):
        out = Value(max(self.data, 0.0), (self,), "relu")

        def _backward():
            if not math.isclose(out.data, 0.0, abs_tol=1e-9):
                self.grad += out.grad

        out._backward = _backward
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        self.grad = 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    if v not in visited:
        visited.add(v)
        for input_node in v._prev:
            build_topo(input_node, visited, topo)
        topo.append(v)


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


def tanh_twice():
    a = Value(0.5)
    root = a.tanh() + a.tanh()
    root.backward()
    return [root.data, a.grad]


def tanh_far_out():
    found = []
    for x in [1000.0, -1000.0]:
        a = Value(x)
        root = a.tanh()
        root.backward()
        found += [root.data, a.grad]
    return found


def exp_times_three():
    a = Value(1.0)
    root = a.exp() * 3
    root.backward()
    return [root.data, a.grad]


def relu_left_at_right():
    found = []
    for x in [-2.0, 0.0, 2.0]:
        a = Value(x)
        root = a.relu() * 3
        root.backward()
        found += [root.data, a.grad]
    return found


def neuron():
    x1, x2 = Value(2.0), Value(0.0)
    w1, w2 = Value(-3.0), Value(1.0)
    b = Value(6.8813735870195432)
    o = (x1 * w1 + x2 * w2 + b).tanh()
    o.backward()
    return [x1.grad, w1.grad, x2.grad, w2.grad]


def learn_or():
    """A neuron learns "or" with your tanh: three numbers, twenty steps downhill."""
    cases = [(0.0, 0.0, -1.0), (0.0, 1.0, 1.0), (1.0, 0.0, 1.0), (1.0, 1.0, 1.0)]
    w1, w2, bias = parameters = [Value(-0.6), Value(0.3), Value(0.1)]

    def answer(x1, x2):
        return (x1 * w1 + x2 * w2 + bias).tanh()

    print("Now let a neuron learn: 1 if one of two inputs is 1, and -1 if none is.")
    for step in range(1, 21):
        loss = Value(0.0)
        for x1, x2, wanted in cases:
            off = answer(x1, x2) + -wanted
            loss = loss + off * off
        for parameter in parameters:
            parameter.grad = 0.0
        loss.backward()
        for parameter in parameters:
            parameter.data += -0.2 * parameter.grad
        if step % 2 == 0:
            print(f"  step {step:2}   loss {loss.data:6.3f}  {'#' * round(6 * loss.data)}")
    for x1, x2, wanted in cases:
        print(f"  {x1:g} or {x2:g}: wanted {wanted:2g}, answered {answer(x1, x2).data:6.3f}")
    print("The slopes of your tanh have trained it. That is all that training is.")


def main():
    done = [
        example("tanh(a) + tanh(a) at 0.5: value, a", [0.9242343, 1.5728955], tanh_twice),
        example("tanh(a) at 1000, -1000: value, a", [1, 0, -1, 0], tanh_far_out),
        example("exp(a) * 3 at 1: value, a", [3 * math.e, 3 * math.e], exp_times_three),
        example("relu(a) * 3 at -2, 0, 2: value, a", [0, 0, 0, 0, 6, 3], relu_left_at_right),
        example("a neuron with tanh: x1, w1, x2, w2", [-1.5, 1, 0.5, 0], neuron),
    ]
    if all(done):
        learn_or()
    finish(done, "functions")


if __name__ == "__main__":
    main()
