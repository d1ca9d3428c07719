"""Clear level by level; train until the steps are used up or the bottom is reached."""

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


BOTTOM = 1e-12


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    done = set()
    level = {root}
    while level:
        for node in level:
            node.grad = 0.0
        done |= level
        level = {input_node for node in level for input_node in node._prev} - done


def train(p, steps, rate):
    """Walk p downhill on (p - 5)**2, changing p.data."""
    step = 0
    while step < steps:
        loss = (p + -5) * (p + -5)
        if loss.data < BOTTOM:
            break  # there is nothing left to gain
        zero_grad(loss)
        loss.backward()
        p.data -= rate * p.grad
        step += 1


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
