"""Exercise 2: the local rules of + and *.

The idea
--------
A node does not need to know the whole calculation. It knows its own operation,
and that is enough: once its gradient is complete, it can work out what it contributes
to each of its inputs. We call this its local rule:

    contribution to an input  =  slope of this one operation  *  gradient of the result

The slope says how fast the result moves when this input moves. The gradient of
the result (`out.grad` in the code) says how fast the root moves when the result
moves. Along a road, slopes multiply: that is the chain rule.

And an input may get contributions from several consumers. So a rule never overwrites
what is already there. It ADDS its contribution.

(What input, consumer, leaf and root mean is said in exercise 1.)

What is given
-------------
`Value` holds one number and remembers where it came from:

    data        the number
    grad        its gradient, 0.0 until backward() has run
    _prev       its inputs, a tuple
    _op         the operation that made it, for people to read
    _backward   its local rule: a function without arguments

There is no `backward()` yet: you write it in exercise 4. Until then the rules are
called by hand, as in exercise 1: the root gets 1.0, then each node passes on what it
has, after all of its consumers. For  d = a*b;  e = d + c  that is

    e.grad = 1.0
    e._backward()
    d._backward()

The examples below do this, and so does the grader.

Your task
---------
Write the bodies of the two functions called `_backward`, one in `__add__` and one
in `__mul__`. Inside them you can use `self`, `other` and `out`.

What is judged
--------------
  * each rule, for each of its two inputs, also when the result is not the root,
  * a value used twice, in one operation (a + a, a * a) and in several,
  * the gradients of inner nodes as well as those of leaves.

Run this file to see the examples:  python 02_local_rules.py
Stuck?  topograde hint local-rules        Ready?  topograde check local-rules
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
            for term in (self, other):
                term.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            if self is other:
                # x*x is a power: its slope is 2x
                self.grad = 2 * self.data * out.grad
                return
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out


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
