"""Exercise 2: two moons.

Twenty points lie on two half circles that reach into one another. A network of 8 neurons and
one more neuron on top learns which moon a point belongs to: its output is to be 1 on the upper
moon and -1 on the lower one.

The network has 33 parameters in one list: each of the 8 neurons has two weights and its bias,
and the last neuron has eight weights and its bias, in this order.

Your task
---------
With your engine and your neuron, write

  * `network(x, y, parameters)`: the output for one point, of Values,
  * `train(points, labels, numbers, steps, rate)`: start from these numbers as parameters and
    take so many steps. A step computes the loss, the sum over all points of
    (output - label)**2, and moves each parameter by -rate times its gradient. Return the
    list of losses, one a step, and the list of the numbers in the end.

What is judged
--------------
The output of the network, and the losses and the numbers after one and after several steps,
each compared with PyTorch in float64. At most 30 points and 20 steps. You may clear the gradients
before backward() or after the move: `train` makes its parameters anew, so both are right.

Run this file to see the examples:  python 02_moons.py
Stuck?  topograde hint moons        Ready?  topograde check moons
"""

import math

# TODO: paste Value, build_topo and zero_grad from your exam, exercises/13_engine.py


def neuron(inputs, weights, bias):
    """tanh(bias + the sum of weight * input), of Values."""
    # TODO: the neuron
    raise NotImplementedError("TODO: the neuron")


def network(x, y, parameters):
    """The output for the point (x, y)."""
    # TODO: eight neurons of x and y, and one neuron of these eight
    raise NotImplementedError("TODO: eight neurons of x and y, and one neuron of these eight")


def output(x, y, numbers):
    """Given: the network of plain numbers."""
    return network(Value(x), Value(y), [Value(number) for number in numbers]).data


def train(points, labels, numbers, steps, rate):
    """Return the losses, one a step, and the numbers after the last step."""
    # TODO: the steps
    raise NotImplementedError("TODO: the steps")


# ---- Examples: run this file to see them. Nothing to do below this line. ----


def moons():
    """Ten points on each moon, with the labels 1 and -1."""
    angles = [math.pi * i / 9 for i in range(10)]
    upper = [[math.cos(t), math.sin(t)] for t in angles]
    lower = [[1 - math.cos(t), 0.5 - math.sin(t)] for t in angles]
    return upper + lower, [1.0] * 10 + [-1.0] * 10


def draw(points, labels, numbers):
    """The two sides of the line that the network draws, and the points on them."""
    marks = {
        (round(6 * y), round(12 * x)): label for (x, y), label in zip(points, labels, strict=True)
    }
    for row in range(9, -7, -1):
        line = ""
        for column in range(-15, 28):
            side = "." if output(column / 12, row / 6, numbers) > 0 else " "
            label = marks.get((row, column))
            line += side if label is None else "O" if label > 0 else "X"
        print("  " + line)


def main():
    points, labels = moons()
    numbers = [math.sin(1 + 7 * k) for k in range(33)]
    try:
        for part in range(6):
            losses, numbers = train(points, labels, numbers, 20, 0.02)
            both = zip(points, labels, strict=True)
            right = sum(output(x, y, numbers) * label > 0 for (x, y), label in both)
            print(f"after {20 * part + 20:3} steps: loss {losses[-1]:8.4f}, {right} of 20 right")
        draw(points, labels, numbers)
    except (NameError, NotImplementedError, TypeError) as error:
        print(f"There is still something to do:\n  {error}")


if __name__ == "__main__":
    main()
