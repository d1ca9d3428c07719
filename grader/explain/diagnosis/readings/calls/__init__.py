"""Read from a small program what a call of `backward` or `zero_grad` does wrong.

* `walk` tries orders in which rules may have run: one that runs early, twice or to no effect;
* `nodes` compares what a node holds after a call with what its consumers contribute, in a program
  that is run once more for that (`watching`), and `telling` says it with the numbers;
* `only` says that all that goes wrong has to do with one function.
"""
