"""Exercise 1: a neuron.

The engine of your exam computes gradients. Here it gets something to compute: a neuron takes
numbers, multiplies each by a weight, adds a bias, and bends the sum with tanh.

Your task
---------
With your engine, write `neuron(inputs, weights, bias)`. It gets Values and returns one.

What is judged
--------------
The value of the neuron and the gradients of its inputs, its weights and its bias, compared
with PyTorch: `run(inputs, weights, bias)` below calls your function with plain numbers.

Run this file to see the examples:  python 01_neuron.py
Stuck?  topograde hint neuron        Ready?  topograde check neuron
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


def run(inputs, weights, bias):
    """Given: the neuron of plain numbers, as [value, gradients of inputs, of weights, of bias]."""
    inputs = [Value(x) for x in inputs]
    weights = [Value(w) for w in weights]
    bias = Value(bias)
    out = neuron(inputs, weights, bias)
    out.backward()
    return [out.data, [x.grad for x in inputs], [w.grad for w in weights], bias.grad]


# ---- Examples: run this file to see them. Nothing to do below this line. ----

if __name__ == "__main__":
    try:
        found = run([2.0, 0.0], [-3.0, 1.0], 6.8813735870195432)
        value, of_inputs, of_weights, of_bias = found
        print("expected 0.7071 [-1.5, 0.5] [1.0, 0.0] 0.5")
        rounded = [[round(each, 4) for each in some] for some in (of_inputs, of_weights)]
        print(f"found    {value:.4f} {rounded[0]} {rounded[1]} {of_bias:.4g}")
    except (NameError, NotImplementedError, TypeError, AttributeError) as error:
        print(f"There is still something to do:\n  {error}")
