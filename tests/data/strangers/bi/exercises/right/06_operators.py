"""All operators, most of them made by a little factory of reflections."""

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

    def __neg__(self):
        return Value(-1.0) * self

    def __sub__(self, other):
        # a - b  =  -(b + -a), unless b is a plain number
        if isinstance(other, Value):
            return (other + self.__neg__()).__neg__()
        return self.__add__(-other)

    def __truediv__(self, other):
        try:
            upside_down = other.__pow__(-1)
        except AttributeError:
            upside_down = other**-1
        return self * upside_down

    def __pow__(self, exponent):
        result = Value(self.data**exponent, tuple([self]), "**%r" % exponent)
        # The slope is found while the rule runs: no slope is needed for a^0.
        recipe = {True: lambda: 0, False: lambda: self.data ** (exponent - 1) * exponent}

        def _backward():
            self.grad = sum([recipe[exponent == 0]() * result.grad], self.grad)

        result._backward = _backward
        return result

    def _reflected(forward):
        def method(self, other):
            return getattr(Value(other), forward)(self)

        method.__name__ = forward.replace("__", "__r", 1)
        return method

    __radd__, __rmul__ = _reflected("__add__"), _reflected("__mul__")
    __rsub__, __rtruediv__ = map(_reflected, ["__sub__", "__truediv__"])
    del _reflected

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
