"""Exercise 6: break my engine.

You know what can go wrong in an engine: some of it you have done yourself. Now you are the
one who looks for it. Write tests that are silent about right engines, and raise for wrong
ones.

Your task
---------
Write `tests(Value)`. It gets a class and tries it out:

    x = Value(3.0)
    L = x * x
    L.backward()
    assert close(x.grad, 6.0), "x * x: a contribution is missing"

An exception of any kind is an alarm. Returning is silence.

  * There are ten right engines. An alarm on one of them, and nothing that you find counts:
    who always cries has found nothing.
  * There are over seventy wrong ones, in seven families: seeding, order, accumulation,
    zeroing, operators, functions, construction. Each has an author who is sure of it, and
    you hear what the author says. A family counts if you find all of it.
  * You have half of the wrong ones. Your instructor's run asks about the others too.

What your tests can do
----------------------
`Value` only writes down what you ask. The engine works somewhere else, and you get numbers.

  * Make nodes: Value(2.0). Combine them: + - * / with nodes and numbers on either side,
    x ** 3, -x, sum([a, b]), x += y and its kin, x.tanh(), x.exp(), x.relu().
  * Call L.backward() and, as a method, L.zero_grad().
  * Read x.data and x.grad. They are Python floats: compare them as you like.
  * Set the `data` of a leaf, and build a new graph from it.
  * Nothing else: no `_prev`, no setting of `grad`. Asking for more raises, and that is an
    alarm.
  * At most 2000 steps, 400 numbers read, 200 calls of backward() and zero_grad(), and graphs
    100 operations deep. Each engine meets your tests in a new process, with 1 second.

What a right engine may do
--------------------------
Right is what the exam's contract says (exercises/13_engine.py). So do not rely on

  * the last digits: compare with a tolerance, 1e-9 of the number;
  * gradients of inner nodes after backward(): PyTorch keeps none. After zero_grad() they
    are 0.0 in every engine;
  * old graphs after you set `data`: build a new one before you call backward();
  * what divides by zero, or grows too large for a float.

Run this file to try your tests on your own engine:  python 06_break_my_engine.py
Stuck?  topograde hint break-my-engine        Ready?  topograde check break-my-engine
"""

import math


def close(found, wanted):
    """Given: equal, but for rounding."""
    return math.isclose(found, wanted, rel_tol=1e-9, abs_tol=1e-12)


def tests(Value):
    """Raise for a wrong engine; return for a right one."""
    # TODO: try out everything that you can think of
    raise NotImplementedError("TODO: try out everything that you can think of")


# TODO: functions of your own

# ---- Examples: run this file to see them. Nothing to do below this line. ----


def main():
    try:
        from engine import Value, zero_grad  # your exam, copied into this folder as engine.py
    except ImportError:
        print("Copy your exam into this folder as engine.py: your tests are tried on it.")
        return
    Value.zero_grad = zero_grad
    try:
        tests(Value)
        print("Your tests are silent about your own engine.")
    except NotImplementedError as error:
        print(f"There is still something to do:\n  {error}")
        return
    Value.backward = lambda self: None
    try:
        tests(Value)
        print("They are also silent about an engine whose backward() does nothing.")
    except Exception as error:
        print(f"And they find an engine whose backward() does nothing: {error}")


if __name__ == "__main__":
    main()
