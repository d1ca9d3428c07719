"""Exercise 8: gradients that stay behind.

The idea
--------
Rules add. That is right within one `backward()`, where all consumers of a node contribute to
it. Often it is right for leaves over several calls, too. But nothing clears what a node holds
when a call starts. Here you see what that does, and you write the function that clears it.

The engine below is the usual teaching engine: `backward()` sets the gradient of the root to 1
and runs the rules. It resets nothing.

Part 1: predict.  For  L = (a*b + c) * (a + b)  at a=2, b=3, c=1 the first `L.backward()` leaves
22, 17, 5 on a, b, c. Many texts say that a second `L.backward()` doubles this. Not so! What
does THIS engine leave on a, b, c after the second call? Work it out on paper before you run
anything: which nodes still hold something when the second call starts? Write your three
numbers into SECOND_CALL_GRADS.

Part 2: clear.  Write `zero_grad(root)`: afterwards every node that can be reached from `root`
has `grad == 0.0`, leaves, inner nodes and the root itself. `data` and the graph stay as they
are. Graphs can be deep: a function that calls itself gives up after about a thousand nodes,
so do not call yourself. And two routes may lead to the same node: visit it once, or forty
doublings (y = y + y) will take days.

Part 3: train.  `train(p, steps, rate)` walks downhill on  (p - 5)**2,  written as
(p + -5) * (p + -5). p is a leaf. In each step

    the loss is computed from p, as a fresh graph,
    backward() finds p.grad,
    p.data becomes  p.data - rate * p.grad,  a step downhill.

Three steps from p = 2.0 with rate 0.1 must end at 3.464. The loop below ends at 5.024, beyond
the bottom: it makes the mistake that this exercise is about. Repair it. (Change
`p.data`; do not write p = p - ..., which makes a new node and lets go of the leaf.) Whatever
`p.grad` holds when `train` is called must not count.

(What input, consumer, leaf and root mean is said in exercise 1.)

What is judged
--------------
The three numbers; `zero_grad` on shared nodes, on long chains (100,000 nodes) and on a ladder
of doublings, with `data` untouched; `train` with several starts, steps and rates; `train` on a
leaf that still holds a gradient.

Run this file to see the examples:  python 08_zero_grad.py
Stuck?  topograde hint zero-grad        Ready?  topograde check zero-grad
"""

import traceback

SECOND_CALL_GRADS = {"a": 81.0, "b": 61.0, "c": 15.0}


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


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    seen = {root}
    todo = [root]
    while todo:
        node = todo.pop()
        node.grad -= node.grad
        for inp in node._prev:
            if inp not in seen:
                seen.add(inp)
                todo.append(inp)

def train(p, steps, rate):
    """Walk p downhill on (p - 5)**2, changing p.data."""
    for _ in range(steps):
        loss = (p + -5) * (p + -5)
        p.grad = 0.0
        loss.backward()
        p.data -= rate * p.grad

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


def make_showcase():
    a, b, c = Value(2.0), Value(3.0), Value(1.0)
    return a, b, c, (a * b + c) * (a + b)


def first_call():
    a, b, c, L = make_showcase()
    L.backward()
    return [a.grad, b.grad, c.grad]


def second_call():
    a, b, c, L = make_showcase()
    L.backward()
    L.backward()
    return [a.grad, b.grad, c.grad]


def prediction():
    return [SECOND_CALL_GRADS["a"], SECOND_CALL_GRADS["b"], SECOND_CALL_GRADS["c"]]


def show_prediction():
    """Compare with the engine, but only after a prediction has been made."""
    if not any(prediction()):
        print("  The second call: TODO: predict first, then run this file again")
        return False
    right = prediction() == second_call()
    print(f"  {'right  ' if right else 'not yet'}  The second call, your prediction")
    return right


def after_zero_grad():
    a, b, c, L = make_showcase()
    L.backward()
    zero_grad(L)
    return [a.grad, b.grad, c.grad, L.grad]


def again_after_zero_grad():
    a, b, c, L = make_showcase()
    L.backward()
    zero_grad(L)
    L.backward()
    return [a.grad, b.grad, c.grad]


def long_chain():
    x = Value(1.0)
    x.grad = 7.0
    y = x
    for _ in range(100_000):
        y = y + x
    zero_grad(y)
    return [x.grad]


def three_steps():
    p = Value(2.0)
    train(p, 3, 0.1)
    return [p.data]


def an_old_gradient():
    p = Value(2.0)
    p.grad = 7.0
    train(p, 3, 0.1)
    return [p.data]


def main():
    done = [
        example("The first call: a, b, c", [22, 17, 5], first_call),
        show_prediction(),
        example("After zero_grad: a, b, c, L", [0, 0, 0, 0], after_zero_grad),
        example("backward, zero_grad, backward: a, b, c", [22, 17, 5], again_after_zero_grad),
        example("zero_grad on 100,000 nodes: the leaf", [0], long_chain),
        example("Three steps from 2.0, rate 0.1: p", [3.464], three_steps),
        example("... with 7.0 in p.grad beforehand: p", [3.464], an_old_gradient),
    ]
    finish(done, "zero-grad")


if __name__ == "__main__":
    main()
