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

# TODO: paste Value, build_topo and zero_grad from your exam, exercises/13_engine.py


def neuron(inputs, weights, bias):
    """tanh(bias + the sum of weight * input), of Values."""
    # TODO: the neuron
    raise NotImplementedError("TODO: the neuron")


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
