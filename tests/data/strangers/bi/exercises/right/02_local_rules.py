"""The rules of + and *, from a table of slopes."""

import operator
import traceback

SLOPES = {
    "+": (lambda mine, partner: 1, lambda mine, partner: 1),
    "*": (lambda mine, partner: partner, lambda mine, partner: mine),
}


def as_value(thing):
    return thing if isinstance(thing, Value) else Value(thing)


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=""):
        self.data, self.grad = data, 0.0
        self._prev, self._op = _prev, _op
        self._backward = lambda: None

    def __repr__(self):
        return "Value(data={0.data}, grad={0.grad})".format(self)

    def __add__(self, other):
        out = self.__combined(operator.add, as_value(other), "+")

        def _backward():
            Value.__hand_down(out)

        out._backward = _backward
        return out

    def __mul__(self, other):
        out = self.__combined(operator.mul, as_value(other), "*")

        def _backward():
            Value.__hand_down(out)

        out._backward = _backward
        return out

    def __combined(self, function, other, sign):
        return Value(function(self.data, other.data), (self, other), sign)

    @staticmethod
    def __hand_down(out):
        numbers_now = [node.data for node in out._prev]
        place = 2
        while place:
            place -= 1
            receiver = out._prev[place]
            # "-=" of the opposite: the same as adding
            receiver.grad -= -out.grad * SLOPES[out._op][place](*numbers_now)


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


def run_rules(*nodes):
    """Put 1.0 on the root, which comes first, and call the rules in this order."""
    nodes[0].grad = 1.0
    for node in nodes:
        node._backward()


def one_of_each():
    a, b, c = Value(2.0), Value(-3.0), Value(10.0)
    d = a * b
    e = d + c
    run_rules(e, d)
    return [a.grad, b.grad, c.grad, d.grad]


def upstream():
    a, b = Value(2.0), Value(3.0)
    d = a * b
    root = d * 5
    run_rules(root, d)
    return [a.grad, b.grad]


def same_value_twice():
    a = Value(3.0)
    b = a + a
    run_rules(b)
    return [a.grad]


def square():
    a = Value(3.0)
    b = a * a
    run_rules(b)
    return [a.grad]


def shared():
    a, b = Value(-2.0), Value(3.0)
    d = a * b
    e = a + b
    f = d * e
    run_rules(f, e, d)
    return [a.grad, b.grad]


def showcase():
    a, b, c = Value(2.0), Value(3.0), Value(1.0)
    d = a * b
    e = d + c
    f = a + b
    root = e * f
    run_rules(root, f, e, d)
    return [a.grad, b.grad, c.grad]


def main():
    done = [
        example("a*b + c at 2, -3, 10: a, b, c, a*b", [-3, 2, 1, 1], one_of_each),
        example("(a*b) * 5 at 2, 3: a, b", [15, 10], upstream),
        example("a + a at 3: a", [2], same_value_twice),
        example("a * a at 3: a", [6], square),
        example("(a*b) * (a+b) at -2, 3: a, b", [-3, -8], shared),
        example("(a*b + c) * (a+b) at 2, 3, 1: a, b, c", [22, 17, 5], showcase),
    ]
    finish(done, "local-rules")


if __name__ == "__main__":
    main()
