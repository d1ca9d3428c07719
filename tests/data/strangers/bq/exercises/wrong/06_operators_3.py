"""Exercise 6: all the operators.

The idea
--------
With + and * alone, `a - b`, `2 * a` and `sum([a, b])` are errors. People write those, so the
engine must understand them. Most need no new rule: they are + and * in disguise.

    -a       is  a times ...            a - b    is  a plus ...
    a / b    is  a times b to the power of ...

What is made of nodes that have rules gets its gradients for free.

Reflected operators: for `2 * a` Python first asks the number 2, which has never heard of
`Value`. Then it asks a, by calling `a.__rmul__(2)`. So in the methods that begin with r,
`self` stands on the RIGHT of the operator and `other` on its left:

    5 - a    calls   a.__rsub__(5)          6 / a    calls   a.__rtruediv__(6)

For + and * the sides may be swapped, for - and / they may not. And `sum([a, b])` starts from
the number 0: its first step is  0 + a.

One operator brings a rule of its own: the power `a ** n`, where n is a plain number.

(What input, consumer, leaf and root mean is said in exercise 1.)

Your task
---------
Write   __radd__  __rmul__  __neg__  __sub__  __rsub__  __truediv__  __rtruediv__  __pow__

On either side of + - * / there may be a Value or a plain number. The exponent is a plain
number: whole, negative or a fraction.

What is judged
--------------
The value and the gradients of each operator: with numbers on the left and on the right (and
with unequal ones, so that a swap shows); when the result is not the root; and when a value is
used twice. `a ** 0` at 0 (which counts little): the value is 1, and as it never changes, the
gradient is 0. Not judged: dividing by zero, or by a number whose square is too large or too
small for a float. Nor are `0 ** 0.5`, a fraction as exponent of a negative number, and
exponents above 300. What is built after an operator's exception is judged.

Run this file to see the examples:  python 06_operators.py
Stuck?  topograde hint operators        Ready?  topograde check operators
"""

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

    def __radd__(self, other):  # other + self, where other is a number
        return self.__add__(other)

    def __rmul__(self, other):  # other * self, where other is a number
        return self.__mul__(other)

    def __neg__(self):  # -self
        # a - b, b - a and -a all come here: one node will do
        if not hasattr(self, "minus"):
            self.minus = self * -1
        return self.minus

    def __sub__(self, other):  # self - other
        return self + -other

    def __rsub__(self, other):  # other - self, where other is a number
        return -self + other

    def __truediv__(self, other):  # self / other
        if isinstance(other, Value):
            return self * other**-1
        return self * (1 / other)

    def __rtruediv__(self, other):  # other / self, where other is a number
        return other * self**-1

    def __pow__(self, exponent):  # self ** exponent, where exponent is a number
        out = Value(self.data**exponent, (self,), "**")
        slope = exponent * self.data ** (exponent - 1) if exponent else 0.0

        def _backward():
            self.grad += slope * out.grad

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


def sum_of_list():
    a = Value(3.0)
    root = sum([a, a * a])
    root.backward()
    return [root.data, a.grad]


def number_times_value():
    a = Value(3.0)
    root = 2 * a
    root.backward()
    return [root.data, a.grad]


def negative():
    a = Value(3.0)
    root = -(a * 2)
    root.backward()
    return [root.data, a.grad]


def difference():
    a, b = Value(2.0), Value(3.0)
    root = a - b
    root.backward()
    return [root.data, a.grad, b.grad]


def number_minus_value():
    a = Value(2.0)
    root = 5 - a
    root.backward()
    return [root.data, a.grad]


def quotient():
    a, b = Value(1.0), Value(4.0)
    root = a / b
    root.backward()
    return [root.data, a.grad, b.grad]


def number_by_value():
    a = Value(2.0)
    root = 6 / a
    root.backward()
    return [root.data, a.grad]


def cube():
    a = Value(2.0)
    root = a**3
    root.backward()
    return [root.data, a.grad]


def main():
    print("The first number is the value of the root, then come the gradients.")
    done = [
        example("sum([a, a*a]) at 3", [12, 7], sum_of_list),
        example("2 * a at 3", [6, 2], number_times_value),
        example("-(a*2) at 3", [-6, -2], negative),
        example("a - b at 2, 3", [-1, 1, -1], difference),
        example("5 - a at 2", [3, -1], number_minus_value),
        example("a / b at 1, 4", [0.25, 0.25, -0.0625], quotient),
        example("6 / a at 2", [3, -1.5], number_by_value),
        example("a ** 3 at 2", [8, 12], cube),
    ]
    finish(done, "operators")


if __name__ == "__main__":
    main()
