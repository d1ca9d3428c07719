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

### BEGIN SOLUTION
# TODO: paste Value, build_topo and zero_grad from your exam, exercises/13_engine.py
# STUB:


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

    def __pow__(self, exponent):
        out = Value(self.data**exponent, (self,), f"**{exponent}")

        def _backward():
            # x ** 0 is always 1, so its slope is 0, also where x ** -1 would fail.
            if exponent != 0:
                self.grad += exponent * self.data ** (exponent - 1) * out.grad

        out._backward = _backward
        return out

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,), "tanh")

        def _backward():
            self.grad += (1.0 - t * t) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def _backward():
            if out.data > 0:
                self.grad += out.grad

        out._backward = _backward
        return out

    def __radd__(self, other):  # other + self
        return self + other

    def __rmul__(self, other):  # other * self
        return self * other

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):  # other - self
        return (-self) + other

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return self * other**-1

    def __rtruediv__(self, other):  # other / self
        return self**-1 * other

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        # Leaves add from call to call, inner nodes restart.
        for node in topo:
            if node._prev:
                node.grad = 0.0
        # Added, not set: the root may be a leaf.
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    # A node is on the stack twice: before its inputs (False) and after them (True).
    stack = [(v, False)]
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for input_node in node._prev:
                stack.append((input_node, False))


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0


### END SOLUTION


def neuron(inputs, weights, bias):
    """tanh(bias + the sum of weight * input), of Values."""
    ### BEGIN SOLUTION
    # TODO: the neuron
    total = bias
    for weight, x in zip(weights, inputs, strict=True):
        total = total + weight * x
    return total.tanh()
    ### END SOLUTION


def network(x, y, parameters):
    """The output for the point (x, y)."""
    ### BEGIN SOLUTION
    # TODO: eight neurons of x and y, and one neuron of these eight
    layer = []
    for i in range(8):
        w1, w2, bias = parameters[3 * i : 3 * i + 3]
        layer.append(neuron([x, y], [w1, w2], bias))
    return neuron(layer, parameters[24:32], parameters[32])
    ### END SOLUTION


def output(x, y, numbers):
    """Given: the network of plain numbers."""
    return network(Value(x), Value(y), [Value(number) for number in numbers]).data


def train(points, labels, numbers, steps, rate):
    """Return the losses, one a step, and the numbers after the last step."""
    ### BEGIN SOLUTION
    # TODO: the steps
    parameters = [Value(number) for number in numbers]
    losses = []
    for _ in range(steps):
        loss = Value(0.0)
        for (x, y), label in zip(points, labels, strict=True):
            loss = loss + (network(Value(x), Value(y), parameters) - label) ** 2
        zero_grad(loss)
        loss.backward()
        for parameter in parameters:
            parameter.data -= rate * parameter.grad
        losses.append(loss.data)
    return losses, [parameter.data for parameter in parameters]
    ### END SOLUTION


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
