"""One call of backward(): order, seed, rules."""

import traceback


def spent():
    """The rule of a node that has passed on all it had."""


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
        """Give every node that leads to this one its gradient."""
        order = []
        build_topo(self, set(), order)
        self.grad = 1.0
        while order:
            node = order.pop()
            node._backward()
            node._backward = spent


def build_topo(v, visited, topo):
    """Given: append to `topo` every node reachable from `v`, each once, inputs first."""
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


def one_of_each():
    a, b, c = Value(2.0), Value(-3.0), Value(10.0)
    d = a * b
    e = d + c
    e.backward()
    return [a.grad, b.grad, c.grad, d.grad, e.grad]


def showcase():
    a, b, c = Value(2.0), Value(3.0), Value(1.0)
    L = (a * b + c) * (a + b)
    L.backward()
    return [a.grad, b.grad, c.grad]


def p1():
    a = Value(2.0)
    b = a * 3
    L = b * 2 + b * 5
    L.backward()
    return [a.grad, b.grad]


def p2():
    a = Value(3.0)
    b = a * a
    L = b * ((b * 2) * 5)
    L.backward()
    return [a.grad, b.grad]


def weighted_sum():
    x1, x2 = Value(2.0), Value(0.0)
    w1, w2 = Value(-3.0), Value(1.0)
    b = Value(7.0)
    o = (x1 * w1 + x2 * w2 + b) * 0.5
    o.backward()
    return [x1.grad, w1.grad, x2.grad, w2.grad]


def main():
    done = [
        example("d = a*b; e = d+c: a, b, c, d, e", [-3, 2, 1, 1, 1], one_of_each),
        example("(a*b + c) * (a+b) at 2, 3, 1: a, b, c", [22, 17, 5], showcase),
        example("P1 at 2: a, b", [21, 7], p1),
        example("P2 at 3: a, b", [1080, 180], p2),
        example("half of x1*w1 + x2*w2 + b: x1, w1, x2, w2", [-1.5, 1, 0.5, 0], weighted_sum),
    ]
    finish(done, "backward")


if __name__ == "__main__":
    main()
